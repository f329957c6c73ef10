import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { browserOf } from '../account/browser-words.js';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Person, Phone } from '../types.js';
import { Confirm } from '../ui/forms/dialog.jsx';
import { useChange } from '../ui/forms/form.js';
import { List } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Ago } from '../ui/parts/time.jsx';

export const usePhones = (person: Person) =>
  useQuery({
    queryKey: ['phones', person.id],
    queryFn: ({ signal }) => call('GET', `/people/${person.id}/phones`, { signal }),
  });

/** The phones that a person's keys are on; nothing where there are none. */
export function Phones({ person }: { person: Person }) {
  const { mayWrite } = useHere();
  const [removing, setRemoving] = useState<Phone | null>(null);
  const phones = usePhones(person);
  if (phones.isError) return <Failure error={phones.error} />;
  if (!phones.data || phones.data.data.length === 0) return null;
  return (
    <section aria-labelledby="phones">
      <SectionHead>
        <h2 id="phones">{text('Phones')}</h2>
      </SectionHead>
      <List
        label={text('Table of phones')}
        asked={phones}
        rows={phones.data.data}
        keyOf={(phone) => phone.id}
        heads={[text('Phone'), text('Keys on it'), text('Last used')]}
        hasActions={mayWrite}
        empty=""
      >
        {(phone) => (
          <>
            <td>{browserOf(phone.user_agent)}</td>
            <td>{phone.keys.map((key) => key.name).join(', ')}</td>
            <td data-label={text('Last used')}>
              <Ago at={phone.last_seen_at} />
            </td>
            {mayWrite && (
              <td className={table.end}>
                <Button size="xs" variant="default" onClick={() => setRemoving(phone)}>
                  {text('Remove')}
                </Button>
              </td>
            )}
          </>
        )}
      </List>
      {removing && <RemovePhone person={person} phone={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

interface RemovePhoneProps {
  person: Person;
  phone: Phone;
  onClose(): void;
}

/** Removes a phone, and offers to send its keys to another one. */
function RemovePhone({ person, phone, onClose }: RemovePhoneProps) {
  const [sendsLinks, setSendsLinks] = useState(false);
  // If a link cannot be sent, the phone is removed all the same: another try only sends the missing links.
  const isGone = useRef(false);
  const sent = useRef(new Set<number>());
  const remove = useChange(
    async () => {
      if (!isGone.current) await call('DELETE', `/people/${person.id}/phones/${phone.id}`);
      isGone.current = true;
      if (!sendsLinks) return;
      for (const { id } of phone.keys.filter((key) => !sent.current.has(key.id))) {
        await call('POST', `/keys/${id}/invitations`, { body: {} });
        sent.current.add(id);
      }
    },
    ['phones', 'keys'],
    onClose,
  );
  return (
    <Confirm
      title={text('Remove this phone?')}
      action={text('Remove')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>
        {text('It will no longer open any door for {name}. The keys stay as they are.', {
          name: person.name,
        })}
      </p>
      <Checkbox
        label={text('Send new setup links, for another phone')}
        description={phone.keys.map(({ name }) => name).join(', ')}
        checked={sendsLinks}
        onChange={(event) => setSendsLinks(event.currentTarget.checked)}
      />
      {remove.isError && <Failure error={remove.error} />}
    </Confirm>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserOf } from '../account/browser.rules.js';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { Person, Phone } from '../types.js';
import { ConfirmDelete } from '../ui/confirm-delete.jsx';
import { Failure } from '../ui/failure.jsx';
import { List } from '../ui/list.jsx';
import { Ago } from '../ui/time.jsx';

/** The phones that a person's keys are on; nothing where there are none. */
export function Phones({ person }: { person: Person }) {
  const { mayWrite } = useHere();
  const [removing, setRemoving] = useState<Phone | null>(null);
  const phones = useQuery({
    queryKey: ['phones', person.id],
    queryFn: ({ signal }) => call<{ data: Phone[] }>('GET', `/people/${person.id}/phones`, { signal }),
  });
  if (phones.isError) return <Failure error={phones.error} />;
  if (!phones.data || phones.data.data.length === 0) return null;
  return (
    <section aria-labelledby="phones">
      <div className="section-head">
        <h2 id="phones">Phones</h2>
      </div>
      <List
        label="Table of phones"
        asked={phones}
        rows={phones.data.data}
        keyOf={(phone) => phone.id}
        heads={['Phone', 'Keys on it', 'Last used']}
        hasActions={mayWrite}
        empty=""
      >
        {(phone) => (
          <>
            <td>{browserOf(phone.user_agent)}</td>
            <td>{phone.keys.map((key) => key.name).join(', ')}</td>
            <td data-label="Last used">
              <Ago at={phone.last_seen_at} />
            </td>
            {mayWrite && (
              <td className="end">
                <Button size="xs" variant="default" onClick={() => setRemoving(phone)}>
                  Remove
                </Button>
              </td>
            )}
          </>
        )}
      </List>
      {removing && (
        <ConfirmDelete
          title="Remove this phone?"
          action="Remove"
          path={`/people/${person.id}/phones/${removing.id}`}
          keys={['phones']}
          onClose={() => setRemoving(null)}
        >
          <p>
            It opens nothing more for {person.name} from now on. The keys stay as they are; for another phone,
            give a new key.
          </p>
        </ConfirmDelete>
      )}
    </section>
  );
}

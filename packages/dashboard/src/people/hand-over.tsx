import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { text } from '../language/text.js';
import type { Channel, Key, Person } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { FormDialog } from '../ui/forms/form-dialog.jsx';
import { named } from '../words/names.rules.js';

type Way = Channel | 'in_person';

interface HandOverProps {
  person: Person;
  keyOf: Key;
  onClose(): void;
  onDone(said: string): void;
}

/** Hands a key over, for the first time or again: by a new setup link, or in person. */
export function HandOver({ person, keyOf: key, onClose, onDone }: HandOverProps) {
  const [chosen, setChosen] = useState<Way | null>(null);
  // One link at a time: a pending one can be resent.
  const mayLink = key.invitation?.state !== 'pending';
  const before = useQuery({
    queryKey: ['invitations', key.id],
    queryFn: ({ signal }) => call('GET', `/invitations?key_id=${key.id}&limit=1`, { signal }),
  });
  const last = before.data?.data[0]?.channel ?? 'shown';
  const usual = last === 'shown' ? (person.email ? 'email' : 'sms') : last;
  const way = chosen ?? (mayLink ? usual : 'in_person');
  const done =
    way === 'in_person'
      ? text('“{name}” is handed over.', { name: key.name })
      : text('A new setup link to “{name}” is being sent.', { name: key.name });
  const change = useChange(
    (): Promise<unknown> =>
      way === 'in_person'
        ? call('POST', `/keys/${key.id}/hand-over`, { body: {} })
        : call('POST', `/keys/${key.id}/invitations`, { body: { channel: way } }),
    ['keys', 'phones', 'invitations'],
    () => onDone(done),
  );
  const ways: { value: Way; label: string }[] = [
    ...(mayLink
      ? [
          {
            value: 'email' as const,
            label: person.email
              ? text('Setup link by e-mail to {address}', { address: person.email })
              : text('Setup link by e-mail'),
          },
          {
            value: 'sms' as const,
            label: person.phone
              ? text('Setup link by SMS to {number}', { number: person.phone })
              : text('Setup link by SMS'),
          },
          { value: 'both' as const, label: text('Setup link by both') },
        ]
      : []),
    ...(key.state === 'handed_over'
      ? []
      : [{ value: 'in_person' as const, label: text('In person, without a link') }]),
  ];
  return (
    <FormDialog
      title={text('Hand over “{name}”', { name: named(key.name) })}
      action={text('Hand over')}
      change={change}
      isReady={before.isSuccess}
      onClose={onClose}
    >
      <NativeSelect
        label={text('How to hand it over')}
        value={way}
        error={change.fault('channel')}
        description={
          way === 'in_person'
            ? text('The key works at readers at once. To use it on a phone, send a setup link.')
            : text('The key works once the link is opened, on the phone that opens it.')
        }
        data={ways}
        onChange={(event) => setChosen(event.currentTarget.value as Way)}
      />
    </FormDialog>
  );
}

import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { named } from '../names.rules.js';
import type { Channel, Key, Person } from '../types.js';
import { useChange } from '../ui/form.js';
import { FormDialog } from '../ui/form-dialog.jsx';

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
      ? `“${key.name}” is handed over.`
      : `A new setup link to “${key.name}” is being sent.`;
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
            label: `a setup link by e-mail${person.email ? ` to ${person.email}` : ''}`,
          },
          { value: 'sms' as const, label: `a setup link by SMS${person.phone ? ` to ${person.phone}` : ''}` },
          { value: 'both' as const, label: 'a setup link by both' },
        ]
      : []),
    ...(key.state === 'handed_over'
      ? []
      : [{ value: 'in_person' as const, label: 'in person, without a link' }]),
  ];
  return (
    <FormDialog
      title={`Hand over “${named(key.name)}”`}
      action="Hand over"
      change={change}
      isReady={before.isSuccess}
      onClose={onClose}
    >
      <NativeSelect
        label="By"
        value={way}
        error={change.fault('channel')}
        description={
          way === 'in_person'
            ? 'The key works at readers at once. To use it on a phone, send a setup link.'
            : 'The key works once the link is opened, on the phone that opens it.'
        }
        data={ways}
        onChange={(event) => setChosen(event.currentTarget.value as Way)}
      />
    </FormDialog>
  );
}

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api.js';
import { phrase, text } from '../../language/text.js';
import type { BulkOutcome, ReviewedPerson } from '../../types.js';
import { useChange } from '../../ui/forms/form.js';
import { FormDialog } from '../../ui/forms/form-dialog.jsx';
import { NewKeyFields, useNewKey } from '../new-key.jsx';
import { forAll } from './run.js';

const CHANNELS = [
  { value: 'reachable', label: phrase('E-mail, or SMS where there is no address') },
  { value: 'email', label: phrase('E-mail') },
  { value: 'sms', label: phrase('SMS') },
  { value: 'both', label: phrase('Both') },
] as const;

interface GiveManyProps {
  chosen: readonly ReviewedPerson[];
  onClose(): void;
  onDone(outcomes: readonly BulkOutcome[]): void;
}

/** The same key for each of many people, each with an invitation of their own. */
export function GiveMany({ chosen, onClose, onDone }: GiveManyProps) {
  const { place, body, isReady, fields } = useNewKey();
  const [channel, setChannel] = useState<(typeof CHANNELS)[number]['value']>('reachable');
  const change = useChange(
    () =>
      forAll(
        chosen.map(({ id }) => id),
        (ids) =>
          call('POST', '/people-bulk/give', { location: place, body: { ids, key: { channel, ...body } } }),
      ),
    ['people', 'keys'],
    onDone,
  );
  return (
    <FormDialog
      title={text('A key for {count, plural, one {# person} other {# people}}', { count: chosen.length })}
      action={text('Give {count, plural, one {# person} other {# people}} a key', { count: chosen.length })}
      change={change}
      isReady={isReady}
      onClose={onClose}
    >
      <NewKeyFields fields={fields} fault={(name) => change.fault(`key.${name}`)}>
        <NativeSelect
          label={text('Send the invitations by')}
          value={channel}
          description={text('People who have this key already get no second one.')}
          data={CHANNELS.map(({ value, label }) => ({ value, label: text(label) }))}
          onChange={(event) =>
            setChannel(CHANNELS.find(({ value }) => value === event.currentTarget.value)?.value ?? channel)
          }
        />
      </NewKeyFields>
    </FormDialog>
  );
}

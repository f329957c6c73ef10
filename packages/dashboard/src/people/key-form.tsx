import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { text } from '../language/text.js';
import type { Channel, Person } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { FormDialog } from '../ui/forms/form-dialog.jsx';
import { named } from '../words/names.rules.js';
import { NewKeyFields, useNewKey } from './new-key.jsx';

/** A key for a person: which doors, how long, and how it gets to them. */
export function KeyForm({ person, onClose }: { person: Person; onClose(): void }) {
  const { place, body, isReady, fields } = useNewKey();
  const [channel, setChannel] = useState<Channel>(person.email ? 'email' : 'sms');
  const issue = useChange(
    () =>
      call('POST', '/keys', {
        location: place,
        body: { person_id: person.id, channel, ...body },
      }),
    ['keys'],
    onClose,
  );
  return (
    <FormDialog
      title={text('A key for {name}', { name: named(person.name) })}
      action={text('Send')}
      change={issue}
      isReady={isReady}
      onClose={onClose}
    >
      <NewKeyFields fields={fields} fault={issue.fault}>
        <NativeSelect
          label={text('Send the invitation by')}
          value={channel}
          error={issue.fault('channel')}
          data={[
            {
              value: 'email',
              label: person.email ? text('E-mail to {address}', { address: person.email }) : text('E-mail'),
            },
            {
              value: 'sms',
              label: person.phone ? text('SMS to {number}', { number: person.phone }) : text('SMS'),
            },
            { value: 'both', label: text('Both') },
          ]}
          onChange={(event) => setChannel(event.currentTarget.value as Channel)}
        />
      </NewKeyFields>
    </FormDialog>
  );
}

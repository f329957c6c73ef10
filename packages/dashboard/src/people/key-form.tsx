import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { now } from '../clock.js';
import { text } from '../language/text.js';
import { named } from '../names.rules.js';
import { useHere } from '../session.js';
import type { Channel, Person } from '../types.js';
import { field, useChange } from '../ui/form.js';
import { FormDialog, LocationField } from '../ui/form-dialog.jsx';
import { GroupField } from './group-field.jsx';
import { ValidityField } from './validity.jsx';
import { bodyOf, FROM_NOW, validityOf } from './validity.rules.js';

/** A key for a person: which doors, how long, and how it gets to them. */
export function KeyForm({ person, onClose }: { person: Person; onClose(): void }) {
  const { locationId, locations, me } = useHere();
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [name, setName] = useState('');
  const [codes, setCodes] = useState<string[]>([]);
  const [channel, setChannel] = useState<Channel>(person.email ? 'email' : 'sms');
  const [valid, setValid] = useState(FROM_NOW);
  const timezone = locations.find(({ id }) => id === place)?.timezone ?? 'UTC';
  const validity = validityOf(valid, now(), timezone);
  const issue = useChange(
    () =>
      call('POST', '/keys', {
        location: place,
        body: {
          person_id: person.id,
          name,
          security_groups: codes,
          channel,
          ...(typeof validity === 'string' ? {} : bodyOf(validity)),
        },
      }),
    ['keys'],
    onClose,
  );
  return (
    <FormDialog
      title={text('A key for {name}', { name: named(person.name) })}
      action={text('Send')}
      change={issue}
      isReady={codes.length > 0 && typeof validity !== 'string'}
      onClose={onClose}
    >
      <TextInput
        label={text('Name of the key')}
        placeholder={text('Front doors')}
        required
        {...field(name, setName, issue.fault('name'))}
      />
      <LocationField
        value={place}
        onChange={(id) => {
          setPlace(id);
          setCodes([]);
        }}
      />
      <GroupField
        key={place}
        place={place}
        chosen={codes}
        fault={issue.fault('security_groups')}
        onChange={setCodes}
      />
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
      <ValidityField
        value={valid}
        timezone={timezone}
        error={issue.fault('expires_at') ?? issue.fault('starts_at')}
        onChange={setValid}
      />
    </FormDialog>
  );
}

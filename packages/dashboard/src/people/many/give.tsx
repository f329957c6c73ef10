import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api.js';
import { now } from '../../clock.js';
import { phrase, text } from '../../language/text.js';
import { useHere } from '../../session.js';
import type { BulkOutcome, ReviewedPerson } from '../../types.js';
import { field, useChange } from '../../ui/form.js';
import { FormDialog, LocationField } from '../../ui/form-dialog.jsx';
import { GroupField } from '../group-field.jsx';
import { ValidityField } from '../validity.jsx';
import { bodyOf, FROM_NOW, validityOf } from '../validity.rules.js';
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
  const { locationId, locations, me } = useHere();
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [name, setName] = useState('');
  const [codes, setCodes] = useState<string[]>([]);
  const [channel, setChannel] = useState<(typeof CHANNELS)[number]['value']>('reachable');
  const [valid, setValid] = useState(FROM_NOW);
  const timezone = locations.find(({ id }) => id === place)?.timezone ?? 'UTC';
  const validity = validityOf(valid, now(), timezone);
  const isValid = typeof validity !== 'string';
  const change = useChange(
    () => {
      const key = { name, security_groups: codes, channel, ...(isValid ? bodyOf(validity) : {}) };
      return forAll(
        chosen.map(({ id }) => id),
        (ids) => call('POST', '/people-bulk/give', { location: place, body: { ids, key } }),
      );
    },
    ['people', 'keys'],
    onDone,
  );
  return (
    <FormDialog
      title={text('A key for {count, plural, one {# person} other {# people}}', { count: chosen.length })}
      action={text('Give {count, plural, one {# person} other {# people}} a key', { count: chosen.length })}
      change={change}
      isReady={codes.length > 0 && isValid}
      onClose={onClose}
    >
      <TextInput
        label={text('Name of the key')}
        placeholder={text('Front doors')}
        required
        {...field(name, setName, change.fault('key.name'))}
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
        fault={change.fault('key.security_groups')}
        onChange={setCodes}
      />
      <NativeSelect
        label={text('Send the invitations by')}
        value={channel}
        description={text('People who have this key already get no second one.')}
        data={CHANNELS.map(({ value, label }) => ({ value, label: text(label) }))}
        onChange={(event) =>
          setChannel(CHANNELS.find(({ value }) => value === event.currentTarget.value)?.value ?? channel)
        }
      />
      <ValidityField
        value={valid}
        timezone={timezone}
        error={change.fault('key.expires_at') ?? change.fault('key.starts_at')}
        onChange={setValid}
      />
    </FormDialog>
  );
}

import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { now } from '../clock.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { field } from '../ui/forms/form.js';
import { LocationField } from '../ui/forms/form-dialog.jsx';
import { GroupField } from './group-field.jsx';
import { ValidityField } from './validity.jsx';
import { bodyOf, FROM_NOW, validityOf } from './validity.rules.js';

/* A key before it is given: its name, which doors, how long. */

export function useNewKey() {
  const { locationId, locations, me } = useHere();
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [name, setName] = useState('');
  const [codes, setCodes] = useState<string[]>([]);
  const [valid, setValid] = useState(FROM_NOW);
  const timezone = locations.find(({ id }) => id === place)?.timezone ?? 'UTC';
  const validity = validityOf(valid, now(), timezone);
  const isValid = typeof validity !== 'string';
  return {
    place,
    /** As the service takes it. */
    body: { name, security_groups: codes, ...(isValid ? bodyOf(validity) : {}) },
    isReady: codes.length > 0 && isValid,
    fields: { name, setName, place, setPlace, codes, setCodes, valid, setValid, timezone },
  };
}

interface NewKeyFieldsProps extends Pick<ReturnType<typeof useNewKey>, 'fields'> {
  /** What the service says of one of its fields. */
  fault(name: string): string | undefined;
  /** How it is given. */
  children: ReactNode;
}

export function NewKeyFields({ fields, fault, children }: NewKeyFieldsProps) {
  const { name, setName, place, setPlace, codes, setCodes, valid, setValid, timezone } = fields;
  return (
    <>
      <TextInput
        label={text('Name of the key')}
        placeholder={text('Front doors')}
        required
        {...field(name, setName, fault('name'))}
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
        fault={fault('security_groups')}
        onChange={setCodes}
      />
      {children}
      <ValidityField
        value={valid}
        timezone={timezone}
        error={fault('expires_at') ?? fault('starts_at')}
        onChange={setValid}
      />
    </>
  );
}

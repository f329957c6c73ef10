import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { Person } from '../types.js';
import { Dialog } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';

const FIELDS = [
  { name: 'name', label: 'Name', required: true },
  { name: 'email', label: 'E-mail address', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', description: 'With its country, as +358 40 123 4567.' },
  { name: 'company_name', label: 'Company' },
  { name: 'title', label: 'Title' },
  { name: 'language', label: 'Language', description: 'Of messages to them: en, fi, sv or de.' },
] as const;

interface PersonFormProps {
  /** Null for a new one. */
  person: Person | null;
  onClose(): void;
  onDone(person: Person): void;
}

export function PersonForm({ person, onClose, onDone }: PersonFormProps) {
  const { locations, locationId, me } = useHere();
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(FIELDS.map(({ name }) => [name, person?.[name] ?? ''])),
  );
  const [place, setPlace] = useState(person?.location.id ?? locationId ?? me.location.id);
  const save = useChange(
    () => {
      const body = { ...values, location_id: place };
      return person
        ? call<Person>('PUT', `/people/${person.id}`, { body })
        : call<Person>('POST', '/people', { body });
    },
    ['people', 'person'],
    onDone,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={person ? `Change ${person.name}` : 'New person'} onClose={onClose}>
      <form onSubmit={submit}>
        {FIELDS.map(({ name, ...field }) => (
          <TextInput
            key={name}
            {...field}
            value={values[name] ?? ''}
            error={save.fault(name)}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, [name]: value }));
            }}
          />
        ))}
        <NativeSelect
          label="Location"
          value={place}
          error={save.fault('location_id')}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
        >
          {locations.map((location) => (
            <option key={location.id} value={location.id}>
              {location.name}
            </option>
          ))}
        </NativeSelect>
        {save.general && <Failure error={save.general} />}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {person ? 'Save' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

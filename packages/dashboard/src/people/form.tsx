import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, callToMake } from '../api.js';
import { phrase, rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Person } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { Callout } from '../ui/parts/text.jsx';
import { named } from '../words/names.rules.js';
import { LanguageField } from './language-field.jsx';

const FIELDS = [
  { name: 'name', label: phrase('Name'), required: true },
  { name: 'email', label: phrase('E-mail address'), type: 'email' },
  {
    name: 'phone',
    label: phrase('Phone'),
    type: 'tel',
    description: phrase('With the country code, as +358 40 123 4567.'),
  },
  { name: 'company_name', label: phrase('Company') },
  { name: 'title', label: phrase('Title') },
] as const;

type Values = Record<(typeof FIELDS)[number]['name'] | 'language', string>;

interface PersonFormProps {
  /** Null for a new one. */
  person: Person | null;
  onClose(): void;
  onDone(person: Person): void;
}

export function PersonForm({ person, onClose, onDone }: PersonFormProps) {
  const { locationId, me } = useHere();
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      [...FIELDS.map(({ name }) => name), 'language' as const].map((name) => [name, person?.[name] ?? '']),
    ),
  );
  const set = (name: string, value: string) => {
    if (existing) save.reset();
    setValues((before) => ({ ...before, [name]: value }));
  };
  const [place, setPlace] = useState(person?.location.id ?? locationId ?? me.location.id);
  const save = useChange(
    async () => {
      const body = { ...(values as Values), location_id: place };
      if (person) return { isNew: true, answer: await call('PUT', `/people/${person.id}`, { body }) };
      return callToMake('/people', { body });
    },
    ['people', 'person'],
    ({ isNew, answer }) => isNew && onDone(answer),
  );
  /** The service makes no second person with the same address or phone: whose they are. */
  const existing = save.data?.isNew === false ? save.data.answer : null;
  return (
    <FormDialog
      title={person ? text('Change {name}', { name: named(person.name) }) : text('New person')}
      action={person ? text('Save') : text('Create')}
      change={save}
      onClose={onClose}
    >
      {FIELDS.map(({ name, label, ...field }) => (
        <TextInput
          key={name}
          {...field}
          label={text(label)}
          description={'description' in field ? text(field.description) : undefined}
          value={values[name] ?? ''}
          error={save.fault(name)}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      <LanguageField
        value={values.language ?? ''}
        error={save.fault('language')}
        onChange={(tag) => set('language', tag)}
      />
      <LocationField value={place} error={save.fault('location_id')} onChange={setPlace} />
      {existing && (
        <Callout role="alert">
          {rich('No one was added: {person} has this e-mail address or phone already.', {
            person: (
              <Link key="person" href={`/people/${existing.id}`}>
                {existing.name}
              </Link>
            ),
          })}
        </Callout>
      )}
    </FormDialog>
  );
}

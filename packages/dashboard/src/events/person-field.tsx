import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call, query } from '../api.js';
import type { Page, Person } from '../types.js';

interface PersonFieldProps {
  /** The id of whoever is chosen; empty for everybody. */
  value: string;
  locationId: number | null;
  onChange(id: string): void;
}

const nameOf = ({ name, email, phone }: Person): string => [name, email || phone].filter(Boolean).join(', ');

/** Finds a person by the beginning of the name. */
export function PersonField({ value, locationId, onChange }: PersonFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = useQuery({
    queryKey: ['person', value],
    queryFn: ({ signal }) => call<Person>('GET', `/people/${value}`, { signal }),
    enabled: value !== '',
  });
  const q = useDeferredValue((typed ?? '').trim());
  const found = useQuery({
    queryKey: ['people', 'named', q, locationId],
    queryFn: ({ signal }) =>
      call<Page<Person>>('GET', `/people${query({ q, limit: 10 })}`, { location: locationId, signal }),
    enabled: q !== '' && value === '',
    placeholderData: (before) => before,
  });
  const people = found.data?.data ?? [];
  return (
    <>
      <TextInput
        label="Person"
        type="search"
        list="people-named"
        placeholder="Everybody"
        autoComplete="off"
        value={value !== '' && chosen.data ? nameOf(chosen.data) : (typed ?? '')}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const one = people.find((person) => nameOf(person) === text);
          setTyped(one ? null : text);
          if (one) onChange(one.id);
          else if (value !== '') onChange('');
        }}
      />
      <datalist id="people-named">
        {people.map((person) => (
          <option key={person.id} value={nameOf(person)} />
        ))}
      </datalist>
    </>
  );
}

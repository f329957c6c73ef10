import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call, query } from '../api.js';
import { text } from '../language/text.js';
import { Pick } from '../ui/forms/pick.jsx';

interface PersonFieldProps {
  /** The id of the chosen person; empty for everyone. */
  value: string;
  locationId: number | null;
  onChange(id: string): void;
}

/** Finds a person by any part of the name, the e-mail address or the phone. */
export function PersonField({ value, locationId, onChange }: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const chosen = useQuery({
    queryKey: ['person', value],
    queryFn: ({ signal }) => call('GET', `/people/${value}`, { signal }),
    enabled: value !== '',
  });
  const search = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: ['people', 'found', search, locationId],
    queryFn: ({ signal }) =>
      call('GET', `/people${query({ search, limit: 10 })}`, { location: locationId, signal }),
    enabled: search !== '',
    placeholderData: (before) => before,
  });
  const client = useQueryClient();
  const choose = (id: string) => {
    const person = people.find((one) => one.id === id);
    // Already loaded, so that the field shows the name at once.
    if (person) client.setQueryData(['person', id], person);
    onChange(id);
  };
  const people = search === '' ? [] : (found.data?.data ?? []);
  return (
    <Pick
      label={text('Person')}
      placeholder={text('Everyone')}
      shown={value === '' ? '' : (chosen.data?.name ?? '')}
      choices={people.map(({ id, name, email, phone }) => ({
        value: id,
        label: name,
        note: [email, phone].filter(Boolean).join(' · '),
      }))}
      none={search !== '' && found.isSuccess ? text('No people found.') : null}
      onType={setTyped}
      onChoose={choose}
    />
  );
}

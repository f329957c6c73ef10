import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { inOrder } from '../names.rules.js';
import { useHere } from '../session.js';
import type { Person } from '../types.js';
import { Icon } from '../ui/icon.jsx';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import { Title } from '../ui/title.jsx';
import { filtersOf } from './filters.rules.js';
import { PersonForm } from './form.jsx';

export default function PeoplePage() {
  const { locationId, locations, mayWrite } = useHere();
  // Kept in the address, so that it survives Back and can be sent to a colleague.
  const [address, setAddress] = useSearchParams();
  const { search, location } = filtersOf(address);
  const set = (name: 'search' | 'location', value: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const asked = useDeferredValue(search.trim());
  const [isNew, setNew] = useState(false);
  const [, go] = useLocation();
  const pages = usePages<Person>(['people'], '/people', { search: asked || null }, location ?? locationId);
  return (
    <>
      <Title
        note="Who can be given a key."
        actions={
          mayWrite && (
            <>
              <Button component={Link} href="/people/import" variant="default">
                Import a list
              </Button>
              <Button onClick={() => setNew(true)}>New person</Button>
            </>
          )
        }
      >
        People
      </Title>
      <div className="tools">
        <TextInput
          type="search"
          className="search"
          aria-label="Search people by any part of their name, e-mail address or phone"
          placeholder="Name, e-mail or phone"
          leftSection={<Icon name="search" size={18} />}
          value={search}
          onChange={(event) => set('search', event.currentTarget.value)}
        />
        {locations.length > 1 && (
          <NativeSelect
            aria-label="Location"
            value={location ?? ''}
            onChange={(event) => set('location', event.currentTarget.value)}
          >
            <option value="">{locationId === null ? 'All locations' : 'The location chosen above'}</option>
            {inOrder(locations).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
      <List
        label="People"
        asked={pages}
        rows={pages.rows}
        keyOf={(person) => person.id}
        heads={['Name', 'Contact', 'Location']}
        empty={asked || location ? 'No one found.' : 'There is no one here yet.'}
      >
        {(person) => (
          <>
            <td>
              <Link href={`/people/${person.id}`} state={{ from: address.size > 0 ? `?${address}` : '' }}>
                {person.name}
              </Link>
              <small>{[person.title, person.company_name].filter(Boolean).join(', ')}</small>
            </td>
            <td>
              {person.email || person.phone || '—'}
              {person.email && person.phone && <small>{person.phone}</small>}
            </td>
            <td>{person.location.name}</td>
          </>
        )}
      </List>
      {isNew && (
        <PersonForm
          person={null}
          onClose={() => setNew(false)}
          onDone={(person) => {
            setNew(false);
            go(`/people/${person.id}`);
          }}
        />
      )}
    </>
  );
}

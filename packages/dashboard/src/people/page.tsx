import { Button, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHere } from '../session.js';
import { useTyped } from '../ui/address.js';
import { Tools } from '../ui/filters.jsx';
import filters from '../ui/filters.module.css';
import { Icon } from '../ui/icon.jsx';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import { Title } from '../ui/title.jsx';
import { PersonForm } from './form.jsx';

/** The maximum that the interface takes. */
const MAX_SEARCH = 200;

export default function PeoplePage() {
  const { locationId, mayWrite } = useHere();
  const search = useTyped('search');
  const asked = useDeferredValue(search.value.trim().slice(0, MAX_SEARCH));
  const [isNew, setNew] = useState(false);
  const [, go] = useLocation();
  const pages = usePages(['people'], '/people', { search: asked || null }, locationId);
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
      <Tools>
        <TextInput
          type="search"
          className={filters.search}
          aria-label="Search people by any part of their name, e-mail address or phone"
          placeholder="Name, e-mail or phone"
          leftSection={<Icon name="search" size={18} />}
          maxLength={MAX_SEARCH}
          value={search.value}
          onChange={(event) => search.set(event.currentTarget.value)}
          onBlur={search.keep}
        />
      </Tools>
      <List
        label="People"
        asked={pages}
        rows={pages.rows}
        keyOf={(person) => person.id}
        heads={['Name', 'Contact', 'Location']}
        empty={asked || locationId !== null ? 'No one found.' : 'There is no one here yet.'}
      >
        {(person) => (
          <>
            <td>
              <Link href={`/people/${person.id}`}>{person.name}</Link>
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

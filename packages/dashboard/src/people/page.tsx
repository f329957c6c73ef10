import { Button, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHere } from '../session.js';
import type { Person } from '../types.js';
import { Failure } from '../ui/failure.jsx';
import { Icon } from '../ui/icon.jsx';
import { More, usePages } from '../ui/more.jsx';
import { TableBox } from '../ui/table-box.jsx';
import { Title } from '../ui/title.jsx';
import { PersonForm } from './form.jsx';

export default function PeoplePage() {
  const { locationId, mayWrite } = useHere();
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const [isNew, setNew] = useState(false);
  const [, go] = useLocation();
  const pages = usePages<Person>(['people'], '/people', { q: q || null }, locationId);
  return (
    <>
      <Title
        note="Who can be given a key."
        actions={mayWrite && <Button onClick={() => setNew(true)}>New person</Button>}
      >
        People
      </Title>
      <div className="tools">
        <TextInput
          type="search"
          className="search"
          aria-label="Search people by the beginning of their name"
          placeholder="Name begins with…"
          leftSection={<Icon name="search" size={18} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {pages.isError && <Failure error={pages.error} again={() => void pages.refetch()} />}
      {pages.isSuccess && pages.rows.length === 0 && (
        <p className="empty">{q ? 'Nobody is called like that.' : 'There is nobody here yet.'}</p>
      )}
      {pages.rows.length > 0 && (
        <TableBox label="People">
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Contact</th>
                <th scope="col">Location</th>
              </tr>
            </thead>
            <tbody>
              {pages.rows.map((person) => (
                <tr key={person.id}>
                  <td>
                    <Link href={`/people/${person.id}`}>{person.name}</Link>
                    <small>{[person.title, person.company_name].filter(Boolean).join(', ')}</small>
                  </td>
                  <td>
                    {person.email || person.phone || '—'}
                    {person.email && person.phone && <small>{person.phone}</small>}
                  </td>
                  <td>{person.location.name}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <More pages={pages} />
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

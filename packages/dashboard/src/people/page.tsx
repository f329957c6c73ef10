import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call, query } from '../api.js';
import { phrase, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { ReviewedPerson } from '../types.js';
import { Tools } from '../ui/lists/filters.jsx';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import { SearchField, useSearched } from '../ui/lists/search-field.jsx';
import { SortField, useSort } from '../ui/lists/sort-field.jsx';
import { Title } from '../ui/page/title.jsx';
import { Ago } from '../ui/parts/time.jsx';
import { PersonForm } from './form.jsx';
import { Bar } from './many/bar.jsx';
import styles from './page.module.css';

const SORTS = [
  { value: 'name', label: phrase('by name') },
  { value: 'came', label: phrase('last came first') },
  { value: 'keys', label: phrase('by keys in use') },
  { value: 'newest', label: phrase('newest first') },
] as const;

export default function PeoplePage() {
  const { locationId, mayWrite } = useHere();
  const search = useSearched();
  const sort = useSort(SORTS);
  const { asked } = search;
  const [isNew, setNew] = useState(false);
  const [, go] = useLocation();
  // They stay chosen while other people are looked for.
  const [chosen, setChosen] = useState<readonly ReviewedPerson[]>([]);
  const listed = { search: asked || null, sort: sort.value };
  const pages = usePages(['people'], '/people-review', listed, locationId);
  const count = useQuery({
    queryKey: ['people', 'count', asked, locationId],
    queryFn: ({ signal }) =>
      call('GET', `/people-count${query({ search: asked || null })}`, { location: locationId, signal }),
    placeholderData: (before) => before,
  });
  const isChosen = ({ id }: ReviewedPerson) => chosen.some((one) => one.id === id);
  const areAllChosen = pages.rows.length > 0 && pages.rows.every(isChosen);
  const choose = (rows: readonly ReviewedPerson[], on: boolean) => {
    const others = chosen.filter(({ id }) => !rows.some((row) => row.id === id));
    setChosen(on ? [...others, ...rows] : others);
  };
  return (
    <>
      <Title
        note={
          count.data
            ? text(
                asked
                  ? phrase('{count, plural, one {# person found} other {# people found}}')
                  : phrase(
                      '{count, plural, one {# person who can be given a key} other {# people who can be given a key}}',
                    ),
                count.data,
              )
            : ' '
        }
        actions={
          <>
            <Button
              component="a"
              variant="default"
              href={`/dashboard/people-export${query({ ...listed, location: locationId })}`}
              download="people.csv"
            >
              {text('Export as CSV')}
            </Button>
            {mayWrite && (
              <>
                <Button component={Link} href="/people/import" variant="default">
                  {text('Import a list')}
                </Button>
                <Button onClick={() => setNew(true)}>{text('New person')}</Button>
              </>
            )}
          </>
        }
      >
        {text('People')}
      </Title>
      <Tools>
        <SearchField
          typed={search.typed}
          name={text('Search people by any part of their name, e-mail address or phone')}
          placeholder={text('Name, e-mail or phone')}
        />
        <SortField name={text('Sort people')} sort={sort} />
        {pages.rows.length > 0 && (
          <Checkbox
            label={text('Choose the {count, number} shown', { count: pages.rows.length })}
            checked={areAllChosen}
            indeterminate={!areAllChosen && pages.rows.some(isChosen)}
            onChange={() => choose(pages.rows, !areAllChosen)}
          />
        )}
      </Tools>
      <Bar chosen={chosen} onClear={() => setChosen([])} />
      <List
        label={text('People')}
        asked={pages}
        rows={pages.rows}
        keyOf={(person) => person.id}
        heads={[text('Name'), text('Contact'), text('Location'), text('Keys in use'), text('Last came')]}
        empty={asked || locationId !== null ? text('No people found.') : text('No people yet.')}
      >
        {(person) => (
          <>
            <td>
              <div className={styles.name}>
                <Checkbox
                  aria-label={text('Choose {name}', { name: person.name })}
                  checked={isChosen(person)}
                  onChange={(event) => choose([person], event.currentTarget.checked)}
                />
                <div>
                  <Link href={`/people/${person.id}`}>{person.name}</Link>
                  <small>{[person.title, person.company_name].filter(Boolean).join(', ')}</small>
                </div>
              </div>
            </td>
            <td>
              {person.email || person.phone || '—'}
              {person.email && person.phone && <small>{person.phone}</small>}
            </td>
            <td>{person.location.name}</td>
            <td data-label={text('Keys in use')}>{person.keys}</td>
            <td data-label={text('Last came')}>
              {person.came_at ? <Ago at={person.came_at} locationId={person.location.id} /> : text('never')}
            </td>
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

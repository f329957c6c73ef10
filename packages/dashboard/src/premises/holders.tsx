import { Checkbox, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { SectionHead } from '../ui/card.jsx';
import { field } from '../ui/form.js';
import { List } from '../ui/list.jsx';
import { Note } from '../ui/text.jsx';
import { useWords } from '../ui/time.jsx';
import { plural } from '../words.js';
import { instantOf, whyWords } from './access.rules.js';
import styles from './premises.module.css';
import type { DoorAccess } from './types.js';

interface HoldersProps {
  of: 'doors' | 'groups';
  id: number;
  title: string;
  /** What else the answer says. */
  children?(first: DoorAccess): ReactNode;
}

/** People against groups: whose key opens, through which group, from when until when. */
export function Holders({ of, id, title, children }: HoldersProps) {
  const words = useWords();
  const [typed, setTyped] = useState('');
  const [all, setAll] = useState(false);
  const at = instantOf(typed);
  const asked = useInfiniteQuery({
    queryKey: ['access', of, id, at, all],
    queryFn: ({ signal, pageParam }) => {
      const text = query({ at, all: all ? 'true' : null, before: pageParam });
      return of === 'doors'
        ? call('GET', `/doors/${id}/access${text}`, { signal })
        : call('GET', `/groups/${id}/access${text}`, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
  });
  const pages = asked.data?.pages ?? [];
  const first = pages[0];
  const names = new Map(pages.flatMap(({ groups }) => groups).map((group) => [group.id, group]));
  const groups = [...names.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  return (
    <>
      <SectionHead>
        <h2>{title}</h2>
      </SectionHead>
      <div className={styles.asked}>
        <TextInput
          type="datetime-local"
          label="At"
          description="Now, where it is empty; by this browser's clock."
          {...field(typed, setTyped)}
        />
        <Checkbox
          label="Also keys that do not open then"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </div>
      {first && (
        <Note role="status">
          {`${first.has_more_than_counted ? `More than ${first.count} keys` : plural(first.count, 'key')}${all ? '' : ' open'}, ${words.moment(String(first.at))}. Groups and doors are as they are now; what counts at the moment are the times of the keys.`}
        </Note>
      )}
      {first && children?.(first as DoorAccess)}
      <List
        label={title}
        asked={asked}
        rows={pages.flatMap(({ keys }) => keys)}
        keyOf={(key) => key.id}
        heads={['Person', ...groups.map(({ name }) => name), 'Key and why']}
        empty={at === null ? 'No key opens now.' : 'No key opens then.'}
      >
        {(key) => (
          <>
            <td>
              {key.person ? (
                <Link href={`/people/${key.person.id}`}>{key.person.name}</Link>
              ) : (
                'Erased person'
              )}
              {key.person?.email && <small>{key.person.email}</small>}
            </td>
            {groups.map((group) => (
              <td key={group.id} data-label={group.name}>
                <Cell isIn={key.groups.includes(group.id)} opens={key.verdict === 'opens'} />
              </td>
            ))}
            <td data-label="Key and why">
              {key.name}
              <small>{whyWords(key, words.moment)}</small>
            </td>
          </>
        )}
      </List>
    </>
  );
}

export function Cell({ isIn, opens }: { isIn: boolean; opens: boolean }) {
  if (!isIn) return <span className={styles.no}>—</span>;
  return <span className={opens ? styles.yes : styles.no}>{opens ? 'Yes' : 'Not then'}</span>;
}

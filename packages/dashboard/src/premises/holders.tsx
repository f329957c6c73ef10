import { Checkbox, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { ofField } from '../events/filters.rules.js';
import { phrase, text } from '../language/text.js';
import { field } from '../ui/forms/form.js';
import { List } from '../ui/lists/list.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { useWords } from '../ui/parts/time.jsx';
import type { ZoneWords } from '../words/zone.rules.js';
import { whyWords } from './access.js';
import styles from './premises.module.css';
import type { DoorAccess } from './types.js';

export const AS_NOW = phrase(
  'Groups and doors are those of now; the chosen moment counts for the times of the keys.',
);

const COUNTS = {
  all: phrase(
    '{more, select, yes {More than {count, number} keys} other {{count, plural, one {# key} other {# keys}}}} in all.',
  ),
  now: phrase(
    '{more, select, yes {More than {count, number} keys open} other {{count, plural, one {# key opens} other {# keys open}}}} now.',
  ),
  at: phrase(
    'At {time}: {more, select, yes {more than {count, number} keys open} other {{count, plural, one {# key opens} other {# keys open}}}}.',
  ),
};

interface HoldersProps {
  of: 'doors' | 'groups';
  id: number;
  title: string;
  locationId: number;
  /** What else the answer says, and whether that is of now. */
  children?(first: DoorAccess, words: ZoneWords, isNow: boolean): ReactNode;
}

/** People against groups: whose key opens, through which group, from when until when. */
export function Holders({ of, id, title, locationId, children }: HoldersProps) {
  const words = useWords(locationId);
  const [typed, setTyped] = useState('');
  const [all, setAll] = useState(false);
  const at = ofField(typed, words);
  const isNow = at === '';
  const asked = useInfiniteQuery({
    queryKey: ['access', of, id, at, all],
    queryFn: ({ signal, pageParam }) => {
      const asks = query({ at, all: all ? 'true' : null, before: pageParam });
      return of === 'doors'
        ? call('GET', `/doors/${id}/access${asks}`, { signal })
        : call('GET', `/groups/${id}/access${asks}`, { signal });
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
        <MomentField timezone={words.timezone} {...field(typed, setTyped)} />
        <Checkbox
          label={isNow ? text('Also keys that do not open now') : text('Also keys that do not open then')}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </div>
      {first && (
        <Note role="status">
          {text(all ? COUNTS.all : isNow ? COUNTS.now : COUNTS.at, {
            time: words.moment(String(first.at)),
            more: first.has_more_than_counted ? 'yes' : 'no',
            count: first.count,
          })}
          {!isNow && ` ${text(AS_NOW)}`}
        </Note>
      )}
      {first && children?.(first as DoorAccess, words, isNow)}
      <List
        label={title}
        asked={asked}
        rows={pages.flatMap(({ keys }) => keys)}
        keyOf={(key) => key.id}
        heads={[text('Person'), ...groups.map(({ name }) => name), text('Key and why')]}
        empty={isNow ? text('No key opens now.') : text('No key opens then.')}
      >
        {(key) => (
          <>
            <td>
              {key.person ? (
                <Link href={`/people/${key.person.id}`}>{key.person.name}</Link>
              ) : (
                text('Erased person')
              )}
              {key.person?.email && <small>{key.person.email}</small>}
            </td>
            {groups.map((group) => (
              <td key={group.id} data-label={group.name}>
                <Cell isIn={key.groups.includes(group.id)} opens={key.verdict === 'opens'} isNow={isNow} />
              </td>
            ))}
            <td data-label={text('Key and why')}>
              {key.name}
              <small>{whyWords(key, words.moment)}</small>
            </td>
          </>
        )}
      </List>
    </>
  );
}

interface CellProps {
  isIn: boolean;
  opens: boolean;
  /** No other moment was chosen. */
  isNow: boolean;
}

export function Cell({ isIn, opens, isNow }: CellProps) {
  if (!isIn) return <span className={styles.no}>—</span>;
  if (opens) return <span className={styles.yes}>{text('Yes')}</span>;
  return <span className={styles.no}>{isNow ? text('Not now') : text('Not then')}</span>;
}

export const MomentField = ({ timezone, ...props }: ReturnType<typeof field> & { timezone: string }) => (
  <TextInput
    type="datetime-local"
    label={text('Date and time')}
    description={text('In the time zone {timezone}. Empty: now.', { timezone })}
    {...props}
  />
);

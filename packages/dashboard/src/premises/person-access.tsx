import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { ofField } from '../events/filters.rules.js';
import { phrase, text } from '../language/text.js';
import type { Person } from '../types.js';
import { field } from '../ui/forms/form.js';
import { List } from '../ui/lists/list.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { useWords } from '../ui/parts/time.jsx';
import { named } from '../words/names.rules.js';
import { whyWords } from './access.js';
import { AS_NOW, Cell, MomentField } from './holders.jsx';
import styles from './premises.module.css';

/** What a person can open: doors against groups, and the keys that say so. */
export function PersonAccess({ person: { id, location } }: { person: Person }) {
  const words = useWords(location.id);
  const [typed, setTyped] = useState('');
  const at = ofField(typed, words);
  const isNow = at === '';
  const asked = useQuery({
    queryKey: ['access', 'person', id, at],
    queryFn: ({ signal }) => call('GET', `/people/${id}/access${query({ at })}`, { signal }),
    placeholderData: (before) => before,
  });
  const { keys = [], groups = [], doors = [] } = asked.data ?? {};
  const opening = new Set(keys.filter(({ verdict }) => verdict === 'opens').flatMap((key) => key.groups));
  const open = doors.filter((door) => door.groups.some((group) => opening.has(group)));
  return (
    <>
      <SectionHead>
        <h2>{text('What this person can open')}</h2>
      </SectionHead>
      <div className={styles.asked}>
        <MomentField timezone={words.timezone} {...field(typed, setTyped)} />
      </div>
      {asked.data && (
        <Note role="status">
          {text(
            isNow
              ? phrase('{count, plural, one {# door} other {# doors}} now.')
              : phrase('{count, plural, one {# door} other {# doors}}, {time}.'),
            { count: open.length, time: words.moment(String(asked.data.at)) },
          )}
          {!isNow && ` ${text(AS_NOW)}`}
        </Note>
      )}
      <ul className={`${styles.consequences} ${styles.keys}`}>
        {keys.map((key) => (
          <li key={key.id}>
            {`${named(key.name)}: ${groups
              .filter((group) => key.groups.includes(group.id))
              .map(({ name }) => named(name))
              .join(', ')} – ${whyWords(key, words.moment)}`}
          </li>
        ))}
      </ul>
      <List
        label={text('What this person can open')}
        asked={asked}
        rows={doors}
        keyOf={(door) => door.id}
        heads={[text('Door'), ...groups.map(({ name }) => name)]}
        empty={text('No doors: there is no key, or its groups are empty.')}
      >
        {(door) => (
          <>
            <td>
              <Link href={`/doors/${door.id}`}>{door.name}</Link>
              <small>{[door.place, door.location.name].filter(Boolean).join(' · ')}</small>
            </td>
            {groups.map((group) => (
              <td key={group.id} data-label={group.name}>
                <Cell isIn={door.groups.includes(group.id)} opens={opening.has(group.id)} isNow={isNow} />
              </td>
            ))}
          </>
        )}
      </List>
    </>
  );
}

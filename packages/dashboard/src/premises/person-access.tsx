import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { named } from '../names.rules.js';
import { SectionHead } from '../ui/card.jsx';
import { field } from '../ui/form.js';
import { List } from '../ui/list.jsx';
import { Note } from '../ui/text.jsx';
import { useWords } from '../ui/time.jsx';
import { plural } from '../words.js';
import { instantOf, whyWords } from './access.rules.js';
import { Cell } from './holders.jsx';
import styles from './premises.module.css';

/** What a person can open: doors against groups, and the keys that say so. */
export function PersonAccess({ id }: { id: string }) {
  const words = useWords();
  const [typed, setTyped] = useState('');
  const at = instantOf(typed);
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
        <h2>What this person can open</h2>
      </SectionHead>
      <div className={styles.asked}>
        <TextInput
          type="datetime-local"
          label="At"
          description="Now, where it is empty; by this browser's clock."
          {...field(typed, setTyped)}
        />
      </div>
      {asked.data && (
        <Note role="status">
          {`${plural(open.length, 'door')}, ${words.moment(String(asked.data.at))}. Groups and doors are as they are now; what counts at the moment are the times of the keys.`}
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
        label="What this person can open"
        asked={asked}
        rows={doors}
        keyOf={(door) => door.id}
        heads={['Door', ...groups.map(({ name }) => name)]}
        empty="No key, or keys without a door."
      >
        {(door) => (
          <>
            <td>
              <Link href={`/doors/${door.id}`}>{door.name}</Link>
              <small>{[door.place, door.location.name].filter(Boolean).join(' · ')}</small>
            </td>
            {groups.map((group) => (
              <td key={group.id} data-label={group.name}>
                <Cell isIn={door.groups.includes(group.id)} opens={opening.has(group.id)} />
              </td>
            ))}
          </>
        )}
      </List>
    </>
  );
}

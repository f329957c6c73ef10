import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import styles from './premises.module.css';

const NAMED = 5;

/** Who can open a door now, in a few names, on its page; all of them a click away. */
export function WhoCanOpen({ id }: { id: number }) {
  const asked = useQuery({
    queryKey: ['access', 'doors', id],
    queryFn: ({ signal }) => call('GET', `/doors/${id}/access`, { signal }),
  });
  const {
    keys = [],
    count = 0,
    has_more_than_counted: isMore = false,
    held_by_schedule: held,
  } = asked.data ?? {};
  const holders = new Map(keys.flatMap(({ person }) => (person ? [[person.id, person.name] as const] : [])));
  const names = [...holders].slice(0, NAMED);
  return (
    <Card aria-labelledby="who-can-open">
      <h2 id="who-can-open">{text('Who can open this door?')}</h2>
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      {held && <Note>{text('Everyone, while its schedule holds it open.')}</Note>}
      {asked.isSuccess && count === 0 && <Note>{text('No key opens it now.')}</Note>}
      <ul className={styles.named}>
        {names.map(([person, name]) => (
          <li key={person}>
            <Link href={`/people/${person}`}>{name}</Link>
          </li>
        ))}
      </ul>
      <p>
        <Link href={`/doors/${id}/access`}>
          {count > 0
            ? text(
                'See {more, select, yes {more than {count, number} keys} other {{count, plural, one {# key} other {# keys}}}}, now or at another time',
                { more: isMore ? 'yes' : 'no', count },
              )
            : text('See who can at another time')}
        </Link>
      </p>
    </Card>
  );
}

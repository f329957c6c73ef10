import { Link } from 'wouter';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { usePages } from '../ui/lists/more.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { At } from '../ui/parts/time.jsx';
import { sentence, toneOfEvent } from '../words/event-words.js';
import { Day } from './day.jsx';
import styles from './latest.module.css';

const SHOWN = 12;

/** What happens now, newest first, below today as a line. */
export function Latest() {
  const { locationId } = useHere();
  const pages = usePages(['events'], '/events', { limit: SHOWN }, locationId);
  return (
    <Card className={styles.latest} aria-labelledby="latest">
      <h2 id="latest">{text('What happens now')}</h2>
      <Day />
      {pages.isSuccess && pages.rows.length === 0 && (
        <Note>{text('Nothing yet. Unlock a door, or open one on the test bench, and it appears here.')}</Note>
      )}
      <ol>
        {pages.rows.map((event) => (
          <li key={event.id} data-tone={toneOfEvent(event)}>
            <p>
              <Link href={`/doors/${event.lock.id}`}>
                <span>
                  <At at={event.occurred_at} locationId={event.location.id} />{' '}
                </span>
                <strong>{event.lock.name}</strong>
              </Link>
            </p>
            <p>{sentence(event)}</p>
          </li>
        ))}
      </ol>
      {pages.rows.length > 0 && <Link href="/events">{text('See all')}</Link>}
    </Card>
  );
}

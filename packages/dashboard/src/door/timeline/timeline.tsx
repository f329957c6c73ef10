import { text } from '../../language/text.js';
import type { DoorEvent } from '../../types.js';
import { More, usePages } from '../../ui/lists/more.jsx';
import { LinkButton } from '../../ui/parts/button.jsx';
import { Failure } from '../../ui/parts/failure.jsx';
import { Icon, type IconName } from '../../ui/parts/icon.jsx';
import { Empty } from '../../ui/parts/text.jsx';
import { maintenanceWords, sentence, toneOfEvent } from '../../words/event-words.js';
import { whyWords } from '../../words/why-words.js';
import type { ZoneWords } from '../../words/zone.rules.js';
import styles from './timeline.module.css';

const ICONS: Partial<Record<DoorEvent['type'], IconName>> = {
  'access.granted': 'unlock',
  'access.denied': 'cross',
  'door.opened': 'door',
  'door.closed': 'lock',
  'door.forced': 'alarm',
  'door.left_open': 'alarm',
  'door.exit_button': 'exit',
  'unlock.failed': 'cross',
  'lock.hold_open.started': 'clock',
  'lock.hold_open.ended': 'clock',
  'lock.hold_open.failed': 'alarm',
  'lock.maintenance.started': 'wrench',
  'lock.maintenance.ended': 'wrench',
  'lock.online': 'check',
  'lock.offline': 'offline',
};

/** What happened at a door, newest first, and why it was judged so. */
interface TimelineProps {
  lockId: number;
  words: ZoneWords;
  /** What had happened until then, in Unix milliseconds; null: until now. */
  at: number | null;
  onAt(at: number): void;
}

export function Timeline({ lockId, words, at, onAt }: TimelineProps) {
  const pages = usePages(
    ['events', 'of-door', lockId],
    '/events',
    // The moment itself is still to be seen.
    { lock_id: lockId, limit: 25, until: at === null ? null : new Date(at + 1).toISOString() },
    null,
  );
  const days = byDay(pages.rows, words);
  return (
    <section className={styles.timeline} aria-labelledby="timeline">
      <h2 id="timeline">{at === null ? text('What happened') : text('What had happened by then')}</h2>
      {pages.isError && <Failure error={pages.error} again={() => void pages.refetch()} />}
      {pages.isSuccess && pages.rows.length === 0 && (
        <Empty>
          {at === null ? text('No events of this door yet.') : text('No events of this door by then.')}
        </Empty>
      )}
      {days.map(([day, events]) => (
        <div key={day}>
          <h3>{day}</h3>
          <ol>
            {events.map((event) => (
              <Line
                key={event.id}
                event={event}
                words={words}
                isHere={Date.parse(event.occurred_at) === at}
                onAt={onAt}
              />
            ))}
          </ol>
        </div>
      ))}
      <More pages={pages} />
    </section>
  );
}

interface LineProps {
  event: DoorEvent;
  words: ZoneWords;
  /** The door is looked at as it was at this moment. */
  isHere: boolean;
  onAt(at: number): void;
}

function Line({ event, words, isHere, onAt }: LineProps) {
  const clock = words.clock(event.occurred_at);
  return (
    <li data-tone={toneOfEvent(event)} data-here={isHere || undefined}>
      <Icon name={ICONS[event.type] ?? 'list'} size={18} />
      <div>
        <p>
          <strong>{sentence(event)}</strong>
          <LinkButton
            title={words.exactly(event.occurred_at)}
            aria-label={text('See the door at {time}', { time: clock })}
            onClick={() => onAt(Date.parse(event.occurred_at))}
          >
            <time dateTime={event.occurred_at}>{clock}</time>
          </LinkButton>
        </p>
        {event.type === 'lock.maintenance.ended' && <p className={styles.why}>{maintenanceWords(event)}</p>}
        {event.why && <p className={styles.why}>{whyWords(event.why, words.instant)}</p>}
        {event.acknowledged && (
          <p className={styles.why}>{text('Acknowledged by {who}.', { who: event.acknowledged.by })}</p>
        )}
      </div>
    </li>
  );
}

function byDay(events: readonly DoorEvent[], words: ZoneWords): [string, DoorEvent[]][] {
  const days = new Map<string, DoorEvent[]>();
  for (const event of events) {
    const day = words.day(event.occurred_at);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}

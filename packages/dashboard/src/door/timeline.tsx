import { sentence, toneOf } from '../event-words.rules.js';
import type { DoorEvent } from '../types.js';
import { Failure } from '../ui/failure.jsx';
import { Icon, type IconName } from '../ui/icon.jsx';
import { More, usePages } from '../ui/more.jsx';
import { clockOf, dayOf, exactly } from '../words.js';

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
  'lock.online': 'check',
  'lock.offline': 'offline',
};

/** What happened at a door, newest first, and why it was judged so. */
export function Timeline({ lockId }: { lockId: number }) {
  const pages = usePages<DoorEvent>(
    ['events', 'of-door', lockId],
    '/events',
    { lock_id: lockId, limit: 40 },
    null,
  );
  const days = byDay(pages.rows);
  return (
    <section className="timeline" aria-labelledby="timeline">
      <h2 id="timeline">What happened</h2>
      {pages.isError && <Failure error={pages.error} again={() => void pages.refetch()} />}
      {pages.isSuccess && pages.rows.length === 0 && (
        <p className="empty">Nothing has been heard of this door yet.</p>
      )}
      {days.map(([day, events]) => (
        <div key={day}>
          <h3>{day}</h3>
          <ol>
            {events.map((event) => (
              <Line key={event.id} event={event} />
            ))}
          </ol>
        </div>
      ))}
      <More pages={pages} />
    </section>
  );
}

function Line({ event }: { event: DoorEvent }) {
  return (
    <li data-tone={toneOf(event.type)}>
      <Icon name={ICONS[event.type] ?? 'list'} size={18} />
      <div>
        <p>
          <strong>{sentence(event)}</strong>
          <time dateTime={event.occurred_at} title={exactly(event.occurred_at)}>
            {clockOf(event.occurred_at)}
          </time>
        </p>
        {event.why && <p className="why">{event.why}</p>}
        {event.acknowledged && <p className="why">{`Acknowledged by ${event.acknowledged.by}.`}</p>}
      </div>
    </li>
  );
}

function byDay(events: readonly DoorEvent[]): [string, DoorEvent[]][] {
  const days = new Map<string, DoorEvent[]>();
  for (const event of events) {
    const day = dayOf(event.occurred_at);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}

import { make } from './door.js';

// What the cloud has recorded, in words.

export const clockTime = (iso) =>
  new Date(iso).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 1,
    hourCycle: 'h23',
  });

const EVENTS = {
  'access.granted': ['Access granted', 'good'],
  'access.denied': ['Access denied', 'bad'],
  'door.opened': ['Door opened', ''],
  'door.closed': ['Door closed', ''],
  'door.forced': ['Door forced', 'bad'],
  'door.left_open': ['Door left open', 'warm'],
  'door.exit_button': ['Exit button', ''],
  'lock.online': ['Lock online', 'good'],
  'lock.offline': ['Lock offline', 'bad'],
  'lock.hold_open.started': ['Hold started', 'warm'],
  'lock.hold_open.ended': ['Hold ended', ''],
  'lock.hold_open.failed': ['Hold failed', 'bad'],
  'unlock.failed': ['Unlock failed', 'bad'],
};

const REASONS = {
  no_access: 'The key does not open this door.',
  outside_time_window: 'The key is not valid at this time.',
  unknown_key: 'The key is unknown.',
  timed_out: 'The gateway did not confirm it in time.',
};

/** Those that have no name. */
const ACTORS = { user: 'a person with a phone', manager: 'a person at the dashboard' };

/** One event of the list; `isFresh`: it has come since the page was opened. */
export function eventItem(event, isFresh) {
  const [title, tone] = EVENTS[event.type] ?? [event.type, ''];
  const head = make(
    'div',
    { class: 'event-head' },
    make('span', { class: 'event-type', text: title }),
    make('time', { text: clockTime(event.occurred_at), datetime: event.occurred_at }),
  );
  const { person, api_key, actor } = event;
  const who = [person, api_key, actor?.key, actor?.api_key].find(Boolean)?.name ?? ACTORS[actor?.type];
  const where = [event.lock?.name, event.lock?.place, event.location?.name].filter(Boolean).join(', ');
  const item = make(
    'li',
    { class: `event ${tone} ${isFresh ? 'fresh' : ''}` },
    head,
    make('p', { text: who ? `${where} · ${who}` : where }),
  );
  const why = event.explanation?.text ?? REASONS[event.reason];
  if (why) item.append(make('p', { class: 'why', text: why }));
  return item;
}

import type { Named, PlacedEvent } from './apply.types.js';

/* Times of events: each has one of its own per lock and type. */

type Locks = { get(lockId: number): Pick<Named, 'last_event_at'> | undefined };

/** How far a tie is looked for; a gateway cannot make more events of one type for one door in as many milliseconds. */
export const TIE_SEARCH_MS = 1_000;

/**
 * Of the lock's events from its gateway, only those at or before the newest can tie with what is stored. Presence stands
 * apart: a gateway that comes back is online now, and all that it sends from before is no later for that.
 */
export const lateAmong = (events: readonly PlacedEvent[], locks: Locks): PlacedEvent[] =>
  events.filter(
    (event) => isPresence(event) || event.occurred_at <= (locks.get(event.lock_id)?.last_event_at ?? -1),
  );

const isPresence = ({ type }: PlacedEvent): boolean => type === 'lock.online' || type === 'lock.offline';

/**
 * Gives every event a time of its own per lock and type (a tie moves 1 ms), and an opening and its verdict the same one.
 * `stored`: what has such times already.
 */
export function placeInTime(
  events: readonly PlacedEvent[],
  locks: Locks,
  stored: readonly { lock_id: number; type: string; at: number }[],
): void {
  const taken = new Set(stored.map(({ lock_id, type, at }) => slot(lock_id, type, at)));
  let opened: PlacedEvent | null = null;
  for (const [index, event] of events.entries()) {
    // The verdict follows its opening at once and stands at the same time.
    const verdict = event.type === 'door.forced' ? null : events[index + 1];
    const types =
      verdict?.type === 'door.forced' && event.type === 'door.opened'
        ? [event.type, verdict.type]
        : [event.type];
    if (event.type === 'door.forced' && opened) event.occurred_at = opened.occurred_at;
    else
      while (types.some((type) => taken.has(slot(event.lock_id, type, event.occurred_at))))
        event.occurred_at += 1;
    for (const type of types) taken.add(slot(event.lock_id, type, event.occurred_at));
    opened = event.type === 'door.opened' ? event : null;
    const lock = locks.get(event.lock_id);
    if (lock && !isPresence(event)) lock.last_event_at = Math.max(lock.last_event_at ?? 0, event.occurred_at);
  }
}

const slot = (lockId: number, type: string, at: number): string => `${lockId}/${type}/${at}`;

import type { DoorPast, Past } from '../locks/history.rules.js';

/* What is known of a door now: what the interface shows, and its source. Pure. */

/** The lock as `GET /locks/{id}` shows it, the fields that change by themselves. Times as on the wire. */
export interface ShownLock {
  type: 'remote' | 'locksys';
  online: boolean | null;
  online_since: string | null;
  door_state: 'open' | 'closed' | 'unknown';
  contact_fault?: string;
  hold_open: boolean;
  door_mode: {
    mode: 'stay_open' | 'auto' | 'closed';
    source: 'schedule' | 'override' | null;
    expires_at: string | null;
  } | null;
}

/** An `event` says so; the gateway's `report` when it came, or a level that it read; an `order`; the `schedule`; null: nothing. */
export type Word = 'event' | 'report' | 'order' | 'schedule' | null;

export interface Known<T> extends Past<T> {
  known_by: Word;
}

export interface KnownDoor
  extends Omit<DoorPast, 'door' | 'forced' | 'left_open' | 'held_open' | 'online' | 'mode'> {
  door: Known<'open' | 'closed' | 'unknown'>;
  forced: Known<boolean>;
  left_open: Known<boolean>;
  held_open: Known<boolean | 'unknown'>;
  /** Null: a lock of the locking system, which no gateway reports. */
  online: Known<boolean | 'unknown' | null>;
  mode: DoorPast['mode'] & { known_by: Word };
}

const byEvent = <T>(past: Past<T>): Known<T> => ({ ...past, known_by: past.by && 'event' });

/** A past moment: only events and commands are known. */
export function knownByEvents(past: DoorPast): KnownDoor {
  return {
    ...past,
    door: byEvent(past.door),
    forced: byEvent(past.forced),
    left_open: byEvent(past.left_open),
    held_open: byEvent(past.held_open),
    online: byEvent(past.online),
    mode: { ...past.mode, known_by: past.mode.by && 'order' },
  };
}

/** This moment, as the interface shows it; where an event says the same, it is the source. */
export function knownNow(past: DoorPast, lock: ShownLock): KnownDoor {
  const known = knownByEvents(past);
  // The interface keeps no state of a lock of the locking system: only its events are known.
  if (lock.type === 'locksys') return { ...known, online: { value: null, by: null, known_by: null } };
  const isHeard = lock.online_since !== null;
  const shown = <T>(event: Known<T>, value: T): Known<T> =>
    event.by && event.value === value ? event : { value, by: null, known_by: isHeard ? 'report' : null };
  const isOpen = lock.door_state === 'open' && known.door.value === 'open';
  const nothing: Known<boolean> = { value: false, by: null, known_by: null };
  return {
    ...known,
    door:
      lock.door_state === 'unknown'
        ? { value: 'unknown', by: null, known_by: null }
        : shown(known.door, lock.door_state),
    contact_fault: faultNow(past.contact_fault, lock.contact_fault, past.at),
    forced: isOpen ? known.forced : nothing,
    left_open: isOpen ? known.left_open : nothing,
    held_open: heldNow(known.held_open, lock.hold_open, isHeard),
    online: shown(known.online, lock.online ?? false),
    mode: modeNow(past, lock.door_mode),
  };
}

/** Whether the contact can be read is known from the lock; since when, from the past. */
const faultNow = (
  past: DoorPast['contact_fault'],
  error: string | undefined,
  now: number,
): DoorPast['contact_fault'] => (error === undefined ? null : { error, at: past?.at ?? now });

/** A hold that failed is shown as it was last confirmed; the failure is shown with it. */
function heldNow(event: KnownDoor['held_open'], value: boolean, isHeard: boolean): KnownDoor['held_open'] {
  const says = event.by && (event.value === value || event.value === 'unknown');
  if (says) return { ...event, value };
  return { value, by: null, known_by: isHeard ? 'report' : null };
}

function modeNow({ at, mode: { by } }: DoorPast, shown: ShownLock['door_mode']): KnownDoor['mode'] {
  const end = shown?.expires_at ?? null;
  // It ran out a moment ago, or while no service was there to take it away.
  const isOver = end !== null && Date.parse(end) <= at;
  if (shown?.source === 'override' && !isOver)
    return {
      value: shown.mode,
      by: by && { ...by, until: end === null ? null : Date.parse(end) },
      known_by: 'order',
    };
  return { value: 'auto', by: null, known_by: shown?.source === 'schedule' ? 'schedule' : null };
}

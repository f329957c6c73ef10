import type { EventType } from '@door-access/protocol';

/** The state of a door at any past moment, rebuilt from its events with their reasons. Pure. */

export interface PastEvent {
  id: number;
  type: EventType;
  occurred_at: number;
  source: string;
  reason: string | null;
  person: string | null;
  explanation: { verdict?: string; text?: string } | null;
}

export interface Past<T> {
  value: T;
  /** The event that says so; null: nothing was heard before that moment. */
  by: PastEvent | null;
}

export interface DoorPast {
  at: number;
  door: Past<'open' | 'closed' | 'unknown'>;
  /** Whether its last opening was called forced, while the door still stood open. */
  forced: Past<boolean>;
  left_open: Past<boolean>;
  held_open: Past<boolean | 'unknown'>;
  online: Past<boolean | 'unknown'>;
  last_access: PastEvent | null;
  last_exit_press: PastEvent | null;
}

/** The types whose newest event before a moment says all there is to say about it. */
export const TELLING_TYPES = [
  'door.opened',
  'door.closed',
  'door.forced',
  'door.left_open',
  'door.exit_button',
  'access.granted',
  'lock.hold_open.started',
  'lock.hold_open.ended',
  'lock.hold_open.failed',
  'lock.online',
  'lock.offline',
] as const satisfies readonly EventType[];

/** @param newest the newest event of each telling type at or before `at`, in any order */
export function stateAt(newest: readonly PastEvent[], at: number): DoorPast {
  const last = (...types: EventType[]): PastEvent | null =>
    newest
      .filter((event) => types.includes(event.type) && event.occurred_at <= at)
      .sort((a, b) => b.occurred_at - a.occurred_at || b.id - a.id)[0] ?? null;

  const moved = last('door.opened', 'door.closed');
  const opened = moved?.type === 'door.opened' ? moved : null;
  const since = (event: PastEvent | null): PastEvent | null =>
    opened && event && event.occurred_at >= opened.occurred_at ? event : null;
  const forced = since(last('door.forced'));
  const leftOpen = since(last('door.left_open'));
  const hold = last('lock.hold_open.started', 'lock.hold_open.ended', 'lock.hold_open.failed');
  const presence = last('lock.online', 'lock.offline');
  return {
    at,
    door: { value: moved === null ? 'unknown' : opened ? 'open' : 'closed', by: moved },
    forced: { value: forced !== null, by: forced },
    left_open: { value: leftOpen !== null, by: leftOpen },
    held_open: { value: heldOpen(hold), by: hold },
    online: { value: presence === null ? 'unknown' : presence.type === 'lock.online', by: presence },
    last_access: last('access.granted'),
    last_exit_press: last('door.exit_button'),
  };
}

/** A failed hold can neither be verified nor released from afar. */
const heldOpen = (hold: PastEvent | null): boolean | 'unknown' =>
  hold?.type === 'lock.hold_open.failed' ? 'unknown' : hold?.type === 'lock.hold_open.started';

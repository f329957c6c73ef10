import type { EventType } from '@door-access/protocol';
import type { Kept } from '../events/why.rules.js';

/** The state of a door at any past moment, rebuilt from its events with their reasons. Pure. */

export interface PastEvent {
  id: number;
  type: EventType;
  occurred_at: number;
  source: string;
  reason: string | null;
  person: string | null;
  explanation: Kept | null;
}

/** A mode of the door that someone has set, and from when. */
export interface PastMode {
  mode: 'stay_open' | 'auto' | 'closed';
  set_at: number;
  until: number | null;
  who: string | null;
  /** How the gateway took it. */
  status: string;
}

/** From this moment on, its contact could not be read, and why; null: it can be read again. */
export interface PastFault {
  at: number;
  error: string | null;
}

export interface Past<T> {
  value: T;
  /** The event that says so; null: nothing was heard before that moment. */
  by: PastEvent | null;
}

export interface DoorPast {
  at: number;
  door: Past<'open' | 'closed' | 'unknown'>;
  /** Since when its contact could not be read, and why. */
  contact_fault: { at: number; error: string } | null;
  /** Whether its last opening was called forced, while the door still stood open. */
  forced: Past<boolean>;
  left_open: Past<boolean>;
  held_open: Past<boolean | 'unknown'>;
  online: Past<boolean | 'unknown'>;
  mode: { value: PastMode['mode']; by: PastMode | null };
  last_access: PastEvent | null;
  last_exit_press: PastEvent | null;
}

/** The types whose newest event before a moment says all there is to say about it. */
export const STATE_TYPES = [
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

/** No block of a schedule is longer, so none is kept closed for longer: a day, and the hour that may come twice. */
const LONGEST_BLOCK_MS = 25 * 3_600_000;

/**
 * @param newest the newest event of each of `STATE_TYPES` at or before `at`, in any order
 * @param set its last mode set at or before `at`
 * @param fault the last change of whether its contact could be read, at or before `at`
 */
export function stateAt(
  newest: readonly PastEvent[],
  at: number,
  set: PastMode | null = null,
  fault: PastFault | null = null,
): DoorPast {
  const last = (...types: EventType[]): PastEvent | null =>
    newest
      .filter((event) => types.includes(event.type) && event.occurred_at <= at)
      .sort((a, b) => b.occurred_at - a.occurred_at || b.id - a.id)[0] ?? null;

  const read = last('door.opened', 'door.closed');
  const contact_fault = faultSince(fault, read);
  // While the contact cannot be read, an earlier reading does not count.
  const moved = contact_fault ? null : read;
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
    contact_fault,
    forced: { value: forced !== null, by: forced },
    left_open: { value: leftOpen !== null, by: leftOpen },
    held_open: { value: heldOpen(hold), by: hold },
    online: { value: presence === null ? 'unknown' : presence.type === 'lock.online', by: presence },
    mode: modeAt(set, last('lock.hold_open.started'), at),
    last_access: last('access.granted'),
    last_exit_press: last('door.exit_button'),
  };
}

function faultSince(fault: PastFault | null, read: PastEvent | null): DoorPast['contact_fault'] {
  if (fault === null || fault.error === null || (read && read.occurred_at > fault.at)) return null;
  return { at: fault.at, error: fault.error };
}

/** A failed hold can neither be verified nor released from afar. */
const heldOpen = (hold: PastEvent | null): boolean | 'unknown' =>
  hold?.type === 'lock.hold_open.failed' ? 'unknown' : hold?.type === 'lock.hold_open.started';

function modeAt(set: PastMode | null, started: PastEvent | null, at: number): DoorPast['mode'] {
  const isOver =
    set === null ||
    set.set_at > at ||
    (set.until !== null && set.until <= at) ||
    // Kept closed until its block ends: the next hold is another block's.
    (set.mode === 'closed' &&
      (at - set.set_at >= LONGEST_BLOCK_MS || (started !== null && started.occurred_at > set.set_at)));
  return isOver || set.mode === 'auto' ? { value: 'auto', by: null } : { value: set.mode, by: set };
}

/** A stretch of time of one state; `to` is outside. */
export interface Band<S extends string> {
  from: number;
  to: number;
  state: S;
}

export interface Bands {
  door: Band<'open' | 'closed' | 'forced' | 'left_open' | 'unknown'>[];
  hold: Band<'held' | 'free' | 'unknown'>[];
  gateway: Band<'online' | 'offline' | 'unknown'>[];
}

/**
 * What a door was from moment to moment: the state before, folded with every event since.
 * @param newest as for `stateAt`, of the moment `from`
 * @param events between `from` and `to`, oldest first
 * @param faults the last change at or before `from` and those until `to`, oldest first
 */
export function bandsOf(
  newest: readonly PastEvent[],
  events: readonly PastEvent[],
  from: number,
  to: number,
  faults: readonly PastFault[] = [],
): Bands {
  let fault = faults.findLast(({ at }) => at <= from) ?? null;
  const known = new Map(newest.map((event) => [event.type, event]));
  const bands: Bands = { door: [], hold: [], gateway: [] };
  const add = (start: number, end: number) => {
    if (start >= end) return;
    const state = stateAt([...known.values()], start, null, fault);
    lengthen(bands.door, start, end, doorState(state));
    const { held_open, online } = state;
    lengthen(
      bands.hold,
      start,
      end,
      held_open.value === 'unknown' ? 'unknown' : held_open.value ? 'held' : 'free',
    );
    lengthen(
      bands.gateway,
      start,
      end,
      online.value === 'unknown' ? 'unknown' : online.value ? 'online' : 'offline',
    );
  };
  const changes = [
    ...events.map((event) => ({ at: event.occurred_at, take: () => known.set(event.type, event) })),
    ...faults
      .map((change) => ({ at: change.at, take: () => (fault = change) }))
      .filter((one) => one.at > from),
  ].sort((a, b) => a.at - b.at);
  let at = from;
  for (const change of changes) {
    if (change.at >= to) break;
    add(at, change.at);
    at = Math.max(at, change.at);
    change.take();
  }
  add(at, to);
  return bands;
}

function doorState({ door, forced, left_open }: DoorPast): Bands['door'][number]['state'] {
  if (forced.value) return 'forced';
  return left_open.value ? 'left_open' : door.value;
}

function lengthen<S extends string>(bands: Band<S>[], from: number, to: number, state: S): void {
  const last = bands.at(-1);
  if (last?.state === state) last.to = to;
  else bands.push({ from, to, state });
}

import { type Happening, incidentsOf } from '../alarms/incidents.rules.js';
import { phrase } from '../language/phrase.rules.js';
import type { Alarm, Heard, Lock } from '../types.js';

/* What a door looks like at a glance. */

export type Status = 'forced' | 'left_open' | 'offline' | 'held' | 'open' | 'closed' | 'unknown' | 'locksys';

/** From what needs a person most to what needs no one. */
export const STATUSES: readonly Status[] = [
  'forced',
  'left_open',
  'offline',
  'open',
  'held',
  'closed',
  'unknown',
  'locksys',
];

export const STATUS_WORDS: Record<Status, string> = {
  forced: phrase('Forced open'),
  left_open: phrase('Left open'),
  offline: phrase('Offline'),
  held: phrase('Held open'),
  open: phrase('Open'),
  closed: phrase('Closed'),
  unknown: phrase('Not known'),
  locksys: phrase('Locking system'),
};

export type AlarmsByLock = ReadonlyMap<number, readonly Alarm['type'][]>;

export function alarmsByLock(alarms: readonly Alarm[]): AlarmsByLock {
  const byLock = new Map<number, Alarm['type'][]>();
  for (const { lock, type } of alarms) {
    const types = byLock.get(lock.id);
    if (types) types.push(type);
    else byLock.set(lock.id, [type]);
  }
  return byLock;
}

/** The alarms of doors in incidents, the newest first. */
export const incidentsOfDoors = (alarms: readonly Alarm[]) =>
  incidentsOf(
    alarms.map((alarm): Happening & { alarm: Alarm } => ({
      alarm,
      kind: alarm.type === 'door.forced' ? 'forced' : 'left_open',
      lock_id: alarm.lock.id,
      gateway_id: null,
      started_at: alarm.occurred_at,
      ended_at: alarm.ended_at,
    })),
  );

/** An alarm that is not acknowledged comes before anything else; what an offline gateway said last is no longer known to be so. */
export function statusOf(lock: Lock, alarms: AlarmsByLock): Status {
  const types = alarms.get(lock.id);
  if (types?.includes('door.forced')) return 'forced';
  const isLeft = types?.includes('door.left_open') || types?.includes('lock.maintenance.ended');
  if (isLeft && lock.door_state !== 'closed') return 'left_open';
  if (lock.type === 'locksys') return 'locksys';
  if (lock.online !== true) return 'offline';
  if (lock.hold_open) return 'held';
  return lock.door_state;
}

export interface Shown {
  lock: Lock;
  status: Status;
}

export function countStatuses(shown: readonly Shown[]): Record<Status, number> {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  for (const { status } of shown) counts[status]++;
  return counts;
}

/** The doors that match a search and a filter; each filter counts the doors that the search has found. */
export function looked(all: readonly Shown[], search: string, only: Status | null) {
  const found = all.filter(({ lock }) => matches(lock, search));
  const shown = only === null ? found : found.filter(({ status }) => status === only);
  return { found: found.length, counts: countStatuses(found), shown };
}

/** Every word somewhere in the name, the place or the location. */
export function matches(lock: Lock, search: string): boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = fold(`${lock.name} ${lock.place} ${lock.location.name}`);
  return words.every((word) => text.includes(word));
}

/** Case and accents do not matter in a search. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** By location, then by name as people count. Sorting is slow: `merged` stays sorted. */
export function byPlace(locks: readonly Lock[], compare: (a: string, b: string) => number): Lock[] {
  return [...locks].sort(
    (a, b) => compare(a.location.name, b.location.name) || compare(a.name, b.name) || a.id - b.id,
  );
}

/** What needs a person first; else in the order given. */
export function urgentFirst<T extends Pick<Shown, 'status'>>(shown: readonly T[]): T[] {
  const forced = shown.filter(({ status }) => status === 'forced');
  const leftOpen = shown.filter(({ status }) => status === 'left_open');
  if (forced.length + leftOpen.length === 0) return [...shown];
  const rest = shown.filter(({ status }) => status !== 'forced' && status !== 'left_open');
  return [...forced, ...leftOpen, ...rest];
}

/** The doors with those that changed put in place; null where nothing that is shown differs. */
export function merged(locks: readonly Lock[], changes: readonly Lock[]): Lock[] | null {
  const byId = new Map(changes.map((lock) => [lock.id, lock]));
  let differs = false;
  const after = locks.map((lock) => {
    const change = byId.get(lock.id);
    if (!change || JSON.stringify(change) === JSON.stringify(lock)) return lock;
    differs = true;
    return change;
  });
  return differs ? after : null;
}

/** Whether the doors were read late enough that a stream which begins now has left nothing out. */
export const isAsNew = (read: Heard | undefined, stream: Heard | undefined): boolean =>
  Boolean(read && stream && read.process === stream.process && read.count >= stream.count);

/** Its alarms are muted. */
export const isUnderMaintenance = (
  { maintenance_until }: Pick<Lock, 'maintenance_until'>,
  now: number,
): boolean => maintenance_until !== undefined && Date.parse(maintenance_until) > now;

/** A guided test is under way: what the door does raises no alarm. */
export const isUnderTest = ({ under_test_until }: Pick<Lock, 'under_test_until'>, now: number): boolean =>
  under_test_until !== undefined && Date.parse(under_test_until) > now;

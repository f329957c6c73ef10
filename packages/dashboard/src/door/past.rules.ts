import type { EventType } from '@door-access/protocol';
import { EVENT_NAMES } from '../event-words.rules.js';
import type { Status } from '../overview/status.rules.js';
import type { DoorDay, DoorThen, PastEvent } from './types.js';

/* A door in the past, in words. */

type Clock = (at: string | number) => string;

/** The parts of a past moment that its colour is made of. */
export interface Glance {
  forced: boolean;
  left_open: boolean;
  held_open: boolean | 'unknown';
  online: boolean | 'unknown';
  door: 'open' | 'closed' | 'unknown';
}

export function statusAt({ forced, left_open, held_open, online, door }: Glance): Status {
  if (forced) return 'forced';
  if (left_open) return 'left_open';
  if (online === false) return 'offline';
  if (held_open === true) return 'held';
  return door;
}

export const statusThen = ({ forced, left_open, held_open, online, door }: DoorThen): Status =>
  statusAt({
    forced: forced.value,
    left_open: left_open.value,
    held_open: held_open.value,
    online: online.value,
    door: door.value,
  });

export interface Line {
  name: string;
  value: string;
  why?: string | undefined;
}

const SOURCES: Record<string, string> = {
  schedule: ' by the schedule',
  exit_button: ', begun by the exit button',
  manager: ' from the dashboard',
  app: ' from a phone',
  api: ' over the interface',
};

/** What is known of that moment, and why it is believed. */
export function linesOf(then: DoorThen, clock: Clock): Line[] {
  const since = (by: PastEvent | null) => (by ? ` since ${clock(by.occurred_at)}` : '');
  const { door, contact_fault, forced, left_open, held_open, online, mode } = then;
  const lines: Line[] = [
    door.by
      ? {
          name: 'Door',
          value: `${door.value === 'open' ? 'Open' : 'Closed'}${since(door.by)}`,
          why: door.by.why ?? undefined,
        }
      : contact_fault
        ? {
            name: 'Door',
            value: `Not known since ${clock(contact_fault.since)}: ${unreadThen(contact_fault.error)}`,
          }
        : { name: 'Door', value: 'Not known: its contact had not been heard' },
  ];
  if (forced.value) lines.push({ name: 'Forced open', value: 'Yes: nothing explained the opening' });
  if (left_open.value)
    lines.push({ name: 'Left open', value: `Reported${since(left_open.by).replace('since', 'at')}` });
  lines.push({
    name: 'Held open',
    value:
      held_open.value === 'unknown'
        ? `Not known${since(held_open.by)}: the hold could not be verified`
        : held_open.value
          ? `Yes${since(held_open.by)}${SOURCES[held_open.by?.source ?? ''] ?? ''}`
          : 'No',
  });
  lines.push({ name: 'Mode', value: modeThen(mode, clock) });
  lines.push({
    name: 'Gateway',
    value:
      online.value === 'unknown'
        ? 'Not heard yet'
        : online.value
          ? `Online${since(online.by)}`
          : `Offline${since(online.by)}: what it said last is shown`,
  });
  lines.push({ name: 'Last unlock', value: momentOf(then.last_access, clock) });
  lines.push({ name: 'Exit button', value: momentOf(then.last_exit_press, clock) });
  return lines;
}

const unreadThen = (error: string): string => `its contact could not be read (${error})`;

function modeThen({ value, by }: DoorThen['mode'], clock: Clock): string {
  if (!by) return 'Followed its schedule';
  const what =
    value === 'closed' ? 'Closed' : `Stay open ${by.until ? `until ${clock(by.until)}` : 'until ended'}`;
  const failed = by.status === 'failed' ? '; the gateway never confirmed it' : '';
  return `${what}, requested${by.who ? ` by ${by.who}` : ''} at ${clock(by.set_at)}${failed}`;
}

const momentOf = (event: PastEvent | null, clock: Clock): string =>
  event ? `${clock(event.occurred_at)}${event.person ? ` by ${event.person}` : ''}` : 'None known';

const SECOND = 1_000;

/** As `2 h 5 min`. */
export function lengthWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / SECOND);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`;
}

/** A day in one sentence, for those who do not see it drawn, and for those who do. */
export function dayWords(day: DoorDay, time: Clock): string {
  const times = (of: EventType) => day.marks.filter(({ type }) => type === of).length;
  const openings = times('door.opened');
  const unlocks = times('access.granted');
  const forced = day.marks.filter(({ type }) => type === 'door.forced').map(({ at }) => time(at));
  const left = times('door.left_open');
  const lasted = (bands: readonly { from: string; to: string; state: string }[], state: string) =>
    bands
      .filter((band) => band.state === state)
      .reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  const held = lasted(day.bands.hold, 'held');
  const offline = lasted(day.bands.gateway, 'offline');
  const parts = [
    openings > 0
      ? often('Opened', openings)
      : // A lock of the locking system reports who was let in, not when the door moved.
        unlocks > 0
        ? often('Unlocked', unlocks)
        : 'No openings reported',
    forced.length > 0 && `forced open at ${forced.slice(0, 3).join(', ')}${forced.length > 3 ? ' …' : ''}`,
    left > 0 && often('left open', left),
    held > 0 && `held open ${lengthWords(held)}`,
    offline > 0 && `its gateway offline ${lengthWords(offline)}`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

const often = (what: string, times: number): string =>
  times === 1 ? `${what} once` : `${what} ${times} times`;

/** The moment of the nearest event before or after one. */
export function besideOf(day: DoorDay | undefined, at: number, step: -1 | 1): string | null {
  const moments = day?.marks ?? [];
  const found =
    step > 0
      ? moments.find((mark) => Date.parse(mark.at) > at)
      : moments.findLast((mark) => Date.parse(mark.at) < at);
  return found?.at ?? null;
}

/** What a band of a day says at a moment; null where nothing is known of it. */
export function bandAt<S extends string>(
  bands: readonly { from: string; to: string; state: S }[],
  at: number,
): S | null {
  return bands.find(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to))?.state ?? null;
}

/** What happened at exactly this moment; null where nothing did. */
export function happenedAt(day: DoorDay | undefined, at: number): string | null {
  const here = (day?.marks ?? []).filter((mark) => Date.parse(mark.at) === at);
  return here.length > 0 ? here.map(({ type }) => EVENT_NAMES[type]).join(', ') : null;
}

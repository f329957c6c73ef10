import type { Status } from '../../overview/status.rules.js';
import type { DoorDay, DoorThen } from '../types.js';

/* A door in the past. */

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

import { phrase } from '../language/phrase.rules.js';

/* The stretch of time that a timeline shows: zoomed, moved, and divided. Pure; Unix milliseconds. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Window {
  from: number;
  to: number;
}

export const SHORTEST_MS = SECOND;
export const LONGEST_MS = 31 * DAY;

/** Lengths to choose from, the longest first. */
export const LENGTHS = [
  [phrase('Month'), LONGEST_MS],
  [phrase('Week'), 7 * DAY],
  [phrase('Day'), DAY],
  [phrase('Hour'), HOUR],
  [phrase('Minute'), MINUTE],
  [phrase('Second'), SECOND],
] as const;

/** As it may be: of a length that can be shown, and not later than a little behind `now`. */
export function within({ from, to }: Window, now: number): Window {
  const length = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Math.round(to - from)));
  const latest = now + length * 0.05;
  const end = Math.min(Math.round(from) + length, Math.round(latest));
  return { from: end - length, to: end };
}

/** Longer (`factor` above 1) or shorter, so that the moment at `share` of it (0 to 1) stays where it is. */
export function zoomed({ from, to }: Window, factor: number, share: number, now: number): Window {
  const length = to - from;
  const next = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, length * factor));
  const anchor = from + length * share;
  const begin = anchor - next * share;
  return within({ from: begin, to: begin + next }, now);
}

/** Earlier (below 0) or later by a share of its length. */
export function moved({ from, to }: Window, share: number, now: number): Window {
  const by = (to - from) * share;
  return within({ from: from + by, to: to + by }, now);
}

/** Of this length around a moment. */
export function around(at: number, length: number, now: number): Window {
  return within({ from: at - length / 2, to: at + length / 2 }, now);
}

/** Where a moment lies in it: 0 at its beginning, 1 at its end. */
export const shareOf = ({ from, to }: Window, at: number): number => (at - from) / (to - from);

const TICKS = [
  SECOND / 10,
  SECOND / 2,
  SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
] as const;

export interface Tick {
  at: number;
  /** How far apart they are. */
  step: number;
}

/**
 * At round times of the wall clock, so many at the maximum. `offset`: how far the wall clock is ahead of UTC at a moment.
 */
export function ticksOf({ from, to }: Window, maximum: number, offset: (at: number) => number): Tick[] {
  const step = TICKS.find((one) => (to - from) / one <= maximum) ?? 7 * DAY;
  const ticks: Tick[] = [];
  const before = offset(from);
  for (let wall = Math.ceil((from + before) / step) * step; ; wall += step) {
    // The offset that holds there: another one behind a change of summer time.
    const at = wall - offset(wall - before);
    if (at >= to) return ticks;
    if (at >= from) ticks.push({ at, step });
  }
}

/** The maximum distance of two fingers, or of a wheel's turn, that counts as one step. */
const WHEEL_PER_DOUBLE = 400;

/** How much longer the window becomes by a turn of the wheel, in its pixels. */
export const wheelFactor = (pixels: number): number =>
  2 ** (Math.max(-WHEEL_PER_DOUBLE, Math.min(WHEEL_PER_DOUBLE, pixels)) / WHEEL_PER_DOUBLE);

/** What a key does; null: nothing. `Shift` moves further. */
export function afterKey(window: Window, key: string, now: number): Window | null {
  switch (key) {
    case '+':
    case '=':
      return zoomed(window, 0.5, 0.5, now);
    case '-':
    case '_':
      return zoomed(window, 2, 0.5, now);
    case 'PageUp':
      return moved(window, -1, now);
    case 'PageDown':
      return moved(window, 1, now);
    default:
      return null;
  }
}

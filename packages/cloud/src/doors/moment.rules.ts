import { FORCED_OPEN_WINDOW_MS, toTimestamp } from '@door-access/protocol';

/* When something happened at a gateway, by both of its clocks. */

/** When something happened at the gateway. `at` is the corrected wall clock in Unix milliseconds. */
export interface Moment {
  boot: string;
  mono_ms: number;
  at: number;
  /** The time by the gateway's clock, if that is impossible; `at` is then the time of receipt. */
  reported_at?: string;
}

/** When an event occurred, and what the gateway's clock said, if that is impossible. */
export type Occurred = Pick<Moment, 'at' | 'reported_at'>;

/** The gateway's newest birth: what it said is newer than any record from before it. */
export interface Birth {
  boot: string;
  mono_ms: number;
}

/** A gateway's clock may be years off; what the database cannot hold is drawn to the edge of what it can. */
const EARLIEST = 0;
/** The maximum difference between two clocks: a record that is further ahead cannot be right. */
const MAX_AHEAD_MS = 60_000;

export function momentOf(record: { boot: string; mono_ms: number; at: string }, received: number): Moment {
  const { boot, mono_ms } = record;
  const at = Date.parse(record.at);
  if (at > received + MAX_AHEAD_MS) return { boot, mono_ms, at: received, reported_at: record.at };
  return { boot, mono_ms, at: Math.max(at, EARLIEST) };
}

/** When something occurred by a clock that is not the gateway's. `at` is in Unix milliseconds. */
export const occurredAt = (at: number, received: number): Occurred =>
  at > received + MAX_AHEAD_MS
    ? { at: received, reported_at: toTimestamp(at) }
    : { at: Math.max(at, EARLIEST) };

/** How long before the one the other was; negative where it was after it. */
export function ageOf(earlier: Moment, later: Moment): number {
  const age = earlier.boot === later.boot ? later.mono_ms - earlier.mono_ms : later.at - earlier.at;
  // Clocks with fractions of a millisecond must not turn exactly 10 s into a hair more.
  return Math.round(age * 1000) / 1000;
}

export const later = (moment: Moment, by: number): Moment => ({
  boot: moment.boot,
  mono_ms: moment.mono_ms + by,
  at: moment.at + by,
});

/** Null is never. */
export function earliest(...times: readonly (number | null)[]): number | null {
  let first: number | null = null;
  for (const time of times) if (time !== null && (first === null || time < first)) first = time;
  return first;
}

/** Records from before the newest birth are history: they make events, but the birth knows the present better. */
export function isOlder(moment: { boot: string; mono_ms?: number }, birth: Birth | null): boolean {
  return birth !== null && (moment.boot !== birth.boot || (moment.mono_ms ?? 0) < birth.mono_ms);
}

interface Found<M extends Moment> {
  moment: M;
  age_ms: number;
  clock: 'monotonic' | 'wall';
}

/** The youngest of the moments at or before the opening; a later press does not explain an earlier opening. */
export function newestBefore<M extends Moment>(moments: M[] | undefined, opening: Moment): Found<M> | null {
  let best: Found<M> | null = null;
  for (const moment of moments ?? []) {
    const age_ms = ageOf(moment, opening);
    // Of two in one millisecond the later record counts.
    if (age_ms >= 0 && (best === null || age_ms <= best.age_ms))
      best = { moment, age_ms, clock: moment.boot === opening.boot ? 'monotonic' : 'wall' };
  }
  return best;
}

/** How many moments of a kind are kept: presses and pulses cannot come quicker than their debounce and pulse. */
const KEPT = 32;
/** Debounce may deliver a contact edge after younger presses; what explains it must not be pruned by them. */
const REORDER_SLACK_MS = 2_000;

/** Keeps what may still explain an opening, and always the newest. */
export function remember<M extends Moment & { until?: Pick<Moment, 'mono_ms'> }>(
  moments: M[] | undefined,
  added: M,
): M[] {
  const kept: M[] = [];
  for (const moment of moments ?? [])
    if (
      moment.boot !== added.boot ||
      added.mono_ms - (moment.until ?? moment).mono_ms <= FORCED_OPEN_WINDOW_MS + REORDER_SLACK_MS
    )
      kept.push(moment);
  kept.push(added);
  return kept.length > KEPT ? kept.slice(-KEPT) : kept;
}

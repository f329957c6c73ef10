/* When something happened at a gateway, by both of its clocks. */

/** When something happened at the gateway. `at` is the corrected wall clock in Unix milliseconds. */
export interface Moment {
  boot: string;
  mono_ms: number;
  at: number;
  /** The time by the gateway's clock, if that is impossible; `at` is then the time of receipt. */
  reported_at?: string;
}

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

export const later = (moment: Moment, by: number): Moment => ({
  boot: moment.boot,
  mono_ms: moment.mono_ms + by,
  at: moment.at + by,
});

/** Records from before the newest birth are history: they make events, but the birth knows the present better. */
export function isOlder(moment: { boot: string; mono_ms?: number }, birth: Birth | null): boolean {
  return birth !== null && (moment.boot !== birth.boot || (moment.mono_ms ?? 0) < birth.mono_ms);
}

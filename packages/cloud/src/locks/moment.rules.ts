/* When something happened at a gateway, by both of its clocks. */

/** When something happened at the gateway. `at` is the corrected wall clock in Unix milliseconds. */
export interface Moment {
  boot: string;
  mono_ms: number;
  at: number;
}

/** The gateway's newest birth: what it said is newer than any record from before it. */
export interface Birth {
  boot: string;
  mono_ms: number;
}

/** A gateway's clock may be years off; what the database cannot hold is drawn to the edge of what it can. */
const EARLIEST = 0;
const LATEST = Date.UTC(9999, 11, 31);

export const momentOf = (record: { boot: string; mono_ms: number; at: string }): Moment => ({
  boot: record.boot,
  mono_ms: record.mono_ms,
  at: Math.min(Math.max(Date.parse(record.at), EARLIEST), LATEST),
});

export const later = (moment: Moment, by: number): Moment => ({
  boot: moment.boot,
  mono_ms: moment.mono_ms + by,
  at: moment.at + by,
});

/** Records from before the newest birth are history: they make events, but the birth knows the present better. */
export function isOlder(moment: { boot: string; mono_ms?: number }, birth: Birth | null): boolean {
  return birth !== null && (moment.boot !== birth.boot || (moment.mono_ms ?? 0) < birth.mono_ms);
}

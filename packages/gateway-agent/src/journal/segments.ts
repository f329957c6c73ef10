import type { KeyRange } from './store.js';

/* Acknowledged records are kept in segments, which are dropped whole. */

/** A segment is closed at any of these, and dropped whole. */
const SEGMENT_RECORDS = 500;
const SEGMENT_BYTES = 256 << 10;
const SEGMENT_MS = 6 * 3_600_000;

/** `k/` and the number of the first record. */
export const SEGMENTS: KeyRange = { after: 'k/', before: 'k0' };
export const segmentKey = (first: number): string => `k/${String(first).padStart(16, '0')}`;

/** Records that were acknowledged one after another; `since` and `until` are when, by the corrected clock. */
export interface Segment {
  readonly first: number;
  readonly last: number;
  readonly records: number;
  readonly bytes: number;
  readonly since: number;
  readonly until: number;
}

/** Whether more records belong to it. */
export const hasRoom = ({ records, bytes, since }: Segment, now: number): boolean =>
  records < SEGMENT_RECORDS && bytes < SEGMENT_BYTES && Math.abs(now - since) < SEGMENT_MS;

/** A note that was damaged is left out: its records go with the next older segment that is dropped. */
export const segmentsIn = (found: readonly [key: string, value: string | null][]): Segment[] =>
  found.flatMap(([, value]) => (value === null ? [] : [JSON.parse(value) as Segment]));

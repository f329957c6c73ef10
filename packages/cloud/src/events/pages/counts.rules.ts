import type { EventType } from '@door-access/protocol';
import { Temporal } from 'temporal-polyfill';

/* The series and the time buckets of the events chart. */

/** The series of the chart. Every type of the list belongs to exactly one, so the chart counts what the list shows. */
export const SERIES = {
  granted: ['access.granted'],
  denied: ['access.denied', 'unlock.failed'],
  alarms: ['door.forced', 'door.left_open'],
  movements: ['door.opened', 'door.closed', 'door.exit_button'],
  holds: ['lock.hold_open.started', 'lock.hold_open.ended', 'lock.hold_open.failed'],
  maintenance: ['lock.maintenance.started', 'lock.maintenance.ended'],
  presence: ['lock.online', 'lock.offline'],
} as const satisfies Record<string, readonly EventType[]>;

export type Series = keyof typeof SERIES;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const MAX_SPAN_MS = 92 * DAY_MS;
const HOURLY_UNTIL_MS = 3 * DAY_MS;
const MIN_SPAN_MS = DAY_MS;

export interface Span {
  since: number;
  until: number;
  unit: 'hour' | 'day';
}

/**
 * The time span of the chart, in Unix milliseconds: the requested one, else from the first event of the list, but at
 * least a day. `floor` is the earliest start of a chart.
 */
export function spanOf(asked: number | null, first: number | null, floor: number, until: number): Span {
  const since = asked ?? Math.min(first ?? until, until - MIN_SPAN_MS);
  const begin = Math.min(Math.max(since, floor), until - 1);
  return { since: begin, until, unit: until - begin <= HOURLY_UNTIL_MS ? 'hour' : 'day' };
}

/** The start of each hour or day in a time zone; the first one contains `since`. */
export function bucketStarts({ since, until, unit }: Span, timezone: string): number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(timezone);
  let at = unit === 'day' ? first.startOfDay() : first.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const starts: number[] = [];
  while (at.epochMilliseconds < until) {
    starts.push(at.epochMilliseconds);
    at = unit === 'day' ? at.add({ days: 1 }).startOfDay() : at.add({ hours: 1 });
  }
  return starts;
}

export type Bucket = Record<Series, number>;

const SERIES_OF = new Map<string, Series>(
  Object.entries(SERIES).flatMap(([series, types]) => types.map((type) => [type, series as Series])),
);

/** Sums counts by bucket and series; `counts` numbers the buckets from 1. */
export function summed(
  buckets: number,
  counts: readonly { type: string; bucket: number; count: number }[],
): Bucket[] {
  const sums = Array.from({ length: buckets }, () => emptyBucket());
  for (const { type, bucket, count } of counts) {
    const series = SERIES_OF.get(type);
    const sum = sums[bucket - 1];
    if (series && sum) sum[series] += count;
  }
  return sums;
}

const emptyBucket = (): Bucket => ({
  granted: 0,
  denied: 0,
  alarms: 0,
  movements: 0,
  holds: 0,
  maintenance: 0,
  presence: 0,
});

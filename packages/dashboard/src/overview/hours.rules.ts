import { type Bucket, totalOf } from '../events/counts.rules.js';

export const HOUR_MS = 3_600_000;

export interface Hour {
  all: number;
  alarms: number;
}

/** The 24 hours of the day that begins at `midnight`; on a day of 25 the last takes what is beyond. */
export function hoursOf(buckets: readonly Bucket[], midnight: number): Hour[] {
  const hours = Array.from({ length: 24 }, () => ({ all: 0, alarms: 0 }));
  for (const bucket of buckets) {
    const index = Math.floor((Date.parse(bucket.at) - midnight) / HOUR_MS);
    const hour = hours[Math.min(23, Math.max(0, index))] as Hour;
    hour.all += totalOf(bucket);
    hour.alarms += bucket.alarms;
  }
  return hours;
}

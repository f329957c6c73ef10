/* Months and days in UTC: by them what is kept for a time is divided into partitions. */

/** The start of the month of a time, or of the month so many months `later`; Unix milliseconds. */
export function monthOf(at: number, later = 0): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** The time so many months before another; the last day of a month where that month has no such day. */
export function monthsBefore(at: number, months: number): number {
  const month = monthOf(at, -months);
  return Math.min(month + (at - monthOf(at)), monthOf(month, 1) - 1);
}

/** `2026_11`, as partitions are named. */
export const nameOfMonth = (at: number): string => new Date(at).toISOString().slice(0, 7).replace('-', '_');

/** What a partition spans. */
export interface Period {
  span: 'months' | 'days';
  /** The start of the one of a time, or of the one so many `later`. */
  of(at: number, later?: number): number;
  /** The time so many before another. */
  before(at: number, count: number): number;
  /** As partitions are named. */
  name(at: number): string;
  /** How many are made ahead: the service may stand still for so long before anything lands behind them. */
  ahead: number;
}

export const MONTHS: Period = {
  span: 'months',
  of: monthOf,
  before: monthsBefore,
  name: nameOfMonth,
  ahead: 3,
};

const DAY_MS = 24 * 3_600_000;

export const DAYS: Period = {
  span: 'days',
  of: (at, later = 0) => (Math.floor(at / DAY_MS) + later) * DAY_MS,
  before: (at, days) => at - days * DAY_MS,
  name: (at) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '_'),
  ahead: 7,
};

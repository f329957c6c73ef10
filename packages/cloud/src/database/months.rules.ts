/* Months in UTC: by them what is kept for a time is divided into partitions. */

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

import { monthOf } from './months.rules.js';

/*
 * A table that is kept for a time has a partition per month, one before the first and one after the last, so that no
 * time is without a place. A month that is past is forgotten by dropping its partition.
 */

/** Start and end are Unix milliseconds; no start: the one before the months; no end: the one after them. */
export interface Partition {
  name: string;
  starts_at: number | null;
  ends_at: number | null;
}

export interface PartitionPlan {
  /** Months whose time is over, the oldest first. */
  forget: (Partition & { ends_at: number })[];
  /** Starts of months to add. */
  add: number[];
  /** The month that goes next, once this is done, and when. */
  forget_next: { name: string; at: number } | null;
  /** When there is something to do again. */
  next_at: number;
}

/** Months that are made ahead: the service may stand still for so long before anything lands behind them. */
const AHEAD = 3;

/** `months`: how long what occurred in a month is kept after its end; 0 for ever. */
export function planOf(partitions: readonly Partition[], now: number, months: number): PartitionPlan {
  const kept = partitions.filter(isMonth).toSorted((a, b) => a.starts_at - b.starts_at);
  const over = months === 0 ? Number.NEGATIVE_INFINITY : monthOf(now, -months);
  const forget = kept.filter(({ ends_at }) => ends_at <= over);
  const end = partitions.find(({ ends_at }) => ends_at === null)?.starts_at ?? monthOf(now);
  const add: number[] = [];
  for (let month = end; month <= monthOf(now, AHEAD); month = monthOf(month, 1)) add.push(month);
  const oldest = kept[forget.length];
  const forget_next =
    oldest && months > 0 ? { name: oldest.name, at: monthOf(oldest.ends_at, months) } : null;
  const add_at = monthOf(add.at(-1) ?? monthOf(end, -1), 1 - AHEAD);
  return { forget, add, forget_next, next_at: Math.min(forget_next?.at ?? add_at, add_at) };
}

const isMonth = (partition: Partition): partition is Partition & { starts_at: number; ends_at: number } =>
  partition.starts_at !== null && partition.ends_at !== null;

import { MONTHS, type Period } from './periods.rules.js';

/*
 * A table that is kept for a time has a partition per month or day, one before the first and one after the last, so that
 * no time is without a place. A month that is past is forgotten by dropping its partition.
 */

/** Start and end are Unix milliseconds; no start: the one before the others; no end: the one after them. */
export interface Partition {
  name: string;
  starts_at: number | null;
  ends_at: number | null;
}

export interface PartitionPlan {
  /** Those whose time is over, the oldest first. */
  forget: (Partition & { ends_at: number })[];
  /** Starts of those to add. */
  add: number[];
  /** The end of the one before all others, where it moves: what nothing was made for and is over belongs to it too. */
  before_ends_at: number | null;
  /** The one that goes next, once this is done, and when. */
  forget_next: { name: string; at: number } | null;
  /** When there is something to do again. */
  next_at: number;
}

/** `count`: for how many periods what is of one is kept after its end; 0 for ever. */
export function planOf(
  partitions: readonly Partition[],
  now: number,
  count: number,
  { of, ahead }: Period = MONTHS,
): PartitionPlan {
  const kept = partitions.filter(hasPeriod).toSorted((a, b) => a.starts_at - b.starts_at);
  const over = count === 0 ? Number.NEGATIVE_INFINITY : of(now, -count);
  const forget = kept.filter(({ ends_at }) => ends_at <= over);
  const end = partitions.find(({ ends_at }) => ends_at === null)?.starts_at ?? of(now);
  const add: number[] = [];
  // Nothing looked for so long that the first ones to add are over already.
  const first = forget.length > 0 ? Math.max(end, over) : end;
  for (let start = first; start <= of(now, ahead); start = of(start, 1)) add.push(start);
  const oldest = kept[forget.length];
  const forget_next = oldest && count > 0 ? { name: oldest.name, at: of(oldest.ends_at, count) } : null;
  const add_at = of(add.at(-1) ?? of(end, -1), 1 - ahead);
  const before_ends_at = first > end ? first : (forget.at(-1)?.ends_at ?? null);
  return { forget, add, before_ends_at, forget_next, next_at: Math.min(forget_next?.at ?? add_at, add_at) };
}

const hasPeriod = (partition: Partition): partition is Partition & { starts_at: number; ends_at: number } =>
  partition.starts_at !== null && partition.ends_at !== null;

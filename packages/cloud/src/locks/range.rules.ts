import { Temporal } from 'temporal-polyfill';

/* How much of a door's past one request reads, at any zoom: pure. Times are Unix milliseconds. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A month, and the hour that summer time gives back. */
export const LONGEST_RANGE_MS = 31 * DAY + HOUR;
/** Events that are shown one by one; where there are more, they are counted. */
export const MAX_SHOWN = 400;
const MAX_STEPS = 186;

const STEPS = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  12 * HOUR,
  DAY,
] as const;

/** The length of the steps in which the events of a range are counted: at most 186 of them. */
export function stepOf(from: number, to: number): number {
  return STEPS.find((step) => (to - from) / step <= MAX_STEPS) ?? DAY;
}

export interface Counted {
  type: string;
  /** The step from the beginning on, from 0. */
  step: number;
  count: number;
}

export interface Step {
  /** Its beginning. */
  at: number;
  all: number;
  alarms: number;
}

const ALARMS: readonly string[] = ['door.forced', 'door.left_open'];

/** Steps in which something happened, in their sequence. */
export function stepsOf(counts: readonly Counted[], from: number, step: number): Step[] {
  const steps = new Map<number, Step>();
  for (const { type, step: index, count } of counts) {
    const one = steps.get(index) ?? { at: from + index * step, all: 0, alarms: 0 };
    one.all += count;
    if (ALARMS.includes(type)) one.alarms += count;
    steps.set(index, one);
  }
  return [...steps.values()].sort((a, b) => a.at - b.at);
}

/** The week of a date at a place: its Monday, and its beginning and end. */
export function weekOf(date: string, timezone: string): { date: string; start: number; end: number } {
  const day = Temporal.PlainDate.from(date);
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  const begin = (one: Temporal.PlainDate) => one.toZonedDateTime(timezone).startOfDay().epochMilliseconds;
  return { date: monday.toString(), start: begin(monday), end: begin(monday.add({ weeks: 1 })) };
}

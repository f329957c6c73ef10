import { Temporal } from 'temporal-polyfill';

/**
 * Weekly blocks with dated exceptions in the location's IANA time zone: pure. A block that starts inside the hour that
 * summer time skips starts at that hour's end, and an hour that comes twice counts once. Blocks that touch or overlap,
 * over midnight too, are one block.
 */

export interface BlockTimes {
  /** Wall time `HH:MM`. */
  from: string;
  /** `HH:MM`, at most `24:00`; at or before `from` it is the next day's. */
  to: string;
  first_person_in: boolean;
}

export type ScheduleEntry = (BlockTimes & { days: Day[] }) | { date: string; blocks: BlockTimes[] };
export type Day = (typeof DAYS)[number];

/** A block on the time line, in Unix milliseconds; `end` is outside. */
export interface Block {
  start: number;
  end: number;
  first_person_in: boolean;
}

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Blocks that touch or overlap, of any kind. */
export interface Stretch {
  /** Null if it began more than a week ago. */
  start: number | null;
  /** Null if it has no end. */
  end: number | null;
}

/** More than a week each way: a stretch that is longer has no border. */
const DAYS_BACK = 8;
const DAYS_AHEAD = 9;
/** How far ahead an exception is searched that ends an otherwise endless stretch. */
const MAX_DAYS_AHEAD = 800;

/** The blocks of the days from `back` before today to `ahead` after it, by start. */
export function blocksAround(
  schedule: readonly ScheduleEntry[],
  timezone: string,
  now: number,
  { back = 1, ahead = DAYS_AHEAD } = {},
): Block[] {
  const today = dateOf(now, timezone);
  const blocks: Block[] = [];
  for (let offset = -back; offset < ahead; offset++) {
    const date = today.add({ days: offset });
    for (const times of blocksOf(schedule, date)) {
      const block = placed(times, date, timezone);
      if (block.start < block.end) blocks.push(block);
    }
  }
  return blocks.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Merges blocks of one kind (first-person-in or not) that touch or overlap. By start. */
export function merged(blocks: readonly Block[]): Block[] {
  const one: Block[] = [];
  for (const block of blocks) {
    const before = one.findLast(({ first_person_in }) => first_person_in === block.first_person_in);
    if (before && block.start <= before.end) before.end = Math.max(before.end, block.end);
    else one.push({ ...block });
  }
  return one;
}

/** Merged blocks of one kind. */
interface ActiveBlock extends Stretch {
  first_person_in: boolean;
}

/** What a schedule says of one local day: its blocks change with the day only. */
export interface ScheduleDay {
  from: number;
  until: number;
  blocks: ActiveBlock[];
  stretches: Stretch[];
}

export interface ScheduleNow {
  /** Blocks in force, at most one of a kind. */
  active: ActiveBlock[];
  /** The stretch that they are part of. */
  stretch: Stretch | null;
  /** When that may change next; null if nothing changes within a week. */
  nextBorder: number | null;
}

export function scheduleAt(schedule: readonly ScheduleEntry[], timezone: string, now: number): ScheduleNow {
  if (schedule.length === 0) return { active: [], stretch: null, nextBorder: null };
  return momentOfDay(dayOf(schedule, timezone, now), now);
}

/** The local day of a moment. */
export function dayOf(schedule: readonly ScheduleEntry[], timezone: string, now: number): ScheduleDay {
  const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).startOfDay();
  const until = start.add({ days: 1 }).startOfDay().epochMilliseconds;
  return { from: start.epochMilliseconds, until, ...laidOut(schedule, timezone, now, until) };
}

/** What the schedule says at a moment of that day. */
export function momentOfDay({ blocks, stretches }: ScheduleDay, now: number): ScheduleNow {
  const active: ActiveBlock[] = [];
  let nextBorder: number | null = null;
  for (const block of blocks) {
    const isBegun = block.start === null || block.start <= now;
    if (isBegun && isBefore(now, block.end)) active.push(block);
    const border = isBegun ? block.end : block.start;
    if (border !== null && border > now && isBefore(border, nextBorder)) nextBorder = border;
  }
  return { active, stretch: stretches.find((one) => isWithin(now, one)) ?? null, nextBorder };
}

export const isWithin = (at: number, { start, end }: Stretch): boolean =>
  (start === null || start <= at) && isBefore(at, end);

/** Null is no end. */
const isBefore = (at: number, end: number | null): boolean => end === null || at < end;

/** The merged blocks and their stretches; those that reach the edge of the range extend beyond it. */
function laidOut(
  schedule: readonly ScheduleEntry[],
  timezone: string,
  now: number,
  tomorrow: number,
  ahead = DAYS_AHEAD,
): Pick<ScheduleDay, 'blocks' | 'stretches'> {
  const start = startOf(dateOf(now, timezone).subtract({ days: DAYS_BACK }).toPlainDateTime(), timezone);
  const end = startOf(dateOf(now, timezone).add({ days: ahead }).toPlainDateTime(), timezone);
  const blocks = merged(blocksAround(schedule, timezone, now, { back: DAYS_BACK, ahead }));
  // An exception further ahead may end a block that reaches the edge.
  const isLong = blocks.some((block) => block.start < tomorrow && block.end >= end);
  const last = isLong ? daysToLastException(schedule, timezone, now) : 0;
  if (last >= ahead) return laidOut(schedule, timezone, now, tomorrow, last + DAYS_AHEAD);
  const stretches = merged(blocks.map((block) => ({ ...block, first_person_in: false })));
  const beyond = (block: Block): Stretch => ({
    start: block.start <= start ? null : block.start,
    end: block.end >= end ? null : block.end,
  });
  return {
    blocks: blocks.map((block) => ({ ...beyond(block), first_person_in: block.first_person_in })),
    stretches: stretches.map(beyond),
  };
}

function daysToLastException(schedule: readonly ScheduleEntry[], timezone: string, now: number): number {
  const dates = schedule.flatMap((entry) => ('date' in entry ? [entry.date] : [])).sort();
  const last = dates.at(-1);
  if (last === undefined) return 0;
  const { days } = dateOf(now, timezone).until(Temporal.PlainDate.from(last), { largestUnit: 'days' });
  return Math.min(days, MAX_DAYS_AHEAD);
}

const dateOf = (now: number, timezone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();

function blocksOf(schedule: readonly ScheduleEntry[], date: Temporal.PlainDate): BlockTimes[] {
  const iso = date.toString();
  const exceptions = schedule.filter((entry) => 'date' in entry).filter((entry) => entry.date === iso);
  if (exceptions.length > 0) return exceptions.flatMap((exception) => exception.blocks);
  const day = DAYS[date.dayOfWeek - 1] as Day;
  return schedule.filter((entry) => 'days' in entry).filter((entry) => entry.days.includes(day));
}

function placed(
  { from, to, first_person_in }: BlockTimes,
  date: Temporal.PlainDate,
  timezone: string,
): Block {
  const start = at(date, from);
  const sameDay = at(date, to);
  const end = Temporal.PlainDateTime.compare(sameDay, start) > 0 ? sameDay : sameDay.add({ days: 1 });
  return { start: startOf(start, timezone), end: endOf(end, timezone), first_person_in };
}

const at = (date: Temporal.PlainDate, time: string): Temporal.PlainDateTime =>
  time === '24:00'
    ? date.add({ days: 1 }).toPlainDateTime()
    : date.toPlainDateTime(Temporal.PlainTime.from(time));

/** When the wall clock first shows a time; one that it skips counts as shown when it jumps. */
function startOf(time: Temporal.PlainDateTime, timezone: string): number {
  const zoned = time.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  if (!isSkipped(time, timezone)) return zoned.epochMilliseconds;
  return zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? zoned.epochMilliseconds;
}

/** When the last millisecond before a time is over, for the first time: the end of an hour that comes twice. */
const endOf = (time: Temporal.PlainDateTime, timezone: string): number => {
  const last = time.subtract({ milliseconds: 1 });
  const start = startOf(last, timezone);
  return isSkipped(last, timezone) ? start : start + 1;
};

const isSkipped = (time: Temporal.PlainDateTime, timezone: string): boolean =>
  !time.toZonedDateTime(timezone, { disambiguation: 'earlier' }).toPlainDateTime().equals(time);

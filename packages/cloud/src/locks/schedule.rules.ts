import { Temporal } from 'temporal-polyfill';

/**
 * Weekly blocks with dated exceptions in the location's IANA time zone (decisions "Schedules"): pure. A block that
 * starts inside the hour that summer time skips starts at that hour's end, and an hour that comes twice counts once.
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

/** A week and the day before, so that the next border is found whatever the day. */
const DAYS_LOOKED_AT = 9;

/** The blocks from yesterday on for as many days, in order of their start. */
export function blocksAround(
  schedule: readonly ScheduleEntry[],
  timezone: string,
  now: number,
  days = DAYS_LOOKED_AT,
): Block[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
  const blocks: Block[] = [];
  for (let offset = -1; offset < days - 1; offset++) {
    const date = today.add({ days: offset });
    for (const times of blocksOf(schedule, date)) {
      const block = placed(times, date, timezone);
      if (block.start < block.end) blocks.push(block);
    }
  }
  return blocks.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Blocks in force now, and when that may change next; null where nothing comes within a week. */
export function scheduleAt(
  schedule: readonly ScheduleEntry[],
  timezone: string,
  now: number,
): { active: Block[]; nextBorder: number | null } {
  if (schedule.length === 0) return { active: [], nextBorder: null };
  const active: Block[] = [];
  let nextBorder = Number.POSITIVE_INFINITY;
  for (const block of blocksOfToday(schedule, timezone, now)) {
    if (block.start <= now && now < block.end) active.push(block);
    if (block.start > now) nextBorder = Math.min(nextBorder, block.start);
    else if (block.end > now) nextBorder = Math.min(nextBorder, block.end);
  }
  return { active, nextBorder: nextBorder === Number.POSITIVE_INFINITY ? null : nextBorder };
}

interface Today {
  timezone: string;
  from: number;
  until: number;
  blocks: Block[];
}

/** The blocks change with the local day only, and every record of a door asks for them. */
const today = new Map<string, Today>();
const MOST_REMEMBERED = 1_000;
/** The same row asks again and again within one group; its text is then not made each time. */
const lastOf = new WeakMap<readonly ScheduleEntry[], Today>();

function blocksOfToday(schedule: readonly ScheduleEntry[], timezone: string, now: number): Block[] {
  let found = lastOf.get(schedule);
  if (!found || found.timezone !== timezone || now < found.from || found.until <= now) {
    found = todayOf(schedule, timezone, now);
    lastOf.set(schedule, found);
  }
  return found.blocks;
}

function todayOf(schedule: readonly ScheduleEntry[], timezone: string, now: number): Today {
  const key = `${timezone} ${JSON.stringify(schedule)}`;
  const known = today.get(key);
  if (known && known.from <= now && now < known.until) return known;
  const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).startOfDay();
  const blocks = blocksAround(schedule, timezone, now);
  if (today.size >= MOST_REMEMBERED) today.clear();
  const until = start.add({ days: 1 }).startOfDay().epochMilliseconds;
  const made = { timezone, from: start.epochMilliseconds, until, blocks };
  today.set(key, made);
  return made;
}

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

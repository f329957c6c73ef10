import {
  dayOf,
  momentOfDay,
  type ScheduleDay,
  type ScheduleEntry,
  type ScheduleNow,
} from './schedule.rules.js';

/* Days of schedules that were asked for before: they change with the local day only, and every record of a door asks. */

const MAX_DAYS = 1_000;
const days = new Map<string, ScheduleDay>();
/** The same row asks again and again within one group; its text is then not made each time. */
const lastOf = new WeakMap<readonly ScheduleEntry[], { timezone: string; day: ScheduleDay }>();

/** As `scheduleAt`, remembered. */
export function rememberedScheduleAt(
  schedule: readonly ScheduleEntry[],
  timezone: string,
  now: number,
): ScheduleNow {
  const last = lastOf.get(schedule);
  if (last && last.timezone === timezone && isIn(last.day, now)) return momentOfDay(last.day, now);
  const key = `${timezone} ${JSON.stringify(schedule)}`;
  const known = days.get(key);
  const day = known && isIn(known, now) ? known : dayOf(schedule, timezone, now);
  if (day !== known && days.size >= MAX_DAYS) days.clear();
  days.set(key, day);
  lastOf.set(schedule, { timezone, day });
  return momentOfDay(day, now);
}

const isIn = ({ from, until }: ScheduleDay, now: number): boolean => from <= now && now < until;

import {
  type Day,
  type ScheduleEntry,
  type ScheduleNow,
  scheduleAt,
} from '../doors/schedule/schedule.rules.js';

/* Stretches of the week, in a time zone, by the rules of schedules: summer time and midnight are theirs. Pure. */

/** Wall times `HH:MM`; `to` at or before `from` is the next day's. */
export interface WeekBlock {
  days: Day[];
  from: string;
  to: string;
}

/** What a week says of a moment. */
export function weekAt(blocks: readonly WeekBlock[], timezone: string, at: number): ScheduleNow {
  const entries: ScheduleEntry[] = blocks.map(({ days, from, to }) => ({
    days,
    from,
    to,
    first_person_in: false,
  }));
  return scheduleAt(entries, timezone, at);
}

export const isInWeek = (blocks: readonly WeekBlock[], timezone: string, at: number): boolean =>
  weekAt(blocks, timezone, at).active.length > 0;

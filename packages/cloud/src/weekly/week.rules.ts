import { Temporal } from 'temporal-polyfill';
import { DAYS, type Day } from '../doors/schedule/schedule.rules.js';

/* When a weekly report is due, and of which days it is: pure. */

const DAY_MS = 86_400_000;
/** A report that is later than this is not sent: the next one comes. */
const LATEST_MS = DAY_MS;
/** Of the plot by weeks; the last is the week of the report. */
export const WEEKS = 8;

export interface ReportTime {
  day: Day;
  /** 0 to 23, local. */
  hour: number;
}

/** The first such hour after a moment. An hour that summer time skips is the next one. */
export function nextReport({ day, hour }: ReportTime, timezone: string, after: number): number {
  const today = localDate(after, timezone);
  const ahead = (DAYS.indexOf(day) + 1 - today.dayOfWeek + 7) % 7;
  const at = (days: number) =>
    today.add({ days }).toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds;
  const first = at(ahead);
  return first > after ? first : at(ahead + 7);
}

export const isTooLate = (dueAt: number, now: number): boolean => now - dueAt > LATEST_MS;

/** Eight weeks of whole local days; the last seven are the week of the report. */
export interface Period {
  timezone: string;
  /** Local dates, `2026-01-05`, by time. */
  dates: string[];
  /** Unix milliseconds; `end` is outside. */
  start: number;
  /** Of the last seven. */
  weekStart: number;
  end: number;
}

/** @param withToday else it ends with yesterday: whole days alone */
export function periodAt(now: number, timezone: string, withToday: boolean): Period {
  const end = localDate(now, timezone).add({ days: withToday ? 1 : 0 });
  const dates = Array.from({ length: WEEKS * 7 }, (_, index) =>
    end.subtract({ days: WEEKS * 7 - index }).toString(),
  );
  const start = (days: number) => end.subtract({ days }).toZonedDateTime(timezone).epochMilliseconds;
  return { timezone, dates, start: start(WEEKS * 7), weekStart: start(7), end: start(0) };
}

const localDate = (at: number, timezone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();

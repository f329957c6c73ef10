import { locale } from '../language/text.js';
import { DAYS, type Day } from './week.rules.js';

/* Days in words. */

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });

/** 2024 began on a Monday. */
const weekdays = (weekday: 'short' | 'long') =>
  Object.fromEntries(
    DAYS.map((day, index) => [day, format({ weekday }).format(Date.UTC(2024, 0, 1 + index))]),
  ) as Record<Day, string>;

export const DAY_NAMES = weekdays('short');
export const FULL_DAY_NAMES = weekdays('long');

const LONG_DATE = format({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' });
const SHORT_DATE = format({ weekday: 'short', month: 'short', day: 'numeric' });

/** A date of the calendar in words; what is no date stays as it is. */
export function dayName(date: string, words = LONG_DATE): string {
  const at = Date.parse(`${date}T12:00:00Z`);
  return Number.isNaN(at) ? date : words.format(at);
}

/** The same without its year, for days that are near. */
export const nearDayName = (date: string): string => dayName(date, SHORT_DATE);

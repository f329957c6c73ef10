import { phrase } from '../language/phrase.rules.js';
import { dateIn, instantIn } from '../words/zone.rules.js';

/* From when until when a key opens, as it is chosen: a few usual lengths, or dates. */

export const ENDS = [
  { value: 'none', label: phrase('no end') },
  { value: 'today', label: phrase('today') },
  { value: 'week', label: phrase('a week') },
  { value: 'month', label: phrase('a month') },
  { value: 'until', label: phrase('until…') },
] as const;

export type End = (typeof ENDS)[number]['value'];

export interface Choice {
  /** Wall time of the place; empty: now. */
  start: string;
  end: End;
  /** Wall time of the place, where `end` is `until`. */
  until: string;
}

export const FROM_NOW: Choice = { start: '', end: 'none', until: '' };

/** The calendar's day so many days later. */
function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day of the next month, or the last of it. */
function monthAfter(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
}

export interface Validity {
  /** Unix milliseconds; null: from now. */
  starts: number | null;
  /** Null: without an end. */
  ends: number | null;
}

/**
 * The moments that a choice means in a time zone; `today`, `a week` and `a month` end with a day there, counted from the
 * start. A phrase in place of them says what is missing or cannot be.
 */
export function validityOf({ start, end, until }: Choice, now: number, timezone: string): Validity | string {
  const starts = start === '' ? null : instantIn(timezone, start);
  if (Number.isNaN(starts)) return phrase('Choose a date and a time for the start.');
  const first = dateIn(timezone, starts ?? now);
  const midnight = (date: string) => instantIn(timezone, `${date}T00:00`);
  const ends = {
    none: () => null,
    today: () => midnight(dayAfter(first, 1)),
    week: () => midnight(dayAfter(first, 8)),
    month: () => midnight(dayAfter(monthAfter(first), 1)),
    until: () => instantIn(timezone, until),
  }[end]();
  if (ends !== null && Number.isNaN(ends)) return phrase('Choose a date and a time for the end.');
  if (ends !== null && ends <= Math.max(starts ?? now, now))
    return phrase('The end must be after the start, and still to come.');
  return { starts, ends };
}

/** As a request takes it; what is left out means now, and without an end. */
export function bodyOf({ starts, ends }: Validity): { starts_at?: string; expires_at?: string } {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    ...(starts === null ? {} : { starts_at: iso(starts) }),
    ...(ends === null ? {} : { expires_at: iso(ends) }),
  };
}

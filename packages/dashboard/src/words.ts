import { now } from './clock.js';

/* Times as people read them, in the browser's own language and zone. */

const DATE_TIME = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const DATE = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

export const exactly = (at: string): string => DATE_TIME.format(new Date(at));
export const dateOf = (at: string): string => DATE.format(new Date(at));
export const clockOf = (at: string): string => CLOCK.format(new Date(at));

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

/** Today its time, else with the day, and with the year where it is another: what was planned, to the minute. */
export const briefly = (at: string): string => worded(at, TIME);
/** Likewise to the second: what happened, as seconds may decide what it means. */
export const precisely = (at: string): string => worded(at, CLOCK);

function worded(at: string, time: Intl.DateTimeFormat): string {
  const date = new Date(at);
  const today = new Date(now());
  if (isSameDay(date, today)) return time.format(date);
  const day = date.getFullYear() === today.getFullYear() ? DAY : DATE;
  return `${day.format(date)}, ${time.format(date)}`;
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function ago(at: string, time: number): string {
  const seconds = Math.round((Date.parse(at) - time) / 1_000);
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.trunc(seconds / size), unit);
  return Math.abs(seconds) < 10 ? 'just now' : RELATIVE.format(seconds, 'second');
}

export function dayOf(at: string): string {
  const date = new Date(at);
  if (isSameDay(date, new Date(now()))) return 'Today';
  if (isSameDay(date, new Date(now() - 86_400_000))) return 'Yesterday';
  return DATE.format(date);
}

/** How long something has gone on. */
export const lasting = (seconds: number): string =>
  seconds < 3_600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

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

/** Today its time, else with the day. */
export function briefly(at: string): string {
  const date = new Date(at);
  const today = new Date(now());
  return date.toDateString() === today.toDateString()
    ? TIME.format(date)
    : `${DAY.format(date)}, ${TIME.format(date)}`;
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
  const today = new Date(now());
  if (date.toDateString() === today.toDateString()) return 'Today';
  const yesterday = new Date(now() - 86_400_000);
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return DATE.format(date);
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

import { locale, text } from '../language/text.js';

/* Durations and numbers in words; points in time are in zone.rules. */

const RELATIVE = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function ago(at: string, time: number): string {
  const seconds = Math.round((Date.parse(at) - time) / 1_000);
  for (const [step, size] of STEPS)
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.trunc(seconds / size), step);
  return Math.abs(seconds) < 10 ? text('just now') : RELATIVE.format(seconds, 'second');
}

/** How long something has gone on. */
export const lasting = (seconds: number): string =>
  seconds < 3_600
    ? text('{count, number} min', { count: Math.floor(seconds / 60) })
    : text('{count, number} h', { count: Math.floor(seconds / 3_600) });

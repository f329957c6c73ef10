/* Durations and numbers in words; points in time are in zone.rules. */

const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function ago(at: string, time: number): string {
  const seconds = Math.round((Date.parse(at) - time) / 1_000);
  for (const [step, size] of STEPS)
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.trunc(seconds / size), step);
  return Math.abs(seconds) < 10 ? 'just now' : RELATIVE.format(seconds, 'second');
}

/** How long something has gone on. */
export const lasting = (seconds: number): string =>
  seconds < 3_600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;

export { plural } from './plural.rules.js';

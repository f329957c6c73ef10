import { phrase } from '../language/phrase.rules.js';
import type { Visitor } from '../types.js';
import type { Tone } from '../words/event-words.js';
import { dateIn } from '../words/zone.rules.js';

/* Visits in words, and what the form offers. */

export const STATE_WORDS: Record<Visitor['state'], string> = {
  expected: phrase('Expected'),
  came: phrase('Came'),
  ended: phrase('Ended'),
};

export const STATE_TONES: Record<Visitor['state'], Tone> = {
  expected: 'warning',
  came: 'good',
  ended: 'quiet',
};

export const CHANNELS = [
  { value: 'shown', label: phrase('QR code here') },
  { value: 'email', label: phrase('E-mail') },
  { value: 'sms', label: phrase('SMS') },
] as const;
export type Channel = (typeof CHANNELS)[number]['value'];

const WORKING_DAY_ENDS = '18:00';
const HOUR_MS = 3_600_000;

/** The end that the form offers: the end of the working day there, or two hours from now if that is near or past. */
export function usualEnd(timezone: string, now: number, clockAt: (at: number) => string): string {
  const today = `${dateIn(timezone, now)}T${WORKING_DAY_ENDS}`;
  const soon = now + 2 * HOUR_MS;
  const wall = `${dateIn(timezone, soon)}T${clockAt(soon)}`;
  return wall < today ? today : wall;
}

/** The modules of a QR code as one path, a square each. */
export const pathOf = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

export function countsOf(visitors: readonly Pick<Visitor, 'state'>[]) {
  const count = (state: Visitor['state']) => visitors.filter((one) => one.state === state).length;
  return { expected: count('expected'), came: count('came'), ended: count('ended') };
}

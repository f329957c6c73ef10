import { phrase } from '../language/phrase.rules.js';
import { instantIn } from '../words/zone.rules.js';

/* How long a door may be held open, as people choose it. */

export const CHOICES = [
  { value: '30', label: phrase('for 30 minutes') },
  { value: '60', label: phrase('for 1 hour') },
  { value: 'day', label: phrase('until the end of the day') },
  { value: 'time', label: phrase('until a date and time…') },
  { value: 'none', label: phrase('until someone ends it') },
] as const;

export type Choice = (typeof CHOICES)[number]['value'];

/**
 * The end that a choice means, in Unix milliseconds: null for none. Throws a RangeError for a time that is missing or
 * past; its message is a phrase. `typed` is what a datetime-local field holds: wall time of `timezone`.
 */
export function endOf(
  choice: Choice,
  typed: string,
  now: number,
  place: { timezone: string; day_ends_at: string },
): number | null {
  if (choice === 'none') return null;
  if (choice === 'day') return Date.parse(place.day_ends_at);
  if (choice !== 'time') return now + Number(choice) * 60_000;
  const at = instantIn(place.timezone, typed);
  if (Number.isNaN(at)) throw new RangeError(phrase('Choose a date and a time.'));
  if (at <= now) throw new RangeError(phrase('Choose a time that is still to come.'));
  return at;
}

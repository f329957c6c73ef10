/* How long a door may be asked to stay open, as people choose it. */

export const CHOICES = [
  { value: '15', label: 'for 15 minutes' },
  { value: '60', label: 'for 1 hour' },
  { value: '240', label: 'for 4 hours' },
  { value: 'day', label: 'until the end of the day' },
  { value: 'time', label: 'until a time…' },
  { value: 'none', label: 'until somebody ends it' },
] as const;

export type Choice = (typeof CHOICES)[number]['value'];

/**
 * The end that a choice means, in Unix milliseconds: null for none. Throws a RangeError for a time that is missing or
 * past. `typed` is what a datetime-local field holds, in the browser's zone.
 */
export function endOf(choice: Choice, typed: string, now: number): number | null {
  if (choice === 'none') return null;
  if (choice === 'day') return new Date(now).setHours(24, 0, 0, 0);
  if (choice !== 'time') return now + Number(choice) * 60_000;
  const at = new Date(typed).getTime();
  if (Number.isNaN(at)) throw new RangeError('Choose a time.');
  if (at <= now) throw new RangeError('Choose a time that is still to come.');
  return at;
}

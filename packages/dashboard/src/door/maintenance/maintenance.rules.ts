import { phrase } from '../../language/phrase.rules.js';

/* How long a door may be under maintenance, as people choose it. */

export const LENGTHS = [
  { value: '30', label: phrase('for 30 minutes') },
  { value: '60', label: phrase('for 1 hour') },
  { value: '120', label: phrase('for 2 hours') },
  { value: '240', label: phrase('for 4 hours') },
  { value: '480', label: phrase('for 8 hours') },
  // A minute short of what the service takes, as its clock is not this one.
  { value: '1439', label: phrase('for 24 hours') },
] as const;

export type Length = (typeof LENGTHS)[number]['value'];

export const maintenanceEnd = (length: Length, now: number): string =>
  new Date(now + Number(length) * 60_000).toISOString();

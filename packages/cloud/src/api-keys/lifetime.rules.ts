const DEFAULT_YEARS = 1;
const MAXIMUM_YEARS = 2;
const DAY_MS = 86_400_000;
/** The number of days in the shortest two years. */
export const MAX_LIFETIME_DAYS = 730;

/** By default, a key expires one year after its creation. Unix milliseconds in and out. */
export function defaultExpiry(now: number): number {
  return addYears(now, DEFAULT_YEARS);
}

/** The end of a key that is valid for this many days, by the service's clock. */
export function expiryAfter(now: number, days: number): number {
  return now + days * DAY_MS;
}

/** No one may set an end later than this. */
export function latestExpiry(now: number): number {
  return addYears(now, MAXIMUM_YEARS);
}

/** The same date and time of day in UTC; 29 February becomes the 28th where the year has none. */
function addYears(now: number, years: number): number {
  const moved = new Date(now);
  const month = moved.getUTCMonth();
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  if (moved.getUTCMonth() !== month) moved.setUTCDate(0);
  return moved.getTime();
}

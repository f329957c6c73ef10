const DEFAULT_YEARS = 1;
const MAXIMUM_YEARS = 2;
const DAY_MS = 86_400_000;
/** As many days as the shortest two years have. */
export const MAX_LIFETIME_DAYS = 730;

/** A key ends one year after it is made unless said otherwise. Unix milliseconds in and out. */
export function defaultExpiry(now: number): number {
  return addYears(now, DEFAULT_YEARS);
}

/** The end of a key that lives so many days, by the clock that judges it. */
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

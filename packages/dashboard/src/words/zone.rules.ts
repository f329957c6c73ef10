/* Times in the time zone of a place, formatted the same way on every page. */

/** The clock that the pages show: that of each place, or the reader's own. */
export const WHOSE = ['site', 'mine'] as const;
export type Whose = (typeof WHOSE)[number];

/** The time zone of a time: that of its location, else of the chosen location; or the reader's own. */
export function zoneOf(
  whose: Whose,
  locations: readonly { id: number; timezone: string }[],
  locationId: number | null,
  lookedAt: number,
  own: string,
): string {
  if (whose === 'mine') return own;
  const zoneAt = (id: number | null) => locations.find((one) => one.id === id)?.timezone;
  return zoneAt(locationId) ?? zoneAt(lookedAt) ?? own;
}

/** The city of a time zone: `Buenos Aires` for `America/Argentina/Buenos_Aires`. */
export const cityOf = (timezone: string): string =>
  (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

export interface ZoneWords {
  /** `14:02` */
  time(at: string | number): string;
  /** `14:02:11` */
  clock(at: string | number): string;
  /** `Wed, Jan 7` */
  day(at: string | number): string;
  /** `Wed, Jan 7, 14:02`, today without its day, another year with it: what was planned. */
  moment(at: string | number): string;
  /** `Wed, Jan 7, 14:02:11`, today without its day, another year with it: what happened. */
  instant(at: string | number): string;
  /** `Wednesday, January 7, 2026, 14:02:11` */
  exactly(at: string | number): string;
  /** `Jan 7, 2026` */
  dayOfYear(at: string | number): string;
  /** `Wed, Jan 7, 14:02`, also for today, another year with it. */
  dateTime(at: string | number): string;
  /** `Today`, `Yesterday` or `Jan 7, 2026`: the heading above the times of a day. */
  dayHeading(at: string | number): string;
  /** `2026-01-07T14:02:11`, as a field for a date and a time takes it. */
  wall(at: string | number): string;
  /** `2026-01-07` */
  date(at: string | number): string;
  timezone: string;
}

/** Formats times of a place in the reader's language. Schedules say `17:00`, so every page does. */
export function zoneWords(timezone: string, now: () => number, language?: string): ZoneWords {
  const format = (options: Intl.DateTimeFormatOptions) => {
    // Made when it is needed: each takes a slow phone milliseconds.
    let formatter: Intl.DateTimeFormat | undefined;
    return (at: string | number) => {
      formatter ??= new Intl.DateTimeFormat(language, { timeZone: timezone, hourCycle: 'h23', ...options });
      return formatter.format(new Date(at));
    };
  };
  const time = format({ hour: '2-digit', minute: '2-digit' });
  const clock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const day = format({ weekday: 'short', month: 'short', day: 'numeric' });
  const dayOfYear = format({ year: 'numeric', month: 'short', day: 'numeric' });
  const whole = format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
  /** `Today` for 0. */
  const heading = (days: number) => {
    const word = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    return word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
  };
  const wallAt = wallClock(timezone);
  const wall = (at: string | number) => wallAt(new Date(at).getTime());
  const date = (at: string | number) => wall(at).slice(0, 10);
  const isThisYear = (at: string | number) => date(at).slice(0, 4) === date(now()).slice(0, 4);
  const dated = (at: string | number) => (isThisYear(at) ? day(at) : dayOfYear(at));
  const dateTime = (at: string | number) => `${dated(at)}, ${time(at)}`;
  return {
    time,
    clock,
    day,
    moment: (at) => (date(at) === date(now()) ? time(at) : dateTime(at)),
    instant: (at) => (date(at) === date(now()) ? clock(at) : `${dated(at)}, ${clock(at)}`),
    exactly: (at) => `${whole(at)}, ${clock(at)}`,
    dayOfYear,
    dateTime,
    dayHeading(at) {
      if (date(at) === date(now())) return heading(0);
      return date(at) === dayBefore(date(now())) ? heading(-1) : dayOfYear(at);
    },
    date,
    wall,
    timezone,
  };
}

const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** What the calendar there shows, as `2026-01-07`. */
export function dateIn(timezone: string, at: number): string {
  return wallClock(timezone)(at).slice(0, 10);
}

/** What the wall clock there shows at a moment, as `2026-01-07T14:02:11`. */
function wallClock(timezone: string): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
    const year = part('year').padStart(4, '0');
    return `${year}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
  };
}

/**
 * The moment at which the wall clock there shows `2026-01-07T14:02` (seconds may follow), in Unix milliseconds; NaN for
 * no time. Of an hour that comes twice the first; a time that is skipped is as much later as the clock jumps.
 */
export function instantIn(timezone: string, wall: string): number {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return Number.NaN;
  const wallAt = wallClock(timezone);
  const offsetAt = (at: number) => Date.parse(`${wallAt(at)}Z`) - Math.floor(at / 1_000) * 1_000;
  const DAY = 86_400_000;
  // The offsets that hold before and after: of those that lead back to the time asked for, the earlier moment.
  const before = asUtc - offsetAt(asUtc - DAY);
  const after = asUtc - offsetAt(asUtc + DAY);
  const shows = (at: number) => at + offsetAt(at) === asUtc;
  const fitting = [before, after].filter(shows);
  return fitting.length > 0 ? Math.min(...fitting) : before;
}

/* When a door was tested and is due again, as people there read it. */

/** A door is tested again within a year. */
const MONTHS_UNTIL_NEXT = 12;

const formatted = (timezone: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, ...options });
  return (at: Date) => format.format(at);
};

/** As `26 November 2026, 21:14 to 21:19, Europe/Helsinki (19:14 UTC)`. */
export function whenTested(startedAt: string, finishedAt: string, timezone: string): string {
  const from = new Date(startedAt);
  const to = new Date(finishedAt);
  const day = formatted(timezone, { day: 'numeric', month: 'long', year: 'numeric' });
  const time = formatted(timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const end = day(from) === day(to) ? time(to) : `${day(to)}, ${time(to)}`;
  return `${day(from)}, ${time(from)} to ${end}, ${timezone} (${from.toISOString().slice(11, 16)} UTC)`;
}

/** The day of the next test; of a day that its month lacks, the last of that month. */
export function nextTest(finishedAt: string, timezone: string): string {
  const [year = 0, month = 1, day = 1] = formatted(timezone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })(new Date(finishedAt))
    .split('/')
    .reverse()
    .map(Number);
  const next = month - 1 + MONTHS_UNTIL_NEXT;
  const last = new Date(Date.UTC(year, next + 1, 0)).getUTCDate();
  const due = new Date(Date.UTC(year, next, Math.min(day, last)));
  return formatted('UTC', { day: 'numeric', month: 'long', year: 'numeric' })(due);
}

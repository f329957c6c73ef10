import type { StepName, StepResult } from './setup.js';

/* What a door test says to people, on the gateway and in the service: its steps, when it was, and when it is due again. */

/** A door is tested again within a year. */
const MONTHS_UNTIL_NEXT = 12;

/** Whose days and times: BCP 47, and what stands between two times. */
export interface TestTimes {
  locale: string;
  to: string;
}

const ENGLISH: TestTimes = { locale: 'en-GB', to: ' to ' };

const formatted = (locale: string, timezone: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { timeZone: timezone, ...options });
  return (at: Date) => format.format(at);
};

const dayOf = (locale: string, timezone: string) =>
  formatted(locale, timezone, { day: 'numeric', month: 'long', year: 'numeric' });
const timeOf = (locale: string, timezone: string) =>
  formatted(locale, timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** As `26 November 2026, 21:14`. */
export function localTime(at: string, timezone: string, { locale }: TestTimes = ENGLISH): string {
  const moment = new Date(at);
  return `${dayOf(locale, timezone)(moment)}, ${timeOf(locale, timezone)(moment)}`;
}

/** As `26 November 2026, 21:14 to 21:19, Europe/Helsinki (19:14 UTC)`. */
export function whenTested(
  startedAt: string,
  finishedAt: string,
  timezone: string,
  times: TestTimes = ENGLISH,
): string {
  const from = new Date(startedAt);
  const to = new Date(finishedAt);
  const day = dayOf(times.locale, timezone);
  const time = timeOf(times.locale, timezone);
  const end = day(from) === day(to) ? time(to) : `${day(to)}, ${time(to)}`;
  return `${localTime(startedAt, timezone, times)}${times.to}${end}, ${timezone} (${from.toISOString().slice(11, 16)} UTC)`;
}

/** The day of the next test; of a day that its month lacks, the last of that month. */
export function nextTest(finishedAt: string, timezone: string, { locale }: TestTimes = ENGLISH): string {
  const [year = 0, month = 1, day = 1] = formatted('en-GB', timezone, {
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
  return dayOf(locale, 'UTC')(due);
}

/** The names of steps and measurements for people. */
export const STEP_WORDS: Record<StepName, string> = {
  contact_open: 'Contact, opening',
  contact_close: 'Contact, closing',
  exit_button: 'Exit button',
  strike: 'Strike',
  hold_on: 'Hold on',
  hold_off: 'Hold off',
  forced: 'Forced opening',
  network: 'Network pulled and back',
  power: 'Power cut and back',
};

const NUMBERS: Record<string, string> = {
  pulse_ms: 'pulse',
  bounces: 'bounces',
  bounce_ms: 'bouncing',
  pause_ms: 'pauses up to',
  after_ms: 'after',
  switch_ms: 'switched in',
  quiet_ms: 'quiet before',
  noticed_ms: 'seen after',
  back_ms: 'back after',
  off_ms: 'off for',
};

/** As `pulse 1001 ms`. */
export const measuredWord = (name: string, value: number): string =>
  `${NUMBERS[name] ?? name} ${value}${name.endsWith('_ms') ? ' ms' : ''}`;

export const measuredWords = ({ measured }: Pick<StepResult, 'measured'>): string[] =>
  Object.entries(measured).map(([name, value]) => measuredWord(name, value));

import type { Door, HoldLength } from './types.js';
import { de } from './words/de.rules.js';
import { en, type Words } from './words/en.rules.js';
import { fi } from './words/fi.rules.js';
import { sv } from './words/sv.rules.js';

export type { Words };

const WORDS: Record<string, Words> = { en, fi, sv, de };

/** The first of these languages that there are words in; else English. */
export function wordsOf(tags: readonly string[]): Words {
  for (const tag of tags) {
    const words = WORDS[tag.toLowerCase().split('-')[0] ?? ''];
    if (words) return words;
  }
  return en;
}

/** A day and time at a place, with the year if it is not the present one. */
export function moment(words: Words, at: string, zone: string, now: number): string {
  const year = (time: number | string) => inZone('en', time, zone, { year: 'numeric' });
  return timeAt(words, at, zone, {
    day: 'numeric',
    month: 'long',
    ...(year(at) !== year(now) && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** By the clock of the place, whose zone is named where the phone's clock shows another time. */
function timeAt(words: Words, at: string, zone: string, style: Intl.DateTimeFormatOptions): string {
  const there = inZone(words.locale, at, zone, style);
  const isSame = there === inZone(words.locale, at, undefined, style);
  return isSame ? there : inZone(words.locale, at, zone, { ...style, timeZoneName: 'short' });
}

/** Without a zone: by the phone's clock. */
const inZone = (
  locale: string,
  at: number | string,
  timeZone: string | undefined,
  style: Intl.DateTimeFormatOptions,
): string => new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(new Date(at));

/** That a door is held open, and until when. */
export function heldWords(
  words: Words,
  { until, by_schedule }: { until: string | null; by_schedule: boolean },
  zone: string,
  now: number,
): string {
  const held = by_schedule ? words.hold.bySchedule : words.hold.held;
  if (until === null) return held;
  const isSoon = Date.parse(until) - now <= HALF_A_DAY_MS;
  const time = isSoon ? hour(words, until, zone) : moment(words, until, zone, now);
  return `${held} ${words.until(time)}`;
}

/** How long a door may be held open, each with its label: the last one by its end. */
export const lengthsOf = ({ day_until, timezone }: Door, words: Words): [HoldLength, string][] => {
  const { quarter, hour: anHour, day } = words.hold.lengths;
  const short: [HoldLength, string][] = [
    ['quarter', quarter],
    ['hour', anHour],
  ];
  // An answer that an earlier version kept names no end.
  return day_until ? [...short, ['day', day(hour(words, day_until, timezone))]] : short;
};

/** Within this time, a time of day alone is unambiguous. */
const HALF_A_DAY_MS = 12 * 3_600_000;

const hour = (words: Words, at: string, zone: string): string =>
  timeAt(words, at, zone, { hour: '2-digit', minute: '2-digit' });

export const clock = (words: Words, at: string, zone: string): string =>
  timeAt(words, at, zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** `5 minutes ago`; milliseconds. */
export function ago(words: Words, at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(words.locale);
  const past = Math.max(0, now - at);
  const [step, size] = STEPS.find(([, one]) => past >= one) ?? ['second', 1_000];
  return format.format(-Math.floor(past / size), step);
}

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

export function moment(words: Words, at: string): string {
  return new Intl.DateTimeFormat(words.locale, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
}

/** That a door is held open, and until when. */
export function heldWords(
  words: Words,
  { until, by_schedule }: { until: string | null; by_schedule: boolean },
  now: number,
): string {
  const held = by_schedule ? words.hold.bySchedule : words.hold.held;
  if (until === null) return held;
  const isSoon = Date.parse(until) - now <= HALF_A_DAY_MS;
  const time = isSoon ? hour(words, until) : moment(words, until);
  return `${held} ${words.until(time)}`;
}

/** Within this time, a time of day alone is unambiguous. */
const HALF_A_DAY_MS = 12 * 3_600_000;

const hour = (words: Words, at: string): string =>
  new Intl.DateTimeFormat(words.locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(at));

export function clock(words: Words, at: string): string {
  return new Intl.DateTimeFormat(words.locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(at));
}

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

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
  const [unit, size] = STEPS.find(([, one]) => past >= one) ?? ['second', 1_000];
  return format.format(-Math.floor(past / size), unit);
}

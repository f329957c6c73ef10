import { phrase, text } from '../language/text.js';
import { capital, reasonWords } from '../words/event-words.js';
import { whyWords } from '../words/why-words.js';
import type { ZoneWords } from '../words/zone.rules.js';
import type { Mark, Run } from './fold.rules.js';
import type { Window } from './window.rules.js';

/* What a timeline shows, in words. */

/** Why it is so: of a refusal its reason, of an opening what explains it. */
export function whyOf({ reason, why }: Mark, time: (at: string) => string): string | null {
  const words = reasonWords(reason);
  if (words !== null) return `${capital(words)}.`;
  return why && whyWords(why, time);
}

const RUNS = {
  in: phrase('{count, plural, one {Came in} other {Came in # times}}'),
  out: phrase('{count, plural, one {Left} other {Left # times}}'),
  held: phrase(
    '{count, plural, one {Went through while it was held open} other {Went through # times while it was held open}}',
  ),
} as const;

/** A run in one line, as `Came in 5 times: Anna`; null where its events are to be seen one by one. */
export function runWords({ kind, passages }: Run): string | null {
  if (kind === 'other' || kind === 'forced') return null;
  const people = [
    ...new Set(passages.flatMap(({ marks }) => marks.flatMap(({ who }) => (who === null ? [] : [who])))),
  ];
  const words = text(RUNS[kind], { count: passages.length });
  if (people.length === 0) return words;
  return `${words}: ${people.slice(0, 3).join(', ')}${people.length > 3 ? ' …' : ''}`;
}

/** From when until when: today's end has its day too where the beginning is of another. */
export function endsOf({ from, to }: Window, words: ZoneWords): { from: string; to: string } {
  const write = words.date(from) === words.date(to) ? words.instant : words.dateTime;
  return { from: write(from), to: write(to) };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long it is, as `2 h`. */
export function lengthWords({ from, to }: Window): string {
  const length = to - from;
  for (const [words, size] of [
    [phrase('{count, number} d'), DAY],
    [phrase('{count, number} h'), HOUR],
    [phrase('{count, number} min'), MINUTE],
  ] as const)
    if (length >= size * 1.5 || length === size) return text(words, { count: inTenths(length / size) });
  return text('{count, number} s', { count: inTenths(length / SECOND) });
}

const inTenths = (count: number): number => Number(count.toFixed(1));

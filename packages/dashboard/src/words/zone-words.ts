import { locale } from '../language/text.js';
import { type ZoneWords, zoneWords } from './zone.rules.js';

const kept = new Map<string, ZoneWords>();

/** As `zoneWords`; formatters are expensive, so each time zone has one set. */
export function wordsOf(timezone: string, now: () => number): ZoneWords {
  const words = kept.get(timezone) ?? zoneWords(timezone, now, locale);
  kept.set(timezone, words);
  return words;
}

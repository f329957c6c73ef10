import { recognised } from './service.rules.js';
import { text } from './text.js';

/** What the service said, in the language of the pages where its words are known. */
export function said(words: string): string {
  const known = recognised(words);
  return known ? text(known.message, known.values) : words;
}

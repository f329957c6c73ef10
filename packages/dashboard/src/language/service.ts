import { recognised } from '@door-access/protocol/recognised';
import { SAID_BY_THE_SERVICE } from './service.rules.js';
import { text } from './text.js';

/** What the service said, in the language of the pages where its words are known. */
export function said(words: string): string {
  const known = recognised(SAID_BY_THE_SERVICE, words);
  return known ? text(known.message, known.values) : words;
}

import { blocksWords } from '../door/schedule-words.js';
import { whoWords } from './calendar.rules.js';
import type { ShownDay } from './year.rules.js';

/** What a day is, for the line under the year and for screen readers. */
export function dayWords({ exception, blocks, look }: ShownDay, own: string): string {
  if (!exception) return look === 'none' ? 'no hours' : `as every week, ${blocksWords(blocks)}`;
  const name = exception.name === '' ? '' : `${exception.name}: `;
  const over =
    exception.loses.length === 0
      ? ''
      : `, over ${whoWords(exception.loses, own)}${exception.differs ? ', which says otherwise' : ''}`;
  return `${name}${blocksWords(exception.blocks)}. By ${whoWords(exception.wins, own)}${over}`;
}

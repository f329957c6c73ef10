import { locale, phrase, text } from '../language/text.js';
import { blocksWords } from '../week/schedule-words.js';
import type { Overlap } from './types.js';
import type { ShownDay } from './year.rules.js';

/* Days of calendars in words, and who says so. */

type Who = Overlap['wins'][number];

const AND = new Intl.ListFormat(locale);

/** @param own what the door's own schedule is called */
export const whoWords = (who: readonly Who[], own: string): string =>
  AND.format(who.map(({ kind, name }) => (kind === 'door' ? own : text('“{name}”', { name }))));

export function doorsWords({ doors, door_names }: Pick<Overlap, 'doors' | 'door_names'>): string {
  const names = door_names.join(', ');
  const rest = doors - door_names.length;
  return rest > 0 ? text('{names} and {rest, number} more', { names, rest }) : names;
}

/** What a day is, for the line under the year and for screen readers. */
export function dayWords({ exception, blocks, look }: ShownDay, own: string): string {
  const hours = blocksWords(exception?.blocks ?? blocks);
  if (!exception) return look === 'none' ? text('no hours') : text('as every week, {hours}', { hours });
  const name = exception.name === '' ? '' : `${exception.name}: `;
  const by = { wins: whoWords(exception.wins, own), loses: whoWords(exception.loses, own) };
  return `${name}${hours}. ${text(
    exception.loses.length === 0
      ? phrase('Set by {wins}')
      : exception.differs
        ? phrase('Set by {wins}, not by {loses}')
        : phrase('Set by {wins}; {loses}: the same'),
    by,
  )}`;
}

import { said } from '../../language/service.js';
import { phrase, text } from '../../language/text.js';
import type { BulkOutcome } from '../../types.js';

/* What became of a change for many people, in words. */

/** The changes, each with how many people it was done for. */
export const DONE = {
  give: phrase('{count, plural, one {# person given the key} other {# people given the key}}'),
  takeBack: phrase(
    '{count, plural, one {# person gave back their keys} other {# people gave back their keys}}',
  ),
  move: phrase('{count, plural, one {# person moved} other {# people moved}}'),
};

/** @param done one of `DONE` */
export function sumWords(outcomes: readonly BulkOutcome[], done: string): string {
  const count = (one: BulkOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === one).length;
  const parts = [text(done, { count: count('done') })];
  if (count('unchanged') > 0) parts.push(text('{count, number} unchanged', { count: count('unchanged') }));
  if (count('refused') > 0) parts.push(text('{count, number} refused', { count: count('refused') }));
  return `${parts.join(', ')}.`;
}

/** Those for whom it was not done, each with the reason. */
export const exceptions = (outcomes: readonly BulkOutcome[]): string[] =>
  outcomes
    .filter(({ outcome }) => outcome !== 'done')
    .map(
      ({ name, message }) =>
        `${name || text('A person who was deleted')}: ${message === null ? text('no reason is known') : said(message)}`,
    );

/** What taking back the keys of these people ends. */
export const takeBackWords = (chosen: readonly { keys: number }[]): string =>
  text(
    '{count, plural, one {# key in use} other {# keys in use}}, and what was given and not activated yet, will open no door any more, on any phone.',
    { count: chosen.reduce((sum, one) => sum + one.keys, 0) },
  );

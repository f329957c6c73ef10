import { plural } from '../../plural.rules.js';
import type { BulkOutcome } from '../../types.js';

/* What became of a change for many people, in words. */

/** @param done such as `moved`, behind a number of people */
export function sumWords(outcomes: readonly BulkOutcome[], done: string): string {
  const count = (one: BulkOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === one).length;
  const parts = [`${people(count('done'))} ${done}`];
  if (count('unchanged') > 0) parts.push(`${count('unchanged')} left as they are`);
  if (count('refused') > 0) parts.push(`${count('refused')} refused`);
  return `${parts.join(', ')}.`;
}

/** Those for whom it was not done, each with the reason. */
export const exceptions = (outcomes: readonly BulkOutcome[]): string[] =>
  outcomes
    .filter(({ outcome }) => outcome !== 'done')
    .map(({ name, message }) => `${name || 'A person who is gone'}: ${message ?? 'no reason is known'}`);

export const people = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString()} people`;

/** What taking back the keys of these people ends. */
export const takeBackWords = (chosen: readonly { keys: number }[]): string => {
  const keys = chosen.reduce((sum, one) => sum + one.keys, 0);
  return `${plural(keys, 'key')} in use, and what was given and not activated yet, will open no door any more, on any phone.`;
};

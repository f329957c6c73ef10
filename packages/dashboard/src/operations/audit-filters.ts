import { filtersOf } from '../events/filters.rules.js';
import { text } from '../language/text.js';
import { compareNames } from '../words/names.js';
import { ACTION_WORDS, actionWords } from './audit-words.js';

/* What can be asked for on the page of the audit log. */

export const actionChoices = (): { value: string; label: string }[] => [
  { value: '', label: text('Everything') },
  ...Object.keys(ACTION_WORDS)
    .map((value) => ({ value, label: actionWords(value) }))
    .sort((a, b) => compareNames(a.label, b.label)),
];

/** What the address asks for besides names; anything strange is left out. */
export function auditFiltersOf(search: URLSearchParams): { action: string; from: string; to: string } {
  const action = search.get('action') ?? '';
  const { from, to } = filtersOf(search);
  return { action: Object.hasOwn(ACTION_WORDS, action) ? action : '', from, to };
}

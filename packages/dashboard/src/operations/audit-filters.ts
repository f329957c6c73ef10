import { filtersOf } from '../events/filters.rules.js';
import { compareNames } from '../names.rules.js';
import { ACTION_WORDS } from './audit-words.js';

/* What can be asked for on the page of the audit log. */

export const ACTION_CHOICES: { value: string; label: string }[] = [
  { value: '', label: 'Everything' },
  ...Object.entries(ACTION_WORDS)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => compareNames(a.label, b.label)),
];

/** What the address asks for besides names; anything strange is left out. */
export function auditFiltersOf(search: URLSearchParams): { action: string; from: string; to: string } {
  const action = search.get('action') ?? '';
  const { from, to } = filtersOf(search);
  return { action: Object.hasOwn(ACTION_WORDS, action) ? action : '', from, to };
}

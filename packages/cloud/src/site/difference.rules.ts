import type { Section } from './desired.rules.js';
import { NOT_IN_FILE, type PlanItem, UNCHANGED } from './plan.rules.js';

/* How an account differs from a site file, whatever applying the file would do about it. */

export interface RowDifference {
  section: Section;
  ref: string;
  /** `file`: only the file has it; `here`: only the account has it. */
  only: 'file' | 'here' | null;
  /** Values of secrets are no fields. `applied`: the next apply sets what the file says. */
  fields: { field: string; file: unknown; here: unknown; applied: boolean }[];
  /** Why the file is not followed; empty where it is. */
  note: string;
}

export function differencesOf(items: readonly PlanItem[]): RowDifference[] {
  return items.flatMap((item): RowDifference[] => {
    const { section, ref, action, changes, kept, note } = item;
    const difference = (only: RowDifference['only'], fields: RowDifference['fields'] = []) => [
      { section, ref, only, fields, note },
    ];
    if (note === NOT_IN_FILE) return difference('here');
    if (action === 'create') return difference('file');
    const fields = [
      ...changes.map(({ field, from, to }) => ({ field, file: to, here: from, applied: true })),
      ...kept.map(({ field, from, to }) => ({ field, file: to, here: from, applied: false })),
    ];
    if (fields.length > 0) return difference(null, fields);
    return note === UNCHANGED ? [] : difference('file');
  });
}

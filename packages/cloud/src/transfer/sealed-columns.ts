import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { Row } from './ids.rules.js';

/* What is sealed by this installation's key: carried open within the sealed file, and sealed again by the other key. */

/** Columns by table, with the column that names the subject they are sealed for. */
export const SEALED: Readonly<Record<string, { subject: string; columns: readonly string[] }>> = {
  subscription: { subject: 'id', columns: ['secret', 'previous_secret'] },
  notice: { subject: 'id', columns: ['data'] },
  erasure: { subject: 'person_id', columns: ['named'] },
};

export const hasSealed = (table: string): boolean => table in SEALED;

export function open({ secrets }: Pick<Context, 'secrets'>, table: string, row: Row): Row {
  return change(table, row, (value, subject) => secrets.open(Buffer.from(value.slice(2), 'hex'), subject));
}

export function sealAgain({ secrets }: Pick<Context, 'secrets'>, table: string, row: Row): Row {
  return change(table, row, (value, subject) => sql.jsonBytes(secrets.seal(value, subject)));
}

function change(table: string, row: Row, by: (value: string, subject: string) => string): Row {
  const sealed = SEALED[table];
  if (!sealed) return row;
  const result = { ...row };
  for (const column of sealed.columns) {
    const value = row[column];
    // An erased secret is empty.
    if (typeof value === 'string' && value !== '\\x') result[column] = by(value, String(row[sealed.subject]));
  }
  return result;
}

import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { SEALED_COLUMNS, type SealedColumn } from '../sealing/columns.js';
import type { Row } from './ids.rules.js';

/* What is sealed by this installation's key: carried open within the sealed file, and sealed again by the other key. */

const BY_TABLE = new Map<string, SealedColumn[]>();
for (const sealed of SEALED_COLUMNS)
  BY_TABLE.set(sealed.table, [...(BY_TABLE.get(sealed.table) ?? []), sealed]);

export const hasSealed = (table: string): boolean => BY_TABLE.has(table);

export function open({ secrets }: Pick<Context, 'secrets'>, table: string, row: Row): Row {
  return change(table, row, (value, subject) => secrets.open(Buffer.from(value.slice(2), 'hex'), subject));
}

export function sealAgain({ secrets }: Pick<Context, 'secrets'>, table: string, row: Row): Row {
  return change(table, row, (value, subject) => sql.jsonBytes(secrets.seal(value, subject)));
}

function change(table: string, row: Row, by: (value: string, subject: string) => string): Row {
  const result = { ...row };
  for (const { column, subjectOf } of BY_TABLE.get(table) ?? []) {
    const value = row[column];
    // An erased secret is empty.
    if (typeof value === 'string' && value !== '\\x') result[column] = by(value, subjectOf(row));
  }
  return result;
}

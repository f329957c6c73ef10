import * as sql from '../database/statement.js';
import { answerSubject } from '../http/idempotency.js';
import { PUSH_KEY_SUBJECT } from '../notify/push/keys.js';

/* Every column that holds something sealed; `sealed-columns.test.ts` compares the list with the database. */

const ROWS_AT_ONCE = 200;

export interface SealedRow {
  /** Of the row's key, in the order of `key`. */
  key: unknown[];
  sealed: Buffer;
  subject: string;
}

export interface SealedColumn {
  table: string;
  column: string;
  /** As `subscription.secret`. */
  name: string;
  /** Whom the value of a row is sealed for; the row has the columns of its key. */
  subjectOf(row: Readonly<Record<string, unknown>>): string;
  /** The rows behind `after`, a row's key; null: from the first one on. */
  page(database: sql.Database, after: readonly unknown[] | null): Promise<SealedRow[]>;
  /** Writes the value in the place of the one that was read; nothing where it has been changed meanwhile. */
  replace(database: sql.Database, row: SealedRow, sealed: Buffer): Promise<number>;
}

function sealedColumn<Key extends Record<string, sql.Column<unknown>>>(
  table: string,
  column: string,
  key: Key,
  subjectOf: (row: sql.RowOf<Key>) => string,
): SealedColumn {
  const names = Object.keys(key);
  const types = Object.values(key).map(({ type }) => type);
  const values = types.map((type, index) => `$${index + 1}::${type}`);
  const PAGE = sql.statement(
    `sealed-page-${table}-${column}`,
    `select ${names.join(', ')}, ${column} as sealed from ${table}
     where length(${column}) > 0 and ($1::${types[0]} is null or (${names.join(', ')}) > (${values.join(', ')}))
     order by ${names.join(', ')} limit ${ROWS_AT_ONCE}`,
    { ...key, sealed: sql.present(sql.bytes) },
  );
  const REPLACE = sql.statement(
    `sealed-replace-${table}-${column}`,
    `update ${table} set ${column} = $${names.length + 1}
     where (${names.join(', ')}) = (${values.join(', ')}) and ${column} = $${names.length + 2}`,
  );
  return {
    table,
    column,
    name: `${table}.${column}`,
    subjectOf: (row) => subjectOf(row as sql.RowOf<Key>),
    async page(database, after) {
      const rows = await PAGE.rows(database, after ?? names.map(() => null));
      return rows.map((row) => {
        const ofKey = row as unknown as sql.RowOf<Key> & { sealed: Buffer };
        return {
          key: names.map((name) => ofKey[name]),
          sealed: ofKey.sealed,
          subject: subjectOf(ofKey),
        };
      });
    },
    replace: (database, row, sealed) => REPLACE.count(database, [...row.key, sealed, row.sealed]),
  };
}

const BY_ID = { id: sql.uuid };
const itsId = ({ id }: { id: string }): string => id;

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedColumn('subscription', 'secret', BY_ID, itsId),
  sealedColumn('subscription', 'previous_secret', BY_ID, itsId),
  sealedColumn('notice', 'data', BY_ID, itsId),
  sealedColumn('alarm_channel', 'sealed', BY_ID, itsId),
  sealedColumn('push_browser', 'sealed', BY_ID, itsId),
  sealedColumn('push_key', 'sealed', { id: sql.int }, () => PUSH_KEY_SUBJECT),
  sealedColumn('erasure', 'named', { person_id: sql.uuid }, ({ person_id }) => person_id),
  sealedColumn('idempotency', 'body', { api_key_id: sql.int, key: sql.text }, ({ api_key_id, key }) =>
    answerSubject({ apiKeyId: api_key_id, key }),
  ),
];

import type { PoolClient } from 'pg';
import type { Partition, PartitionPlan } from './partitions.rules.js';
import { MONTHS, type Period } from './periods.rules.js';
import { unhurried } from './pool.js';
import * as sql from './statement.js';

/* Partitions as PostgreSQL has them, and their changes; the names of tables are ours, never a caller's. */

/** What is no part of its table any more and waits to be dropped. */
const ASIDE = 'forgotten_';

const border = (side: string) =>
  `substring(pg_get_expr(c.relpartbound, c.oid) from '${side} \\(''([^'']+)''\\)')::timestamptz`;

const PARTITIONS = sql.statement(
  'partitions',
  `select c.relname::text as name, ${border('FROM')} as starts_at, ${border('TO')} as ends_at,
          greatest(c.reltuples, 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes
   from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::text::regclass
   order by starts_at nulls first`,
  {
    name: sql.text,
    starts_at: sql.orNull(sql.time),
    ends_at: sql.orNull(sql.time),
    rows: sql.bigint,
    bytes: sql.orNull(sql.bigint),
  },
);

const LEFT_ASIDE = sql.statement(
  'partitions-left-aside',
  `select c.relname::text as name from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and starts_with(c.relname, '${ASIDE}')
   order by 1`,
  { name: sql.text },
);

export interface KeptPartition extends Partition {
  /** As PostgreSQL estimates. */
  rows: number;
  bytes: number;
}

/** Those of a table, the oldest first. */
export async function partitionsOf(database: sql.Database, table: string): Promise<KeptPartition[]> {
  const rows = await PARTITIONS.rows(database, [table]);
  return rows.map(({ name, starts_at, ends_at, rows: count, bytes }) => ({
    name,
    starts_at: starts_at?.getTime() ?? null,
    ends_at: ends_at?.getTime() ?? null,
    rows: count,
    bytes: bytes ?? 0,
  }));
}

/** Longer than most transactions last; others wait behind it meanwhile. */
const LOCK_WAIT = '500ms';
const LOCKED_FOR = '10s';
/** PostgreSQL gave up waiting for a lock. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** Nothing reads or writes the tables until the transaction ends. @throws LOCK_NOT_AVAILABLE if they are in use */
export async function lockTables(client: PoolClient, tables: readonly string[]): Promise<void> {
  await client.query(
    `set local lock_timeout = '${LOCK_WAIT}'; set local statement_timeout = '${LOCKED_FOR}'`,
  );
  // A transaction that uses a partition has a lock on its table too.
  await client.query(
    `lock table ${tables.map((table) => `only ${table}`).join(', ')} in access exclusive mode`,
  );
}

/** What was set aside, for what is still kept of it to be written again. `months`, or days, as the table has them. */
export interface SetAside {
  before: string | null;
  after: string | null;
  months: string[];
}

/**
 * Sets aside the months to forget and adds others; with the first the partition before the months, with the others the
 * one after them, which are empty then.
 */
export async function reshape(
  client: PoolClient,
  table: string,
  partitions: readonly Partition[],
  { forget, add, before_ends_at }: Pick<PartitionPlan, 'forget' | 'add' | 'before_ends_at'>,
  { of, name: nameOf }: Period = MONTHS,
): Promise<SetAside> {
  const aside: SetAside = { before: null, after: null, months: [] };
  const setAside = async (name: string): Promise<string> => {
    await client.query(`alter table ${table} detach partition ${name}`);
    await client.query(`alter table ${name} rename to ${ASIDE}${name}`);
    return `${ASIDE}${name}`;
  };
  const create = (name: string, from: number | null, to: number | null) =>
    client.query(
      `create table ${table}_${name} partition of ${table} for values from (${bound(from, 'minvalue')}) to (${bound(to, 'maxvalue')})`,
    );
  if (before_ends_at !== null) {
    for (const { name, starts_at } of partitions) if (starts_at === null) aside.before = await setAside(name);
    for (const { name } of forget) aside.months.push(await setAside(name));
  }
  if (add.length > 0)
    for (const { name, ends_at } of partitions) if (ends_at === null) aside.after = await setAside(name);
  if (before_ends_at !== null) await create('before', null, before_ends_at);
  if (add.length > 0) {
    for (const start of add) await create(nameOf(start), start, of(start, 1));
    await create('after', of(add.at(-1) as number, 1), null);
  }
  return aside;
}

const bound = (at: number | null, none: string): string =>
  at === null ? none : `'${new Date(at).toISOString()}'`;

/** What was set aside, by the name that it had: by this process, or by one that ended before it could drop it. */
export async function leftAside(database: sql.Database): Promise<string[]> {
  const tables = await LEFT_ASIDE.rows(database);
  return tables.map(({ name }) => name.slice(ASIDE.length));
}

/**
 * Drops a partition that was set aside, once `archive` has had the table that it is now.
 * @throws LOCK_NOT_AVAILABLE if it is in use, as by a backup, or another process is at it
 */
export async function dropSetAside(
  client: PoolClient,
  name: string,
  archive?: (table: string) => Promise<void>,
): Promise<void> {
  const table = `${ASIDE}${name}`;
  await client.query(`set local lock_timeout = '${LOCK_WAIT}'`);
  if (archive) {
    await client.query('set local statement_timeout = 0');
    await client.query(`lock table ${table} in share update exclusive mode`);
    await archive(table);
  }
  await client.query(`drop table if exists ${table}`);
}

/** Only of its partitions does PostgreSQL itself keep statistics. */
export async function analyze(client: PoolClient, tables: readonly string[]): Promise<void> {
  await client.query('set local statement_timeout = 0');
  await client.query(unhurried(`analyze ${tables.join(', ')}`));
}

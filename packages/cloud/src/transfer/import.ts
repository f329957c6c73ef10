import { type FileHandle, open as openFile } from 'node:fs/promises';
import type { PoolClient } from 'pg';
import { DOORCTL, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { unhurried } from '../database/pool.js';
import { schemaOf } from '../database/schema.js';
import * as sql from '../database/statement.js';
import { ImportedChain } from './chain.js';
import { type Head, type OnProgress, TransferRefused, type Transferred } from './export.js';
import { type Moved, move, ownNumber, type Row } from './ids.rules.js';
import { readExport } from './read.js';
import { sealAgain } from './sealed-columns.js';
import { CARRIED, type Kind, NUMBERED } from './tables.rules.js';
import { type TakeOver, taken } from './taken.js';

/*
 * An exported account becomes one of this installation: the file is read twice, first to verify it, then to write it, in
 * one transaction.
 */

export interface ImportOptions {
  file: string;
  passphrase: string;
  /** What works on here as it did there. */
  takeOver: ReadonlySet<TakeOver>;
  onProgress: OnProgress;
}

export interface Imported extends Transferred {
  /** Kinds whose numbers were taken here, and by how much they were moved. */
  moved: Moved;
}

const ROWS_AT_ONCE = 500;
const TABLES = new Map(CARRIED.map((one) => [one.table, one]));

const NAMED = sql.statement('transfer-named', 'select id from account where name = $1', { id: sql.int });
const SCOPES = sql.statement(
  'transfer-scopes',
  `insert into event_scope (location_id, type, occurred_at, event_id)
   select a.ancestor_id, e.type, e.occurred_at, e.id
   from event e join location_ancestor a on a.location_id = e.location_id where e.account_id = $1`,
  {},
  { unprepared: true, unhurried: true },
);

export async function importAccount(context: Context, options: ImportOptions): Promise<Imported> {
  const handle = await openFile(options.file, 'r');
  try {
    const { head, spans } = await verify(context, handle, options);
    const moved = await makeRoom(context.pool, spans);
    return await transaction(context.pool, (client) =>
      write(client, context, handle, options, head, moved),
    ).catch(explain);
  } finally {
    await handle.close();
  }
}

interface Found {
  head: Head;
  spans: ReadonlyMap<Kind, { min: number; max: number }>;
}

/** Reads all of it, and writes nothing. */
async function verify(context: Context, handle: FileHandle, options: ImportOptions): Promise<Found> {
  const counts: Record<string, number> = {};
  const spans = new Map<Kind, { min: number; max: number }>();
  let head: Head | null = null;
  let isWhole = false;
  await readExport(handle, options.passphrase, {
    head: async (first) => {
      head = first;
      const schema = await schemaOf(context.pool);
      if (first.schema !== schema)
        throw new TransferRefused(
          `the file was exported by another version (${first.schema}, here ${schema}): bring both to the same one`,
        );
      if (await NAMED.row(context.pool, [first.account.name]))
        throw new TransferRefused(`there is an account "${first.account.name}" here already`);
    },
    row: async (table, row) => {
      const carried = TABLES.get(table);
      if (!carried) throw new TransferRefused(`the file has a table that is not known here: ${table}`);
      counts[table] = (counts[table] ?? 0) + 1;
      if (counts[table] % 10_000 === 0) options.onProgress(`verifying ${table}`, counts[table]);
      const own = ownNumber(carried, row);
      if (!own) return;
      const { kind, number } = own;
      const span = spans.get(kind) ?? { min: number, max: number };
      spans.set(kind, { min: Math.min(span.min, number), max: Math.max(span.max, number) });
    },
    end: async ({ rows }) => {
      isWhole = Object.entries(rows).every(([table, count]) => (counts[table] ?? 0) === count);
    },
  });
  if (!head || !isWhole) throw new TransferRefused('the file does not hold what its last line says');
  return { head, spans };
}

async function write(
  client: PoolClient,
  context: Context,
  handle: FileHandle,
  { passphrase, takeOver, onProgress }: ImportOptions,
  head: Head,
  moved: Moved,
): Promise<Imported> {
  await client.query('set local statement_timeout = 0');
  const accountId = head.account.id + (moved.account ?? 0);
  const chain = new ImportedChain(client, context, accountId);
  const rows: Record<string, number> = {};
  let batch: { table: string; rows: Row[] } = { table: '', rows: [] };
  const flush = async () => {
    const { table } = batch;
    if (batch.rows.length === 0) return;
    await client.query(
      unhurried(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [
        JSON.stringify(batch.rows),
      ]),
    );
    rows[table] = (rows[table] ?? 0) + batch.rows.length;
    onProgress(table, rows[table]);
    batch = { table, rows: [] };
  };
  await readExport(handle, passphrase, {
    head: async () => {},
    row: async (table, found) => {
      if (table !== batch.table || batch.rows.length === ROWS_AT_ONCE) await flush();
      batch.table = table;
      const carried = TABLES.get(table);
      if (!carried) return;
      const own = taken(context, takeOver, table, sealAgain(context, table, move(carried, found, moved)));
      if (own) batch.rows.push(chain.sign(table, own));
    },
    end: flush,
  });
  onProgress('event_scope', await SCOPES.count(client, [accountId]));
  await chain.end();
  const account = { id: accountId, name: head.account.name };
  await recordAudit(client, context, {
    account_id: accountId,
    actor: DOORCTL,
    action: 'account.import',
    subject: { type: 'account', id: String(accountId), name: account.name },
    location_id: null,
    details: {
      exported_at: head.exported_at,
      audit_sequence: head.audit.sequence,
      audit_hash: head.audit.hash,
      moved: { ...moved },
      taken_over: [...takeOver],
    },
  });
  return { account, rows, moved };
}

/** More than others draw from a sequence between two statements, or within one. */
const MARGIN = 1_000;

/**
 * Reserves numbers: those that are free are kept; of a kind of which any is taken, or may be by a transaction under way, all
 * are moved behind the last one here. Outside the transaction of the import: who sets a sequence back would give numbers
 * twice, and who holds it keeps all readers of changes waiting.
 */
async function makeRoom(pool: Context['pool'], spans: Found['spans']): Promise<Moved> {
  const moved: Partial<Record<Kind, number>> = {};
  for (const [kind, { min, max }] of spans) {
    const column = NUMBERED[kind];
    const all = CARRIED.filter(({ table, own }) => table === kind || own?.kind === kind).map(
      ({ table, own }) => `select ${own?.column ?? column} as ${column} from ${table}`,
    );
    const { rows } = await pool.query(
      unhurried(
        `select pg_get_serial_sequence($1, $2) as sequence, count(*) = 0 as is_empty,
           coalesce(bool_or(${column} between $3 and $4), false) as is_taken
         from (${all.join(' union all ')}) x`,
        [kind, column, min, max],
      ),
    );
    const { sequence, is_empty, is_taken } = rows[0] as Room;
    const drawn = await numberOf(pool, 'nextval($1::text::regclass)', [sequence]);
    if (!is_taken && (is_empty || drawn + MARGIN < min)) {
      await numberOf(pool, 'setval($1::text::regclass, greatest($2::bigint, $3::bigint))', [
        sequence,
        max,
        drawn,
      ]);
    } else {
      const room = MARGIN + max - min + 1;
      const end = await numberOf(
        pool,
        'setval($1::text::regclass, nextval($1::text::regclass) + $2::bigint)',
        [sequence, room],
      );
      moved[kind] = end - max;
    }
  }
  return moved;
}

interface Room {
  sequence: string;
  is_empty: boolean;
  is_taken: boolean;
}

async function numberOf(pool: Context['pool'], expression: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query(`select ${expression}::text as number`, values);
  return Number(rows[0].number);
}

function explain(error: unknown): never {
  const { code, detail, table } = error as { code?: string; detail?: string; table?: string };
  if (code === '23505')
    throw new TransferRefused(`${table}: ${detail} Nothing was imported.`, { cause: error });
  throw error;
}

import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import { MONTHS } from '../database/periods.rules.js';
import { unhurried } from '../database/pool.js';
import { schemaOf } from '../database/schema.js';
import * as sql from '../database/statement.js';
import { digest } from '../secrets/digest.js';
import { type ArchivedTable, ArchiveManifest, MANIFEST_SUFFIX, ROWS_SUFFIX } from './archive.js';

/* What was archived: whether it is as it was written, and how it comes back. */

/** A file that cannot be used, or rows that may not come back; in words for the person at the terminal. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/**
 * What may come back, and the setting that keeps it then. The audit chain has no place for what went before its checkpoint;
 * changes and deliveries have no reader any more.
 */
const KEPT_BY = {
  event: 'RETENTION_EVENTS_MONTHS',
  command: 'RETENTION_COMMANDS_MONTHS',
} as const;
type Returning = keyof typeof KEPT_BY;

const ROWS_AT_ONCE = 500;

export interface Archived {
  manifest: ArchiveManifest;
  rows: string;
}

/** @param file the manifest, or the rows beside it @throws ArchiveError where it is not as it was written */
export async function verifyArchive(file: string): Promise<Archived> {
  const base = file.endsWith(ROWS_SUFFIX) ? file.slice(0, -ROWS_SUFFIX.length) : file.replace(/\.json$/, '');
  const rows = `${base}${ROWS_SUFFIX}`;
  const manifest = await readManifest(`${base}${MANIFEST_SUFFIX}`);
  const sha256 = await digest(rows).catch((error: Error) => {
    throw new ArchiveError(`${rows}: cannot be read: ${error.message}`);
  });
  if (sha256 !== manifest.sha256) throw new ArchiveError(`${rows}: is not what was written`);
  return { manifest, rows };
}

async function readManifest(file: string): Promise<ArchiveManifest> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ArchiveError(`${file}: cannot be read: ${error.message}`);
  });
  try {
    return ArchiveManifest.parse(JSON.parse(text));
  } catch {
    throw new ArchiveError(`${file}: is no manifest of an archive`);
  }
}

/**
 * Writes archived rows again, all or none; those that are there already, or whose account is not here, are left out. An
 * event of a person who was deleted meanwhile comes back without the person.
 * @returns how many came back @throws ArchiveError where they may not
 */
export async function importArchive(
  context: Pick<Context, 'pool' | 'clock' | 'config'>,
  { manifest, rows }: Archived,
): Promise<number> {
  const { table } = manifest;
  if (!isReturning(table))
    throw new ArchiveError(`${rows}: ${table} can be verified and read, and has no place to come back to`);
  requireKept(context, table, manifest);
  const schema = await schemaOf(context.pool);
  if (manifest.schema > schema)
    throw new ArchiveError(`${rows}: was written by a later version (${manifest.schema}, here ${schema})`);
  return transaction(context.pool, async (client) => {
    await client.query('set local statement_timeout = 0');
    let count = 0;
    for await (const texts of batches(rows)) count += await writeAgain(client, table, texts);
    return count;
  });
}

const isReturning = (table: ArchivedTable): table is Returning => table in KEPT_BY;

/** What is past its time would be forgotten again with the next month. */
function requireKept(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  table: Returning,
  { first, partition }: ArchiveManifest,
): void {
  const setting = KEPT_BY[table];
  const count = config[setting];
  if (count === 0 || Date.parse(first) >= MONTHS.before(clock.now(), count)) return;
  throw new ArchiveError(
    `${partition}: was recorded from ${first.slice(0, 10)} on, and ${setting}=${count} would forget it again; set it to 0 or to more months first, for this command and for the service`,
  );
}

async function* batches(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.once('error', (error) => text.destroy(error));
  let batch: string[] = [];
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function writeAgain(client: PoolClient, table: Returning, texts: readonly string[]): Promise<number> {
  const columns = await columnsOf(client, table);
  const values = columns.map((name) =>
    name === '"person_id"' ? '(select p.id from person p where p.id = x.person_id)' : `x.${name}`,
  );
  const scopes = `, scopes as (
    insert into event_scope (location_id, type, occurred_at, event_id)
    select a.ancestor_id, m.type, m.occurred_at, m.id from made m join location_ancestor a on a.location_id = m.location_id
  )`;
  const { rows } = await client.query<{ count: number }>(
    unhurried(
      `with made as (
         insert into ${table} (${columns.join(', ')})
         select ${values.join(', ')} from json_populate_recordset(null::${table}, $1::json) x
         where exists (select from account a where a.id = x.account_id)
         on conflict do nothing returning *
       )${table === 'event' ? scopes : ''}
       select count(*)::int as count from made`,
      [`[${texts.join(',')}]`],
    ),
  );
  return rows[0]?.count ?? 0;
}

const COLUMNS_OF = sql.statement(
  'archive-columns',
  `select attname::text as name from pg_attribute
   where attrelid = $1::text::regclass and attnum > 0 and not attisdropped order by attnum`,
  { name: sql.text },
);

const columnsOf = async (client: PoolClient, table: string): Promise<string[]> =>
  (await COLUMNS_OF.rows(client, [table])).map(({ name }) => `"${name}"`);

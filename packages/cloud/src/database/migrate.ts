import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** The repository's migrations, found from src/ and dist/ alike. */
export const migrationsFolder = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url));

/** The key `prisma migrate` locks with, so that the two never run at once. */
const MIGRATION_LOCK = 72_707_369;
const LOCK_WAIT = '120s';

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

interface Migration {
  name: string;
  sql: string;
}

interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  /** Ends it where it is: a migration that was under way is rolled back, and made by the next start. */
  signal?: AbortSignal | undefined;
  /** Called before anything is written; where it throws, nothing is. */
  before?: (client: pg.Client) => Promise<void>;
}

/**
 * Brings a database up to the migrations in `folder` and returns the names it applied; makes the database where its server
 * has none of that name yet. Keeps the same books as `prisma migrate`, so either can carry on from the other.
 */
export async function migrate(
  url: string,
  folder = migrationsFolder,
  { signal, before = async () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connectMaking(url);
  // With a query under way this cuts the connection.
  const cut = () => void client.end();
  signal?.addEventListener('abort', cut, { once: true });
  try {
    signal?.throwIfAborted();
    await before(client);
    // A role or a database may have a limit of its own.
    await client.query('SET statement_timeout = 0');
    return await migrateLocked(client, folder);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cut);
    await client.end();
  }
}

const NO_SUCH_DATABASE = '3D000';
/** Another process was quicker. */
const MADE_MEANWHILE = ['42P04', '23505'];

/**
 * A database that is there is enough: on a managed server its user may reach no other. Throws what the server says, of the
 * database named where it cannot be made.
 */
async function connectMaking(url: string): Promise<pg.Client> {
  const missing = await connect(url).catch((error) => error as pg.DatabaseError);
  if (missing instanceof pg.Client) return missing;
  if (missing.code !== NO_SUCH_DATABASE) throw missing;
  const server = new URL(url);
  const database = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  await make(server.href, database).catch((error: pg.DatabaseError) => {
    if (MADE_MEANWHILE.includes(error.code ?? '')) return;
    throw Object.assign(missing, { cause: error });
  });
  return connect(url);
}

async function make(server: string, database: string): Promise<void> {
  const client = await connect(server);
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'migrate',
    connectionTimeoutMillis: 5_000,
  });
  // A connection lost between two queries is reported by the next query.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function migrateLocked(client: pg.Client, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  await lock(client);
  try {
    await client.query(CREATE_TABLE);
    const pending = await pendingMigrations(client, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    // A lost connection has released the lock, and its own error is the one to report.
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
  }
}

async function lock(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
    // The lock belongs to the session and outlives this transaction.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    if ((error as pg.DatabaseError).code !== '55P03') throw error;
    throw new MigrationError(
      `Another process has held the migration lock of this database for ${LOCK_WAIT}. Wait for it to end, or find it in pg_locks (locktype advisory), then start again.`,
      { cause: error },
    );
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const file = path.join(folder, name, 'migration.sql');
      if (!existsSync(file)) {
        throw new MigrationError(`${file} is missing. Restore it, or remove its empty folder.`);
      }
      return { name, sql: await readFile(file, 'utf8') };
    }),
  );
}

async function pendingMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Recorded>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const migration = known.get(row.migration_name);
    if (!row.finished_at) {
      throw new MigrationError(
        `Migration ${row.migration_name} failed half-way in an earlier run. Undo what it left behind, mark it with "prisma migrate resolve --rolled-back ${row.migration_name}", then start again.`,
      );
    }
    if (!migration) {
      throw new MigrationError(
        `The database has migration ${row.migration_name}, which this release does not know: a newer release has used it. Run that release, or restore the backup taken before it.`,
      );
    }
    if (!checksums(migration.sql).includes(row.checksum)) {
      throw new MigrationError(
        `Migration ${row.migration_name} was edited after it was applied. Restore its migration.sql and put the change into a new migration.`,
      );
    }
  }
  const applied = new Set(rows.map((row) => row.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum(sql), name],
    );
    await client.query('COMMIT');
  } catch (error) {
    // On a lost connection there is nothing left to roll back, and the first error is the one to report.
    await client.query('ROLLBACK').catch(() => {});
    throw new MigrationError(
      `Migration ${name} failed and was rolled back: ${describe(error as pg.DatabaseError, sql)}`,
      { cause: error },
    );
  }
}

function describe(error: pg.DatabaseError, sql: string): string {
  const line = error.position ? sql.slice(0, Number(error.position)).split('\n').length : undefined;
  return line === undefined ? error.message : `${error.message} (migration.sql line ${line})`;
}

/** A checkout may convert line ends; `prisma migrate` accepts that too. */
function checksums(sql: string): string[] {
  const unix = sql.replaceAll('\r\n', '\n');
  return [sql, unix, unix.replaceAll('\n', '\r\n')].map(checksum);
}

function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

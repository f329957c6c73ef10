import pg from 'pg';
import { migrate } from './migrate.js';

/* Databases for tests, with all migrations and no rows: cloned from a template in milliseconds. */

/** Any number; who holds it makes the template. */
const TEMPLATE_LOCK = 51_157_202;
const NO_SUCH_DATABASE = '3D000';

/**
 * Makes the template database of a server, once, also where several processes ask for it at the same time.
 * @param url of a database of the server, by name
 */
export async function ensureTemplate(url: (database: string) => string, template: string): Promise<void> {
  await administer(url('postgres'), async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await admin.query('SELECT datistemplate FROM pg_database WHERE datname = $1', [
      template,
    ]);
    if (rows[0]?.datistemplate) return;
    // One that a killed process left half-made.
    await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(template)} WITH (FORCE)`);
    await migrate(url(template));
    // The template must have no connections, as PostgreSQL refuses to clone a database in use.
    await admin.query(
      `ALTER DATABASE ${pg.escapeIdentifier(template)} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`,
    );
  });
}

/** Makes a database anew, in place of one of this name. Returns its url. */
export async function cloneTemplate(server: string, template: string, database: string): Promise<string> {
  const [made, from] = [database, template].map(pg.escapeIdentifier);
  await administer(server, async (admin) => {
    await admin.query(`DROP DATABASE IF EXISTS ${made} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${made} TEMPLATE ${from} STRATEGY FILE_COPY`);
  });
  return urlOf(server, database);
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** @returns the url of the database under its new name; null where there is none of the old one, as another process has taken it */
export async function renameDatabase(server: string, from: string, to: string): Promise<string | null> {
  const [before, after] = [from, to].map(pg.escapeIdentifier);
  try {
    await administer(server, (admin) => admin.query(`ALTER DATABASE ${before} RENAME TO ${after}`));
  } catch (error) {
    if ((error as pg.DatabaseError).code === NO_SUCH_DATABASE) return null;
    throw error;
  }
  return urlOf(server, to);
}

export async function dropDatabase(server: string, database: string): Promise<void> {
  await administer(server, (admin) =>
    admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`),
  );
}

/** The names of all databases of a server that begin with this. */
export async function databasesNamed(server: string, prefix: string): Promise<string[]> {
  return administer(server, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    return rows.map(({ datname }) => datname);
  });
}

async function administer<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  admin.on('error', () => {});
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

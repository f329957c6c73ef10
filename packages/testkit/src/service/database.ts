import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@door-access/cloud/database/embedded';
import { migrationsFolder } from '@door-access/cloud/database/migrate';
import {
  cloneTemplate,
  databasesNamed,
  dropDatabase,
  ensureTemplate,
} from '@door-access/cloud/database/template';
import { systemClock } from '@door-access/protocol';

/*
 * One PostgreSQL for all sites that are open at the same time, with a database for each, cloned from a template. Its folder
 * is kept for the next start; the server runs only while a site is open.
 */

const TEMPLATE = 'testkit_template';
const PREFIX = 'site_';
const FOLDER = 'door-access-testkit';
const KEPT_FOR_MS = 14 * 86_400_000;

export interface SiteDatabase {
  url: string;
  /** Drops the database; the last site stops the server. */
  close(): Promise<void>;
}

export async function openDatabase(): Promise<SiteDatabase> {
  const dir = await folder();
  const postgres = await startEmbeddedPostgres({ dir, replaceable: true }).catch(() => {
    // It can be made anew, as after a loss of power, or where another release of PostgreSQL has made it.
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return startEmbeddedPostgres({ dir, replaceable: true });
  });
  try {
    await ensureTemplate(postgres.url, TEMPLATE);
    const server = postgres.url('postgres');
    await dropAbandoned(server);
    const name = `${PREFIX}${process.pid}_${randomUUID().slice(0, 8)}`;
    const url = await cloneTemplate(server, TEMPLATE, name);
    return {
      url,
      async close() {
        await dropDatabase(server, name);
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Each set of migrations has its own, so that releases do not disturb each other; those that no one uses any more go. */
async function folder(): Promise<string> {
  const schema = createHash('sha256');
  for (const name of readdirSync(migrationsFolder, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.sql')) schema.update(readFileSync(path.join(migrationsFolder, name)));
  const parent = path.join(tmpdir(), `${FOLDER}-${userInfo().username}`);
  const dir = path.join(parent, schema.digest('hex').slice(0, 12));
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const now = systemClock.now();
  utimesSync(dir, now / 1000, now / 1000);
  for (const name of readdirSync(parent)) {
    const other = path.join(parent, name);
    if (now - statSync(other).mtimeMs > KEPT_FOR_MS) await removeEmbeddedPostgres(other);
  }
  return dir;
}

/** Databases of processes that were killed. */
async function dropAbandoned(server: string): Promise<void> {
  for (const name of await databasesNamed(server, PREFIX)) {
    const pid = Number(name.slice(PREFIX.length).split('_')[0]);
    if (!isAlive(pid)) await dropDatabase(server, name);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

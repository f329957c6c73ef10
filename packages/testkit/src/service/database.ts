import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@door-access/cloud/database/embedded';
import { migrationsFolder } from '@door-access/cloud/database/migrate';
import {
  cloneTemplate,
  databasesNamed,
  dropDatabase,
  ensureTemplate,
} from '@door-access/cloud/database/template';

/*
 * One PostgreSQL for all sites that are open at the same time, with a database for each, cloned from a template. Its folder
 * is kept for the next start; the server runs only while a site is open.
 */

const TEMPLATE = 'testkit_template';
const PREFIX = 'site_';
const FOLDER = 'door-access-testkit';

export interface SiteDatabase {
  url: string;
  /** Drops the database; the last site stops the server. */
  close(): Promise<void>;
}

export async function openDatabase(): Promise<SiteDatabase> {
  const dir = folder();
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

/** Each set of migrations has its own, so that releases do not disturb each other. */
function folder(): string {
  const schema = createHash('sha256').update(readdirSync(migrationsFolder).sort().join()).digest('hex');
  const dir = path.join(tmpdir(), `${FOLDER}-${userInfo().username}`, schema.slice(0, 12));
  mkdirSync(dir, { recursive: true, mode: 0o700 });
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

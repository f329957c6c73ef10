import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@door-access/cloud/database/embedded';
import { migrationsFolder } from '@door-access/cloud/database/migrate';
import {
  cloneTemplate,
  databasesNamed,
  dropDatabase,
  ensureTemplate,
  renameDatabase,
} from '@door-access/cloud/database/template';
import { systemClock } from '@door-access/protocol';

/*
 * One PostgreSQL for all sites that are open at the same time, with a database for each, cloned from a template. Its folder
 * is kept for the next start, with a clone that is ready for it; the server runs only while a process of sites does.
 */

const TEMPLATE = 'testkit_template';
const SPARE = 'testkit_spare';
const PREFIX = 'site_';
const HOME = path.join(tmpdir(), `door-access-testkit-${userInfo().username}`);
const KEPT_FOR_MS = 14 * 86_400_000;

export interface SiteDatabase {
  url: string;
  /** Behind the start: tidies up, and clones the database for the next one. What keeps it from that costs the next one time. */
  prepareNext(): void;
  drop(): Promise<void>;
}

/** The server of this process and of all others that run. */
export interface Databases {
  open(): Promise<SiteDatabase>;
  /** The last process stops the server. */
  close(): Promise<void>;
}

interface Opening {
  /** Keeps what the next start finds: one folder for each set of migrations. */
  home?: string;
  /** Called when the server is on its way, or was running. */
  onLaunched?: () => void;
}

export async function openDatabases({ home = HOME, onLaunched = () => {} }: Opening): Promise<Databases> {
  const dir = await folder(home);
  const options = { dir, replaceable: true, onLaunched };
  const postgres = await startEmbeddedPostgres(options).catch(() => {
    // It can be made anew, as after a loss of power, or where another release of PostgreSQL has made it.
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return startEmbeddedPostgres(options);
  });
  const server = postgres.url('postgres');
  let prepared = Promise.resolve();
  return {
    async open() {
      await prepared;
      const name = `${PREFIX}${process.pid}_${randomUUID().slice(0, 8)}`;
      return {
        url: (await renameDatabase(server, SPARE, name)) ?? (await clone(postgres, name)),
        prepareNext() {
          prepared = prepare(server).catch(() => {});
        },
        drop: () => dropDatabase(server, name),
      };
    },
    async close() {
      await prepared;
      await postgres.stop();
    },
  };
}

async function clone(postgres: EmbeddedPostgres, name: string): Promise<string> {
  await ensureTemplate(postgres.url, TEMPLATE);
  return cloneTemplate(postgres.url('postgres'), TEMPLATE, name);
}

async function prepare(server: string): Promise<void> {
  await dropAbandoned(server);
  if ((await databasesNamed(server, SPARE)).length === 0) await cloneTemplate(server, TEMPLATE, SPARE);
}

/** Each set of migrations has its own, so that releases do not disturb each other; those that no one uses any more go. */
async function folder(home: string): Promise<string> {
  const schema = createHash('sha256');
  for (const name of readdirSync(migrationsFolder, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.sql')) schema.update(readFileSync(path.join(migrationsFolder, name)));
  const dir = path.join(home, schema.digest('hex').slice(0, 12));
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const now = systemClock.now();
  utimesSync(dir, now / 1000, now / 1000);
  for (const name of readdirSync(home)) {
    const other = path.join(home, name);
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

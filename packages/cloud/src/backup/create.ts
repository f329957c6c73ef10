import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { KEY_FILES } from '../sealing/keys-in-use.js';
import { BackupError, type Manifest, writeManifest } from './manifest.js';

/* A physical copy of the embedded database, taken beside a running service or without one. */

/** Keeps PostgreSQL from recycling the log that the copy needs; ends with the connection. */
const KEEP_LOG = sql.statement(
  'backup-keep-log',
  "select slot_name::text as name from pg_create_physical_replication_slot('door_access_backup', true, true)",
  { name: sql.orNull(sql.text) },
);
const DROP_SLOT = sql.statement(
  'backup-drop-slot',
  "select pg_drop_replication_slot('door_access_backup')::text as done",
  { done: sql.orNull(sql.text) },
);
const START = sql.statement(
  'backup-start',
  "select pg_walfile_name(pg_backup_start('doorctl backup', true)) as first, current_setting('server_version') as version",
  { first: sql.orNull(sql.text), version: sql.orNull(sql.text) },
);
const STOP = sql.statement(
  'backup-stop',
  'select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(false)',
  { last: sql.orNull(sql.text), label: sql.orNull(sql.text) },
);

/** What PostgreSQL makes anew, or what belongs to the running server. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'backup_label.old']);
const EMPTIED = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Copies the database and the key that its secrets are sealed with into a new folder. */
export async function createBackup(
  { pool, config, clock }: Pick<Context, 'pool' | 'config' | 'clock'>,
  target: string,
): Promise<Manifest> {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new BackupError(`${target}: is not empty; name a new folder`);
  const source = path.resolve(config.DATA_DIR, 'postgres');
  const copy = path.join(target, 'postgres', 'cluster');
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  const taken_at = toTimestamp(clock.now());
  const client = await pool.connect();
  let isStarted = false;
  try {
    await KEEP_LOG.one(client);
    const { first, version } = await START.one(client);
    isStarted = true;
    copyTree(path.join(source, 'cluster'), copy);
    const { last, label } = await STOP.one(client);
    isStarted = false;
    writeFileSync(path.join(copy, 'backup_label'), label ?? '', { mode: 0o600 });
    copyLog(path.join(source, 'cluster', 'pg_wal'), path.join(copy, 'pg_wal'), first ?? '', last ?? '');
    await DROP_SLOT.one(client);
    copyFileSync(path.join(source, 'password'), path.join(target, 'postgres', 'password'));
    for (const name of KEY_FILES) {
      const key = path.resolve(config.DATA_DIR, name);
      if (existsSync(key)) copyFileSync(key, path.join(target, name));
    }
    return await writeManifest(target, { taken_at, postgres: version ?? '' });
  } finally {
    // A connection that ends takes its backup and its slot with it.
    client.release(isStarted ? new Error('the backup was not finished') : undefined);
  }
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (EMPTIED.has(entry.name)) mkdirSync(target, { mode: 0o700 });
    else if (entry.isDirectory()) copyTree(source, target);
    else copyUnlessGone(source, target);
  }
}

/** A table that is dropped meanwhile is dropped again by the log. */
function copyUnlessGone(source: string, target: string): void {
  try {
    copyFileSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The log between the beginning and the end of the copy: with it the copy becomes one moment. */
function copyLog(from: string, to: string, first: string, last: string): void {
  const needed = readdirSync(from).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  for (const name of needed) copyFileSync(path.join(from, name), path.join(to, name));
  mkdirSync(path.join(to, 'archive_status'), { mode: 0o700 });
  if (!needed.includes(first) || !needed.includes(last))
    throw new BackupError(`${from}: the log of the copy is not complete`);
}

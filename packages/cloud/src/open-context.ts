import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Clock, systemClock } from '@door-access/protocol';
import type { Logger } from 'pino';
import { readRestores } from './backup/restored.js';
import { NOTE_EPOCH, noteEpoch } from './changes/epoch.js';
import { type Config, ConfigError } from './config.js';
import { type Context, type Downlink, NotConnectedError } from './context.js';
import { requireDurability } from './database/durability.js';
import { DATABASE_NAME, startEmbeddedPostgres } from './database/embedded.js';
import { databaseFault } from './database/fault.js';
import { migrate, migrationsFolder } from './database/migrate.js';
import { createPool } from './database/pool.js';
import { createPrisma } from './database/prisma.js';
import { createLockingSystem } from './locking-system/create.js';
import { Nudge } from './nudge.js';
import { inOneLine } from './reason.js';
import { openSecretBox } from './secret-key.js';
import { postgresStores } from './stores.js';

/** Opens the database, brings it up to date, and makes what features need; also for commands beside a running service. */
export async function openContext(
  config: Config,
  log: Logger,
  {
    anyKey = false,
    keepsRecords = false,
    clock = systemClock,
    signal,
  }: { anyKey?: boolean; keepsRecords?: boolean; clock?: Clock; signal?: AbortSignal } = {},
): Promise<{ context: Context; close(): Promise<void> }> {
  prepareDataFolder(config.DATA_DIR);
  const { url, release } = await openDatabase(config, log, signal);
  let pool: Context['pool'] | null = null;
  let closing = false;
  try {
    pool = createPool(url, {
      greeting: NOTE_EPOCH,
      onError: (error) => {
        if (!closing) log.warn({ err: error }, 'database connection lost');
      },
    });
    const migrated = migrate(url, migrationsFolder, {
      signal,
      before: async (client) => {
        const risk = keepsRecords ? await requireDurability(client, config) : null;
        if (risk !== null) log.warn(risk);
      },
    });
    // It is made while the database answers.
    const prisma = createPrisma(pool);
    await migrated;
    await noteEpoch(pool);
    const tools = {
      clock,
      ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
      log,
    };
    const secrets = await openSecretBox(config, pool, anyKey);
    const lockingSystem = createLockingSystem(config, tools);
    const context: Context = {
      config,
      ...tools,
      pool,
      ...postgresStores({ ...tools, pool, secrets }),
      prisma,
      secrets,
      downlink: noDownlink,
      nudge: new Nudge(),
      lockingSystem,
    };
    context.restores = await readRestores(pool, clock.now());
    const opened = pool;
    return {
      context,
      async close() {
        closing = true;
        await lockingSystem.close();
        await prisma.$disconnect();
        await opened.end();
        await release();
      },
    };
  } catch (error) {
    await pool?.end();
    await release();
    throw faultAs(error, config);
  }
}

export const noDownlink: Downlink = {
  isConnected: () => false,
  publish: () => Promise.reject(new NotConnectedError('no gateway is connected to this process')),
};

async function openDatabase(
  config: Config,
  log: Logger,
  signal: AbortSignal | undefined,
): Promise<{ url: string; release(): Promise<void> }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, release: async () => {} };
  const postgres = await startEmbeddedPostgres({
    dir: path.resolve(config.DATA_DIR, 'postgres'),
    keep: true,
    log: (message) => log.info(message),
    signal,
  }).catch((error: Error) => {
    signal?.throwIfAborted();
    throw new ConfigError(`DATA_DIR=${config.DATA_DIR}: ${inOneLine(error.message)}`, { cause: error });
  });
  return { url: postgres.url(DATABASE_NAME), release: () => postgres.stop() };
}

function prepareDataFolder(folder: string): void {
  try {
    makeFolder(path.resolve(folder));
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR=${folder}: cannot be used as a folder (${(error as NodeJS.ErrnoException).code}); name one that this user may write to`,
    );
  }
}

/** Node's own recursive way never ends where a folder like /proc takes no other. */
function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (!existsSync(path.dirname(folder))) makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

/** A fault of the database, reported as a fault of its setting where possible. */
export function faultAs(error: unknown, config: Config): unknown {
  const fault = databaseFault(error, config);
  return fault === null ? error : new ConfigError(fault, { cause: error });
}

import { accessSync, constants, statSync } from 'node:fs';
import { type Context, transaction } from '../context.js';
import { dropSetAside, leftAside } from '../database/partitions.js';
import { archivedAs, archiveTable } from './archive.js';
import { KeepRefused } from './kept.js';

/**
 * Drops what was set aside; where there is an archive, once it is written there.
 * @throws KeepRefused where the archive cannot be written: what was set aside is kept until it can
 */
export async function clearAside(context: Pick<Context, 'pool' | 'clock' | 'config'>): Promise<void> {
  const folder = context.config.RETENTION_ARCHIVE_DIR;
  const names = await leftAside(context.pool);
  const isArchived = (name: string) => folder !== null && archivedAs(name) !== null;
  // What needs no archive does not wait for it.
  for (const name of names.toSorted((a, b) => Number(isArchived(a)) - Number(isArchived(b))))
    await transaction(context.pool, async (client) => {
      if (folder === null || !isArchived(name)) return dropSetAside(client, name);
      await dropSetAside(client, name, (table) =>
        archiveTable(client, context.clock, { folder, name, table }).catch(explain),
      );
    });
}

/** An error of a file system has a path; one of the database is none of the archive. */
function explain(error: NodeJS.ErrnoException): never {
  if (error.path === undefined && error.syscall === undefined) throw error;
  throw new KeepRefused(
    `the archive cannot be written (${error.message}); see RETENTION_ARCHIVE_DIR. What is past its time waits for it`,
    { cause: error },
  );
}

/** Why a folder could not be written to, a month from now; null where it can be. */
export function archiveFault(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'is no folder';
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

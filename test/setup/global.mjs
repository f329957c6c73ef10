import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/cloud/dist/database/embedded.js';
import { ensureTemplate } from '../../packages/cloud/dist/database/template.js';

const TEMPLATE = 'door_access_template';
const FOLDER_PREFIX = 'door-access-test-';
const YOUNG = 60_000;
const MEMORY = '/dev/shm';
const ENOUGH_MEMORY = 2 ** 31;

/** One throwaway PostgreSQL a run, with a template database that testDatabase() clones. */
export default async function setUp() {
  const parent = parentFolder();
  await removeLeftovers(parent);
  const dir = mkdtempSync(path.join(parent, FOLDER_PREFIX));
  const postgres = await startEmbeddedPostgres({ dir, ephemeral: true });
  globalThis.stopTestPostgres = () => postgres.stop();
  stopWhenInterrupted(postgres.pid, dir);

  try {
    await ensureTemplate(postgres.url, TEMPLATE);
  } catch (error) {
    // Without a setup that succeeded there is no teardown.
    await postgres.stop();
    throw error;
  }
  process.env.TEST_POSTGRES_URL = postgres.url('postgres');
  process.env.TEST_POSTGRES_TEMPLATE = TEMPLATE;
}

/** Cloning a database writes hundreds of files: 7 ms in memory, up to 400 ms on a disk. */
function parentFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_MEMORY ? MEMORY : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/** The server lives in a session of its own and would outlive a run ended by Ctrl-C. */
function stopWhenInterrupted(pid, dir) {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.once(signal, () => {
      process.kill(pid, 'SIGQUIT');
      rmSync(dir, { recursive: true, force: true });
      process.exit(code);
    });
  }
}

/** Clusters of killed runs; those of runs under way are in use, or too recent to decide. */
async function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const dir = path.join(parent, name);
    const stats = statSync(dir, { throwIfNoEntry: false });
    const isOurs = stats?.uid === process.getuid?.();
    if (stats && isOurs && Date.now() - stats.mtimeMs > YOUNG) await removeEmbeddedPostgres(dir);
  }
}

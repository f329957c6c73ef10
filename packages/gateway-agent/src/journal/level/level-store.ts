import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { seal, unseal } from '../sealed.js';
import {
  type Store,
  StoreDamagedError,
  type StoreHome,
  StoreHopelessError,
  StoreLockedError,
} from '../store.js';
import { tryOut } from './level-child.js';
import { findDamage, isInUse, keepAside, mendLogs } from './level-folder.js';
import { finishSalvage, salvage } from './level-salvage.js';

/** After so many short, unclean runs in a row, the store is tested first. */
const SHORT_STARTS = 2;

/** A store in a folder of its own, on LevelDB: its log is synced by fdatasync, its batches are atomic. */
export function levelStore(folder: string): StoreHome {
  const opening = `${folder}.opening`;
  const memo = `${folder}.id`;
  return {
    place: folder,
    isInUse: () => isInUse(folder),
    async open({ repair } = { repair: false }) {
      finishSalvage(folder);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const starts = countStart(opening);
      try {
        const isSuspect = starts > SHORT_STARTS && (await tryOutAsItIs(folder)) === 'damaged';
        return await openOrRepair(folder, repair || isSuspect);
      } catch (error) {
        rmSync(opening, { force: true });
        throw error;
      }
    },
    sound: () => rmSync(opening, { force: true }),
    async setAside() {
      rmSync(opening, { force: true });
      rmSync(memo, { force: true });
      return keepAside(folder, 'move');
    },
    copy: async () => copyToMemory(folder),
    async destroy() {
      for (const each of [folder, opening, memo]) await rm(each, { recursive: true, force: true });
    },
    get memo() {
      return readOr(memo, null);
    },
    set memo(text) {
      if (text !== null && text !== readOr(memo, null))
        writeFileSync(memo, text, { mode: 0o600, flush: true });
    },
  };
}

/** What is kept behind the acknowledgement, and more than a gateway's normal backlog. */
const MAX_COPIED_BYTES = 128 << 20;
const MEMORY = '/dev/shm';

/** The same journal under the same id, in a writable folder. */
function copyToMemory(folder: string): StoreHome | null {
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  if (size === 0 || size > MAX_COPIED_BYTES) return null;
  const home = mkdtempSync(join(MEMORY, 'door-agent-'));
  const copy = levelStore(join(home, 'journal'));
  copy.destroy = () => rm(home, { recursive: true, force: true });
  try {
    cpSync(folder, copy.place, { recursive: true });
    copy.memo = readOr(`${folder}.id`, null);
    return copy;
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** Tries the least invasive repair first: opened unchanged; with repaired logs; rebuilt from all sound data. */
async function openOrRepair(folder: string, repair: boolean): Promise<{ store: Store; repaired: boolean }> {
  const damage = findDamage(folder);
  const asItIs = !repair && !damage?.incomplete;
  try {
    if (asItIs && !damage) return { store: await openLevel(folder), repaired: false };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  copyAside(folder);
  try {
    if (damage) await mendLogs(damage);
    if (asItIs && damage) return { store: await openLevel(folder), repaired: true };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  // A salvage holds no lock of the old store.
  if (isInUse(folder)) throw new StoreLockedError(`another agent already runs on ${folder}`);
  try {
    await salvage(folder);
    return { store: await openLevel(folder), repaired: true };
  } catch (error) {
    if (isDiskTrouble(error)) throw error;
    throw new StoreHopelessError(`${folder} cannot be repaired: ${reason(error)}`);
  }
}

async function tryOutAsItIs(folder: string) {
  const found = await tryOut(folder);
  if (found === 'locked') throw new StoreLockedError(`another agent already runs on ${folder}`);
  return found;
}

/** Counts starts until one is sound: LevelDB aborts the process on some kinds of damage. */
function countStart(file: string): number {
  const starts = 1 + (Number(readOr(file, '0')) || 0);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, String(starts), { mode: 0o600 });
  return starts;
}

function readOr<T>(file: string, otherwise: T): string | T {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

/** The copy is for people to inspect: without room for it, the repair continues. */
function copyAside(folder: string): void {
  try {
    keepAside(folder, 'copy');
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
  }
}

async function openLevel(folder: string): Promise<Store> {
  // A small write buffer and cache: a gateway has little memory and a journal is read once, in order.
  const level = new ClassicLevel<string, string>(folder, { writeBufferSize: 1 << 20, cacheSize: 1 << 20 });
  try {
    await level.open();
  } catch (error) {
    if (causes(error).some((one) => one.code === 'LEVEL_LOCKED')) {
      throw new StoreLockedError(`another agent already runs on ${folder}`);
    }
    throw error;
  }
  const bounds = ({ after, before }: { after: string; before: string }) => ({ gt: after, lt: before });
  return {
    write: (operations, { sync }) =>
      level
        .batch(
          operations.map(({ key, value }) =>
            value === null
              ? { type: 'del' as const, key }
              : { type: 'put' as const, key, value: seal(key, value) },
          ),
          { sync },
        )
        .catch(rethrow),
    async entries(range, { limit = -1, reverse = false } = {}) {
      const found = await level
        .iterator({ ...bounds(range), limit, reverse })
        .all()
        .catch(rethrow);
      return found.map(([key, value]) => [key, unseal(key, value)]);
    },
    async count(range) {
      let count = 0;
      const keys = level.keys(bounds(range));
      try {
        for (;;) {
          const some = await keys.nextv(1000);
          if (some.length === 0) return count;
          count += some.length;
        }
      } catch (error) {
        return rethrow(error);
      } finally {
        await keys.close();
      }
    },
    compact: ({ after, before }) => level.compactRange(after, before).catch(rethrow),
    close: () => level.close(),
  };
}

/** Classifies the errors that a repair may fix. */
function rethrow(error: unknown): never {
  throw isDamage(error) ? new StoreDamagedError(reason(error)) : error;
}

interface Coded {
  code?: string;
  message?: string;
  cause?: unknown;
}

/** abstract-level wraps LevelDB's error in one or two causes. */
function causes(error: unknown): Coded[] {
  const chain: Coded[] = [];
  for (let one = error as Coded | undefined; one && chain.length < 5; one = one.cause as Coded | undefined)
    chain.push(one);
  return chain;
}

/** The innermost message: LevelDB's or the kernel's. */
export const reason = (error: unknown): string => causes(error).at(-1)?.message ?? String(error);

/** No room, no permission, no handles, a failing disk: errors that a repair cannot fix. */
const isDiskTrouble = (error: unknown): boolean =>
  /No space left|Disk quota|Read-only file system|Permission denied|Input\/output error|Too many open files|Cannot allocate memory|ENOSPC|EDQUOT|EROFS|EACCES|EIO|E[MN]FILE/.test(
    causes(error)
      .map((one) => `${one.code ?? ''} ${one.message ?? ''}`)
      .join(' '),
  );

const isDamage = (error: unknown): boolean =>
  !(error instanceof StoreLockedError) &&
  !isDiskTrouble(error) &&
  causes(error).some((one) => /^LEVEL_(CORRUPTION|IO_ERROR|NOT_FOUND|INVALID)/.test(one.code ?? ''));

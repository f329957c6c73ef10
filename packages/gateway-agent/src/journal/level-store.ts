import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { ClassicLevel } from 'classic-level';
import { type Store, type StoreHome, StoreHopelessError, StoreLockedError } from './store.js';

/** A store in a folder of its own, on LevelDB: its log is synced by fdatasync, its batches are atomic. */
export function levelStore(folder: string): StoreHome {
  return {
    place: folder,
    async open({ repair } = { repair: false }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        if (!repair) return { store: await openLevel(folder), repaired: false };
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
      try {
        await ClassicLevel.repair(folder);
        return { store: await openLevel(folder), repaired: true };
      } catch (error) {
        if (isDiskTrouble(error)) throw error;
        throw new StoreHopelessError(`${folder} cannot be repaired: ${reason(error)}`);
      }
    },
    async setAside() {
      let number = 1;
      while (existsSync(`${folder}.broken-${number}`)) number++;
      await rename(folder, `${folder}.broken-${number}`);
      return `${folder}.broken-${number}`;
    },
    destroy: () => rm(folder, { recursive: true, force: true }),
  };
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
      level.batch(
        operations.map(({ key, value }) =>
          value === null ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
        ),
        { sync },
      ),
    entries: (range, { limit = -1, reverse = false } = {}) =>
      level.iterator({ ...bounds(range), limit, reverse }).all(),
    async count(range) {
      let count = 0;
      const keys = level.keys(bounds(range));
      try {
        for (;;) {
          const some = await keys.nextv(1000);
          if (some.length === 0) return count;
          count += some.length;
        }
      } finally {
        await keys.close();
      }
    },
    close: () => level.close(),
  };
}

interface Coded {
  code?: string;
  message?: string;
  cause?: unknown;
}

/** abstract-level wraps what LevelDB said in one or two causes. */
function causes(error: unknown): Coded[] {
  const chain: Coded[] = [];
  for (let one = error as Coded | undefined; one && chain.length < 5; one = one.cause as Coded | undefined)
    chain.push(one);
  return chain;
}

/** The innermost message: what LevelDB or the kernel said. */
export const reason = (error: unknown): string => causes(error).at(-1)?.message ?? String(error);

/** No room, no permission, a disk that fails: nothing that a repair could mend. */
const isDiskTrouble = (error: unknown): boolean =>
  /No space left|Disk quota|Read-only file system|Permission denied|Input\/output error|ENOSPC|EDQUOT|EROFS|EACCES|EIO/.test(
    causes(error)
      .map((one) => `${one.code ?? ''} ${one.message ?? ''}`)
      .join(' '),
  );

const isDamage = (error: unknown): boolean =>
  !(error instanceof StoreLockedError) &&
  !isDiskTrouble(error) &&
  causes(error).some((one) => /^LEVEL_(CORRUPTION|IO_ERROR|NOT_FOUND|INVALID)/.test(one.code ?? ''));

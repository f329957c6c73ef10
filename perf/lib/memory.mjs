// In a process with --expose-gc: the memory that is in use, without what nothing refers to.
import { setTimeout as sleep } from 'node:timers/promises';

const COLLECTIONS = 4;

export async function memory() {
  for (let turn = 0; turn < COLLECTIONS; turn++) {
    globalThis.gc();
    await sleep(100);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

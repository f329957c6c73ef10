import { setTimeout as sleep } from 'node:timers/promises';

/** The interval of checks: each reads one small file, and a repair begins at most this late. */
const LOOK_EVERY_MS = 250;
const AFTER_FAILURE_MS = 1_000;

export interface Kept {
  isAlive: () => boolean;
  /** Restarts the server; after a rejection it is called again. */
  revive: () => Promise<void>;
  log: ((message: string) => void) | undefined;
}

/**
 * Watches a server: one that dies unexpectedly (killed for want of memory, crashed) is restarted, with retries until
 * it works. The returned function ends that, and resolves when no repair is under way.
 */
export function keepAlive({ isAlive, revive, log }: Kept): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

  async function look(): Promise<void> {
    let complaint = '';
    while (!signal.aborted) {
      await pause(LOOK_EVERY_MS);
      if (signal.aborted || isAlive()) continue;
      if (complaint === '') log?.('PostgreSQL has ended unasked; it is started again.');
      try {
        await revive();
        complaint = '';
        log?.('PostgreSQL is back.');
      } catch (error) {
        const reason = (error as Error).message;
        if (reason !== complaint) log?.(`PostgreSQL does not come back, and is tried again: ${reason}`);
        complaint = reason;
        await pause(AFTER_FAILURE_MS);
      }
    }
  }

  const looking = look();
  return async () => {
    stopping.abort();
    await looking;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/** A look reads one small file; nobody waits longer than this for the repair to begin. */
const LOOK_EVERY_MS = 250;
const AFTER_FAILURE_MS = 1_000;

export interface Kept {
  isAlive: () => boolean;
  /** Brings it back; may reject, and is then asked again. */
  revive: () => Promise<void>;
  log: ((message: string) => void) | undefined;
}

/**
 * Looks after a server: one that dies without being asked to (killed for want of memory, crashed) is brought back, for
 * as long as it takes. The returned function ends that, and resolves when no repair is under way.
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

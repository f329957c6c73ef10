import {
  type KeyRange,
  type Store,
  type StoreHome,
  StoreHopelessError,
  StoreLockedError,
  type StoreOperation,
} from '../packages/gateway-agent/src/journal/store.js';

/**
 * A store in memory for simulations and tests, with the faults of a disk: no room, a loss of power that takes
 * what was not synced, damage. It outlives the agents that open it, as a disk does.
 */
export class MemoryDisk implements StoreHome {
  readonly place = 'memory';
  memo: string | null = null;
  /** While true every write is refused as by a full disk. */
  full = false;
  /** While true it cannot be opened, as a disk that does not answer. */
  refusesToOpen = false;
  /** While true opening fails as with a store beyond repair. */
  hopeless = false;
  /** True makes the next open report a repair. */
  damaged = false;
  /** Number of synced batches so far: what costs time on a real disk. */
  syncs = 0;
  /** Resolves when a write may go on; a test can hold it back. */
  gate: () => Promise<void> = () => Promise.resolve();
  /** The same between a write and its sync. */
  beforeSync: () => Promise<void> = () => Promise.resolve();
  readonly #current = new Map<string, string>();
  /** What every key that was written since the last sync was before. */
  readonly #before = new Map<string, string | undefined>();
  #opener: object | null = null;

  isInUse(): boolean {
    return this.#opener !== null;
  }

  async open({ repair } = { repair: false }): Promise<{ store: Store; repaired: boolean }> {
    if (this.#opener) throw new StoreLockedError('another agent already runs on this memory store');
    if (this.refusesToOpen) throw Object.assign(new Error('input/output error'), { code: 'EIO' });
    if (this.hopeless) throw new StoreHopelessError('memory store is beyond repair');
    const repaired = this.damaged || repair;
    this.damaged = false;
    const token = {};
    this.#opener = token;
    return { store: this.#store(token), repaired };
  }

  sound(): void {}

  async setAside(): Promise<string> {
    this.#wipe();
    return 'nowhere';
  }

  async destroy(): Promise<void> {
    this.#wipe();
  }

  /** kill -9 of the agent: whatever it had open is closed; what was written stays. */
  kill(): void {
    this.#opener = null;
  }

  /** Loss of power: what was not synced is gone too. */
  losePower(): void {
    this.kill();
    for (const [key, value] of this.#before) {
      if (value === undefined) this.#current.delete(key);
      else this.#current.set(key, value);
    }
    this.#before.clear();
  }

  keys(): string[] {
    return [...this.#current.keys()].sort();
  }

  #wipe(): void {
    this.hopeless = false;
    this.memo = null;
    this.#before.clear();
    this.#current.clear();
  }

  #store(token: object): Store {
    const check = () => {
      if (this.#opener !== token) throw new Error('the store is closed');
    };
    const inRange = ({ after, before }: KeyRange) => this.keys().filter((key) => key > after && key < before);
    return {
      write: async (operations: readonly StoreOperation[], { sync }) => {
        await this.gate();
        check();
        if (this.full) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
        for (const { key, value } of operations) {
          if (!this.#before.has(key)) this.#before.set(key, this.#current.get(key));
          if (value === null) this.#current.delete(key);
          else this.#current.set(key, value);
        }
        if (!sync) return;
        await this.beforeSync();
        this.syncs++;
        this.#before.clear();
      },
      entries: async (range, { limit = Number.POSITIVE_INFINITY, reverse = false } = {}) => {
        check();
        const keys = reverse ? inRange(range).reverse() : inRange(range);
        return keys.slice(0, limit).map((key) => [key, this.#current.get(key) as string]);
      },
      count: async (range) => inRange(range).length,
      close: async () => {
        if (this.#opener === token) this.#opener = null;
      },
    };
  }
}

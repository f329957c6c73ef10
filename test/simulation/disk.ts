import type { Store, StoreHome, StoreOperation } from '../../packages/gateway-agent/src/journal/store.js';
import { MemoryDisk } from '../memory-disk.js';
import type { Random } from './random.js';
import type { ProcessClock, Scheduler } from './scheduler.js';

interface DiskWatcher {
  onDurable(journal: string, records: readonly string[]): void;
  onWritten(began: number): void;
  onDiskLost(): void;
}

const RECORD = 'r/';
const JOURNAL = 'm/journal';

/** The gateway's disk: slow at times, full, or writing what it then says it could not; it reports what has become durable. */
export class SimulatedDisk {
  readonly #disk = new MemoryDisk();
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #watcher: DiskWatcher;
  /** Milliseconds that a write takes at the most. */
  slowness = 3;
  /** Until then every write takes effect and yet fails. */
  tornUntil = 0;
  #journal = '';

  constructor(scheduler: Scheduler, random: Random, watcher: DiskWatcher) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#watcher = watcher;
  }

  set full(full: boolean) {
    this.#disk.full = full;
  }

  heal(): void {
    this.#disk.full = false;
    this.slowness = 3;
    this.tornUntil = 0;
  }

  get depth(): number {
    return this.#disk.keys().filter((key) => key.startsWith(RECORD)).length;
  }

  losePower(): void {
    this.#disk.losePower();
  }

  kill(): void {
    this.#disk.kill();
  }

  /** What was on it cannot be read; a new journal follows. */
  ruin(): void {
    this.#disk.hopeless = true;
    this.#watcher.onDiskLost();
  }

  /** The disk as one process sees it. */
  homeFor(clock: ProcessClock): StoreHome {
    const whileAlive = <T>(work: () => Promise<T>): Promise<T> =>
      clock.alive ? clock.guard(work()) : new Promise(() => undefined);
    const disk = this.#disk;
    return {
      place: 'the disk',
      get memo() {
        return disk.memo;
      },
      set memo(text) {
        if (clock.alive) disk.memo = text;
      },
      sound: () => undefined,
      isInUse: () => false,
      open: (options) =>
        whileAlive(async () => {
          const { store, repaired } = await this.#disk.open(options);
          return { store: this.#storeFor(store, whileAlive, clock), repaired };
        }),
      setAside: () => whileAlive(() => this.#disk.setAside()),
      destroy: () => whileAlive(() => this.#disk.destroy()),
    };
  }

  #storeFor(store: Store, whileAlive: <T>(work: () => Promise<T>) => Promise<T>, clock: ProcessClock): Store {
    return {
      write: (operations, options) =>
        whileAlive(async () => {
          const began = this.#scheduler.now;
          await this.#takeTime();
          if (!clock.alive) return;
          await store.write(operations, options);
          this.#report(operations, options.sync);
          if (options.sync) this.#watcher.onWritten(began);
          // A process may die between the disk's write and its answer.
          if (this.slowness > 3) await this.#takeTime();
          if (this.#scheduler.now < this.tornUntil)
            throw Object.assign(new Error('input/output error'), { code: 'EIO' });
        }),
      entries: (range, options) => whileAlive(() => store.entries(range, options)),
      count: (range) => whileAlive(() => store.count(range)),
      close: () => whileAlive(() => store.close()),
    };
  }

  #takeTime(): Promise<void> {
    const milliseconds = this.#random.int(0, this.slowness);
    return milliseconds === 0
      ? Promise.resolve()
      : new Promise((resolve) => this.#scheduler.after(milliseconds, resolve));
  }

  #report(operations: readonly StoreOperation[], sync: boolean): void {
    const records: string[] = [];
    for (const { key, value } of operations) {
      if (key === JOURNAL && value !== null) this.#journal = value;
      else if (key.startsWith(RECORD) && value !== null) records.push(value);
    }
    if (sync && records.length > 0) this.#watcher.onDurable(this.#journal, records);
  }
}

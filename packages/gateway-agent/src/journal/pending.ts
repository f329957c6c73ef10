import type { Fate } from './journal.types.js';
import { KEYS, noteKey } from './load.js';
import type { StoreOperation } from './store.js';

interface Taken {
  readonly operations: ReadonlyMap<string, string | null>;
  readonly writers: readonly ((fate: Fate) => void)[];
  readonly sync: boolean;
}

/**
 * The notes, and what goes with the next write beside the records: notes, removals, and the writers that wait for it.
 */
export class Pending {
  readonly #notes = new Map<string, string>();
  /** The last value of a key wins. */
  #operations = new Map<string, string | null>();
  #writers: ((fate: Fate) => void)[] = [];
  syncNeeded = false;

  get size(): number {
    return this.#operations.size + this.#writers.length;
  }

  note(name: string): string | undefined {
    return this.#notes.get(name);
  }

  notes(prefix: string): [name: string, value: string][] {
    return [...this.#notes].filter(([name]) => name.startsWith(prefix));
  }

  change(notes: readonly StoreOperation[]): void {
    for (const { key, value } of notes) {
      if (value === null) this.#notes.delete(key);
      else this.#notes.set(key, value);
      this.#operations.set(noteKey(key), value);
    }
  }

  /** Adds notes found on disk, unless a newer value is in memory. `all` writes those in memory too. */
  found(notes: ReadonlyMap<string, string>, all: boolean): void {
    if (all) for (const [name, value] of this.#notes) this.#operations.set(noteKey(name), value);
    for (const [name, value] of notes) if (!this.#operations.has(noteKey(name))) this.#notes.set(name, value);
  }

  set(key: string, value: string | null): void {
    this.#operations.set(key, value);
  }

  setAll(operations: readonly StoreOperation[]): void {
    for (const { key, value } of operations) this.#operations.set(key, value);
  }

  isRemoved(key: string): boolean {
    return this.#operations.get(key) === null;
  }

  /** Drops removals of another journal's records. */
  dropRecords(): void {
    for (const key of [...this.#operations.keys()])
      if (key === KEYS.forgotten || /^[kr]\//.test(key)) this.#operations.delete(key);
  }

  written(): Promise<Fate> {
    return new Promise((resolve) => this.#writers.push(resolve));
  }

  take(): Taken {
    const taken = { operations: this.#operations, writers: this.#writers, sync: this.syncNeeded };
    this.#operations = new Map();
    this.#writers = [];
    this.syncNeeded = false;
    return taken;
  }

  /** After a failed write: its content goes with the next one, but its writers are settled now. */
  giveBack({ operations, writers }: Taken): void {
    this.#operations = new Map([...operations, ...this.#operations]);
    this.syncNeeded = true;
    for (const settle of writers) settle('kept');
    this.reportKept();
  }

  reportKept(): void {
    for (const settle of this.#writers.splice(0)) settle('kept');
  }
}

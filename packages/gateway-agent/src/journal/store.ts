/* What the journal needs of a disk: an ordered map with atomic, durable batches. */

/** Sets a key, or removes it where the value is null. */
export interface StoreOperation {
  readonly key: string;
  readonly value: string | null;
}

export interface KeyRange {
  /** Keys greater than this. */
  readonly after: string;
  /** Keys less than this. */
  readonly before: string;
}

export interface Store {
  /** All of it or nothing; with `sync` it has survived power loss once resolved. */
  write(operations: readonly StoreOperation[], options: { sync: boolean }): Promise<void>;
  /** The value is null where it was damaged on disk. Rejects with StoreDamagedError where the store cannot be read. */
  entries(
    range: KeyRange,
    options?: { limit?: number; reverse?: boolean },
  ): Promise<[key: string, value: string | null][]>;
  count(range: KeyRange): Promise<number>;
  /** Gives the room of removed keys back, where that does not come by itself. */
  compact?(range: KeyRange): Promise<void>;
  close(): Promise<void>;
}

export interface StoreHome {
  /** In words, for messages: a folder. */
  readonly place: string;
  /** A word kept beside the store, which outlives damage to it; null where none was kept. */
  memo: string | null;
  /** Whether another process may have it open, as far as the system shows. Only opening decides. */
  isInUse(): boolean;
  /** Opens or makes the store; `repaired` where damage was found (or `repair` asked for) and what could be saved was. */
  open(options?: { repair: boolean }): Promise<{ store: Store; repaired: boolean }>;
  /** A copy in memory, to be read while this disk takes nothing and destroyed after; null where it would be too large. */
  copy?(): Promise<StoreHome | null>;
  /** Nothing untoward has happened with it: the next start may trust it. */
  sound(): void;
  /** Puts a hopeless store out of the way, kept for inspection; returns where it went. */
  setAside(): Promise<string>;
  /** Removes the store. */
  destroy(): Promise<void>;
}

/** Another process has the store open. */
export class StoreLockedError extends Error {
  override readonly name = 'StoreLockedError';
}

/** Something in it cannot be read; a repair may help. */
export class StoreDamagedError extends Error {
  override readonly name = 'StoreDamagedError';
}

/** Neither readable nor repairable. */
export class StoreHopelessError extends Error {
  override readonly name = 'StoreHopelessError';
}

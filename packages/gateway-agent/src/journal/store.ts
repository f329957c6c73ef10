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
  entries(
    range: KeyRange,
    options?: { limit?: number; reverse?: boolean },
  ): Promise<[key: string, value: string][]>;
  count(range: KeyRange): Promise<number>;
  close(): Promise<void>;
}

export interface StoreHome {
  /** In words, for messages: a folder. */
  readonly place: string;
  /** Opens or makes the store; `repaired` where damage was found (or `repair` asked for) and what could be saved was. */
  open(options?: { repair: boolean }): Promise<{ store: Store; repaired: boolean }>;
  /** Puts a hopeless store out of the way, kept for inspection; returns where it went. */
  setAside(): Promise<string>;
  /** Removes the store. */
  destroy(): Promise<void>;
}

/** Another process has the store open. */
export class StoreLockedError extends Error {
  override readonly name = 'StoreLockedError';
}

/** Neither readable nor repairable. */
export class StoreHopelessError extends Error {
  override readonly name = 'StoreHopelessError';
}

import type { Pool, PoolClient } from 'pg';
import type { FeedPage, LocksysPerson } from './feed.types.js';
import { readRecords, stayDue } from './records.js';

/** A key as it is sent to the locking system; with its person, so that an unknown one can be made. */
export interface LocksysKey {
  id: number;
  name: string;
  /** `handed_over`, or null for one that waits for its person. */
  state: 'handed_over' | null;
  location_id: number;
  person: { id: string; name: string; email: string };
  security_groups: string[];
  starts_at: Date;
  expires_at: Date | null;
}

/**
 * The system behind locks of type `locksys`. Verbs call it within their transaction, last of all, and for a new key before
 * their transaction: where it refuses (`locksys_rejected`, 409) or does not answer (`server_error`, 500), nothing is saved
 * here either.
 */
export interface LockingSystem {
  /** Runs a transaction in which the system is called; keeps a slow system from taking every database connection. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  /** Makes or changes. */
  savePerson(person: LocksysPerson): Promise<void>;
  /** With all the person's keys, or, refused, with none. */
  deletePerson(id: string): Promise<void>;
  /** Makes or changes. */
  saveKey(key: LocksysKey): Promise<void>;
  deleteKey(id: number): Promise<void>;
  /** The changes since `cursor`, oldest first. */
  readFeed: (cursor: string, database: Pool | PoolClient) => Promise<FeedPage>;
  /** The row of `locksys_feed` with the position of this feed, so that cursors of two systems never mix. */
  feedId: number;
  /** The polling interval; null: adding a record makes the feed due. */
  pollMs: number | null;
  /** Runs after a page was read, in the same transaction. */
  stayDue?: typeof stayDue;
  /** Its condition, as this process sees it; null where our own database is the truth. */
  condition(): Condition | null;
  close(): Promise<void>;
}

export interface Condition {
  /** Its address, without the query. */
  url: string;
  /** Calls in a row that had no answer. */
  failures: number;
  /** Why the last call had none, in words. */
  fault: string | null;
  /** `open`: no call is made for a while; `trying`: one call finds out whether it works again. */
  breaker: 'closed' | 'open' | 'trying';
  /** Until it is asked again; null where it is asked now. */
  wait_ms: number | null;
}

/** Our own database is authoritative, so nothing is refused. Its readers are simulated (simulated.ts). */
export const builtinLockingSystem: LockingSystem = {
  guard: (work) => work(),
  savePerson: async () => {},
  deletePerson: async () => {},
  saveKey: async () => {},
  deleteKey: async () => {},
  readFeed: (cursor, database) => readRecords(database, cursor),
  feedId: 2,
  pollMs: null,
  stayDue,
  condition: () => null,
  close: async () => {},
};

export const lockingSystemOf = (context: { lockingSystem?: LockingSystem }): LockingSystem =>
  context.lockingSystem ?? builtinLockingSystem;

/** Whether the readers of the locking system's locks are simulated here. */
export const isSimulated = (context: { lockingSystem?: LockingSystem }): boolean =>
  lockingSystemOf(context) === builtinLockingSystem;

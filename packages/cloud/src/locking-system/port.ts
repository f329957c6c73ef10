/** A person as the locking system is told of them. */
export interface LocksysPerson {
  id: string;
  name: string;
  email: string;
  phone: string;
  company_name: string;
  title: string;
  language: string;
  location_id: number;
}

/** A key as the locking system is told of it; its person comes along, so that an unknown one can be made. */
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

/** What the locking system tells of its own accord; `cursor` is where to read on. */
export interface FeedPage {
  changes: FeedChange[];
  cursor: string;
  more: boolean;
}

export type FeedChange =
  | { type: 'key'; key_id: number; state: 'handed_over' | 'returned'; occurred_at: Date }
  | { type: 'person_saved'; person: LocksysPerson }
  | { type: 'person_deleted'; person_id: string }
  | {
      type: 'access';
      lock_id: number;
      key_id: number | null;
      result: 'success' | 'denied';
      reason: 'no_access' | 'outside_time_window' | 'unknown_key' | null;
      occurred_at: Date;
    }
  | { type: 'door'; lock_id: number; state: 'closed' | 'left_open'; occurred_at: Date };

/**
 * The system behind locks of type `locksys`. Verbs tell it within their transaction, last of all: where it refuses
 * (`locksys_rejected`, 409) or does not answer (`server_error`, 500), nothing is saved here either.
 */
export interface LockingSystem {
  /** Runs a transaction in which the system is told; keeps a slow system from taking every database connection. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  /** Makes or changes. */
  savePerson(person: LocksysPerson): Promise<void>;
  /** With all the person's keys, or, refused, with none. */
  deletePerson(id: string): Promise<void>;
  /** Makes or changes. */
  saveKey(key: LocksysKey): Promise<void>;
  deleteKey(id: number): Promise<void>;
  /** What happened there since `cursor`, oldest first; null where our own database is the truth. */
  readFeed: ((cursor: string) => Promise<FeedPage>) | null;
  /** How it is with it, as this process sees it; null where our own database is the truth. */
  condition(): Condition | null;
  close(): Promise<void>;
}

export interface Condition {
  /** Where it is reached, without what a query may hold. */
  url: string;
  /** Calls in a row that had no answer. */
  failures: number;
  /** Why the last one had none, in words. */
  fault: string | null;
  /** `open`: nobody is asked for a while; `trying`: one call finds out whether it works again. */
  breaker: 'closed' | 'open' | 'trying';
  /** Until it is asked again; null where it is asked now. */
  wait_ms: number | null;
}

/** Our database is the truth: nobody to ask, nobody to refuse. */
export const builtinLockingSystem: LockingSystem = {
  guard: (work) => work(),
  savePerson: async () => {},
  deletePerson: async () => {},
  saveKey: async () => {},
  deleteKey: async () => {},
  readFeed: null,
  condition: () => null,
  close: async () => {},
};

export const lockingSystemOf = (context: { lockingSystem?: LockingSystem }): LockingSystem =>
  context.lockingSystem ?? builtinLockingSystem;

import type { Clock } from '@door-access/protocol';
import type { Log } from '../log.js';
import type { Stamp } from '../time.js';
import type { Entry } from './records.js';
import type { StoreHome } from './store.js';

/** `kept` is in memory only, because the disk refuses, and goes to disk when it can; `lost` becomes part of a gap. */
export type Fate = 'durable' | 'kept' | 'lost';

export type JournalChange =
  | { readonly type: 'durable'; readonly entries: readonly Entry[] }
  /** Given out for sending from memory, because the disk refuses. */
  | { readonly type: 'sent'; readonly entries: readonly Entry[] }
  | { readonly type: 'forgotten'; readonly upTo: number }
  /** The disk refuses (`message`), or takes writes again (null). */
  | { readonly type: 'disk'; readonly message: string | null };

export interface JournalOptions {
  readonly home: StoreHome;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  /** Stamp and boot of a gap record. */
  readonly stamp: () => Stamp & { boot: string };
  /** Records kept while the cloud is away; records beyond this are lost and reported as a gap. */
  readonly maxRecords?: number;
  /** The gateway that the records are of. */
  readonly owner: string;
  /** How long records are kept behind their acknowledgement; 0 keeps none. */
  readonly keepDays?: number;
  readonly maxKeptBytes?: number;
  /** Records kept in memory while the disk refuses. */
  readonly maxWaiting?: number;
  readonly onChange?: (change: JournalChange) => void;
}

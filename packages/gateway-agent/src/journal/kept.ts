import type { Mark } from './agreement.js';
import type { JournalOptions } from './journal.types.js';
import { KEYS, type Loaded, recordKey } from './load.js';
import { type Entry, fitting, soundRecords } from './records.js';
import { hasRoom, type Segment, segmentKey } from './segments.js';
import type { Store, StoreOperation } from './store.js';

/* Records that the cloud has acknowledged, kept for a cloud whose database is set back to an earlier moment. */

export const DEFAULT_KEEP_DAYS = 7;
const DAY_MS = 24 * 3_600_000;
const MAX_BYTES = 64 << 20;
/** What a record costs the store beside its text: key, checksum, place in a table. */
const RECORD_OVERHEAD = 48;

/** The store gives room back once so much was dropped. */
const COMPACT_BYTES = 4 << 20;

type KeptOptions = Pick<JournalOptions, 'keepDays' | 'maxKeptBytes' | 'owner' | 'stamp' | 'log'>;

/**
 * Keeps acknowledged records where they are, in the store: keeping costs no write of its own. Only the note on the newest
 * segment goes with the write that forgets.
 */
export class Kept {
  readonly #options: KeptOptions;
  readonly #days: number;
  readonly #maxBytes: number;
  #segments: Segment[] = [];
  #bytes = 0;
  /** True if what is kept may have become too much or too old. */
  #isDue = false;
  /** Another gateway's, which are never sent: this machine was paired as another one since. */
  #isForeign = false;
  #dropped = 0;
  /** Sent again: everything kept after `after`, up to what was once acknowledged. */
  #refill: { readonly after: number; readonly upTo: number } | null = null;

  constructor(options: KeptOptions) {
    this.#options = options;
    this.#days = options.keepDays ?? DEFAULT_KEEP_DAYS;
    this.#maxBytes = options.maxKeptBytes ?? MAX_BYTES;
  }

  /** Another journal. Returns what the store has to note. */
  begin({ kept, owner }: Pick<Loaded, 'kept' | 'owner'>): StoreOperation[] {
    this.#segments = [...kept].sort((a, b) => a.first - b.first);
    this.#bytes = this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#refill = null;
    this.#isForeign = owner !== null && owner !== this.#options.owner && kept.length > 0;
    this.#isDue = this.#isForeign;
    const isNoted = owner === this.#options.owner || this.#isForeign;
    return isNoted ? [] : [{ key: KEYS.owner, value: this.#options.owner }];
  }

  /** These are acknowledged. Returns what the store has to note, or to remove where nothing is kept. */
  acknowledged(entries: readonly Entry[]): StoreOperation[] {
    const [oldest] = entries;
    if (!oldest) return [];
    if (this.#days === 0) return entries.map(({ seq }) => ({ key: recordKey(seq), value: null }));
    const now = this.#now();
    const bytes = entries.reduce((sum, { json }) => sum + Buffer.byteLength(json) + RECORD_OVERHEAD, 0);
    const last = entries.at(-1)?.seq ?? oldest.seq;
    const open = this.#segments.at(-1);
    const goesOn = open !== undefined && hasRoom(open, now);
    const segment: Segment = goesOn
      ? { ...open, last, records: open.records + entries.length, bytes: open.bytes + bytes, until: now }
      : { first: oldest.seq, last, records: entries.length, bytes, since: now, until: now };
    if (goesOn) this.#segments.pop();
    this.#segments.push(segment);
    this.#bytes += bytes;
    this.#isDue = true;
    return [{ key: segmentKey(segment.first), value: JSON.stringify(segment) }];
  }

  /**
   * How far the cloud has the journal at the beginning of a connection, of all that it once acknowledged. It may not say;
   * a journal that it does not name, it has nothing of.
   */
  hear(marks: readonly Mark[] | undefined, journal: string, acknowledged: number): void {
    this.#isDue = true;
    this.#refill = null;
    const after = marks?.find((mark) => mark.journal === journal)?.last_seq ?? 0;
    const isShort = marks !== undefined && after < Math.min(acknowledged, this.#segments.at(-1)?.last ?? 0);
    if (!isShort || this.#isForeign) return;
    this.#refill = { after, upTo: acknowledged };
    this.#options.log.warn(
      `journal: the cloud has less than it once had; what follows ${after} is sent again`,
    );
  }

  /** The next records to be sent again; null where there are none, or none that can be read now. */
  async again(store: Store | null, limits: { records: number; bytes: number }): Promise<Entry[] | null> {
    const refill = this.#refill;
    if (refill === null) return null;
    const found = store
      ? await soundRecords(store, refill.after, limits.records, () => undefined).catch(() => [])
      : [];
    const entries = found.filter(({ seq }) => seq <= refill.upTo);
    if (entries.length > 0) return fitting(entries, limits.bytes);
    // What the doors do now does not wait for a disk that refuses.
    if (refill === this.#refill) this.#refill = null;
    return null;
  }

  /** The cloud has taken records up to this one; true if they were sent again. */
  sentAgain(upTo: number): boolean {
    if (this.#refill === null || upTo > this.#refill.upTo) return false;
    this.#refill = upTo === this.#refill.upTo ? null : { ...this.#refill, after: upTo };
    return true;
  }

  get isTooMuch(): boolean {
    const [oldest] = this.#segments;
    if (!this.#isDue || oldest === undefined) return false;
    const isOver = this.#bytes > this.#maxBytes || oldest.until < this.#now() - this.#days * DAY_MS;
    this.#isDue = isOver || this.#isForeign;
    return this.#isDue;
  }

  /** Drops the oldest segment, whole. */
  async drop(store: Store): Promise<void> {
    const [oldest] = this.#segments;
    if (!oldest) return;
    // With what a lost note had left before it.
    const found = await store.entries({ after: recordKey(0), before: recordKey(oldest.last + 1) });
    const operations: StoreOperation[] = found.map(([key]) => ({ key, value: null }));
    operations.push({ key: segmentKey(oldest.first), value: null });
    if (this.#isForeign && this.#segments.length === 1)
      operations.push({ key: KEYS.owner, value: this.#options.owner });
    await store.write(operations, { sync: false });
    this.#segments.shift();
    this.#bytes -= oldest.bytes;
    this.#isForeign = this.#isForeign && this.#segments.length > 0;
    this.#dropped += oldest.bytes;
    if (this.#dropped < COMPACT_BYTES) return;
    this.#dropped = 0;
    // Beside all else: the store goes on taking records.
    store.compact?.({ after: recordKey(0), before: recordKey(oldest.last + 1) }).catch(() => undefined);
  }

  /** Drops all there is: another journal begins in the store. */
  async dropAll(store: Store): Promise<void> {
    while (this.#segments.length > 0) await this.drop(store);
  }

  /** The corrected time. */
  #now(): number {
    return Date.parse(this.#options.stamp().at);
  }
}

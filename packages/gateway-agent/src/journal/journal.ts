import { beginAnew, isUsedUp } from './anew.js';
import { Bell } from './bell.js';
import type { Fate, JournalOptions } from './journal.types.js';
import { reason } from './level-store.js';
import { KEYS, type Loaded, loadJournal, noteKey, recordKey, recordsAfter, seqOf } from './load.js';
import {
  type Batch,
  type Entry,
  fitting,
  type Item,
  isSound,
  type NewRecord,
  number,
  soundRecords,
  withoutNumber,
} from './records.js';
import { type Store, StoreDamagedError, StoreLockedError, type StoreOperation } from './store.js';

export type { Fate, JournalChange, JournalOptions } from './journal.types.js';
export type { Batch, Entry, NewRecord } from './records.js';

export const DEFAULT_MAX_RECORDS = 500_000;
const DEFAULT_MAX_WAITING = 1000;
/** Durable records kept in memory too, so that a record just written is sent without reading it back. */
const MAX_TAIL = 1000;
/** A store that has been in use so long does not end the process. */
const TRUSTED_AFTER_MS = 30_000;
const REOPEN_FIRST_MS = 1000;
const REOPEN_LONGEST_MS = 10_000;

/**
 * The durable, ordered journal: every fact about the doors, until the cloud has acknowledged it.
 * Records appended while a write is under way share the next one (group commit).
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #closing = new AbortController();
  #store: Store | null = null;
  #journal = '';
  #last = 0;
  #forgotten = 0;
  #depth = 0;
  /** Highest number that the store had when it was first opened, and highest given out for sending since. */
  #found = 0;
  #given = 0;
  /**
   * The cloud has records up to this number that the store does not have: records with these numbers are renumbered, in
   * a new journal if the numbers of this one are used up.
   */
  #overtaken: { readonly seq: number; readonly usedUp: boolean; prepared: boolean } | null = null;
  #waiting: Item[] = [];
  /** Lost after everything that waits. */
  #lost = 0;
  #lostOnDisk = 0;
  #tail: Entry[] = [];
  readonly #notes = new Map<string, string>();
  /** Operations that go with the next write: notes, removals. The last word on a key counts. */
  #operations = new Map<string, string | null>();
  #syncNeeded = false;
  #writers: ((fate: Fate) => void)[] = [];
  readonly #bell = new Bell();
  #working: Promise<void> | null = null;
  /** What a read failed with; the store is repaired before the next write. */
  #unreadable: unknown = null;
  /** True from a failed write until one succeeds. */
  #refusing = false;
  #retryMs = REOPEN_FIRST_MS;

  private constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** Fails only where another process has the store; a disk that refuses is tried again while the doors work. */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options);
    try {
      journal.#adopt(await loadJournal(options.home, options.newId, options.log.warn), 0);
      const { signal } = journal.#closing;
      options.clock.sleep(TRUSTED_AFTER_MS, signal).then(options.home.sound, () => undefined);
    } catch (error) {
      if (error instanceof StoreLockedError) throw error;
      journal.#refuses(error);
      journal.#working = journal.#reopen(0).then(() => {
        journal.#working = null;
        journal.#work();
      });
    }
    return journal;
  }

  get id(): string {
    return this.#journal;
  }

  /** Records waiting for the cloud, those not yet on disk included. */
  get depth(): number {
    return this.#depth + this.#waiting.length;
  }

  get lastSeq(): number {
    return this.#last;
  }

  note(name: string): string | undefined {
    return this.#notes.get(name);
  }

  /** Every note whose name begins so. */
  notes(prefix: string): [name: string, value: string][] {
    return [...this.#notes].filter(([name]) => name.startsWith(prefix));
  }

  /**
   * Appends records and changes notes in one synced write. Notes are seen by `note` at once.
   * Never rejects: the fate says what became of them.
   */
  append(records: readonly NewRecord[], notes: readonly StoreOperation[] = []): Promise<Fate> {
    for (const { key, value } of notes) {
      if (value === null) this.#notes.delete(key);
      else this.#notes.set(key, value);
      this.#operations.set(noteKey(key), value);
    }
    if (records.length + notes.length === 0) return Promise.resolve('durable');
    this.#syncNeeded = true;
    const room = this.#hasRoom(records.length);
    if (room) {
      // What was lost stands before these in the order.
      if (this.#lost > 0 && records.length > 0) this.#placeGap();
      for (const record of records) this.#waiting.push({ record });
    } else {
      this.#lost += records.length;
    }
    this.#work();
    if (this.#refusing) return Promise.resolve(room ? 'kept' : 'lost');
    return new Promise((resolve) => this.#writers.push(room ? resolve : () => resolve('lost')));
  }

  /** The oldest records not acknowledged, in order; waits until there are any. Rejects when the signal aborts. */
  async next(limits: { records: number; bytes: number }, signal: AbortSignal): Promise<Batch> {
    for (;;) {
      signal.throwIfAborted();
      const { rung } = this.#bell;
      const journal = this.#journal;
      const entries = this.#overtaken ? [] : await this.#read(limits);
      if (entries.length > 0 && journal === this.#journal && !this.#overtaken) {
        this.#given = Math.max(this.#given, entries.at(-1)?.seq ?? 0);
        return { journal, entries };
      }
      // Something may have happened while this was reading.
      if (rung === this.#bell.rung && !signal.aborted) await this.#bell.next(signal);
    }
  }

  /** The cloud has these for good. */
  forget(batch: Batch): void {
    const upTo = batch.entries.at(-1)?.seq ?? 0;
    if (batch.journal !== this.#journal || upTo <= this.#forgotten || this.#overtaken?.usedUp) return;
    for (const { seq } of batch.entries) this.#operations.set(recordKey(seq), null);
    this.#operations.set(KEYS.forgotten, String(upTo));
    this.#forgotten = upTo;
    this.#depth -= batch.entries.length;
    this.#tail = this.#tail.filter(({ seq }) => seq > upTo);
    this.#options.onChange?.({ type: 'forgotten', upTo });
    this.#work();
  }

  /**
   * How far the cloud has a journal, as it says when a session begins. A disk that lost writes it had promised would
   * have their numbers given again, and the cloud would take what bears them for had.
   */
  cloudHas(journal: string, seq: number): void {
    if (journal !== this.#journal || seq <= Math.max(this.#found, this.#given)) return;
    this.#options.log.warn(`journal: the cloud has records up to ${seq} that this disk does not have`);
    this.#overtaken = { seq, usedUp: isUsedUp(seq, this.#last), prepared: false };
    this.#work();
  }

  /** Stops as a dying process would: what is not on disk is not written. */
  kill(): void {
    this.#closing.abort(new Error('the journal was killed'));
    this.#store = null;
  }

  /** Writes what waits, as far as the disk takes it, and lets the store go. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the journal is closed'));
    await this.#working;
    if (!this.#store) return;
    await this.#store.close();
    this.#store = null;
    this.#options.home.sound();
  }

  #hasRoom(records: number): boolean {
    const { maxRecords = DEFAULT_MAX_RECORDS, maxWaiting = DEFAULT_MAX_WAITING } = this.#options;
    // The memory is the bound only while the disk refuses; else what waits is on its way.
    if (this.#refusing && this.#waiting.length + records > maxWaiting) return false;
    return this.#depth + this.#waiting.length + records <= maxRecords;
  }

  #placeGap(): void {
    this.#options.log.warn(`journal: ${this.#lost} records found no room and are lost`);
    this.#waiting.push({ lost: this.#lost });
    this.#lost = 0;
  }

  #work(): void {
    if (this.#store === null || this.#working !== null) return;
    // A microtask later, so that everything appended in one go shares one write.
    this.#working = Promise.resolve().then(async () => {
      while (this.#store && this.#hasWork()) {
        if (this.#unreadable) await this.#fails(this.#store, this.#unreadable, 0, true);
        else if (this.#overtaken?.usedUp) await this.#beginAnew(this.#store);
        else if (this.#overtaken?.prepared === false) await this.#numberAnew(this.#store);
        else await this.#write(this.#store);
      }
      this.#working = null;
    });
  }

  #hasWork(): boolean {
    if (this.#unreadable || this.#refusing || this.#overtaken) return true;
    if (this.#lost > 0 && this.#hasRoom(1)) this.#placeGap();
    return (
      this.#waiting.length + this.#operations.size + this.#writers.length > 0 ||
      this.#lost !== this.#lostOnDisk
    );
  }

  async #write(store: Store): Promise<void> {
    const items = this.#waiting;
    const operations = this.#operations;
    const writers = this.#writers;
    const lost = this.#lost;
    const sync = this.#syncNeeded || this.#refusing || lost !== this.#lostOnDisk;
    this.#waiting = [];
    this.#operations = new Map();
    this.#writers = [];
    this.#syncNeeded = false;
    const entries = number(items, this.#last, this.#options.stamp);
    const batch: StoreOperation[] = [];
    for (const [key, value] of operations) batch.push({ key, value });
    for (const { seq, json } of entries) batch.push({ key: recordKey(seq), value: json });
    if (lost !== this.#lostOnDisk) batch.push({ key: KEYS.lost, value: lost > 0 ? String(lost) : null });
    // After trouble even a write of nothing has to prove that the disk takes it.
    if (batch.length === 0) batch.push({ key: KEYS.journal, value: this.#journal });
    try {
      await store.write(batch, { sync });
    } catch (error) {
      // Back in front, in order; whether the batch is on disk after all is seen when the store is open again.
      this.#waiting = [...items, ...this.#waiting];
      this.#operations = new Map([...operations, ...this.#operations]);
      this.#syncNeeded = true;
      for (const tell of writers) tell('kept');
      return this.#fails(store, error, items.length);
    }
    if (this.#refusing) {
      this.#refusing = false;
      this.#retryMs = REOPEN_FIRST_MS;
      this.#options.log.info('journal: the disk takes records again');
      this.#options.onChange?.({ type: 'disk', message: null });
    }
    this.#lostOnDisk = lost;
    this.#last = entries.at(-1)?.seq ?? this.#last;
    this.#depth += entries.length;
    if (this.#overtaken?.prepared) {
      this.#overtaken = null;
      this.#found = this.#last;
      this.#depth = await store.count(recordsAfter(this.#forgotten)).catch(() => this.#depth);
    }
    if (entries.length > 0) {
      this.#tail = [...this.#tail, ...entries].slice(-MAX_TAIL);
      this.#options.onChange?.({ type: 'durable', entries });
      this.#bell.ring();
    }
    for (const tell of writers) tell('durable');
  }

  /** Prepares the write that takes this start's records away under their old numbers and adds them under new ones. */
  async #numberAnew(store: Store): Promise<void> {
    const { seq } = this.#overtaken ?? { seq: 0 };
    try {
      const own = await store.entries(recordsAfter(this.#found));
      const items = own.flatMap(([key, json]) => (isSound(key, json) ? [withoutNumber(json)] : []));
      for (const [key] of own) this.#operations.set(key, null);
      this.#waiting = [{ lost: Math.max(1, seq - this.#last) }, ...items, ...this.#waiting];
      this.#tail = [];
      this.#syncNeeded = true;
      this.#overtaken = { seq, usedUp: false, prepared: true };
    } catch (error) {
      this.#unreadable = error;
    }
  }

  /** Starts a new journal when the sequence numbers are used up; no unsent record is lost. */
  async #beginAnew(store: Store): Promise<void> {
    const { home, log, newId, stamp } = this.#options;
    const known = () => ({ forgotten: this.#forgotten, lost: this.#lostOnDisk });
    try {
      const anew = await beginAnew(home, store, newId(), known, stamp);
      log.warn(
        `journal: its sequence numbers are used up; a new journal starts with its ${anew.depth} unsent records`,
      );
      // Pending removals refer to numbers of the old journal.
      for (const key of [...this.#operations.keys()])
        if (key === KEYS.forgotten || key.startsWith('r/')) this.#operations.delete(key);
      this.#adopt(anew, 0);
    } catch (error) {
      return this.#fails(store, error, 0);
    }
  }

  /** Closes the store and opens it again, retrying until that succeeds. */
  async #fails(store: Store, error: unknown, written: number, damaged = false): Promise<void> {
    this.#refuses(error);
    this.#unreadable = null;
    this.#store = null;
    await store.close().catch(() => undefined);
    return this.#reopen(written, damaged || error instanceof StoreDamagedError);
  }

  #refuses(error: unknown): void {
    if (this.#refusing) return;
    this.#refusing = true;
    // Nobody is kept waiting for a disk that refuses.
    for (const tell of this.#writers.splice(0)) tell('kept');
    const message = reason(error);
    this.#options.log.warn(
      `journal: the disk refuses (${message}); the doors keep working, records wait in memory`,
    );
    this.#options.onChange?.({ type: 'disk', message });
  }

  /** Opens the store again after a failure, for as long as it takes. `written` items may have made it to disk. */
  async #reopen(written: number, repair = false): Promise<void> {
    const { log, clock, home, newId } = this.#options;
    const { signal } = this.#closing;
    for (;;) {
      await clock.sleep(this.#retryMs, signal).catch(() => undefined);
      // Closing: what is in memory only cannot be saved.
      if (signal.aborted) return;
      this.#retryMs = Math.min(REOPEN_LONGEST_MS, this.#retryMs * 2);
      try {
        const known = { journal: this.#journal, forgotten: this.#forgotten, repair };
        return this.#adopt(await loadJournal(home, newId, log.warn, known), written);
      } catch {
        // Still refusing, which has been said.
      }
    }
  }

  #adopt(loaded: Loaded, written: number): void {
    const first = this.#journal === '';
    if (loaded.journal === this.#journal) {
      // The batch whose write failed is atomic: if its first number is there, all of it is.
      if (loaded.last > this.#last) this.#waiting.splice(0, written);
    } else {
      this.#found = loaded.last;
      this.#given = 0;
      this.#overtaken = null;
      for (const [name, value] of this.#notes) if (!first) this.#operations.set(noteKey(name), value);
      for (const [name, value] of loaded.notes) if (!this.#notes.has(name)) this.#notes.set(name, value);
    }
    const untold = first ? loaded.lost : loaded.jump;
    if (untold > 0) this.#waiting.unshift({ lost: untold });
    this.#lostOnDisk = loaded.lost;
    this.#last = loaded.last;
    this.#forgotten = loaded.forgotten;
    this.#depth = loaded.depth;
    this.#tail = [];
    this.#journal = loaded.journal;
    this.#store = loaded.store;
    const { last } = loaded;
    if (isUsedUp(last, last)) this.#overtaken = { seq: last, usedUp: true, prepared: false };
    this.#bell.ring();
    this.#work();
  }

  async #read({ records, bytes }: { records: number; bytes: number }): Promise<Entry[]> {
    if (this.#tail.length === this.#depth) return fitting(this.#tail.slice(0, records), bytes);
    if (!this.#store) return [];
    try {
      const drop = (key: string) => this.#drop(key);
      return fitting(await soundRecords(this.#store, this.#forgotten, records, drop), bytes);
    } catch (error) {
      this.#unreadable = error;
      this.#work();
      return [];
    }
  }

  /** A record damaged on disk is left out, which the cloud sees as a hole, and does not spoil its whole message. */
  #drop(key: string): void {
    if (this.#operations.get(key) === null) return;
    this.#options.log.warn(`journal: record ${seqOf(key)} is damaged and is left out`);
    this.#operations.set(key, null);
    this.#depth--;
    this.#work();
  }
}

import { Agreement, type Mark } from './agreement.js';
import { beginAnew, isUsedUp, writtenSince } from './anew.js';
import { Bell, endOfTick } from './bell.js';
import type { Fate, JournalOptions } from './journal.types.js';
import { Kept } from './kept.js';
import { KEYS, type Loaded, loadJournal, recordKey, recordsAfter } from './load.js';
import { Pending } from './pending.js';
import { Queue } from './queue.js';
import type { Batch, Entry, NewRecord } from './records.js';
import { loadCopy, unsentOf } from './remembered.js';
import { type Store, StoreDamagedError, StoreLockedError, type StoreOperation } from './store.js';
import { Trouble } from './trouble.js';
import { Unsent } from './unsent.js';

export type { Fate, JournalChange, JournalOptions } from './journal.types.js';
export type { Batch, Entry, NewRecord } from './records.js';

/** A start counts as sound once the store has been in use for this long. */
const TRUSTED_AFTER_MS = 30_000;

/**
 * The durable, ordered journal: every fact about the doors, until the cloud has acknowledged it. Records appended while
 * a write is under way share the next one. While the disk refuses, records are sent from memory.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #closing = new AbortController();
  #store: Store | null = null;
  #journal = '';
  /** True once the content of the disk is known. */
  #known = false;
  readonly #unsent = new Unsent();
  /** The highest number on disk, and the highest of any attempted write. */
  #saved = 0;
  #tried = 0;
  readonly #agreement = new Agreement();
  readonly #queue: Queue;
  #lostOnDisk = 0;
  readonly #pending = new Pending();
  readonly #bell = new Bell();
  #working: Promise<void> | null = null;
  /** The error of a failed read; the store is repaired before the next write. */
  #unreadable: unknown = null;
  readonly #trouble: Trouble;
  readonly #kept: Kept;

  private constructor(options: JournalOptions) {
    this.#options = options;
    this.#trouble = new Trouble(options);
    this.#queue = new Queue(options);
    this.#kept = new Kept(options);
  }

  /** Fails only where another process has the store; a disk that refuses is tried again while the doors work. */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options);
    try {
      journal.#adopt(await loadJournal(options.home, options.newId, options.log.warn));
      const { signal } = journal.#closing;
      options.clock.sleep(TRUSTED_AFTER_MS, signal).then(options.home.sound, () => undefined);
    } catch (error) {
      if (error instanceof StoreLockedError) throw error;
      journal.#trouble.begins(error);
      await journal.#beginInMemory();
      journal.#working = journal.#reopen().then(() => {
        journal.#working = null;
        journal.#wake();
      });
    }
    return journal;
  }

  get id(): string {
    return this.#journal;
  }

  /** Records waiting for the cloud, those not yet on disk included. */
  get depth(): number {
    return this.#unsent.depth + this.#queue.length;
  }

  get lastSeq(): number {
    return this.#queue.last;
  }

  /** True while the disk takes no records. */
  get refusing(): boolean {
    return this.#trouble.lasts;
  }

  note(name: string): string | undefined {
    return this.#pending.note(name);
  }

  /** Every note whose name begins so. */
  notes(prefix: string): [name: string, value: string][] {
    return this.#pending.notes(prefix);
  }

  /**
   * Appends records and changes notes in one synced write. `note` sees the notes at once. Never rejects: the returned
   * fate reports the outcome.
   */
  append(records: readonly NewRecord[], notes: readonly StoreOperation[] = []): Promise<Fate> {
    this.#pending.change(notes);
    if (records.length + notes.length === 0) return Promise.resolve('durable');
    this.#pending.syncNeeded = true;
    const room = this.#hasRoom(records.length);
    if (room) this.#queue.push(records);
    else this.#queue.lost += records.length;
    this.#wake();
    if (this.#trouble.lasts) return Promise.resolve(room ? 'kept' : 'lost');
    return this.#pending.written().then((fate) => (room ? fate : 'lost'));
  }

  /** What the cloud lacks of the kept records, then the oldest unacknowledged; waits for some, or rejects by the signal. */
  async next(limits: { records: number; bytes: number }, signal: AbortSignal): Promise<Batch> {
    const maySend = () => this.#agreement.allowsSending(!this.#isInMemory);
    for (;;) {
      signal.throwIfAborted();
      const { rung } = this.#bell;
      const journal = this.#journal;
      const again = maySend() ? await this.#kept.again(this.#store, limits) : null;
      const entries = again ?? (maySend() ? await this.#read(limits) : []);
      if (entries.length > 0 && journal === this.#journal && maySend()) {
        const own = entries.filter(({ seq }) => !this.#agreement.isGiven(seq) && seq >= this.#queue.first);
        this.#agreement.give(entries.at(-1)?.seq ?? 0);
        if (own.length > 0) this.#options.onChange?.({ type: 'sent', entries: own });
        return { journal, entries };
      }
      if (rung === this.#bell.rung && !signal.aborted) await this.#bell.next(signal);
    }
  }

  /** The cloud has acknowledged these. */
  forget(batch: Batch): void {
    const upTo = batch.entries.at(-1)?.seq ?? 0;
    if (batch.journal !== this.#journal || this.#kept.sentAgain(upTo)) return;
    if (upTo <= this.#unsent.forgotten || this.#agreement.overtaken?.usedUp) return;
    const { first } = this.#queue;
    // A record without any attempted write is not on disk; what a failed one left there is not kept.
    for (const { seq } of batch.entries)
      if (seq <= this.#tried && seq >= first) this.#pending.set(recordKey(seq), null);
    this.#pending.setAll(this.#kept.acknowledged(batch.entries.filter(({ seq }) => seq < first)));
    this.#pending.set(KEYS.forgotten, String(upTo));
    this.#unsent.forget(upTo, batch.entries.filter(({ seq }) => seq < first).length);
    this.#queue.dropUpTo(upTo);
    this.#options.onChange?.({ type: 'forgotten', upTo });
    this.#wake();
  }

  /** The cloud's positions, if it reports them. Those of a repeated session message may be older than an acknowledgement. */
  cloudHas(marks: readonly Mark[] | undefined, isFirst = true): void {
    this.#agreement.hear(marks);
    if (isFirst) this.#kept.hear(marks, this.#journal, this.#unsent.forgotten);
    this.#agree();
  }

  /** Never reuses a number that the cloud has for a lost record: the cloud would ignore the new record. */
  #agree(): void {
    if (this.#agreement.endsNote()) {
      this.#pending.set(KEYS.agreed, null);
      this.#pending.syncNeeded = true;
    }
    const seq = this.#agreement.beyond(this.#journal);
    if (seq !== null && !this.#agreement.overtaken?.prepared) {
      this.#options.log.warn(`journal: the cloud has records up to ${seq} that the disk has not`);
      const { last } = this.#queue;
      // Renumbers in memory if possible, as the disk may refuse for long.
      if (this.#isInMemory && !isUsedUp(seq, last)) {
        // A failed write may still be on disk.
        for (const entry of this.#queue.entries) this.#pending.set(recordKey(entry.seq), null);
        this.#queue.goOnAfter(seq, this.#agreement.accounted);
        this.#agreement.agree(seq);
      } else this.#agreement.overtake(seq, last);
    }
    this.#wake();
  }

  /** No record that may need renumbering is on disk, as the disk has refused since the start. */
  get #isInMemory(): boolean {
    return this.#trouble.lasts && this.#saved <= this.#agreement.accounted;
  }

  /** Stops as a dying process would: what is not on disk is not written. */
  kill(): void {
    this.#closing.abort(new Error('the journal was killed'));
    this.#store = null;
  }

  /** Writes what waits, as far as the disk accepts it, and closes the store. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the journal is closed'));
    await this.#working;
    if (!this.#store) return;
    await this.#store.close();
    this.#store = null;
    this.#options.home.sound();
  }

  #hasRoom(records: number): boolean {
    return this.#queue.hasRoom(records, this.#unsent.depth, this.#trouble.lasts);
  }

  /** Schedules a write; while the disk refuses, records are sent from memory. */
  #wake(): void {
    if (this.#trouble.lasts && !this.#agreement.overtaken) {
      if (this.#hasRoom(1)) this.#queue.placeGap();
      this.#queue.number();
      this.#bell.ring();
    }
    if (this.#store === null || this.#working !== null) return;
    this.#working = endOfTick().then(async () => {
      for (let store = this.#store; store && this.#hasWork(); store = this.#store) {
        const { overtaken } = this.#agreement;
        if (this.#unreadable) await this.#fails(store, this.#unreadable, true);
        else if (overtaken?.usedUp) await this.#beginAnew(store);
        else if (overtaken?.prepared === false) await this.#numberAnew(store);
        else if (this.#hasNews()) await this.#write(store);
        // A segment at a time, so that no record waits for more.
        else await this.#kept.drop(store).catch((error) => this.#fails(store, error));
      }
      this.#working = null;
    });
  }

  #hasWork(): boolean {
    return this.#unreadable !== null || this.#hasNews() || this.#kept.isTooMuch;
  }

  #hasNews(): boolean {
    if (this.#trouble.lasts || this.#agreement.overtaken) return true;
    if (this.#hasRoom(1)) this.#queue.placeGap();
    return this.#queue.length + this.#pending.size > 0 || this.#queue.lost !== this.#lostOnDisk;
  }

  async #write(store: Store): Promise<void> {
    const taken = this.#pending.take();
    const { lost } = this.#queue;
    const sync = taken.sync || this.#trouble.lasts || lost !== this.#lostOnDisk;
    const entries = this.#queue.number();
    const last = entries.at(-1)?.seq ?? this.#saved;
    this.#tried = Math.max(this.#tried, last);
    const batch: StoreOperation[] = [...taken.operations].map(([key, value]) => ({ key, value }));
    for (const { seq, json } of entries) batch.push({ key: recordKey(seq), value: json });
    if (entries.length > 0) batch.push(...this.#agreement.note());
    if (lost !== this.#lostOnDisk) batch.push({ key: KEYS.lost, value: lost > 0 ? String(lost) : null });
    // After a failure even an empty write must prove that the disk accepts it.
    if (batch.length === 0) batch.push({ key: KEYS.journal, value: this.#journal });
    try {
      await store.write(batch, { sync });
    } catch (error) {
      // The records keep their numbers: if the batch is on disk after all, the next write repeats it.
      this.#pending.giveBack(taken);
      return this.#fails(store, error);
    }
    this.#trouble.ends();
    this.#lostOnDisk = lost;
    this.#saved = Math.max(this.#saved, last);
    this.#queue.dropUpTo(last);
    this.#unsent.add(entries);
    if (taken.operations.has(KEYS.agreed)) this.#agreement.cleared();
    if (this.#agreement.overtaken?.prepared) {
      this.#agreement.agree(last);
      const { forgotten, depth } = this.#unsent;
      this.#unsent.depth = await store.count(recordsAfter(forgotten)).catch(() => depth);
    }
    if (entries.length > 0) this.#options.onChange?.({ type: 'durable', entries });
    this.#bell.ring();
    for (const settle of taken.writers) settle('durable');
  }

  /** Prepares the write that moves this start's records from their old numbers to new ones. */
  async #numberAnew(store: Store): Promise<void> {
    const { seq } = this.#agreement.overtaken ?? { seq: 0 };
    try {
      const { accounted } = this.#agreement;
      const own = await writtenSince(store, accounted, this.#queue.first);
      for (const key of own.keys) this.#pending.set(key, null);
      this.#queue.goOnAfter(seq, accounted, own.items);
      this.#unsent.tail = [];
      this.#pending.syncNeeded = true;
      this.#agreement.prepared();
    } catch (error) {
      this.#unreadable = error;
    }
  }

  /** Starts a new journal when the sequence numbers are used up; no unsent record is lost. */
  async #beginAnew(store: Store): Promise<void> {
    const { home, log, newId, stamp } = this.#options;
    const known = () => ({ forgotten: this.#unsent.forgotten, lost: this.#lostOnDisk });
    try {
      await this.#kept.dropAll(store);
      const anew = await beginAnew(home, store, newId(), known, stamp);
      log.warn(`journal: its numbers are used up; a new one is begun with its ${anew.depth} unsent records`);
      this.#adopt(anew);
    } catch (error) {
      return this.#fails(store, error);
    }
  }

  /** Closes the store and opens it again, retrying until it works. */
  async #fails(store: Store, error: unknown, damaged = false): Promise<void> {
    // Appends do not wait for a refusing disk.
    this.#pending.reportKept();
    this.#trouble.begins(error);
    this.#unreadable = null;
    this.#store = null;
    const isDamaged = damaged || error instanceof StoreDamagedError;
    if (!isDamaged && !this.#unsent.isWhole) {
      const found = await unsentOf(store, this.#unsent.forgotten);
      this.#unsent.tail = found.filter(({ seq }) => seq > this.#unsent.forgotten && seq < this.#queue.first);
    }
    await store.close().catch(() => undefined);
    this.#wake();
    return this.#reopen(isDamaged);
  }

  /** Reads a copy of a disk that refuses from the start; without a copy, begins a new journal. */
  async #beginInMemory(): Promise<void> {
    const { home, log, newId } = this.#options;
    const found = await loadCopy(home, newId, log.warn);
    if (found) {
      this.#adopt(found.loaded);
      this.#unsent.tail = found.unsent;
    }
    this.#store = null;
    this.#journal ||= newId();
    this.#wake();
  }

  /** Opens the store again after a failure, retrying until it works. */
  #reopen(repair = false): Promise<void> {
    const { log, home, newId } = this.#options;
    return this.#trouble.overcome(this.#closing.signal, async () => {
      const unsaved = this.#queue.first;
      const known = { journal: this.#journal, forgotten: this.#unsent.forgotten, unsaved, repair };
      const before = this.#unsent.depth;
      const loaded = await loadJournal(home, newId, log.warn, known);
      // Otherwise records under way would be sent again under another number.
      const isFree = loaded.journal === this.#journal || !this.#agreement.isGiven(this.#queue.first);
      // Records acknowledged while the store was read.
      if (isFree) this.#adopt({ ...loaded, depth: loaded.depth - (before - this.#unsent.depth) });
      else await loaded.store.close();
      return isFree;
    });
  }

  #adopt(loaded: Loaded): void {
    const first = !this.#known;
    const isOther = loaded.journal !== this.#journal;
    this.#unsent.begin(loaded, isOther);
    if (!isOther) {
      this.#queue.last = Math.max(this.#queue.last, loaded.last);
      if (loaded.agreed === null) this.#agreement.cleared();
    } else {
      this.#agreement.begin(loaded);
      this.#queue.unnumber();
      this.#queue.last = loaded.last;
      this.#tried = 0;
      this.#pending.dropRecords();
      this.#pending.setAll(this.#kept.begin(loaded));
      this.#pending.found(loaded.notes, !first);
    }
    const unreported = first ? loaded.lost : loaded.jump;
    if (unreported > 0) this.#queue.putFirst([{ lost: unreported }]);
    this.#known = true;
    this.#lostOnDisk = loaded.lost;
    this.#saved = loaded.last;
    this.#journal = loaded.journal;
    this.#store = loaded.store;
    if (isUsedUp(this.#saved, this.#saved)) this.#agreement.overtake(this.#saved, this.#saved);
    this.#bell.ring();
    if (isOther) this.#agree();
    else this.#wake();
  }

  async #read(limits: { records: number; bytes: number }): Promise<Entry[]> {
    const inMemory = this.#trouble.lasts && this.#agreement.allowsMemory ? this.#queue.entries : null;
    try {
      return await this.#unsent.read(this.#store, limits, inMemory, (key) => this.#drop(key));
    } catch (error) {
      this.#unreadable = error;
      this.#wake();
      return [];
    }
  }

  /** Leaves out a record damaged on disk: the cloud sees a gap, and the rest of the message stays valid. */
  #drop(key: string): void {
    if (this.#pending.isRemoved(key)) return;
    this.#options.log.warn(`journal: record ${Number(key.slice(2)) || key} is damaged and is left out`);
    this.#pending.set(key, null);
    this.#unsent.depth--;
    this.#wake();
  }
}

import type { JournalOptions } from './journal.types.js';
import { type Entry, type Item, type NewRecord, number, withoutNumber } from './records.js';

export const DEFAULT_MAX_RECORDS = 500_000;
const DEFAULT_MAX_WAITING = 1000;

type QueueOptions = Pick<JournalOptions, 'stamp' | 'log' | 'maxRecords' | 'maxWaiting'>;

/** The records not yet on disk, in order: first numbered entries, then items without numbers. */
export class Queue {
  readonly #options: QueueOptions;
  #entries: readonly Entry[] = [];
  #items: Item[] = [];
  /** The highest given number. */
  last = 0;
  /** Records lost after everything that waits. */
  lost = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#entries.length + this.#items.length;
  }

  /** A given number is kept, as the cloud may have it. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Number of the first entry; infinite where there is none. */
  get first(): number {
    return this.#entries[0]?.seq ?? Number.POSITIVE_INFINITY;
  }

  /** Besides so many on disk; the memory is a bound while the disk refuses, else what waits is on its way. */
  hasRoom(records: number, onDisk: number, refusing: boolean): boolean {
    const { maxRecords = DEFAULT_MAX_RECORDS, maxWaiting = DEFAULT_MAX_WAITING } = this.#options;
    const length = this.length + records;
    return onDisk + length <= maxRecords && !(refusing && length > maxWaiting);
  }

  push(records: readonly NewRecord[]): void {
    // What was lost stands before these in the order.
    if (records.length > 0) this.placeGap();
    for (const record of records) this.#items.push({ record });
  }

  placeGap(): void {
    if (this.lost === 0) return;
    this.#options.log.warn(`journal: ${this.lost} records found no room and are lost`);
    this.#items.push({ lost: this.lost });
    this.lost = 0;
  }

  /** Puts items before all that have no number yet. */
  putFirst(items: readonly Item[]): void {
    this.#items = [...items, ...this.#items];
  }

  /** Gives every item its number. */
  number(): readonly Entry[] {
    const entries = number(this.#items, this.last, this.#options.stamp);
    this.#items = [];
    this.#entries = [...this.#entries, ...entries];
    this.last = this.#entries.at(-1)?.seq ?? this.last;
    return this.#entries;
  }

  /** Takes the numbers away again: they are of another journal, or someone else has used them. */
  unnumber(): void {
    this.putFirst(this.#entries.map(({ json }) => withoutNumber(json)));
    this.#entries = [];
  }

  /**
   * Numbers after `accounted` up to `seq` belong to another writer and become a gap; everything waiting follows,
   * `first` first.
   */
  goOnAfter(seq: number, accounted: number, first: readonly Item[] = []): void {
    this.unnumber();
    this.putFirst([{ lost: seq - accounted }, ...first]);
    this.last = accounted;
  }

  /** Entries up to this number are on disk, or had by the cloud. */
  dropUpTo(seq: number): void {
    this.#entries = this.#entries.filter((entry) => entry.seq > seq);
  }
}

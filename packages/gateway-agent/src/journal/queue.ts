import type { JournalOptions } from './journal.types.js';
import { type Entry, type Item, type NewRecord, number, withoutNumber } from './records.js';

/** What is not on disk yet, in order: entries that have their numbers, and behind them items that have none. */
export class Queue {
  readonly #options: Pick<JournalOptions, 'stamp' | 'log'>;
  #entries: readonly Entry[] = [];
  #items: Item[] = [];
  /** Highest number given. */
  last = 0;
  /** Records lost behind everything that waits. */
  lost = 0;

  constructor(options: Pick<JournalOptions, 'stamp' | 'log'>) {
    this.#options = options;
  }

  get length(): number {
    return this.#entries.length + this.#items.length;
  }

  /** A number once given is kept, as the cloud may have it. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Number of the first entry; infinite where there is none. */
  get first(): number {
    return this.#entries[0]?.seq ?? Number.POSITIVE_INFINITY;
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

  /** Numbers after `accounted` up to `seq` are someone else's, and told as a gap; all that waits follows, `first` first. */
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

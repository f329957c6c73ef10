import type { Loaded } from './load.js';
import { type Entry, fitting, soundRecords } from './records.js';
import type { Store } from './store.js';

/** Durable records kept in memory too, so that a record just written is sent without reading it back. */
const MAX_TAIL = 1000;

/** The records on disk that the cloud has not acknowledged, the newest of them in memory too. */
export class Unsent {
  /** Highest number that the cloud has acknowledged. */
  forgotten = 0;
  depth = 0;
  tail: readonly Entry[] = [];

  /** Those in memory are all there are. */
  get isWhole(): boolean {
    return this.tail.length === this.depth;
  }

  /** Another journal, or the same opened again. */
  begin({ forgotten, depth }: Pick<Loaded, 'forgotten' | 'depth'>, isOther: boolean): void {
    this.forgotten = isOther ? forgotten : Math.max(this.forgotten, forgotten);
    this.depth = depth;
    if (isOther || !this.isWhole) this.tail = [];
  }

  add(entries: readonly Entry[]): void {
    const unsent = entries.filter(({ seq }) => seq > this.forgotten);
    this.depth += unsent.length;
    this.tail = [...this.tail, ...unsent].slice(-MAX_TAIL);
  }

  /** The oldest; `inMemory` follows all that is on disk, and is null where it may not be sent. */
  async read(
    store: Store | null,
    { records, bytes }: { records: number; bytes: number },
    inMemory: readonly Entry[] | null,
    onDamaged: (key: string) => void,
  ): Promise<Entry[]> {
    if (this.isWhole)
      return fitting(((this.depth === 0 ? inMemory : null) ?? this.tail).slice(0, records), bytes);
    return store ? fitting(await soundRecords(store, this.forgotten, records, onDamaged), bytes) : [];
  }

  /** All up to this number are acknowledged, so many of them being on disk. */
  forget(upTo: number, onDisk: number): void {
    this.forgotten = upTo;
    this.depth -= onDisk;
    this.tail = this.tail.filter(({ seq }) => seq > upTo);
  }
}

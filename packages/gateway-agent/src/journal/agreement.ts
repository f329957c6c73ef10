import { isUsedUp } from './anew.js';
import { KEYS, type Loaded } from './load.js';
import type { StoreOperation } from './store.js';

/** The cloud's position in a journal. */
export interface Mark {
  readonly journal: string;
  readonly last_seq: number;
}

/**
 * The cloud has numbers up to `seq` that the store does not have: records that carry them are renumbered, in a new
 * journal if this one's numbers are used up.
 */
interface Overtaken {
  readonly seq: number;
  readonly usedUp: boolean;
  readonly prepared: boolean;
}

/**
 * Tracks the numbers that the cloud may have for other records than this process. Records sent from memory die with
 * the process, and the next process gives their numbers again, until a session message reports the cloud's position.
 */
export class Agreement {
  overtaken: Overtaken | null = null;
  /** The highest agreed number on disk, and the highest sent since. */
  #agreed = 0;
  #given = 0;
  /** The cloud's position; null until the first session, and if the cloud does not report it. */
  #marks: ReadonlyMap<string, number> | 'unknown' | null = null;
  /** The disk may carry a note that later records are not agreed on. */
  #isNoted = false;
  #isClearing = false;

  /** Records after this number, on disk or on their way there, were never sent. */
  get accounted(): number {
    return Math.max(this.#agreed, this.#given);
  }

  /** Until the cloud has reported its position, records in memory only could reuse numbers. */
  get allowsMemory(): boolean {
    return this.#marks !== 'unknown';
  }

  /** While that note is on disk, a later start would renumber records that are sent now. */
  allowsSending(isOnDisk: boolean): boolean {
    return this.overtaken === null && !(this.#isClearing && isOnDisk);
  }

  /** Starts with a new journal. */
  begin({ agreed, last }: Pick<Loaded, 'agreed' | 'last'>): void {
    this.#agreed = agreed ?? last;
    this.#given = 0;
    this.overtaken = null;
    this.#isNoted = agreed !== null;
    this.#isClearing = false;
  }

  hear(marks: readonly Mark[] | undefined): void {
    this.#marks = marks ? new Map(marks.map(({ journal, last_seq }) => [journal, last_seq])) : 'unknown';
  }

  /** The cloud's position if it is beyond what this process or the disk can account for. */
  beyond(journal: string): number | null {
    if (!(this.#marks instanceof Map)) return null;
    const seq: number = this.#marks.get(journal) ?? 0;
    return seq > this.accounted ? seq : null;
  }

  /** True once the cloud has reported its position and the disk still carries the note. */
  endsNote(): boolean {
    if (this.#marks === null || !this.#isNoted) return false;
    this.#isNoted = false;
    this.#isClearing = true;
    return true;
  }

  /** The note that goes with every write of records before the first session. */
  note(): StoreOperation[] {
    if (this.#marks !== null) return [];
    this.#isNoted = true;
    return [{ key: KEYS.agreed, value: String(this.#agreed) }];
  }

  /** The disk has no such note. */
  cleared(): void {
    this.#isClearing = false;
  }

  overtake(seq: number, last: number): void {
    this.overtaken = { seq, usedUp: isUsedUp(seq, last), prepared: false };
  }

  prepared(): void {
    if (this.overtaken) this.overtaken = { ...this.overtaken, prepared: true };
  }

  /** All records up to this number are agreed on. */
  agree(seq: number): void {
    this.overtaken = null;
    this.#agreed = seq;
  }

  isGiven(seq: number): boolean {
    return seq <= this.#given;
  }

  give(seq: number): void {
    this.#given = Math.max(this.#given, seq);
  }
}

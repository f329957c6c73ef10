import { isUsedUp } from './anew.js';
import { KEYS, type Loaded } from './load.js';
import type { StoreOperation } from './store.js';

/** How far the cloud has a journal. */
export interface Mark {
  readonly journal: string;
  readonly last_seq: number;
}

/**
 * The cloud has numbers up to `seq` that the store has not: what bears them now is numbered anew, in a new journal where
 * this one's numbers are used up.
 */
interface Overtaken {
  readonly seq: number;
  readonly usedUp: boolean;
  readonly prepared: boolean;
}

/**
 * Which numbers the cloud may have for other records than this process. What is sent from memory dies with the process,
 * and what the next one writes gets the same numbers, until a session message says how far the cloud has the journal.
 */
export class Agreement {
  overtaken: Overtaken | null = null;
  /** Highest number on disk that is the cloud's too if it has it, and highest given out for sending since. */
  #agreed = 0;
  #given = 0;
  /** Null until the first session; what a cloud that does not say so has is not known. */
  #marks: ReadonlyMap<string, number> | 'unknown' | null = null;
  /** The disk may have it that what follows is not agreed on. */
  #isNoted = false;
  #isClearing = false;

  /** What follows this number on disk, or is to, nobody has had. */
  get accounted(): number {
    return Math.max(this.#agreed, this.#given);
  }

  /** Without the cloud's word the numbers of what is in memory only would be given twice. */
  get allowsMemory(): boolean {
    return this.#marks !== 'unknown';
  }

  /** While the disk has it that what follows is not agreed on, a later start would give what is sent other numbers. */
  allowsSending(isOnDisk: boolean): boolean {
    return this.overtaken === null && !(this.#isClearing && isOnDisk);
  }

  /** A journal that was not known before. */
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

  /** How far the cloud has the journal, where that is further than this process or the disk can account for. */
  beyond(journal: string): number | null {
    if (!(this.#marks instanceof Map)) return null;
    const seq: number = this.#marks.get(journal) ?? 0;
    return seq > this.accounted ? seq : null;
  }

  /** True once the cloud was heard, where the disk has yet to forget that it was not. */
  endsNote(): boolean {
    if (this.#marks === null || !this.#isNoted) return false;
    this.#isNoted = false;
    this.#isClearing = true;
    return true;
  }

  /** Goes with every write of records before the first session. */
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

  /** All up to this number is agreed on. */
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

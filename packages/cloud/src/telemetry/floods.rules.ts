/**
 * Keeps a fault that strikes a thousand times a second from filling a disk with one sentence: of each message so many lines
 * in a window are written, and the others are counted. Times are milliseconds of a monotonic clock. Pure.
 */

/** How many lines of a message were left out, in a window that has ended. */
export interface Flood {
  message: string;
  leftOut: number;
}

interface Count {
  message: string;
  begins: number;
  lines: number;
}

/** Messages are constants of the code; should one not be, old counts make room. */
export const MAX_MESSAGES = 1_000;

export class Floods {
  readonly #maximum: number;
  readonly #windowMs: number;
  /** By message, the oldest window first. */
  readonly #counts = new Map<string, Count>();

  /** @param maximum lines of one message in a window of `windowMs` */
  constructor(maximum: number, windowMs: number) {
    this.#maximum = maximum;
    this.#windowMs = windowMs;
  }

  /** Whether this line is to be written. */
  take(message: string, now: number): boolean {
    let count = this.#counts.get(message);
    if (!count) {
      if (this.#counts.size >= MAX_MESSAGES) this.#counts.clear();
      count = { message, begins: now, lines: 0 };
      this.#counts.set(message, count);
    }
    count.lines += 1;
    return count.lines <= this.#maximum;
  }

  /** To be called before each line: forgets the windows that have ended, and names what was left out in them. */
  ended(now: number): Flood[] {
    const floods: Flood[] = [];
    for (const { message, begins, lines } of this.#counts.values()) {
      if (now - begins < this.#windowMs) break;
      this.#counts.delete(message);
      if (lines > this.#maximum) floods.push({ message, leftOut: lines - this.#maximum });
    }
    return floods;
  }
}

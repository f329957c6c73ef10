import type { Clock } from '@door-access/protocol';

/**
 * Timers come before what there is to read: in a process that stood still, a time is over before the answer is looked at
 * that came within it. Resolves behind that look.
 */
const afterReading = () => new Promise<void>((resolve) => void setImmediate(resolve));

interface Waiting {
  due: number;
  expire: () => void;
}

/**
 * One timer for any number of waits of the same length, which end in the order they began.
 * The timer runs only while something waits, and ends with `signal`.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<Waiting>();
  #watching = false;

  constructor(clock: Clock, milliseconds: number, signal: AbortSignal) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#signal = signal;
  }

  /** Calls `expire` once the time is over, unless the returned function was called before. */
  start(expire: () => void): () => void {
    const one = { due: this.#clock.monotonic() + this.#milliseconds, expire };
    this.#waiting.add(one);
    if (!this.#watching && !this.#signal.aborted) void this.#watch();
    return () => {
      this.#waiting.delete(one);
    };
  }

  async #watch(): Promise<void> {
    this.#watching = true;
    try {
      for (let next = this.#first(); next; next = this.#first()) {
        const left = next.due - this.#clock.monotonic();
        if (left > 0) {
          await this.#clock.sleep(left, this.#signal);
          await afterReading();
        } else {
          this.#waiting.delete(next);
          next.expire();
        }
      }
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    } finally {
      this.#watching = false;
    }
  }

  #first(): Waiting | undefined {
    return this.#waiting.values().next().value;
  }
}

/** What `work` gives within so many milliseconds; past them rejects with `fault`, and `work` goes on unheard. */
export async function within<T>(
  clock: Clock,
  milliseconds: number,
  work: Promise<T>,
  fault: () => Error,
): Promise<T> {
  const over = new AbortController();
  const late = clock
    .sleep(milliseconds, over.signal)
    .then(afterReading)
    .then(() => {
      throw fault();
    });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
    // Ended by the abort, or heard above.
    late.catch(() => {});
  }
}

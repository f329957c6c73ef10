/**
 * Time comes in from outside: nothing else in the product reads a clock or sets a timer.
 * `now` is wall time (Unix milliseconds), `monotonic` never steps (milliseconds from an arbitrary start).
 */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Node's timers fire at once beyond this, so longer sleeps are taken in steps. */
const LONGEST_TIMER = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    let left = milliseconds;
    do {
      await timer(Math.min(left, LONGEST_TIMER), signal);
      left -= LONGEST_TIMER;
    } while (left > 0);
  },
};

function timer(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(handle);
      reject(signal?.reason);
    };
    const handle = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

interface Sleeper {
  due: number;
  turn: number;
  wake: () => void;
}

/** A clock that moves only on request; sleepers wake in due order, each seeing its own due time. */
export class TestClock implements Clock {
  #now: number;
  #monotonic = 0;
  #turns = 0;
  #sleepers: Sleeper[] = [];

  constructor(start: number | string = '2026-01-07T06:00:00.000Z') {
    this.#now = typeof start === 'number' ? start : Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** Steps the wall clock alone, as NTP or a person would. */
  stepWall(milliseconds: number): void {
    this.#now += milliseconds;
  }

  get sleeping(): number {
    return this.#sleepers.length;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        due: this.#monotonic + Math.max(0, milliseconds),
        turn: this.#turns++,
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#sleepers.push(sleeper);
    });
  }

  /** Moves time on, waking sleepers in order and letting what they start run before the next. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#monotonic + milliseconds;
    await settle();
    for (;;) {
      const next = this.#sleepers
        .filter((one) => one.due <= end)
        .sort((a, b) => a.due - b.due || a.turn - b.turn)[0];
      if (!next) break;
      this.#sleepers = this.#sleepers.filter((one) => one !== next);
      this.#moveTo(Math.max(next.due, this.#monotonic));
      next.wake();
      await settle();
    }
    this.#moveTo(end);
    await settle();
  }

  #moveTo(monotonic: number): void {
    this.#now += monotonic - this.#monotonic;
    this.#monotonic = monotonic;
  }
}

/** Lets promise chains started by a waking sleeper run to their next wait. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

import { type Clock, systemClock } from '@door-access/protocol';

/* The time of a site, which moves only when the test moves it. */

const TICK_MS = 50;

interface Sleeper {
  /** Unix milliseconds. */
  due: number;
  wake: () => void;
}

/**
 * A move of the clock stops wherever something of the site happens: where a gateway waits for a moment, or a row is due.
 * What the service only looks at again from time to time waits until something has happened, so that a week costs what
 * happens in it, not its seconds.
 */
export class SiteClock {
  #now: number;
  readonly #start: number;
  readonly #exact: Sleeper[] = [];
  readonly #loose: Sleeper[] = [];
  /** Of the gateways: each sleep ends at its own time. */
  readonly exact: Clock;
  /** Of the service: a sleep ends at the first `look` at its time or after it. */
  readonly loose: Clock;

  /** @param start Unix milliseconds */
  constructor(start: number) {
    this.#now = start;
    this.#start = start;
    this.exact = this.#clockWith(this.#exact);
    this.loose = this.#clockWith(this.#loose);
  }

  /** Unix milliseconds. */
  get now(): number {
    return this.#now;
  }

  /** When the next exact sleep ends; infinite where there is none. */
  get nextStop(): number {
    return this.#exact[0]?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Moves to a time that is not past, and ends the exact sleeps until then. */
  moveTo(time: number): void {
    this.#now = Math.max(this.#now, time);
    this.#wake(this.#exact);
  }

  /** Ends the other sleeps until now. */
  look(): void {
    this.#wake(this.#loose);
  }

  /** From now on the time passes by itself, until the signal aborts: what stops has graces that it waits for. */
  async run(signal: AbortSignal): Promise<void> {
    for (let last = systemClock.monotonic(); !signal.aborted; ) {
      await systemClock.sleep(TICK_MS, signal).catch(() => {});
      const now = systemClock.monotonic();
      this.moveTo(this.#now + now - last);
      this.look();
      last = now;
    }
  }

  #wake(sleepers: Sleeper[]): void {
    const asleep = sleepers.findIndex(({ due }) => due > this.#now);
    const woken = sleepers.splice(0, asleep < 0 ? sleepers.length : asleep);
    for (const { wake } of woken) wake();
  }

  #clockWith(sleepers: Sleeper[]): Clock {
    return {
      now: () => this.#now,
      monotonic: () => this.#now - this.#start,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason);
          const onAbort = () => {
            sleepers.splice(sleepers.indexOf(sleeper), 1);
            reject(signal?.reason);
          };
          const sleeper: Sleeper = {
            due: this.#now + Math.max(0, milliseconds),
            wake: () => {
              signal?.removeEventListener('abort', onAbort);
              resolve();
            },
          };
          signal?.addEventListener('abort', onAbort, { once: true });
          // In the sequence of their times, and of those of one time the first one first.
          const later = sleepers.findIndex(({ due }) => due > sleeper.due);
          sleepers.splice(later < 0 ? sleepers.length : later, 0, sleeper);
        }),
    };
  }
}

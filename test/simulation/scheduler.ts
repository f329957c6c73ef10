import type { Clock } from '@door-access/protocol';

/** Virtual time. Events run one after another in the order of their time, each with all that it starts in promises. */
export class Scheduler {
  /** Unix milliseconds. */
  now: number;
  #number = 0;
  readonly #heap: Event[] = [];

  constructor(start: number) {
    this.now = start;
  }

  /** Runs `work` at a time, or now if that is past. */
  at(time: number, work: () => void): Event {
    const event: Event = { at: Math.max(this.now, Math.ceil(time)), number: this.#number++, work };
    this.#push(event);
    return event;
  }

  after(milliseconds: number, work: () => void): Event {
    return this.at(this.now + milliseconds, work);
  }

  cancel(event: Event | null): void {
    if (event) event.work = null;
  }

  async run(until: number): Promise<void> {
    for (;;) {
      await settle();
      let next = this.#heap[0];
      while (next && next.work === null) {
        this.#pop();
        next = this.#heap[0];
      }
      if (!next || next.at > until) break;
      this.#pop();
      this.now = next.at;
      next.work?.();
    }
    this.now = until;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(event, heap[parent] as Event)) break;
      heap[index] = heap[parent] as Event;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Event;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child++;
      if (!isBefore(heap[child] as Event, last)) break;
      heap[index] = heap[child] as Event;
      index = child;
    }
    heap[index] = last;
  }
}

export interface Event {
  at: number;
  number: number;
  /** Null once cancelled. */
  work: (() => void) | null;
}

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.number < b.number);

/** All promises and ticks run to their next wait. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The clock of one process on one machine. Once the process is dead, nothing in it ever goes on. */
export class ProcessClock implements Clock {
  readonly #scheduler: Scheduler;
  readonly #started: number;
  /** How far the machine's wall clock is off, milliseconds. */
  readonly #offset: () => number;
  alive = true;

  constructor(scheduler: Scheduler, offset: () => number = () => 0) {
    this.#scheduler = scheduler;
    this.#started = scheduler.now;
    this.#offset = offset;
  }

  now(): number {
    return this.#scheduler.now + this.#offset();
  }

  monotonic(): number {
    return this.#scheduler.now - this.#started;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const event = this.#scheduler.after(milliseconds, () => {
        signal?.removeEventListener('abort', onAbort);
        if (this.alive) resolve();
      });
      const onAbort = () => {
        this.#scheduler.cancel(event);
        if (this.alive) reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** The result, unless the process dies in this very instant. */
  async afterwards<T>(result: T): Promise<T> {
    await undefined;
    return this.alive ? result : new Promise(() => undefined);
  }

  /** The result while the process lives; after its death, nothing ever. */
  guard<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => {
          if (this.alive) resolve(value);
        },
        (error) => {
          if (this.alive) reject(error);
        },
      );
    });
  }
}

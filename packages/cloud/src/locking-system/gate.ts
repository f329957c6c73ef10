/** Runs `max` at once and lets `maxWaiting` wait; refuses the next. */
export class Gate {
  readonly #max: number;
  readonly #maxWaiting: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number, maxWaiting: number) {
    this.#max = max;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws what `refused` gives when too many wait already */
  async run<T>(work: () => Promise<T>, refused: () => Error): Promise<T> {
    if (this.#inside >= this.#max) {
      if (this.#waiting.length >= this.#maxWaiting) throw refused();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#inside += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Hands the place on, so that no other call slips in between.
      if (next) next();
      else this.#inside -= 1;
    }
  }
}

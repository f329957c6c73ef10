/** Lets so many in at once, and so many wait; the next is turned away. */
export class Gate {
  readonly #most: number;
  readonly #mostWaiting: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws what `refused` gives when too many wait already */
  async run<T>(work: () => Promise<T>, refused: () => Error): Promise<T> {
    if (this.#inside >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting) throw refused();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#inside += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed on, so that nobody slips in between.
      if (next) next();
      else this.#inside -= 1;
    }
  }
}

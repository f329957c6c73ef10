/** Wakes the code that waits for an event. */
export class Bell {
  /** How often it rang. */
  rung = 0;
  #waiting: (() => void)[] = [];

  ring(): void {
    this.rung++;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves at the next ring, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.push(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}

/** Resolves once all that follows at once from the present event is done: what it appends shares one write. */
export const endOfTick = async (): Promise<void> => {
  // Node runs ticks before promises: from within a promise, behind all of them.
  await null;
  await new Promise<void>((resolve) => process.nextTick(resolve));
};

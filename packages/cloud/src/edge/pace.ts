/** A millisecond or two of work. */
const BEGUN_IN_A_TURN = 16;
/** As many as go in one group. */
const MAX_IN_WORK = 64;

export interface Pace<Item> {
  /** Begins it in its turn, behind those that came before. */
  enter(item: Item): void;
  /** Counts this as work until it is done. */
  during<T>(work: Promise<T>): Promise<T>;
}

/**
 * The pace at which a crowd is let in: some in a turn of the loop, and none while much of what they ask for is in work. So
 * what others wait for waits for no more of the crowd than that. Only work counts, so one that asks for nothing holds up none.
 */
export function createPace<Item>(begin: (item: Item) => void): Pace<Item> {
  let waiting: Item[] = [];
  let inWork = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || inWork >= MAX_IN_WORK) return;
    isScheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    isScheduled = false;
    const count = Math.max(0, Math.min(BEGUN_IN_A_TURN, MAX_IN_WORK - inWork));
    const items = waiting.slice(0, count);
    waiting = waiting.slice(count);
    schedule();
    for (const item of items) begin(item);
  }

  return {
    enter(item) {
      waiting.push(item);
      schedule();
    },
    async during(work) {
      inWork++;
      try {
        return await work;
      } finally {
        inWork--;
        schedule();
      }
    },
  };
}

import type { Context } from '../context.js';
import { type ApplyInput, apply } from '../locks/apply.js';
import { DUTIES } from './duties.js';

/**
 * Future work is a row with a due time. This looks for rows whose time has come, hands them to `apply`, and sleeps
 * until the next, at the most a second, so that new rows of any process are seen in time. Running a row twice is
 * harmless, as the rules judge it by its own due time.
 */
export interface DueWorker {
  /** Does all that is due now; returns how many rows that were. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const LONGEST_SLEEP_MS = 1_000;
const ROWS_AT_ONCE = 500;

export function createDueWorker(context: Context): DueWorker & { start(): void } {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function runDue(): Promise<number> {
    let done = 0;
    for (const duty of DUTIES) {
      for (;;) {
        const { rows } = await context.pool.query({
          name: `due-${duty.name}`,
          text: duty.due,
          values: [new Date(context.clock.now()), ROWS_AT_ONCE],
        });
        if (rows.length === 0) break;
        await apply(context, rows.map(duty.input) satisfies ApplyInput[]);
        done += rows.length;
        if (rows.length < ROWS_AT_ONCE) break;
      }
    }
    return done;
  }

  async function untilNext(): Promise<number> {
    const { rows } = await context.pool.query({
      name: 'due-next',
      text: `select least(${DUTIES.map((duty) => `(${duty.next})`).join(', ')}) as next`,
    });
    const next: Date | null = rows[0].next;
    return next === null
      ? LONGEST_SLEEP_MS
      : Math.min(Math.max(next.getTime() - context.clock.now(), 0), LONGEST_SLEEP_MS);
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      let pause = LONGEST_SLEEP_MS;
      try {
        await runDue();
        pause = await untilNext();
      } catch (error) {
        context.log.error({ err: error }, 'due work failed; it stays due');
      }
      await context.clock.sleep(pause, stopping.signal).catch(() => {});
    }
  }

  return {
    runDue,
    start() {
      running = loop();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

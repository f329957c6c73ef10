import { setMaxListeners } from 'node:events';
import type { Context } from '../context.js';
import { earliest } from '../doors/moment.rules.js';
import { DUTIES, type Duty } from './duties.js';

/**
 * Future work is a row with a due time. This looks for rows whose time has come, does what their duty says, and sleeps
 * until the next, at most a second, so that new rows of any process are seen in time. Each duty has a loop of its
 * own: one that waits for a slow system, or fails, holds up no other.
 */
export interface DueWorker {
  /** Does all that is due now; returns how many rows that were. */
  runDue(): Promise<number>;
  /** When the next row is due; Unix milliseconds, or null. */
  nextAt(): Promise<number | null>;
  /** Every duty had its turn within the last minute. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

const LONGEST_SLEEP_MS = 1_000;
/** A row that stays due after its duty, for any reason, must not keep the database busy. */
const STILL_DUE_SLEEP_MS = 50;
const ROWS_AT_ONCE = 500;
/** A duty that is not heard of for so long waits for something that does not come. */
const SILENT_MS = 60_000;

export function createDueWorker(
  context: Context,
  duties: readonly Duty[] = DUTIES,
): DueWorker & { start(): void } {
  const stopping = new AbortController();
  // One for each duty.
  setMaxListeners(duties.length, stopping.signal);
  let running: Promise<unknown> = Promise.resolve();
  /** When each duty last had its turn, by the monotonic clock. */
  const turns = new Map<Duty, number>();

  async function runDuty(duty: Duty): Promise<number> {
    let done = 0;
    for (;;) {
      turns.set(duty, context.clock.monotonic());
      const { atOnce = ROWS_AT_ONCE } = duty;
      const ids = await duty.due(context, new Date(context.clock.now()), atOnce);
      if (ids.length === 0) return done;
      await duty.run(context, ids);
      done += ids.length;
      if (ids.length < atOnce || stopping.signal.aborted) return done;
    }
  }

  async function untilNext(duty: Duty): Promise<number> {
    const next = (await duty.next(context)) ?? Number.POSITIVE_INFINITY;
    const left = next - context.clock.now();
    return left > 0 ? Math.min(left, LONGEST_SLEEP_MS) : STILL_DUE_SLEEP_MS;
  }

  async function loop(duty: Duty): Promise<void> {
    while (!stopping.signal.aborted) {
      let pause = LONGEST_SLEEP_MS;
      try {
        await runDuty(duty);
        pause = await untilNext(duty);
      } catch (error) {
        context.log.error({ err: error, duty: duty.name }, 'due work failed; it stays due');
      }
      await context.clock.sleep(pause, stopping.signal).catch(() => {});
    }
  }

  return {
    async runDue() {
      let done = 0;
      for (const duty of duties) done += await runDuty(duty);
      return done;
    },
    nextAt: async () => earliest(...(await Promise.all(duties.map((duty) => duty.next(context))))),
    start() {
      running = Promise.all(duties.map(loop));
    },
    isAlive: () =>
      !stopping.signal.aborted &&
      duties.every((duty) => context.clock.monotonic() - (turns.get(duty) ?? 0) < SILENT_MS),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

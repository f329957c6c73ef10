import type { Context } from '../context.js';

/*
 * Rows that wait for an attempt outside the database. A row waits as long as it has a `next_attempt_at`; its lease says
 * that a process has it. Any number of processes may run the same queue: what one claims the others pass over, and
 * what a dead one had is due again when its lease ends.
 */

export interface Leased {
  id: string;
  lease_until: Date;
}

/** What a claim needs to know. */
export interface Look<Row> {
  now: Date;
  leaseUntil: Date;
  /** What this process has claimed, and whose outcome is not yet written. */
  held: ReadonlySet<Row>;
  /** A nudge came, or outcomes were written, since the last look began. */
  called: boolean;
}

export interface Finished<Row, Outcome> {
  row: Row;
  outcome: Outcome;
  /** When the attempt ended, Unix milliseconds. */
  at: number;
}

/** What a kind of rows has of its own: its statements, its attempt, its limits. */
export interface LeasedWork<Row extends Leased, Outcome> {
  /** The table of the rows, and the nudge that announces them. */
  table: 'delivery' | 'notice';
  /** For the log. */
  name: string;
  leaseMs: number;
  /** Between looks when nothing calls. */
  longestRestMs: number;
  /** The outcome of a row that throws: it follows its ladder, so that it neither blocks the others nor is lost. */
  unprepared: Outcome;
  /** Claims due rows, as many as there is room for beside those held. `more` asks for another look at once. */
  claim(look: Look<Row>): Promise<{ rows: readonly Row[]; more: boolean }>;
  /** One attempt, which ends within a deadline of its own; null when `giveUp` ended it. */
  attempt(row: Row): Promise<Outcome | null>;
  /** Writes outcomes, each only under the lease of its row. Called again with the same ones after it throws. */
  record(finished: readonly Finished<Row, Outcome>[]): Promise<void>;
  /** After a look that leaves nothing to claim. */
  tidy?(): Promise<void>;
  /** When something becomes due, or a lease ends, after `now`; Unix milliseconds, or null. */
  nextAt(now: Date): Promise<number | null>;
  /** Ends the attempts under way, for good. */
  giveUp(): Promise<void>;
  /** Ends leases before their time, of rows whose attempt was given up: due at once for any process, none counted. */
  handBack(rows: readonly Row[]): Promise<void>;
}

export interface LeasedQueue {
  /** Takes no more, gives attempts under way a short while to end, and hands back those that do not. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way and, at the last look, nothing was due. */
  idle(): Promise<void>;
  /** Looks now, and resolves as `idle` does. */
  runDue(): Promise<void>;
}

type Tools = Pick<Context, 'clock' | 'log' | 'nudge'>;

const AFTER_ERROR_MS = 1_000;
const STOP_GRACE_MS = 3_000;

/** Claims, attempts and records until it is stopped. Claims and records run side by side, each one at a time. */
export function startLeasedQueue<Row extends Leased, Outcome>(
  context: Tools,
  work: LeasedWork<Row, Outcome>,
): LeasedQueue {
  const loop = new QueueLoop(context, work);
  const ended = loop.run();
  return {
    stop: () => loop.stop(ended),
    idle: () => loop.idle(),
    runDue() {
      loop.wake();
      return loop.idle();
    },
  };
}

class QueueLoop<Row extends Leased, Outcome> {
  readonly #context: Tools;
  readonly #work: LeasedWork<Row, Outcome>;
  readonly #held = new Set<Row>();
  #finished: Finished<Row, Outcome>[] = [];
  #givenUp: Row[] = [];
  /** Something happened since the last look began. */
  #called = true;
  #rest: AbortController | null = null;
  #recording: Promise<void> | null = null;
  readonly #stop = new AbortController();
  #stopped: Promise<void> | null = null;
  #ended = false;
  #idlers: (() => void)[] = [];
  #onAttemptEnd: (() => void) | null = null;
  readonly #onNudge = () => this.wake();

  constructor(context: Tools, work: LeasedWork<Row, Outcome>) {
    this.#context = context;
    this.#work = work;
    context.nudge.on(work.table, this.#onNudge);
  }

  wake(): void {
    this.#called = true;
    this.#rest?.abort();
  }

  async idle(): Promise<void> {
    if (this.#ended || (this.#rest && this.#isIdle())) return;
    await new Promise<void>((resolve) => this.#idlers.push(resolve));
  }

  async run(): Promise<void> {
    const { clock } = this.#context;
    while (!this.#stop.signal.aborted) {
      const called = this.#called;
      this.#called = false;
      // What becomes due during the look is after its time, and so ends the rest before it begins.
      const now = clock.now();
      try {
        const more = await this.#claim(now, called);
        if (more || this.#called) continue;
        await this.#work.tidy?.();
        const next = await this.#work.nextAt(new Date(now));
        const left = next === null ? Number.POSITIVE_INFINITY : next - clock.now();
        await this.#restFor(Math.min(left, this.#work.longestRestMs));
      } catch (error) {
        this.#logFailure(error);
        this.#called = false;
        await this.#restFor(AFTER_ERROR_MS);
        // A call before the failure has not been answered.
        this.#called = true;
      }
    }
  }

  stop(ended: Promise<void>): Promise<void> {
    this.#stopped ??= this.#end(ended);
    return this.#stopped;
  }

  async #end(ended: Promise<void>): Promise<void> {
    const { clock, log, nudge } = this.#context;
    nudge.off(this.#work.table, this.#onNudge);
    const grace = new AbortController();
    const graceOver = clock.sleep(STOP_GRACE_MS, grace.signal).catch(() => {});
    this.#stop.abort();
    this.wake();
    await ended;
    await Promise.race([this.#attemptsEnd(), graceOver]);
    grace.abort();
    await this.#work.giveUp();
    await this.#attemptsEnd();
    await this.#recording;
    try {
      await this.#record();
    } catch (error) {
      log.error({ err: error }, `${this.#work.name}: outcomes could not be written; their leases run out`);
    }
    this.#ended = true;
    this.#letIdlersGo();
  }

  /** True when there may be more to claim at once. */
  async #claim(now: number, called: boolean): Promise<boolean> {
    const { rows, more } = await this.#work.claim({
      now: new Date(now),
      leaseUntil: new Date(now + this.#work.leaseMs),
      held: this.#held,
      called,
    });
    for (const row of rows) {
      this.#held.add(row);
      void this.#attempt(row);
    }
    return more;
  }

  /** Never rejects. */
  async #attempt(row: Row): Promise<void> {
    const { clock, log } = this.#context;
    const { table, unprepared } = this.#work;
    let outcome: Outcome | null;
    try {
      outcome = await this.#work.attempt(row);
    } catch (error) {
      log.error({ err: error, [`${table}_id`]: row.id }, `a ${table} could not be prepared`);
      outcome = unprepared;
    }
    if (outcome === null) this.#givenUp.push(row);
    else this.#finished.push({ row, outcome, at: clock.now() });
    this.#recording ??= this.#recordAll();
    this.#onAttemptEnd?.();
  }

  /** Until nothing that has ended is left, or the queue stops: what ends meanwhile shares the next record. Never rejects. */
  async #recordAll(): Promise<void> {
    // Those that end in the same moment share the first one.
    await null;
    while (!this.#stop.signal.aborted && this.#finished.length + this.#givenUp.length > 0) {
      try {
        await this.#record();
        this.wake();
      } catch (error) {
        this.#logFailure(error);
        await this.#context.clock.sleep(AFTER_ERROR_MS, this.#stop.signal).catch(() => {});
      }
    }
    this.#recording = null;
  }

  /** Writes all that has ended since the last time; what cannot be written is kept and tried again. */
  async #record(): Promise<void> {
    const finished = [...this.#finished];
    if (finished.length > 0) await this.#work.record(finished);
    this.#finished = this.#finished.slice(finished.length);
    for (const { row } of finished) this.#held.delete(row);
    const givenUp = [...this.#givenUp];
    if (givenUp.length > 0) await this.#work.handBack(givenUp);
    this.#givenUp = this.#givenUp.slice(givenUp.length);
    for (const row of givenUp) this.#held.delete(row);
  }

  /** Resolves when no attempt is under way, though its outcome may not be written. */
  async #attemptsEnd(): Promise<void> {
    while (this.#held.size > this.#finished.length + this.#givenUp.length) {
      await new Promise<void>((resolve) => {
        this.#onAttemptEnd = resolve;
      });
    }
  }

  #logFailure(error: unknown): void {
    this.#context.log.error({ err: error }, `${this.#work.name}: the database failed; trying again`);
  }

  async #restFor(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || this.#called || this.#stop.signal.aborted) return;
    const rest = new AbortController();
    this.#rest = rest;
    if (this.#isIdle()) this.#letIdlersGo();
    await this.#context.clock.sleep(milliseconds, rest.signal).catch(() => {});
    this.#rest = null;
  }

  #isIdle(): boolean {
    return this.#held.size === 0 && !this.#called;
  }

  #letIdlersGo(): void {
    const idlers = this.#idlers;
    this.#idlers = [];
    for (const resolve of idlers) resolve();
  }
}

import { CONNECTION_LOST, DatabaseError } from './database-error.js';
import type { ProcessClock, Scheduler } from './scheduler.js';
import { Tables } from './tables.js';

/*
 * A database in memory, as the product's stores find it: transactions one after another, and the faults of a database.
 * The stores on it are in `stores-*.ts`; `database.test.ts` holds them against those on PostgreSQL.
 */

/** What may go wrong at one step; null where nothing does. */
export type Trouble = { wait: number } | { error: Error } | { lostAnswer: Error } | null;
export type Step = 'connect' | 'begin' | 'statement' | 'commit';

/** One statement of a store, or something done to the database by others (`outside`). */
export interface Call {
  on: 'doors' | 'transaction' | 'gateways' | 'deliveries' | 'outside';
  method: string;
  args: readonly unknown[];
}

export type End = 'COMMIT' | 'ROLLBACK';

/** Runs one statement of a transaction. */
export type Run = <T>(call: Call, statement: () => T) => Promise<T>;

interface Turn {
  owner: ProcessClock;
  take: () => void;
}

export class Database {
  readonly tables = new Tables();
  /** Asked at every step, while there is any. */
  trouble: (step: Step) => Trouble = () => null;
  isWell: () => boolean = () => true;
  /** Called with every statement that was carried out and its answer, and with every end of a transaction. */
  onStep: ((step: Call | End, answer: unknown) => void) | null = null;
  /** Called after every commit, and after every statement outside a transaction. */
  onCommit: () => void = () => undefined;
  readonly #scheduler: Scheduler;
  #holder: ProcessClock | null = null;
  readonly #turns: Turn[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** One statement in a transaction of its own. */
  async alone<T>(owner: ProcessClock, call: Call, statement: () => T): Promise<T> {
    if (!this.isWell()) {
      await owner.guard(this.#face('connect'));
      await owner.guard(this.#face('statement'));
    }
    return this.#inTurn(owner, async () => this.#carryOut(call, statement));
  }

  /** All that `work` runs, or nothing of it. */
  async transaction<T>(owner: ProcessClock, work: (run: Run) => Promise<T>): Promise<T> {
    if (!this.isWell()) {
      await owner.guard(this.#face('connect'));
      await owner.guard(this.#face('begin'));
    }
    return this.#inTurn(owner, () =>
      work(async (call, statement) => {
        if (!this.isWell()) await this.#face('statement');
        // What a dead process had sent is not run.
        if (!owner.alive) return never();
        return this.#carryOut(call, statement);
      }),
    );
  }

  /** What others than the service do, between two of its statements. */
  outside<T>(call: Omit<Call, 'on'>, statement: () => T): T {
    const answer = this.#carryOut({ on: 'outside', ...call }, statement);
    if (this.#holder === null) this.#commit();
    return answer;
  }

  /** The same, between two transactions of the service, which hold the rows that they have read. */
  between(call: Omit<Call, 'on'>, statement: () => void): void {
    if (this.#holder !== null) return void this.#scheduler.after(1, () => this.between(call, statement));
    this.outside(call, statement);
  }

  /** The whole database becomes another one, between two transactions of the service that goes on. */
  replace(work: () => void): void {
    if (this.#holder !== null) return void this.#scheduler.after(1, () => this.replace(work));
    work();
    this.onCommit();
  }

  /** The process is gone: its open transaction is rolled back, its turn given on. */
  forget(owner: ProcessClock): void {
    for (let index = this.#turns.length - 1; index >= 0; index--)
      if (this.#turns[index]?.owner === owner) this.#turns.splice(index, 1);
    if (this.#holder === owner) this.#rollBack();
  }

  async #inTurn<T>(owner: ProcessClock, work: () => Promise<T>): Promise<T> {
    if (!owner.alive) return never();
    if (this.#holder === null) this.#holder = owner;
    else await this.#turn(owner);
    let result: T;
    try {
      result = await work();
    } catch (error) {
      // Rolled back when the process died, and the turn is another's since.
      if (!owner.alive) return never();
      this.#rollBack();
      throw error;
    }
    if (!owner.alive) return never();
    const trouble = this.isWell() ? null : this.trouble('commit');
    if (trouble && 'error' in trouble) {
      this.#rollBack();
      throw trouble.error;
    }
    this.#commit();
    if (trouble) await owner.guard(this.#suffer(trouble));
    return owner.afterwards(result);
  }

  #carryOut<T>(call: Call, statement: () => T): T {
    const answer = statement();
    this.onStep?.(call, answer);
    return answer;
  }

  #turn(owner: ProcessClock): Promise<void> {
    return new Promise((resolve) =>
      this.#turns.push({
        owner,
        take: () => {
          this.#holder = owner;
          resolve();
        },
      }),
    );
  }

  #commit(): void {
    this.tables.commit();
    this.onStep?.('COMMIT', null);
    this.onCommit();
    this.#release();
  }

  #rollBack(): void {
    this.tables.rollback();
    this.onStep?.('ROLLBACK', null);
    this.#release();
  }

  async #face(step: Step): Promise<void> {
    if (!this.isWell()) await this.#suffer(this.trouble(step));
  }

  async #suffer(trouble: Trouble): Promise<void> {
    if (!trouble) return;
    if ('wait' in trouble) await new Promise<void>((resolve) => this.#scheduler.after(trouble.wait, resolve));
    else throw 'error' in trouble ? trouble.error : trouble.lostAnswer;
  }

  #release(): void {
    this.#holder = null;
    this.#turns.shift()?.take();
  }
}

const never = () => new Promise<never>(() => undefined);

/** An error of a connection that is gone. */
export const connectionLost = () =>
  new DatabaseError(CONNECTION_LOST, 'the connection to the database was lost');

import { DatabaseError } from './database-error.js';
import type { ProcessClock, Scheduler } from './scheduler.js';
import { STATEMENTS, type Statement } from './statements.js';
import { Tables } from './tables.js';

/*
 * PostgreSQL as the product uses it, in memory: the product's own statements by their names, transactions one after
 * another, and the faults of a database. `database.test.ts` holds every statement against the real one.
 */

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape, as in pg
  rows: any[];
  rowCount: number;
}

export interface Query {
  name?: string | undefined;
  text: string;
  values?: unknown[] | undefined;
}

/** What may go wrong at one step; null where nothing does. */
export type Trouble = { wait: number } | { error: Error } | { lostAnswer: Error } | null;
export type Step = 'connect' | 'begin' | 'statement' | 'commit';

export const CONNECTION_LOST = '08006';

interface Turn {
  owner: ProcessClock;
  take: () => void;
}

export class Database {
  readonly tables = new Tables();
  /** Asked at every step, while there is any. */
  trouble: (step: Step) => Trouble = () => null;
  isWell: () => boolean = () => true;
  /** Told of every statement that was carried out, and of every end of a transaction. */
  onStep: (query: Query, answer: Answer | null) => void = () => undefined;
  /** A statement that is not simulated: no run with one is worth anything. */
  unknown: string | null = null;
  /** Told after every commit, and after every statement outside a transaction. */
  onCommit: () => void = () => undefined;
  readonly #scheduler: Scheduler;
  #holder: ProcessClock | null = null;
  readonly #turns: Turn[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Connections of one process; what it had begun is rolled back when it dies. */
  poolOf(owner: ProcessClock) {
    return {
      options: {},
      query: (text: string | Query, values?: unknown[]) => {
        const statement = query(text, values);
        return owner.alive && this.begin(owner)
          ? this.#atOnce(owner, statement)
          : owner.guard(this.#alone(owner, statement));
      },
      connect: () => owner.guard(this.#connect(owner)),
    };
  }

  /** The process is gone: its open transaction is rolled back, its turn given on. */
  forget(owner: ProcessClock): void {
    for (let index = this.#turns.length - 1; index >= 0; index--)
      if (this.#turns[index]?.owner === owner) this.#turns.splice(index, 1);
    if (this.#holder === owner) this.rollBack();
  }

  async #connect(owner: ProcessClock) {
    await this.face('connect');
    return new Client(this, owner);
  }

  /** Takes the turn where nothing stands in its way. */
  begin(owner: ProcessClock): boolean {
    if (this.#holder !== null || !this.isWell()) return false;
    this.#holder = owner;
    return true;
  }

  /** What `#alone` does where nothing stands in its way, as nearly always. */
  async #atOnce(owner: ProcessClock, statement: Query): Promise<Answer> {
    let answer: Answer;
    try {
      answer = this.execute(statement);
    } catch (error) {
      this.rollBack();
      throw error;
    }
    this.commit();
    return owner.afterwards(answer);
  }

  async #alone(owner: ProcessClock, statement: Query): Promise<Answer> {
    await this.face('connect');
    await this.face('statement');
    await this.turn(owner);
    let answer: Answer;
    try {
      answer = this.execute(statement);
    } catch (error) {
      // Only what failed itself: behind its commit, the turn is another connection's already.
      await this.end(false);
      throw error;
    }
    await this.end(true);
    return answer;
  }

  execute({ name, text, values = [] }: Query): Answer {
    const statement = STATEMENTS[name ?? ''] ?? statementOf(text);
    if (!statement) {
      this.unknown ??= `${name ?? ''} ${text.slice(0, 200)}`;
      throw new Error(`the simulated database does not know: ${this.unknown}`);
    }
    const rows = statement(this.tables, values);
    const answer = { rows, rowCount: rows.length };
    this.onStep({ name, text, values }, answer);
    return answer;
  }

  turn(owner: ProcessClock): Promise<void> {
    // What a dead process had sent is not run any more.
    if (!owner.alive) return new Promise(() => undefined);
    if (this.#holder === null) {
      this.#holder = owner;
      return Promise.resolve();
    }
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

  /** Ends the transaction; `commit` false rolls it back. */
  async end(commit: boolean): Promise<void> {
    if (!commit) return this.rollBack();
    const trouble = this.isWell() ? null : this.trouble('commit');
    if (trouble && 'error' in trouble) {
      this.rollBack();
      throw trouble.error;
    }
    this.commit();
    await this.#suffer(trouble);
  }

  commit(): void {
    this.tables.commit();
    this.onStep({ text: 'COMMIT' }, null);
    this.onCommit();
    this.#release();
  }

  rollBack(): void {
    this.tables.rollback();
    this.onStep({ text: 'ROLLBACK' }, null);
    this.#release();
  }

  async face(step: Step): Promise<void> {
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

/** One connection: its statements run one after another, as they were sent. */
class Client {
  readonly #database: Database;
  readonly #owner: ProcessClock;
  #tail: Promise<unknown> = Promise.resolve();
  /** Statements not yet answered. */
  #waiting = 0;
  #open = false;
  /** The transaction is spoilt: nothing but its end is taken. */
  #failed: unknown = null;
  /** The connection itself is gone. */
  #lost: unknown = null;

  constructor(database: Database, owner: ProcessClock) {
    this.#database = database;
    this.#owner = owner;
  }

  query(text: string | Query, values?: unknown[]): Promise<Answer> {
    const statement = query(text, values);
    const now = this.#waiting === 0 && this.#owner.alive && this.#failed === null && this.#lost === null;
    const quick = now && this.#database.isWell() ? this.#runNow(statement) : null;
    if (quick !== null) return quick;
    this.#waiting++;
    const run = this.#tail.then(() => this.#run(statement));
    this.#tail = run.then(
      () => this.#waiting--,
      () => this.#waiting--,
    );
    return this.#owner.guard(run);
  }

  /** What `#run` does where nothing stands in its way, as nearly always; null where it has to wait. */
  #runNow(statement: Query): Promise<Answer> | null {
    switch (statement.text) {
      case 'COMMIT':
      case 'ROLLBACK':
        if (!this.#open) return DONE;
        this.#open = false;
        if (statement.text === 'COMMIT') this.#database.commit();
        else this.#database.rollBack();
        return this.#owner.afterwards(NOTHING);
      default:
        if (statement.text.startsWith('BEGIN')) {
          if (!this.#database.begin(this.#owner)) return null;
          this.#open = true;
          return DONE;
        }
        try {
          return Promise.resolve(this.#database.execute(statement));
        } catch (error) {
          this.#failed ??= error;
          return Promise.reject(error);
        }
    }
  }

  release(): void {}

  async #run(statement: Query): Promise<Answer> {
    if (!this.#owner.alive) return new Promise(() => undefined);
    if (this.#lost) throw this.#lost;
    try {
      if (statement.text.startsWith('BEGIN')) {
        await this.#database.face('begin');
        await this.#database.turn(this.#owner);
        this.#open = true;
      } else if (statement.text === 'COMMIT' || statement.text === 'ROLLBACK') {
        const commit = statement.text === 'COMMIT' && this.#failed === null;
        if (this.#open) {
          this.#open = false;
          this.#failed = null;
          await this.#database.end(commit);
        }
      } else {
        if (this.#failed) throw new DatabaseError('25P02', 'current transaction is aborted');
        await this.#database.face('statement');
        if (!this.#owner.alive) return new Promise(() => undefined);
        return this.#database.execute(statement);
      }
      return NOTHING;
    } catch (error) {
      if ((error as { code?: string }).code === CONNECTION_LOST) {
        this.#lost = error;
        if (this.#open) {
          this.#open = false;
          await this.#database.end(false);
        }
      } else this.#failed ??= error;
      throw error;
    }
  }
}

const NOTHING: Answer = { rows: [], rowCount: 0 };
const DONE = Promise.resolve(NOTHING);

const query = (text: string | Query, values?: unknown[]): Query =>
  typeof text === 'string' ? { text, values } : text;

const known = new Map<string, Statement | undefined>();

/** A statement without a name is known by how its text begins. */
function statementOf(text: string): Statement | undefined {
  if (known.has(text)) return known.get(text);
  const words = text.replace(/\s+/g, ' ').trim();
  const found = Object.entries(STATEMENTS).find(
    ([start]) => start.endsWith('…') && words.startsWith(start.slice(0, -1)),
  )?.[1];
  known.set(text, found);
  return found;
}

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
  /** Asked at every step. */
  trouble: (step: Step) => Trouble = () => null;
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
      query: (text: string | Query, values?: unknown[]) =>
        owner.guard(this.#alone(owner, query(text, values))),
      connect: () => owner.guard(this.#connect(owner)),
    };
  }

  /** The process is gone: its open transaction is rolled back, its turn given on. */
  forget(owner: ProcessClock): void {
    for (let index = this.#turns.length - 1; index >= 0; index--)
      if (this.#turns[index]?.owner === owner) this.#turns.splice(index, 1);
    if (this.#holder !== owner) return;
    this.tables.rollback();
    this.onStep({ text: 'ROLLBACK' }, null);
    this.#release();
  }

  async #connect(owner: ProcessClock) {
    await this.face('connect');
    return new Client(this, owner);
  }

  async #alone(owner: ProcessClock, statement: Query): Promise<Answer> {
    await this.face('connect');
    await this.face('statement');
    await this.turn(owner);
    try {
      const answer = this.execute(statement);
      await this.end(true);
      return answer;
    } catch (error) {
      if (this.#holder === owner) await this.end(false);
      throw error;
    }
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
    if (!commit) {
      this.tables.rollback();
      this.onStep({ text: 'ROLLBACK' }, null);
      this.#release();
      return;
    }
    const trouble = this.trouble('commit');
    if (trouble && 'error' in trouble) {
      this.tables.rollback();
      this.onStep({ text: 'ROLLBACK' }, null);
      this.#release();
      throw trouble.error;
    }
    this.tables.commit();
    this.onStep({ text: 'COMMIT' }, null);
    this.onCommit();
    this.#release();
    await this.#suffer(trouble);
  }

  async face(step: Step): Promise<void> {
    await this.#suffer(this.trouble(step));
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
    const run = this.#tail.then(() => this.#run(statement));
    this.#tail = run.catch(() => undefined);
    return this.#owner.guard(run);
  }

  release(): void {}

  async #run(statement: Query): Promise<Answer> {
    const nothing = { rows: [], rowCount: 0 };
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
      return nothing;
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

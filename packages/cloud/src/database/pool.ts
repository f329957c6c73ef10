import pg from 'pg';
import { Lines } from './lines.js';

const INT8 = 20;

export interface PoolOptions {
  /** Called for a connection lost while idle; the pool itself opens another when one is needed. */
  onError: (error: Error) => void;
  applicationName?: string;
  max?: number;
  /** Milliseconds after which the server cancels a statement. */
  statementTimeout?: number;
  /** Milliseconds after which a connection that has not answered is given up; beyond the server's own bound. */
  answerTimeout?: number;
  /** Sent on each new connection before anything else. */
  greeting?: string;
}

/** A statement that takes as long as it takes; its transaction sets `statement_timeout = 0`. */
export const unhurried = (text: string, values?: unknown[]): pg.QueryConfig & { query_timeout: number } => ({
  text,
  ...(values ? { values } : {}),
  query_timeout: UNHURRIED_MS,
});

/** A statement that others may share a connection with: found by an index, a page at the most, waiting for no lock. */
export interface BriefQuery extends Omit<pg.QueryConfig, 'name'> {
  name?: string | undefined;
  brief?: boolean;
  /** Milliseconds after which its connection is given up; the pool's own bound where it is undefined. */
  query_timeout?: number | undefined;
}

/** Connections for brief statements, beside those of the pool. */
const MAX_LINES = 4;
/** A statement that is stuck holds up those that share its connection, so it is cancelled earlier than others. */
const BRIEF_MS = 5_000;

/** Where PostgreSQL gives up waiting for a synchronous standby, as when the statement is cancelled. */
const UNCONFIRMED_COMMIT = 'SyncRepWaitForLSN';

/** What a Node.js timer can wait; zero would mean the pool's own bound. */
export const UNHURRIED_MS = 2 ** 31 - 1;

export function createPool(url: string, options: PoolOptions): pg.Pool {
  const statementTimeout = options.statementTimeout ?? 15_000;
  return new LinedPool(
    {
      connectionString: url,
      application_name: options.applicationName ?? 'door-access',
      max: options.max ?? 12,
      connectionTimeoutMillis: 5_000,
      statement_timeout: statementTimeout,
      // A silent database, as behind a cut cable, would keep every connection until TCP gives up.
      query_timeout: options.answerTimeout ?? statementTimeout + 5_000,
      // A forgotten transaction must not hold its row locks forever.
      idle_in_transaction_session_timeout: statementTimeout,
      keepAlive: true,
      // What is sent without waiting for the answer before it goes out at once, instead of a round trip later.
      pipeline: true,
      types: { getTypeParser },
    },
    options,
  );
}

/** A pool whose brief statements share connections of their own. */
class LinedPool extends pg.Pool {
  readonly #brief: pg.Pool;
  readonly #lines: Lines;

  constructor(config: pg.PoolConfig, { onError, greeting }: PoolOptions) {
    super(config);
    const statement_timeout = Math.min(Number(config.statement_timeout), BRIEF_MS);
    this.#brief = new pg.Pool({ ...config, max: MAX_LINES, statement_timeout });
    this.#lines = new Lines(this.#brief);
    // Found by an index whatever the values: planning for each would cost more than running.
    this.#brief.on('connect', (client) => {
      client.query('SET plan_cache_mode = force_generic_plan').catch(() => {});
    });
    for (const pool of [this, this.#brief]) {
      pool.on('error', (error) => {
        // The driver hangs its whole client on the error, with keys that belong in no log.
        delete (error as { client?: unknown }).client;
        onError(error);
      });
      pool.on('connect', (client) => {
        // With `enable_seqscan = off` or many months a plan looks so expensive that PostgreSQL would compile it at each run.
        client.query('SET jit = off').catch(() => {});
        if (greeting !== undefined) client.query(greeting).catch(() => {});
        // A connection lost while in use fails its queries; without a listener its event would end the process.
        client.on('error', () => {});
        client.on('notice', (notice) => {
          // The COMMIT comes back as done, and the standby may not have it: it counts as one whose answer was lost.
          if ((notice as pg.DatabaseError).routine !== UNCONFIRMED_COMMIT) return;
          // At once: the end of the COMMIT may have come in the same bytes.
          client.connection.emit('error', new Error('the standby has not confirmed the commit'));
          client.connection.stream.destroy();
        });
      });
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads
  override query(...given: any[]): any {
    const [config] = given as [BriefQuery | string];
    if (typeof config === 'object' && config.brief) return this.#lines.query(config);
    return super.query(...(given as Parameters<pg.Pool['query']>));
  }

  // biome-ignore lint/suspicious/noExplicitAny: likewise
  override end(...given: any[]): any {
    const ended = Promise.all([super.end(), this.#brief.end()]).then(() => {});
    const [done] = given as [(() => void)?];
    return done ? void ended.then(done) : ended;
  }
}

const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, format);
  return oid === INT8 ? parseInt8 : pg.types.getTypeParser(oid, 'text');
}) as typeof pg.types.getTypeParser;

/** Ids and counts stay far below 2^53; one that does not must not be rounded in silence. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit into a number.`);
  return value;
}

import pg from 'pg';

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
}

/** A statement that takes as long as it takes; its transaction sets `statement_timeout = 0`. */
export const unhurried = (text: string, values?: unknown[]): pg.QueryConfig & { query_timeout: number } => ({
  text,
  ...(values ? { values } : {}),
  query_timeout: LONGEST_TIMER_MS,
});

/** What a Node.js timer can wait; zero would mean the pool's own bound. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createPool(url: string, options: PoolOptions): pg.Pool {
  const statementTimeout = options.statementTimeout ?? 15_000;
  const pool = new pg.Pool({
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
  });
  pool.on('error', (error) => {
    // The driver hangs its whole client on the error, with keys that belong in no log.
    delete (error as { client?: unknown }).client;
    options.onError(error);
  });
  // A connection lost while in use fails its queries; without a listener its event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
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

import pg from 'pg';
import { type Context, transaction, WITHOUT_SYNC } from '../context.js';
import * as sql from '../database/statement.js';
import type { Line, LineOptions } from './line.js';

const NOTIFY = sql.statement('notify', 'select pg_notify($1, text) from unnest($2::text[]) text', {
  pg_notify: sql.nothing,
});

/**
 * Through the pool, as the line's own connection may wait for rows. PostgreSQL commits one NOTIFY at a time, and none of
 * them has to be on disk.
 */
async function notify(pool: pg.Pool, channel: string, texts: readonly string[]): Promise<void> {
  const send = (client: pg.PoolClient) => NOTIFY.count(client, [channel, texts]);
  await transaction(pool, (client, last) => last(() => send(client)), { begin: WITHOUT_SYNC });
}

/** Every process of the service listens to it, and by NOTIFY all of them, whatever else they are heard on. */
export const EVERYBODY = 'instances';

/** For those who are no process of the service. */
export const notifyAll = (pool: pg.Pool, texts: readonly string[]): Promise<void> =>
  notify(pool, EVERYBODY, texts);

export interface PostgresLine extends Line {
  /** A query over the line's own connection: its failure reveals a broken line. */
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

const QUERY_DEADLINE_MS = 5_000;
const RETRY_AFTER_MS = 1_000;

/** Opens one connection of its own and keeps it open. Rejects where the first attempt fails. */
export async function openPostgresLine(
  context: Pick<Context, 'pool' | 'clock' | 'log'>,
  options: LineOptions,
): Promise<PostgresLine> {
  const { pool, clock, log } = context;
  const closing = new AbortController();
  let client: pg.Client | null = null;
  let reconnecting: Promise<void> | null = null;

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString: pool.options.connectionString,
      application_name: 'door-access-line',
      connectionTimeoutMillis: QUERY_DEADLINE_MS,
      query_timeout: QUERY_DEADLINE_MS,
      keepAlive: true,
    });
    opened.on('notification', ({ payload }) => options.onHeard(payload ?? ''));
    opened.on('error', () => lose(opened));
    opened.on('end', () => lose(opened));
    try {
      await opened.connect();
      await opened.query(options.channels.map((name) => `LISTEN ${pg.escapeIdentifier(name)}`).join('; '));
      return opened;
    } catch (error) {
      await opened.end().catch(() => {});
      throw error;
    }
  }

  function lose(lost: pg.Client): void {
    if (client !== lost || closing.signal.aborted) return;
    client = null;
    lost.end().catch(() => {});
    log.warn('line to the other processes lost');
    reconnecting ??= reconnect().finally(() => {
      reconnecting = null;
    });
  }

  async function reconnect(): Promise<void> {
    while (client === null && !closing.signal.aborted) {
      await clock.sleep(RETRY_AFTER_MS, closing.signal).catch(() => {});
      if (closing.signal.aborted) return;
      client = await connect().catch(() => null);
    }
    log.info('line to the other processes is back');
    options.onBack();
  }

  // A refused connection ends too, and checks whether it was the line.
  client = await connect();
  return {
    send: (channel, texts) => notify(pool, channel, texts),
    async query(query) {
      const open = client;
      if (!open) throw new Error('the line to the other processes is broken');
      try {
        return await open.query(query);
      } catch (error) {
        // A connection that refuses a statement works; one that does not answer does not.
        if ((error as { severity?: string }).severity !== 'ERROR') lose(open);
        throw error;
      }
    },
    async close() {
      closing.abort();
      await reconnecting;
      await client?.end().catch(() => {});
      client = null;
    },
  };
}

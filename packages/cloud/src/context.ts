import type { Clock, DownChannel } from '@door-access/protocol';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { gather } from './database/gather.js';
import type { DeliveryStore } from './deliveries/store.js';
import type { Restore } from './doors/restore.rules.js';
import type { DoorStore } from './doors/store/port.js';
import type { GatewayStore } from './gateways/store.js';
import type { PrismaClient } from './generated/prisma/client.js';
import type { LockingSystem } from './locking-system/port.js';
import type { Nudge } from './nudge.js';
import type { SecretBox } from './secrets/secret-box.js';
import type { Metrics } from './telemetry/metrics.js';
import type { Traces } from './telemetry/traces.js';

export type { Database } from './database/statement.js';

/** Everything a feature needs from outside; made once in cloud.ts and by the tests' world. */
export interface Context {
  config: Config;
  clock: Clock;
  ids: Ids;
  log: Logger;
  /** Plain SQL: hot paths, and transactions of features. */
  pool: Pool;
  /** Doors and their commands: what `apply` decides on and writes. */
  doors: DoorStore;
  /** Connections of gateways, and what they said that makes no sense. */
  gateways: GatewayStore;
  /** Webhook deliveries on their way. */
  deliveries: DeliveryStore;
  /** Typed reads and writes of what people manage. */
  prisma: PrismaClient;
  /** Encrypts what must be read back. */
  secrets: SecretBox;
  /** Hands messages to gateways, in this process or, where there are several, in the one that holds the connection. */
  downlink: Downlink;
  /** Wakes waiting workers and callers. */
  nudge: Nudge;
  /** `http://host:port` as this process listens, once it does; PUBLIC_URL comes before it. */
  origin?: string;
  /** Ports of the broker as this process opened them, where it has the role. */
  mqttPorts?: { plain: number; tls: number | null };
  /** This process among those of the service. */
  instanceId?: string;
  /** Where what happens is counted; none where no one watches. */
  metrics?: Metrics;
  /** Where pieces of work are reported once they have ended; none where no one collects traces. */
  traces?: Traces;
  /** What the database lost by being restored from backups. */
  restores?: readonly Restore[];
  /** The system behind locks of type `locksys`; our own database where there is none. */
  lockingSystem?: LockingSystem;
}

/** The gateway has no connection of that session: it may be about to come back. */
export class NotConnectedError extends Error {
  override name = 'NotConnectedError';
}

export interface Downlink {
  /** Whether this gateway's connection speaks for this session; where there are other processes, whether it may. */
  isConnected(gatewayId: string, session: string): boolean;
  /** Resolves when the message is on its way; rejects when there is no such connection (NotConnectedError) or it does not take it. */
  publish(gatewayId: string, session: string, channel: DownChannel, message: object): Promise<void>;
}

export interface Ids {
  uuid(): string;
  /** Cryptographically random bytes. */
  bytes(count: number): Buffer;
}

/** Sends the transaction's last statement: its COMMIT goes out with it. */
export type Last = <R>(send: () => Promise<R>) => Promise<R>;

/**
 * For large statements run often with few rows, all found by their keys. PostgreSQL would plan them anew each time, as a plan
 * made for an array of one looks cheaper than the kept one, and the planning costs more than the running. A plan that is
 * kept was made when the tables were smaller, and may read all of them: without such ways, it is the same at any size.
 */
export const KEEP_PLANS =
  'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';

/** The same for statements with hundreds of rows, which are joined to each other: each with each would be too many. */
export const KEEP_PLANS_OF_MANY =
  'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL enable_mergejoin = off';

/**
 * For what nothing is decided by: its commit is visible at once and on disk with the next one that waits for the disk,
 * or within a second (PostgreSQL, asynchronous commit).
 */
export const WITHOUT_SYNC = 'BEGIN; SET LOCAL synchronous_commit = off';

/** What PostgreSQL breaks off in favour of another: a deadlock, a serialization failure. Running again settles it. */
export const COLLISIONS: readonly string[] = ['40P01', '40001'];
const MAX_ATTEMPTS = 4;

export interface TransactionOptions {
  begin?: 'BEGIN' | typeof KEEP_PLANS | typeof KEEP_PLANS_OF_MANY | typeof WITHOUT_SYNC;
  /** SQLSTATEs after which `work` is run again. */
  collisions?: readonly string[];
}

/**
 * Runs `work` in one transaction; any error rolls all of it back. `work` runs again, at most four times in all, where it
 * collides with another: it changes nothing outside the database. On the pool's pipelined connections BEGIN goes out with
 * the first statement, and COMMIT with the `last`: they cost no round trip of their own and do not wake the server twice.
 */
export async function transaction<T>(
  pool: Pool,
  work: (client: PoolClient, last: Last) => Promise<T>,
  { begin = 'BEGIN', collisions = COLLISIONS }: TransactionOptions = {},
): Promise<T> {
  return again(() => once(pool, work, begin), collisions);
}

/** Runs `work`, at most four times in all, where it collides with another. */
export async function again<T>(work: () => Promise<T>, collisions: readonly string[]): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = String((error as { code?: unknown } | null)?.code);
      if (attempt === MAX_ATTEMPTS || !collisions.includes(code)) throw error;
    }
  }
}

async function once<T>(
  pool: Pool,
  work: (client: PoolClient, last: Last) => Promise<T>,
  begin: string,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let committed: Promise<unknown> | undefined;
  const last: Last = async (send) => {
    gather(client);
    const statement = send();
    // Behind a statement that failed, PostgreSQL answers COMMIT by rolling back.
    committed = client.query('COMMIT');
    const [result] = await Promise.all([statement, committed]);
    return result;
  };
  try {
    gather(client);
    const begun = client.query(begin);
    // Reported below; if it fails, the statements of `work` fail first.
    begun.catch(() => {});
    const result = await work(client, last);
    await begun;
    await (committed ?? client.query('COMMIT'));
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

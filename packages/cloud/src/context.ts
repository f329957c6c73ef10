import type { Clock, DownChannel } from '@door-access/protocol';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { PrismaClient } from './generated/prisma/client.js';
import type { Nudge } from './nudge.js';
import type { SecretBox } from './secret-box.js';

/** Everything a feature needs from outside; made once in cloud.ts and by the tests' world. */
export interface Context {
  config: Config;
  clock: Clock;
  ids: Ids;
  log: Logger;
  /** Plain SQL: hot paths, and every transaction that writes events. */
  pool: Pool;
  /** Typed reads and writes of what people manage. */
  prisma: PrismaClient;
  /** Encrypts what must be read back. */
  secrets: SecretBox;
  /** Hands messages to gateways; the edge sets it, as only the edge knows the connections. */
  downlink: Downlink;
  /** Tells waiting workers and callers, in this process, that something has come. */
  nudge: Nudge;
}

export interface Downlink {
  /** Whether this gateway's connection is here and speaks for this session. */
  isConnected(gatewayId: string, session: string): boolean;
  /** Resolves when the message is on its way; rejects when there is no such connection or it does not take it. */
  publish(gatewayId: string, session: string, channel: DownChannel, message: object): Promise<void>;
}

export interface Ids {
  uuid(): string;
  /** Cryptographically random bytes. */
  bytes(count: number): Buffer;
}

/** What verbs take when they may run inside somebody's transaction. */
export type Database = Pool | PoolClient;

/** Runs `work` in one transaction; any error rolls all of it back. */
export async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
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

import { randomBytes, randomUUID } from 'node:crypto';
import { createPrisma } from '@door-access/cloud/database/prisma';
import { TestClock } from '@door-access/protocol';
import { afterAll } from '@jest/globals';
import { pino } from 'pino';
import { testDatabase } from '../../../../test/setup/database.js';
import type { AuditEntry } from '../../src/audit/entry.rules.js';
import type { Context } from '../../src/context.js';
import { SecretBox } from '../../src/secrets/secret-box.js';

export interface World {
  context: Context;
  clock: TestClock;
  accounts: { acme: number; other: number };
  /** An attacker with all rights in the database and without the service's key. */
  tamper(sql: string, values?: unknown[]): Promise<void>;
  clear(): Promise<void>;
}

export async function auditWorld(): Promise<World> {
  const { pool } = await testDatabase();
  pool.options.max = 10;
  const prisma = createPrisma(pool);
  afterAll(() => prisma.$disconnect());
  const clock = new TestClock();
  const context = {
    clock,
    ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
    log: pino({ level: 'silent' }),
    pool,
    prisma,
    secrets: new SecretBox(randomBytes(32)),
  } as unknown as Context;
  const { rows } = await pool.query("insert into account (name) values ('Acme'), ('Other') returning id");
  const tamper = async (sql: string, values: unknown[] = []) => {
    const client = await pool.connect();
    try {
      await client.query("set session_replication_role = 'replica'");
      await client.query(sql, values);
    } finally {
      await client.query("set session_replication_role = 'origin'");
      client.release();
    }
  };
  return {
    context,
    clock,
    accounts: { acme: rows[0].id, other: rows[1].id },
    tamper,
    clear: () =>
      tamper('truncate audit, audit_head, audit_roll, audit_checkpoint, audit_key_border, secret_key'),
  };
}

export const entry = (account_id: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  account_id,
  actor: { type: 'api_key', id: '7', name: 'ERP' },
  action: 'lock.unlock',
  subject: { type: 'lock', id: '41', name: 'Main entrance' },
  location_id: 3,
  details: { reason: 'parcel' },
  ...change,
});

import type { Pool, PoolClient } from 'pg';
import { type AuditTools, withAudits } from '../../audit/record.js';
import {
  COLLISIONS,
  type Database,
  KEEP_PLANS,
  type Last,
  type TransactionOptions,
  transaction,
} from '../../context.js';
import { findCommand, findTarget, insertCommand, markSent } from './commands.js';
import { load } from './load.js';
import type { CommandRecords, Decided, DoorStore, DoorTransaction, DueKind } from './port.js';
import { saveReaders } from './readers.js';
import { takenTimes } from './times.js';
import { writeStatement } from './write.js';

/* Doors in PostgreSQL. */

type Tools = AuditTools & { pool: Pool };

/** A unique violation, too: another process made the row first, and running again finds it. */
const OPTIONS: TransactionOptions = { begin: KEEP_PLANS, collisions: [...COLLISIONS, '23505'] };

/** Rows with a due time, each judged by its own: doing it twice is harmless. */
const DUE: Record<DueKind, { due: string; next: string }> = {
  command: {
    due: 'select id from command where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) as next from command where due_at is not null',
  },
  presence: {
    due: 'select id from gateway where offline_due_at <= $1 order by offline_due_at limit $2',
    next: 'select min(offline_due_at) as next from gateway where offline_due_at is not null',
  },
  door: {
    due: 'select lock_id as id from door_state where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) as next from door_state where due_at is not null',
  },
};

export function postgresDoors(tools: Tools): DoorStore {
  const { pool } = tools;
  return {
    ...commandRecords(tools, pool),
    transaction: (work) =>
      transaction(pool, (client, last) => work(doorTransaction(tools, client, last)), OPTIONS),
    within: (client) => doorTransaction(tools, client, (statement) => statement),
    markSent: (commandId, at) => markSent(pool, commandId, at),
    findCommand: (scope, lockId, commandId) => findCommand(pool, scope, lockId, commandId),
    async due(kind, now, limit) {
      const { rows } = await pool.query<{ id: string | number }>({
        name: `due-${kind}`,
        text: DUE[kind].due,
        values: [now, limit],
      });
      return rows.map(({ id }) => id);
    },
    async nextDue(kind) {
      const { rows } = await pool.query<{ next: Date | null }>({
        name: `next-${kind}`,
        text: DUE[kind].next,
      });
      return rows[0]?.next?.getTime() ?? null;
    },
  };
}

const commandRecords = (tools: Tools, database: Database): CommandRecords => ({
  findTarget: (scope, lockId) => findTarget(database, scope, lockId),
  insertCommand: (command, entry) => insertCommand(database, tools, command, entry),
});

const doorTransaction = (tools: Tools, client: PoolClient, last: Last): DoorTransaction => ({
  ...commandRecords(tools, client),
  load: (wanted) => load(client, wanted),
  takenTimes: (events, spanMs) => takenTimes(client, events, spanMs),
  async write(decided: Decided) {
    await saveReaders(client, decided.changes.readers);
    const statement = withAudits(tools, writeStatement(decided), decided.audits);
    const { rows } = await last(client.query<{ deliveries: number }>(statement));
    return rows[0]?.deliveries ?? 0;
  },
});

import type { Pool, PoolClient } from 'pg';
import type { AuditTools } from '../../audit/record.js';
import {
  COLLISIONS,
  type Database,
  KEEP_PLANS,
  type Last,
  type TransactionOptions,
  transaction,
  WITHOUT_SYNC,
} from '../../context.js';
import * as sql from '../../database/statement.js';
import { findCommand, findTarget, insertCommand, markSent } from './commands.js';
import { load } from './load.js';
import type { CommandRecords, Decided, DoorStore, DoorTransaction, DueKind } from './port.js';
import { saveReaders } from './readers.js';
import { takenTimes } from './times.js';
import { writeOf } from './write.js';

/* Doors in PostgreSQL. */

type Tools = AuditTools & { pool: Pool };

/** A unique violation, too: another process made the row first, and running again finds it. */
const OPTIONS: TransactionOptions = { begin: KEEP_PLANS, collisions: [...COLLISIONS, '23505'] };

const due = <Id>(kind: DueKind, id: sql.Column<Id>, select: string, column: string, table: string) => ({
  due: sql.statement(
    `due-${kind}`,
    `select ${select} from ${table} where ${column} <= $1 order by ${column} limit $2`,
    { id },
  ),
  next: sql.statement(
    `next-${kind}`,
    `select min(${column}) as next from ${table} where ${column} is not null`,
    {
      next: sql.orNull(sql.time),
    },
  ),
});

/** Rows with a due time, each judged by its own: doing it twice is harmless. */
const DUE = {
  command: due('command', sql.uuid, 'id', 'due_at', 'command'),
  presence: due('presence', sql.uuid, 'id', 'offline_due_at', 'gateway'),
  door: due('door', sql.int, 'lock_id as id', 'due_at', 'door_state'),
};

export function postgresDoors(tools: Tools): DoorStore {
  const { pool } = tools;
  /** When commands were sent that no write has reached yet. */
  const sent = new Map<string, Date>();
  const mark = (commandId: string, at: Date) =>
    transaction(pool, (client, last) => last(() => markSent(client, commandId, at)), { begin: WITHOUT_SYNC });
  return {
    ...commandRecords(tools, pool),
    transaction: (work) =>
      transaction(pool, (client, last) => work(doorTransaction(tools, client, last, sent)), OPTIONS),
    // Its commit is the caller's, so that it takes no times along.
    within: (client) => doorTransaction(tools, client, (send) => send(), new Map()),
    markSent: mark,
    sentLater(commandId, at) {
      sent.set(commandId, at);
      return async () => {
        if (sent.delete(commandId)) await mark(commandId, at);
      };
    },
    findCommand: (scope, lockId, commandId) => findCommand(pool, scope, lockId, commandId),
    async due(kind, now, limit) {
      const rows: { id: string | number }[] = await DUE[kind].due.rows(pool, [now, limit]);
      return rows.map(({ id }) => id);
    },
    async nextDue(kind) {
      return (await DUE[kind].next.one(pool)).next?.getTime() ?? null;
    },
  };
}

const commandRecords = (tools: Tools, database: Database): CommandRecords => ({
  findTarget: (scope, lockId) => findTarget(database, scope, lockId),
  insertCommand: (command, entry) => insertCommand(database, tools, command, entry),
});

const doorTransaction = (
  tools: Tools,
  client: PoolClient,
  last: Last,
  sent: Map<string, Date>,
): DoorTransaction => ({
  ...commandRecords(tools, client),
  load: (wanted) => load(client, wanted),
  takenTimes: (events, spanMs) => takenTimes(client, events, spanMs),
  async write(decided: Decided) {
    await saveReaders(client, decided.changes.readers);
    const taken = new Map<string, Date>();
    for (const { id } of decided.changes.commands) {
      const at = sent.get(id);
      if (at) taken.set(id, at);
    }
    const write = writeOf(tools, decided, taken);
    const { deliveries } = await last(() => write.statement.one(client, write.values));
    for (const id of taken.keys()) sent.delete(id);
    return deliveries;
  },
});

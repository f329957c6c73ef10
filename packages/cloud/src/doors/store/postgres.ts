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
import type { Loaded, Wanted } from '../apply.types.js';
import { saveAccounted } from './accounted.js';
import { readAhead, type TakeAhead } from './ahead.js';
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
    { next: sql.orNull(sql.time) },
    { brief: true },
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
  const expected: ExpectedEnds = new Map();
  const mark = (commandId: string, at: Date) =>
    transaction(pool, (client, last) => last(() => markSent(client, commandId, at)), { begin: WITHOUT_SYNC });
  return {
    ...commandRecords(tools, pool),
    transaction: (work) =>
      transaction(pool, (client, last) => work(doorTransaction(tools, client, last, expected)), OPTIONS),
    // Its commit is the caller's, so that it takes no times along.
    within: (client) => doorTransaction(tools, client, (send) => send(), new Map()),
    markSent: mark,
    expectEnd(command, sentAt) {
      const ahead = readAhead(pool, command);
      // What could not be read ahead is loaded.
      expected.set(command.id, { sentAt, ahead: ahead.catch(() => () => undefined) });
      return () => (expected.delete(command.id) ? mark(command.id, sentAt) : null);
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

/** Of commands whose time of sending no write has reached yet; what was read ahead is used once. */
type ExpectedEnds = Map<string, { sentAt: Date; ahead: Promise<TakeAhead> | null }>;

function doorTransaction(
  tools: Tools,
  client: PoolClient,
  last: Last,
  expected: ExpectedEnds,
): DoorTransaction {
  let asRead: unknown[] | undefined;
  const takeAhead = async (wanted: Wanted): Promise<Loaded | undefined> => {
    const [first = '', ...others] = wanted.commandIds;
    const end = others.length === 0 ? expected.get(first) : undefined;
    if (!end?.ahead) return undefined;
    const { ahead } = end;
    end.ahead = null;
    const taken = (await ahead)(wanted);
    asRead = taken?.asRead;
    return taken?.loaded;
  };
  return {
    ...commandRecords(tools, client),
    load: async (wanted) => (await takeAhead(wanted)) ?? load(client, wanted),
    takenTimes: (events, spanMs) => takenTimes(client, events, spanMs),
    async write(decided: Decided) {
      await saveReaders(client, decided.changes.readers);
      await saveAccounted(client, decided.changes.accounted);
      const sent = new Map<string, Date>();
      for (const { id } of decided.changes.commands) {
        const end = expected.get(id);
        if (end) sent.set(id, end.sentAt);
      }
      const write = writeOf(tools, decided, { sent, asRead });
      const { deliveries } = await last(() => write.statement.one(client, write.values));
      for (const id of sent.keys()) expected.delete(id);
      return deliveries;
    },
  };
}

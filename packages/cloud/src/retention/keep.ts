import type { Context } from '../context.js';
import { transaction } from '../context.js';
import {
  analyze,
  type KeptPartition,
  LOCK_NOT_AVAILABLE,
  lockTables,
  partitionsOf,
  reshape,
  type SetAside,
} from '../database/partitions.js';
import { type PartitionPlan, planOf } from '../database/partitions.rules.js';
import type { Period } from '../database/periods.rules.js';
import * as sql from '../database/statement.js';
import { clearAside } from './aside.js';
import { AUDIT } from './audit.js';
import { COMMANDS } from './commands.js';
import { DELIVERIES } from './deliveries.js';
import { EVENTS } from './events.js';
import { KeepRefused, type Kept } from './kept.js';

/*
 * Forgets what was kept for its time, and makes room for what comes. Months are set aside under a lock that waits for
 * half a second and no longer, and lasts milliseconds; they are dropped when nothing knows them any more.
 */

const ALL = [EVENTS, DELIVERIES, COMMANDS, AUDIT] as readonly Kept[];
/** A setting may have changed, or the clock. */
const LOOK_AGAIN_MS = 24 * 3_600_000;
/** The tables were in use. */
const TRY_AGAIN_MS = 60_000;

type Tools = Pick<Context, 'pool' | 'clock' | 'config' | 'log' | 'secrets'>;

const ADD = sql.statement(
  'retention-add',
  'insert into retention (name, due_at) select name, $2 from unnest($1::text[]) as name on conflict do nothing',
);
/** Of what no process is at. */
const HASTEN = sql.statement(
  'retention-hasten',
  `update retention set due_at = $1 where name in (
     select name from retention where due_at > $1 for update skip locked)`,
);
const TAKE = sql.statement(
  'retention-take',
  'select name from retention where name = $1 for update skip locked',
  {
    name: sql.text,
  },
);
const DUE_AT = sql.statement('retention-due-at', 'update retention set due_at = $2 where name = $1');
const NEXT = sql.statement('retention-next', 'select due_at from retention where name = $1', {
  due_at: sql.time,
});

/** At the start of a process that works on what is due: looks at once, as settings may have changed. */
export async function scheduleRetention(context: Pick<Context, 'pool' | 'clock'>): Promise<void> {
  await addRows(context);
  await HASTEN.count(context.pool, [new Date(context.clock.now())]);
}

const addRows = ({ pool, clock }: Pick<Context, 'pool' | 'clock'>) =>
  ADD.count(pool, [ALL.map(({ name }) => name), new Date(clock.now())]);

/** What is due, by name; what another process is at is left to it. */
export async function keepDue(context: Tools, names: readonly (string | number)[]): Promise<void> {
  for (const kept of ALL) {
    if (!names.includes(kept.name)) continue;
    const result = await keep(context, kept);
    if (result.outcome === 'in_use')
      await DUE_AT.count(context.pool, [kept.name, new Date(context.clock.now() + TRY_AGAIN_MS)]);
    if (result.outcome === 'refused') context.log.error(result, 'retention');
    else if (result.forgotten.length > 0 || result.outcome === 'in_use')
      context.log.info(result, 'retention');
  }
}

export interface KeepResult {
  name: string;
  span: Period['span'];
  /** `in_use`: its tables are, for too long to wait; `elsewhere`: another process is at it; `refused`: months may not go. */
  outcome: 'done' | 'in_use' | 'elsewhere' | 'refused';
  /** Why it was refused. */
  reason: string | null;
  forgotten: string[];
  added: number;
}

/** All of it now, whatever the time of the next look. */
export async function keepAll(context: Tools): Promise<KeepResult[]> {
  await addRows(context);
  const results: KeepResult[] = [];
  for (const kept of ALL) results.push(await keep(context, kept));
  return results;
}

async function keep(context: Tools, kept: Kept): Promise<KeepResult> {
  const { pool } = context;
  const nothing = {
    name: kept.name,
    span: kept.period(context.config).span,
    reason: null,
    forgotten: [],
    added: 0,
  };
  let reason: string | null = null;
  const refused = (error: unknown): void => {
    if (!(error instanceof KeepRefused)) throw error;
    reason = error.message;
  };
  // What a process that ended left behind.
  const cleared = await unlessInUse(clearAside(context).catch(refused));
  if (cleared === 'in_use') return { ...nothing, outcome: cleared };
  const done = await unlessInUse(
    change(context, kept, reason === null ? kept.count(context.config) : 0).catch((error) => {
      refused(error);
      // Months to come are made all the same.
      return change(context, kept, 0);
    }),
  );
  if (done === 'in_use' || done === null) return { ...nothing, outcome: done ?? 'elsewhere' };
  const dropped = reason === null ? await unlessInUse(clearAside(context).catch(refused)) : null;
  if (done.forget.length + done.add.length > 0)
    await transaction(pool, (client) => analyze(client, kept.tables));
  return {
    ...nothing,
    outcome: reason !== null ? 'refused' : dropped === 'in_use' ? dropped : 'done',
    reason,
    forgotten: done.forget.map(({ name }) => name),
    added: done.add.length,
  };
}

const unlessInUse = <T>(work: Promise<T>): Promise<T | 'in_use'> =>
  work.catch((error) => {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return 'in_use';
    throw error;
  });

/** @returns what was changed; null if another process is at it */
function change(
  { pool, clock, secrets, config }: Tools,
  kept: Kept,
  count: number,
): Promise<PartitionPlan | null> {
  const period = kept.period(config);
  return transaction(pool, async (client) => {
    if ((await TAKE.count(client, [kept.name])) === 0) return null;
    const now = clock.now();
    const keeping = { client, secrets, cutoff: new Date(period.before(now, count)) };
    const plan = planOf(await partitionsOf(client, kept.tables[0]), now, count, period);
    const { forget, add } = plan;
    if (forget.length + add.length > 0) {
      await client.query('set local statement_timeout = 0');
      const found = await kept.find(keeping, forget);
      await lockTables(client, kept.tables);
      const aside = new Map<string, SetAside>();
      for (const table of kept.tables) {
        const partitions = await partitionsOf(client, table);
        aside.set(
          table,
          await reshape(client, table, partitions, planOf(partitions, now, count, period), period),
        );
      }
      await kept.carry(keeping, aside, found);
    }
    await DUE_AT.count(client, [kept.name, new Date(Math.min(plan.next_at, now + LOOK_AGAIN_MS))]);
    return plan;
  });
}

export interface KeepStatus {
  name: string;
  tables: readonly string[];
  /** For how many months or days; 0: for ever. */
  count: number;
  span: Period['span'];
  partitions: number;
  /** The first month that is kept; null where all lies before the months. */
  oldest: Date | null;
  rows: number;
  bytes: number;
  /** What is past its time now. */
  forget: string[];
  /** How many are to be made. */
  add: number;
  /** What goes next, and when. */
  next: { name: string; at: Date } | null;
  /** When the service looks next; null before it has looked once. */
  due_at: Date | null;
}

export async function retentionStatus({
  pool,
  clock,
  config,
}: Pick<Tools, 'pool' | 'clock' | 'config'>): Promise<KeepStatus[]> {
  const statuses: KeepStatus[] = [];
  for (const kept of ALL) {
    const partitions = await partitionsOf(pool, kept.tables[0]);
    const others: KeptPartition[] = [];
    for (const table of kept.tables.slice(1)) others.push(...(await partitionsOf(pool, table)));
    const count = kept.count(config);
    const period = kept.period(config);
    const { forget, add, forget_next } = planOf(partitions, clock.now(), count, period);
    const oldest = partitions.find(({ starts_at }) => starts_at !== null)?.starts_at;
    statuses.push({
      name: kept.name,
      tables: kept.tables,
      count,
      span: period.span,
      partitions: partitions.length,
      oldest: oldest == null ? null : new Date(oldest),
      rows: partitions.reduce((sum, { rows }) => sum + rows, 0),
      bytes: [...partitions, ...others].reduce((sum, { bytes }) => sum + bytes, 0),
      forget: forget.map(({ name }) => name),
      add: add.length,
      next: forget_next && { name: forget_next.name, at: new Date(forget_next.at) },
      due_at: (await NEXT.row(pool, [kept.name]))?.due_at ?? null,
    });
  }
  return statuses;
}

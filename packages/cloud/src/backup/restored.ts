import { LEASE_MS } from '../cluster/membership.js';
import type { Context } from '../context.js';
import type { Database } from '../database/statement.js';
import * as sql from '../database/statement.js';
import { RESTART_GRACE_MS } from '../doors/presence.rules.js';
import type { Restore } from '../doors/restore.rules.js';

/* A database that was restored from a backup: what it must know before the service runs on it. */

const NOTE = sql.statement(
  'restore-note',
  'insert into database_restore (taken_at, restored_at) values ($1, $2)',
);

/** Numbers given since the backup are known outside: to receivers of webhooks, to programs, on papers. None is given twice. */
const SKIP_NUMBERS = sql.statement(
  'restore-skip-numbers',
  `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) +
     case when data_type = 'bigint'::regtype then 1000000000 else 1000000 end) as number
   from pg_sequences where schemaname = current_schema`,
  { number: sql.bigint },
);

/** The logins since the backup had higher numbers, and what is left of their connections has no say. */
const SKIP_CONNECTIONS = sql.statement(
  'restore-skip-connections',
  'update gateway set connection = connection + 1000000',
);

const RESTORES = sql.statement(
  'restores',
  'select taken_at, restored_at from database_restore order by restored_at',
  { taken_at: sql.time, restored_at: sql.time },
);

const LAST_LEASE = sql.statement('restore-last-lease', 'select max(lease_until) as until from instance', {
  until: sql.orNull(sql.time),
});

const LOOK_EVERY_MS = 500;

/**
 * Whether a process of the service renews its lease. A database that was restored to a moment ago still holds the leases of
 * that moment: where no process renews one, it runs out. Takes 15 s at the maximum.
 * @param onWait called once, where it has to wait
 */
export async function isServiceRunning(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { onWait, signal }: { onWait?: () => void; signal?: AbortSignal } = {},
): Promise<boolean> {
  const lastLease = async () => (await LAST_LEASE.one(pool)).until?.getTime() ?? 0;
  const found = await lastLease();
  const until = clock.monotonic() + LEASE_MS;
  if (found > clock.now()) onWait?.();
  for (let lease = found; lease > clock.now() && clock.monotonic() < until; lease = await lastLease()) {
    if (lease > found) return true;
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
  return false;
}

/** Once, in a transaction, before the service starts on the restored database. */
export async function noteRestore(
  client: Database,
  { takenAt, restoredAt }: { takenAt: Date; restoredAt: Date },
): Promise<void> {
  await NOTE.count(client, [takenAt, restoredAt]);
  await SKIP_NUMBERS.rows(client, []);
  await SKIP_CONNECTIONS.count(client, []);
}

/** At a start: gateways have the time of a restart to come back with what was lost. */
export async function readRestores(client: Database, now: number): Promise<Restore[]> {
  return (await RESTORES.rows(client, [])).map(({ taken_at, restored_at }) => ({
    taken_at: taken_at.getTime(),
    restored_at: restored_at.getTime(),
    patient_until: now + RESTART_GRACE_MS,
  }));
}

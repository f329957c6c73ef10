import type { PoolClient } from 'pg';
import * as sql from '../../database/statement.js';

/*
 * What a site file changes of doors, in its own transaction. Each door that it touches is due at once: `apply` looks at
 * it by its new settings.
 */

/** A site file names one door or thousands. */
const site = (name: string, text: string) => sql.statement(name, text, {}, { unprepared: true });

const LOCK = sql.statement('premises-lock', 'select from pg_advisory_xact_lock(5115720)');

const LOOK_AGAIN = site(
  'site-doors-look-again',
  'update door_state s set due_at = $2 from lock l where l.id = s.lock_id and l.location_id = any($1::int[])',
);

const LEAVE = site(
  'site-doors-leave',
  `with freed as (update lock set door = -id where id = any($1::int[]) and door is not null)
   delete from door_state where lock_id = any($1::int[])`,
);

const FAIL_COMMANDS = site(
  'site-doors-fail-commands',
  `update command c set status = 'failed', reason = 'device_missing', failed_at = $2, due_at = null
   from lock l where l.id = c.lock_id and l.id = any($1::int[]) and l.type <> 'remote' and c.due_at is not null`,
);

/**
 * A schedule that is new or changed is looked at now, not at its old borders. What a lock's history has reported
 * already keeps its times, at whatever door it was.
 */
const TAKE = site(
  'site-doors-take',
  `insert into door_state (lock_id, due_at, last_event_at)
   select l.id, $2, h.at from lock l
   left join lateral (select max(e.occurred_at) as at from event e where e.lock_id = l.id) h on l.id = any($3::int[])
   where l.id = any($1::int[]) and l.type = 'remote'
   on conflict (lock_id) do update set due_at = excluded.due_at`,
);

/** Site files, changes of the premises, of schedules and calendars wait for each other: none sees another half-way. */
export async function lockPremises(client: PoolClient): Promise<void> {
  await LOCK.count(client);
}

/** Another time zone moves the borders of every schedule there. */
export async function lookAgainAt(
  client: PoolClient,
  locationIds: readonly (number | null)[],
  at: Date,
): Promise<void> {
  await LOOK_AGAIN.count(client, [locationIds, at]);
}

/** What was known was known of the door that the lock stood for; two locks may change places, so none holds a door while they move. */
export async function leaveDoors(client: PoolClient, lockIds: readonly number[]): Promise<void> {
  await LEAVE.count(client, [lockIds]);
}

/** Locks as they are from now on; `moved` are those among them that stand for another door, or for none. */
export async function takeDoors(
  client: PoolClient,
  lockIds: readonly (number | undefined)[],
  moved: readonly number[],
  at: Date,
): Promise<void> {
  // No door is left that could carry out what was asked of it.
  await FAIL_COMMANDS.count(client, [moved, at]);
  await TAKE.count(client, [lockIds, at, moved]);
}

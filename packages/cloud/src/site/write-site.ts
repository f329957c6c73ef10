import type { PoolClient } from 'pg';
import { RESTART_GRACE_MS } from '../doors/presence.rules.js';
import { leaveDoors, lookAgainAt, takeDoors } from '../doors/store/site.js';
import { groupRef, milliseconds } from './desired.rules.js';
import type { Write } from './plan.rules.js';
import { idOf, idsOf, remember, type Tools } from './write-tools.js';

/* The sections without secrets: a handful of set-based statements each, however many rows. */

/** Returns the account's id. */
export async function writeAccount(
  client: PoolClient,
  writes: Write[],
  id: number | undefined,
  at: Date,
): Promise<number> {
  const [write] = writes;
  if (!write) return id as number;
  const { sms_enabled, phone_key_limit, platform_mode } = write.fields;
  const { rows } = await client.query<{ id: number }>(
    `insert into account (name, sms_enabled, phone_key_limit, platform_mode, created_at) values ($1, $2, $3, $4, $5)
     on conflict (name) do update set sms_enabled = excluded.sms_enabled, phone_key_limit = excluded.phone_key_limit,
                                      platform_mode = excluded.platform_mode
     returning id`,
    [write.ref, sms_enabled, phone_key_limit, platform_mode, at],
  );
  return rows[0]?.id as number;
}

export async function writeLocations({ client, accountId, ids, at }: Tools, writes: Write[]): Promise<void> {
  if (writes.length === 0) return;
  const made = await client.query<{ ref: string; id: number }>(
    `insert into location (account_id, ref, name, timezone, created_at)
     select $2, ref, name, timezone, $3 from json_to_recordset($1::json) as x(ref text, name text, timezone text)
     returning ref, id`,
    [
      rowsOf(writes.filter(({ isNew }) => isNew).map(({ ref, fields }) => ({ ref, ...fields }))),
      accountId,
      at,
    ],
  );
  remember(ids.locations, made.rows);
  // Parents come second, as a file may name a child first.
  const rows = writes.map(({ ref, fields }) => ({
    id: idOf(ids.locations, ref),
    name: fields.name,
    timezone: fields.timezone,
    parent_id: idOf(ids.locations, fields.parent),
  }));
  await client.query(
    `update location o set name = x.name, timezone = x.timezone, parent_id = x.parent_id
       from json_to_recordset($1::json) as x(id int, name text, timezone text, parent_id int) where o.id = x.id`,
    [rowsOf(rows)],
  );
  await lookAgainAt(
    client,
    rows.map(({ id }) => id),
    at,
  );
}

/** A gateway that is to be born anew: what it says up to this connection counts no more. */
export interface Renewed {
  id: string;
  connection: number;
}

/** Returns the gateways that have to say what is wired to doors of which nothing is known yet. */
export async function writeLocks(tools: Tools, writes: Write[]): Promise<Renewed[]> {
  if (writes.length === 0) return [];
  const { client, accountId, ids, at } = tools;
  const unknown = writes.filter(
    ({ isNew, changed }) => isNew || changed.some((field) => ['type', 'gateway', 'door'].includes(field)),
  );
  const renewed = await renewGateways(tools, unknown);
  const moved = unknown.filter(({ isNew }) => !isNew).flatMap(({ ref }) => ids.locks.get(ref) ?? []);
  await leaveDoors(client, moved);
  await client.query(
    `update lock l set (name, place, location_id, type, gateway_id, door, strike_ms, left_open_ms, toggle_policy, schedule,
                        schedule_changed_at, schedule_changed_by)
       = (x.name, x.place, x.location_id, x.type, x.gateway_id, x.door, x.strike_ms, x.left_open_ms, x.toggle_policy, x.schedule,
          case when x.scheduled then $2 else l.schedule_changed_at end,
          case when x.scheduled then 'The site file' else l.schedule_changed_by end)
       from ${LOCK_ROWS} where l.id = x.id`,
    [rowsOf(writes.filter(({ isNew }) => !isNew).map((write) => lockRow(tools, write))), at],
  );
  const made = await client.query<{ ref: string; id: number }>(
    `insert into lock (account_id, ref, name, place, location_id, type, gateway_id, door, strike_ms, left_open_ms,
                       toggle_policy, schedule, created_at)
     select $2, ref, name, place, location_id, type, gateway_id, door, strike_ms, left_open_ms, toggle_policy, schedule, $3
       from ${LOCK_ROWS} returning ref, id`,
    [rowsOf(writes.filter(({ isNew }) => isNew).map((write) => lockRow(tools, write))), accountId, at],
  );
  remember(ids.locks, made.rows);
  await takeDoors(
    client,
    writes.map(({ ref }) => ids.locks.get(ref)),
    moved,
    at,
  );
  return renewed;
}

/**
 * Only a birth tells what is wired to a door, and one from before the lock was not heard for it. The connection counts
 * as displaced and has the time of a restart to come back, so that nothing goes offline that is there.
 */
async function renewGateways({ client, ids, at }: Tools, locks: Write[]): Promise<Renewed[]> {
  const { rows } = await client.query<{ id: string; connection: string }>(
    `update gateway set connection = connection + 1,
       offline_due_at = case when online then least(offline_due_at, $2) else offline_due_at end
     where id in (select id from gateway where (id = any($1::uuid[]) or id in (select gateway_id from lock where id = any($3::int[])))
                    and connection > 0 order by id for no key update)
     returning id, connection`,
    [
      locks.flatMap(({ fields }) => idOf(ids.gateways, fields.gateway) ?? []),
      new Date(at.getTime() + RESTART_GRACE_MS),
      // Where they were: a hold that a lock leaves behind ends as nobody names its door any more.
      locks.flatMap(({ ref }) => ids.locks.get(ref) ?? []),
    ],
  );
  return rows.map(({ id, connection }) => ({ id, connection: Number(connection) }));
}

const LOCK_ROWS = `json_to_recordset($1::json) as x(id int, ref text, name text, place text, location_id int, type text,
  gateway_id uuid, door int, strike_ms int, left_open_ms int, toggle_policy text, schedule jsonb, scheduled bool)`;

function lockRow({ ids }: Tools, { ref, fields, changed }: Write) {
  const { name, place, type, door, toggle_policy, schedule } = fields;
  return {
    id: idOf(ids.locks, ref),
    ref,
    name,
    place,
    type,
    door,
    toggle_policy,
    schedule,
    scheduled: changed.includes('schedule') || changed.includes('toggle_policy'),
    location_id: idOf(ids.locations, fields.location),
    gateway_id: idOf(ids.gateways, fields.gateway),
    strike_ms: milliseconds(fields.strike_seconds as number),
    left_open_ms: milliseconds(fields.left_open_seconds as number),
  };
}

export async function writeGroups(
  { client, site, accountId, ids, at }: Tools,
  writes: Write[],
): Promise<void> {
  if (writes.length === 0) return;
  const rows = writes.map(({ index, fields }) => {
    const group = site.security_groups[index] as (typeof site.security_groups)[number];
    return {
      ...group,
      ref: groupRef(group),
      name: fields.name,
      location_id: idOf(ids.locations, group.location),
    };
  });
  const made = await client.query<{ ref: string; id: number }>(
    `with x as (select * from json_to_recordset($1::json) as x(ref text, code text, name text, location_id int)),
     s as (insert into security_group (account_id, location_id, code, name, created_at)
           select $2, location_id, code, name, $3 from x
           on conflict (location_id, code) do update set name = excluded.name returning id, location_id, code)
     select x.ref, s.id from s join x on x.location_id = s.location_id and x.code = s.code`,
    [rowsOf(rows), accountId, at],
  );
  remember(ids.security_groups, made.rows);
  const members = rows.flatMap(({ ref, locks }) =>
    idsOf(ids.locks, locks).map((lock_id) => ({
      security_group_id: idOf(ids.security_groups, ref),
      lock_id,
    })),
  );
  await client.query(
    `with x as (select * from json_to_recordset($1::json) as x(security_group_id int, lock_id int)),
     gone as (delete from security_group_lock m where m.security_group_id = any($2::int[])
                 and not exists (select from x where x.security_group_id = m.security_group_id and x.lock_id = m.lock_id))
     insert into security_group_lock (security_group_id, lock_id) select security_group_id, lock_id from x on conflict do nothing`,
    [rowsOf(members), made.rows.map(({ id }) => id)],
  );
}

export async function writePeople(
  { client, context, accountId, ids, at }: Tools,
  writes: Write[],
): Promise<void> {
  if (writes.length === 0) return;
  const rows = writes.map(({ ref, isNew, fields }) => {
    const id = isNew ? context.ids.uuid() : idOf(ids.people, ref);
    if (isNew && id) remember(ids.people, [{ ref, id }]);
    return { ...fields, id, ref, is_new: isNew, location_id: idOf(ids.locations, fields.location) };
  });
  await client.query(
    `with x as (select * from json_to_recordset($1::json)
                  as x(id uuid, ref text, is_new bool, location_id int, name text, email text, phone text, company_name text,
                       title text, language text, managed bool)),
     made as (insert into person (id, account_id, location_id, ref, name, email, phone, company_name, title, language, managed, created_at)
              select id, $2, location_id, ref, name, email, phone, company_name, title, language, managed, $3 from x where is_new)
     update person p set (location_id, name, email, phone, company_name, title, language, managed)
                       = (x.location_id, x.name, x.email, x.phone, x.company_name, x.title, x.language, x.managed)
       from x where p.id = x.id and not x.is_new`,
    [rowsOf(rows), accountId, at],
  );
}

const rowsOf = (rows: readonly object[]): string => JSON.stringify(rows);

import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import type { Hold } from '../doors/hold/hold.types.js';
import { doorMode } from '../doors/hold/shown.rules.js';
import type { Caller } from '../http/endpoint.js';

/* Locks as the interface shows them. */

export interface LockRow {
  id: number;
  name: string;
  place: string;
  type: 'remote' | 'locksys';
  location_id: number;
  location_name: string;
  online: boolean | null;
  online_since: Date | null;
  contact: 'open' | 'closed' | null;
  contact_wired: boolean | null;
  exit_button_wired: boolean | null;
  hold_relay_wired: boolean | null;
  hold_on: boolean | null;
  hold: Hold | null;
  /** When the current or the last guided test ends: Unix milliseconds. */
  test_until: number | null;
  /** Why its contact cannot be read. */
  contact_fault: string | null;
}

/** Of a lock `l`. */
const COLUMNS = `l.id, l.name, l.place, l.type, l.location_id, o.name as location_name, g.online, g.online_since,
       s.contact, s.contact_wired, s.exit_button_wired, s.hold_relay_wired, s.hold_on, s.hold,
       (s.evidence -> 'test' ->> 'until')::float8 as test_until,
       s.evidence -> 'faults' ->> 'contact' as contact_fault`;
const AROUND = `
join location o on o.id = l.location_id
left join gateway g on g.id = l.gateway_id
left join door_state s on s.lock_id = l.id`;

export async function findLock(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  id: number,
): Promise<LockRow | null> {
  const { rows } = await database.query<LockRow>({
    name: 'lock-by-id',
    text: `select ${COLUMNS} from lock l ${AROUND}
join location_ancestor a on a.location_id = l.location_id and a.ancestor_id = $1 where l.id = $2`,
    values: [caller.locationId, id],
  });
  return rows[0] ?? null;
}

export interface LockFilter {
  location_id?: number | undefined;
  type?: (typeof LOCK_TYPES)[number] | undefined;
  security_group?: string | undefined;
}

export const LOCK_TYPES = ['remote', 'locksys'] as const;

/** Newest first, from below the id `before`. */
export async function listLocks(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  { location_id, type, security_group }: LockFilter,
  before: number | null,
  limit: number,
): Promise<LockRow[]> {
  const values: unknown[] = [caller.locationId, type, before, limit];
  const conditions: string[] = [];
  if (location_id !== undefined) conditions.push(`l.location_id = $${values.push(location_id)}`);
  if (security_group !== undefined) conditions.push(inGroup(values.push(security_group)));
  const { rows } = await database.query<LockRow>({
    name: `locks-${Number(location_id !== undefined)}${Number(security_group !== undefined)}`,
    text: `with page as (${conditions.length === 0 ? PAGE : filteredPage(conditions)})
select ${COLUMNS} from lock l ${AROUND} where l.id = any(array(select id from page)) order by l.id desc`,
    values,
  });
  return rows;
}

/** Each type is an index range of its own. The types are no array, for whose length each page would be planned anew. */
const PAGE = `
  select m.id from (values ${LOCK_TYPES.map((type) => `('${type}')`).join(', ')}) as t(type) cross join lateral (
    select s.id from list_scope s
    where s.location_id = $1 and s.list = 'lock' and s.state = t.type and s.id < coalesce($3::int, 2147483647)
    order by s.id desc limit $4
  ) m where $2::text is null or t.type = $2 order by m.id desc limit $4`;

const filteredPage = (conditions: readonly string[]): string => `
  select l.id from lock l
  where ${conditions.join(' and ')} and ($2::text is null or l.type = $2) and l.id < coalesce($3::int, 2147483647)
    and exists (select from location_ancestor a where a.location_id = l.location_id and a.ancestor_id = $1)
  order by l.id desc limit $4`;

/** A code counts where its group is at the caller's location or below. */
const inGroup = (parameter: number): string => `l.id in (
    select m.lock_id from security_group q join security_group_lock m on m.security_group_id = q.id
    where q.code = $${parameter}
      and exists (select from location_ancestor b where b.location_id = q.location_id and b.ancestor_id = $1))`;

/** These locks as they are now, whoever asks, each with all locations above it. */
export async function locksNow(
  database: Database,
  ids: readonly number[],
): Promise<(LockRow & { above: number[] })[]> {
  const { rows } = await database.query<LockRow & { above: number[] }>({
    name: 'locks-now',
    text: `
select ${COLUMNS},
       array(select a.ancestor_id from location_ancestor a where a.location_id = l.location_id) as above
from lock l ${AROUND}
where l.id = any($1::int[])`,
    values: [ids],
  });
  return rows;
}

/** @param now Unix milliseconds */
export function toLock(row: LockRow, now: number) {
  const remote = row.type === 'remote';
  const contact = row.contact_wired ?? false;
  const exit_button = row.exit_button_wired ?? false;
  return {
    id: row.id,
    name: row.name,
    place: row.place,
    location: { id: row.location_id, name: row.location_name },
    type: row.type,
    online: remote ? (row.online ?? false) : null,
    online_since: remote && row.online_since ? toTimestamp(row.online_since.getTime()) : null,
    door_state: row.contact ?? ('unknown' as const),
    hold_open: row.hold_on ?? false,
    door_mode: remote ? toDoorMode(row.hold) : null,
    features: {
      remote_unlock: remote,
      door_contact: contact,
      exit_button,
      hold_relay: row.hold_relay_wired ?? false,
      forced_open_detection: contact && exit_button,
    },
    ...(row.contact_fault === null ? {} : { contact_fault: row.contact_fault }),
    ...(row.test_until !== null && row.test_until > now
      ? { under_test_until: toTimestamp(row.test_until) }
      : {}),
  };
}

function toDoorMode(hold: Hold | null) {
  const { expires_at, ...mode } = doorMode(hold);
  return { ...mode, expires_at: expires_at === null ? null : toTimestamp(expires_at) };
}

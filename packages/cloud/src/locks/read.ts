import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import type { Caller } from '../http/endpoint.js';
import { doorMode, type Hold } from './hold.rules.js';

/* Locks as the interface shows them (decisions "Lock"). */

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
}

const SELECT = `
select l.id, l.name, l.place, l.type, l.location_id, o.name as location_name, g.online, g.online_since,
       s.contact, s.contact_wired, s.exit_button_wired, s.hold_relay_wired, s.hold_on, s.hold
from lock l
join location o on o.id = l.location_id
join location_ancestor a on a.location_id = l.location_id and a.ancestor_id = $1
left join gateway g on g.id = l.gateway_id
left join door_state s on s.lock_id = l.id`;

export async function findLock(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  id: number,
): Promise<LockRow | null> {
  const { rows } = await database.query<LockRow>({
    name: 'lock-by-id',
    text: `${SELECT} where l.id = $2`,
    values: [caller.locationId, id],
  });
  return rows[0] ?? null;
}

export interface LockFilter {
  location_id?: number | undefined;
  type?: string | undefined;
  security_group?: string | undefined;
}

/** Newest first, from below the id `before`. */
export async function listLocks(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  filter: LockFilter,
  before: number | null,
  limit: number,
): Promise<LockRow[]> {
  const { rows } = await database.query<LockRow>({
    name: 'locks',
    text: `${SELECT}
where ($2::int is null or l.id < $2) and ($3::int is null or l.location_id = $3) and ($4::text is null or l.type = $4)
  and ($5::text is null or exists (
    select from security_group_lock m join security_group q on q.id = m.security_group_id
    join location_ancestor b on b.location_id = q.location_id and b.ancestor_id = $1
    where m.lock_id = l.id and q.code = $5))
order by l.id desc limit $6`,
    values: [caller.locationId, before, filter.location_id, filter.type, filter.security_group, limit],
  });
  return rows;
}

/** These locks as they are now, whoever asks, each with all locations above it. */
export async function locksNow(
  database: Database,
  ids: readonly number[],
): Promise<(LockRow & { above: number[] })[]> {
  const { rows } = await database.query<LockRow & { above: number[] }>({
    name: 'locks-now',
    text: `
select l.id, l.name, l.place, l.type, l.location_id, o.name as location_name, g.online, g.online_since,
       s.contact, s.contact_wired, s.exit_button_wired, s.hold_relay_wired, s.hold_on, s.hold,
       array(select a.ancestor_id from location_ancestor a where a.location_id = l.location_id) as above
from lock l
join location o on o.id = l.location_id
left join gateway g on g.id = l.gateway_id
left join door_state s on s.lock_id = l.id
where l.id = any($1::int[])`,
    values: [ids],
  });
  return rows;
}

export function toLock(row: LockRow) {
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
  };
}

function toDoorMode(hold: Hold | null) {
  const { expires_at, ...mode } = doorMode(hold);
  return { ...mode, expires_at: expires_at === null ? null : toTimestamp(expires_at) };
}

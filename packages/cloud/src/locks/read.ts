import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import { filteredPage, listedPage } from '../database/list-scope.js';
import type { Place } from '../database/of-token.js';
import * as sql from '../database/statement.js';
import type { Hold } from '../doors/hold/hold.types.js';
import { doorMode } from '../doors/hold/shown.rules.js';

/* Locks as the interface shows them. */

export const LOCK_TYPES = ['remote', 'locksys'] as const;

const LOCK = {
  id: sql.int,
  name: sql.text,
  place: sql.text,
  type: sql.narrow<(typeof LOCK_TYPES)[number]>(sql.text),
  location_id: sql.int,
  location_name: sql.text,
  online: sql.orNull(sql.bool),
  online_since: sql.orNull(sql.time),
  contact: sql.orNull(sql.narrow<'open' | 'closed'>(sql.text)),
  contact_wired: sql.orNull(sql.bool),
  exit_button_wired: sql.orNull(sql.bool),
  hold_relay_wired: sql.orNull(sql.bool),
  hold_on: sql.orNull(sql.bool),
  hold: sql.orNull(sql.json<Hold>()),
  /** When the current or the last guided test ends: Unix milliseconds. */
  test_until: sql.orNull(sql.float),
  /** When the current or the last maintenance ends: Unix milliseconds. */
  maintenance_until: sql.orNull(sql.float),
  /** Why its contact cannot be read. */
  contact_fault: sql.orNull(sql.text),
};
export type LockRow = sql.RowOf<typeof LOCK>;

/** Of a lock `l`. */
const COLUMNS = `l.id, l.name, l.place, l.type, l.location_id, o.name as location_name, g.online, g.online_since,
       s.contact, s.contact_wired, s.exit_button_wired, s.hold_relay_wired, s.hold_on, s.hold,
       (s.evidence -> 'test' ->> 'until')::float8 as test_until,
       (s.evidence -> 'maintenance' ->> 'until')::float8 as maintenance_until,
       s.evidence -> 'faults' ->> 'contact' as contact_fault`;
const AROUND = `
join location o on o.id = l.location_id
left join gateway g on g.id = l.gateway_id
left join door_state s on s.lock_id = l.id`;

const BY_ID = sql.statement(
  'lock-by-id',
  `select ${COLUMNS} from lock l ${AROUND} where l.id = $2 and l.type <> 'ended' and ${sql.isWithin('l', '$1')}`,
  LOCK,
  { brief: true },
);

const paged = (name: string, page: string, options = {}) =>
  sql.statement(
    name,
    `with page as (${page})
     select ${COLUMNS} from lock l ${AROUND} where l.id = any(array(select id from page)) order by l.id desc`,
    LOCK,
    options,
  );

const filtered = (name: string, condition: string) =>
  paged(name, filteredPage('lock', 'l', 'l.type', condition));

/** A code counts where its group is at the caller's location or below. */
const inGroup = (code: string): string => `l.id in (
  select m.lock_id from security_group q join security_group_lock m on m.security_group_id = q.id
  where q.code = ${code} and ${sql.isWithin('q', '$1')})`;

const LISTED = paged('locks', listedPage('lock', LOCK_TYPES), { brief: true });
const AT_LOCATION = filtered('locks-at-location', `l.location_id = $5 and l.type <> 'ended'`);
const OF_GROUP = filtered('locks-of-group', inGroup('$5'));
const AT_LOCATION_OF_GROUP = filtered(
  'locks-at-location-of-group',
  `l.location_id = $5 and l.type <> 'ended' and ${inGroup('$6')}`,
);

const NOW = sql.statement(
  'locks-now',
  `select ${COLUMNS}, array(select a.ancestor_id from location_ancestor a where a.location_id = l.location_id) as above
   from lock l ${AROUND} where l.id = any($1::int[])`,
  { ...LOCK, above: sql.arrayOf(sql.int) },
);

export const findLock = async (
  database: Database,
  { locationId }: Place,
  id: number,
): Promise<LockRow | null> => (await BY_ID.row(database, [locationId, id])) ?? null;

export interface LockFilter {
  location_id?: number | undefined;
  type?: (typeof LOCK_TYPES)[number] | undefined;
  security_group?: string | undefined;
}

/** Whether a page of these is brief. */
export const isBriefOfLocks = ({ location_id, security_group }: LockFilter): boolean =>
  location_id === undefined && security_group === undefined;

/** Newest first, from below the id `before`. */
export function listLocks(
  database: Database,
  { locationId }: Place,
  { location_id, type, security_group }: LockFilter,
  before: number | null,
  limit: number,
): Promise<LockRow[]> {
  const page = [locationId, type, before, limit];
  if (location_id === undefined && security_group === undefined) return LISTED.rows(database, page);
  if (security_group === undefined) return AT_LOCATION.rows(database, [...page, location_id]);
  if (location_id === undefined) return OF_GROUP.rows(database, [...page, security_group]);
  return AT_LOCATION_OF_GROUP.rows(database, [...page, location_id, security_group]);
}

/** These locks as they are now, in any account, each with all locations above it. */
export const locksNow = (
  database: Database,
  ids: readonly number[],
): Promise<(LockRow & { above: number[] })[]> => NOW.rows(database, [ids]);

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
    ...(row.hold?.emergency === undefined ? {} : { emergency: row.hold.emergency }),
    ...(row.test_until !== null && row.test_until > now
      ? { under_test_until: toTimestamp(row.test_until) }
      : {}),
    ...(row.maintenance_until !== null && row.maintenance_until > now
      ? { maintenance_until: toTimestamp(row.maintenance_until) }
      : {}),
  };
}

function toDoorMode(hold: Hold | null) {
  const { expires_at, ...mode } = doorMode(hold);
  return { ...mode, expires_at: expires_at === null ? null : toTimestamp(expires_at) };
}

import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { Cause } from '../doors/cause.rules.js';
import type { AccountedReason, AccountedState, EmergencyMode } from '../doors/hold/hold.types.js';

/* Emergencies in the database: a row each, and how their doors stand. */

export interface AccountedLock {
  id: number;
  name: string;
  place: string;
  state: AccountedState;
  reason: AccountedReason | null;
  /** Unix milliseconds. */
  confirmed_at: number | null;
}

/** SQL: the doors of emergency `m`: those for which it is over as they were, and the others as they are. */
const DOORS = `array(
  select jsonb_build_object('id', d.lock_id, 'name', d.name, 'place', d.place, 'state', d.state, 'reason', d.reason,
    'confirmed_at', floor(extract(epoch from d.confirmed_at) * 1000))
  from emergency_door d where d.emergency_id = m.id
  union all
  select jsonb_build_object('id', l.id, 'name', l.name, 'place', l.place, 'state', x.state, 'reason', x.reason,
    'confirmed_at', x.confirmed_at)
  from location_ancestor a join lock l on l.location_id = a.location_id join door_state s on s.lock_id = l.id
  cross join lateral jsonb_to_recordset(s.hold -> 'emergencies') as x(id uuid, state text, reason text, confirmed_at float8)
  where a.ancestor_id = m.location_id and m.ended_at is null and x.id = m.id)`;

const EMERGENCY = {
  id: sql.uuid,
  location: sql.named,
  timezone: sql.text,
  mode: sql.narrow<EmergencyMode>(sql.text),
  drill: sql.bool,
  reason: sql.text,
  cause: sql.json<Cause>(),
  begun_by: sql.text,
  door_count: sql.int,
  started_at: sql.time,
  ended_at: sql.orNull(sql.time),
  ended_by: sql.orNull(sql.text),
};
const WITH_DOORS = { ...EMERGENCY, doors: sql.arrayOf(sql.json<AccountedLock>()) };
export type ListedEmergency = sql.RowOf<typeof EMERGENCY>;
export type EmergencyRow = sql.RowOf<typeof WITH_DOORS>;

const COLUMNS = `m.id, ${sql.asNamed('o')} as location, o.timezone, m.mode, m.drill, m.reason, m.cause, m.begun_by,
  m.doors as door_count, m.started_at, m.ended_at, m.ended_by`;
const AND_DOORS = `${COLUMNS}, ${DOORS} as doors`;
const FROM = 'from emergency m join location o on o.id = m.location_id';

const BY_ID = sql.statement(
  'emergency-by-id',
  `select ${AND_DOORS} ${FROM} where m.id = $2 and ${sql.isWithin('m', '$1')}`,
  WITH_DOORS,
  { unprepared: true },
);

const PAGE = sql.statement(
  'emergencies-page',
  `select ${COLUMNS} ${FROM}
   where ${sql.isWithin('m', '$1')} and ($2::timestamptz is null or (m.started_at, m.id) < ($2::timestamptz, $3::uuid))
   order by m.started_at desc, m.id desc limit $4`,
  EMERGENCY,
  { unprepared: true },
);

const BY_IDS = sql.statement(
  'emergencies-by-ids',
  `select ${AND_DOORS} ${FROM} where m.id = any($1::uuid[]) order by m.started_at desc, m.id desc`,
  WITH_DOORS,
  { unprepared: true },
);

const IN_FORCE_AT = sql.statement(
  'emergency-in-force-at',
  'select id, mode, drill from emergency where location_id = $1 and ended_at is null',
  { id: sql.uuid, mode: sql.narrow<EmergencyMode>(sql.text), drill: sql.bool },
);

/** Its location or one above it, or one below: what a person who looks at a place should know of. */
const IN_FORCE_AROUND = sql.statement(
  'emergencies-in-force-around',
  `select ${COLUMNS} ${FROM}
   where m.ended_at is null and (${sql.isWithin('m', '$1')} or ${sql.isLocationWithin('$1::int', 'm.location_id')})
   order by m.started_at desc, m.id desc`,
  EMERGENCY,
);

const INSERT = sql.statement(
  'emergency-insert',
  `insert into emergency (id, account_id, location_id, mode, drill, reason, cause, begun_by, doors, started_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

const END = sql.statement(
  'emergency-end',
  'update emergency set ended_at = $2, ended_by = $3 where id = $1 and ended_at is null',
);

export const findEmergency = (
  database: Database,
  locationId: number,
  id: string,
): Promise<EmergencyRow | undefined> => BY_ID.row(database, [locationId, id]);

/** Newest first, from behind a position on. */
export const listEmergencies = (
  database: Database,
  locationId: number,
  after: readonly [startedAt: number, id: string] | null,
  limit: number,
): Promise<ListedEmergency[]> =>
  PAGE.rows(database, [locationId, after && new Date(after[0]), after?.[1] ?? null, limit]);

/** These with their doors, newest first. */
export const emergenciesWithDoors = (database: Database, ids: readonly string[]): Promise<EmergencyRow[]> =>
  BY_IDS.rows(database, [ids]);

export const inForceAt = (database: Database, locationId: number) => IN_FORCE_AT.row(database, [locationId]);

export const inForceAround = (database: Database, locationId: number): Promise<ListedEmergency[]> =>
  IN_FORCE_AROUND.rows(database, [locationId]);

export interface NewEmergency {
  id: string;
  account_id: number;
  location_id: number;
  mode: EmergencyMode;
  drill: boolean;
  reason: string;
  cause: Cause;
  begun_by: string;
  doors: number;
  started_at: Date;
}

export async function insertEmergency(database: Database, one: NewEmergency): Promise<void> {
  await INSERT.count(database, [
    one.id,
    one.account_id,
    one.location_id,
    one.mode,
    one.drill,
    one.reason,
    one.cause,
    one.begun_by,
    one.doors,
    one.started_at,
  ]);
}

export async function markEnded(database: Database, id: string, at: Date, by: string): Promise<void> {
  await END.count(database, [id, at, by]);
}

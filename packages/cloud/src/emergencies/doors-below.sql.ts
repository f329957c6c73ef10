import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { BegunEmergency } from '../doors/hold/hold.types.js';

/* The remote locks that emergencies concern. */

const LOCATION = sql.statement(
  'emergency-location',
  `select o.id, o.account_id, o.name from location o
   where o.id = $2 and ${sql.isLocationWithin('o.id', '$1')} for no key update of o`,
  { id: sql.int, account_id: sql.int, name: sql.text },
);

/** `$2`: an API key, on whose list of locks each of them has to be; null for a person. */
const BELOW = sql.statement(
  'emergency-locks-below',
  `select l.id, $2::int is null or exists (
     select from api_key_lock x where x.api_key_id = $2::int and x.lock_id = l.id) as allowed
   from location_ancestor a join lock l on l.location_id = a.location_id
   where a.ancestor_id = $1 and l.type = 'remote' order by l.id`,
  { id: sql.int, allowed: sql.bool },
  { unprepared: true },
);

/** Where the site is not being changed: what is decided for the locks of a location holds for all of them. */
const SITE_STANDS = sql.statement(
  'emergency-site-stands',
  'select from pg_advisory_xact_lock_shared(5115720)',
);

/** Doors that carry other emergencies than are in force at their location and above. */
const DIFFERING = sql.statement(
  'emergency-doors-differing',
  `select * from (
     select l.id,
       array(select m.id from emergency m join location_ancestor a on a.ancestor_id = m.location_id
             where a.location_id = l.location_id and m.ended_at is null order by m.id) as wanted,
       array(select (x ->> 'id')::uuid from jsonb_array_elements(s.hold -> 'emergencies') x order by 1) as had
     from lock l join door_state s on s.lock_id = l.id
     where l.account_id = $1 and l.type = 'remote') d
   where d.wanted <> d.had order by d.id`,
  { id: sql.int, wanted: sql.arrayOf(sql.uuid), had: sql.arrayOf(sql.uuid) },
  { unprepared: true },
);

const IN_FORCE = sql.statement(
  'emergencies-in-force',
  'select id, mode, drill, started_at, cause from emergency where account_id = $1 and ended_at is null',
  {
    id: sql.uuid,
    mode: sql.narrow<BegunEmergency['mode']>(sql.text),
    drill: sql.bool,
    started_at: sql.time,
    cause: sql.json<BegunEmergency['cause']>(),
  },
);

/** Holds the location, within another, for the transaction: one emergency begins or ends there at a time. */
export const holdLocation = (database: Database, within: number, id: number) =>
  LOCATION.row(database, [within, id]);

export const remoteLocksBelow = (database: Database, locationId: number, apiKeyId: number | null) =>
  BELOW.rows(database, [locationId, apiKeyId]);

export const holdSite = (database: Database): Promise<number> => SITE_STANDS.count(database);

export const differingDoors = (database: Database, accountId: number) =>
  DIFFERING.rows(database, [accountId]);

export const inForceOf = async (database: Database, accountId: number): Promise<BegunEmergency[]> =>
  (await IN_FORCE.rows(database, [accountId])).map(({ started_at, ...one }) => ({
    ...one,
    since: started_at.getTime(),
  }));

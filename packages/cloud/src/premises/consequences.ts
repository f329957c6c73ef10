import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import { MAX_COUNTED } from './access.js';

/* What a change would touch, counted before it is made; of keys, one more than `MAX_COUNTED` says that there are more. */

export const REACH = {
  colleagues_lost: sql.present(sql.int),
  colleagues_gained: sql.present(sql.int),
  api_keys_lost: sql.present(sql.int),
  api_keys_gained: sql.present(sql.int),
  webhooks_lost: sql.present(sql.int),
  webhooks_gained: sql.present(sql.int),
};

const above = (which: 'lost' | 'gained') => `
  (select count(*)::int from account_user where location_id in (select ancestor_id from ${which})) as colleagues_${which},
  (select count(*)::int from api_key where location_id in (select ancestor_id from ${which}) and revoked_at is null) as api_keys_${which},
  (select count(*)::int from subscription where location_id in (select ancestor_id from ${which}) and status = 'active') as webhooks_${which}`;

const above_of = (parameter: string) =>
  `select ancestor_id from location_ancestor where location_id = ${parameter}`;

/** Who reaches something no longer, and who does from then on, where it goes from the location $1 to $2. */
const REACH_CHANGE = sql.statement(
  'premises-reach-change',
  `with lost as (${above_of('$1')} except ${above_of('$2')}), gained as (${above_of('$2')} except ${above_of('$1')})
   select ${above('lost')}, ${above('gained')}`,
  REACH,
);

export const reachChange = (database: Database, from: number, to: number) =>
  REACH_CHANGE.one(database, [from, to]);

export const DOOR_COUNTS = {
  groups: sql.present(sql.int),
  keys: sql.present(sql.int),
  schedule_entries: sql.present(sql.int),
  api_keys: sql.present(sql.int),
  webhooks: sql.present(sql.int),
};

const OF_DOOR = sql.statement(
  'premises-of-door',
  `with g as (select security_group_id as id from security_group_lock where lock_id = $1)
   select (select count(*)::int from g) as groups,
     (select count(*)::int from (select k.id from access_key k where k.state is distinct from 'returned'
        and exists (select from security_group_lock s join access_key_group m on m.security_group_id = s.security_group_id
          where s.lock_id = $1 and m.access_key_id = k.id) limit ${MAX_COUNTED + 1}) found) as keys,
     (select jsonb_array_length(schedule)::int from lock where id = $1) as schedule_entries,
     (select count(*)::int from api_key_lock m join api_key k on k.id = m.api_key_id
        where m.lock_id = $1 and k.revoked_at is null) as api_keys,
     (select count(*)::int from subscription s join lock l on l.id = $1 and l.account_id = s.account_id
        where $1 = any(s.lock_ids)) as webhooks`,
  DOOR_COUNTS,
);

export const countsOfDoor = (database: Database, lockId: number) => OF_DOOR.one(database, [lockId]);

export const GROUP_COUNTS = {
  keys: sql.present(sql.int),
  keys_alone: sql.present(sql.int),
  people: sql.present(sql.int),
};

/** Of so many keys, whatever the size of the group: a key at a time. */
const OF_GROUP = sql.statement(
  'premises-of-group',
  `select count(*)::int as keys, count(distinct k.person_id)::int as people,
     (count(*) filter (where not exists (select from access_key_group other
        where other.access_key_id = k.id and other.security_group_id <> $1)))::int as keys_alone
   from (select k.id, k.person_id from access_key_group m
     cross join lateral (select k.id, k.person_id from access_key k
       where k.id = m.access_key_id and k.state is distinct from 'returned' offset 0) k
     where m.security_group_id = $1 limit ${MAX_COUNTED + 1}) k`,
  GROUP_COUNTS,
);

export const countsOfGroup = (database: Database, groupId: number) => OF_GROUP.one(database, [groupId]);

export const BELOW = {
  locations: sql.present(sql.int),
  doors: sql.present(sql.int),
  scheduled: sql.present(sql.int),
  people: sql.present(sql.int),
};

/** Of a location and all below it; `scheduled` are doors at the location itself that follow its time zone. */
const BELOW_LOCATION = sql.statement(
  'premises-below-location',
  `with o as materialized (select location_id from location_ancestor where ancestor_id = $1)
   select (select count(*)::int from o join location x on x.id = o.location_id and x.ended_at is null) as locations,
     (select count(*)::int from o join lock l on l.location_id = o.location_id and l.type <> 'ended') as doors,
     (select count(*)::int from lock where location_id = $1 and type = 'remote' and schedule <> '[]') as scheduled,
     (select count(*)::int from o join person p on p.location_id = o.location_id and p.deleted_at is null) as people`,
  BELOW,
);

export const countsBelow = (database: Database, locationId: number) =>
  BELOW_LOCATION.one(database, [locationId]);

import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import { judgeKey, opensAt } from './access.rules.js';

/* Who can open a door, what a person can open: people, groups and doors as they are now, keys at any moment. */

/** More of one person are not shown. */
const MAX_KEYS = 200;
const MAX_DOORS = 2_000;
/** Up to which a count is exact. */
export const MAX_COUNTED = 10_000;

const KEY = {
  id: sql.int,
  name: sql.text,
  starts_at: sql.time,
  expires_at: sql.orNull(sql.time),
  handed_over_at: sql.orNull(sql.time),
  returned_at: sql.orNull(sql.time),
  person: sql.orNull(sql.json<{ id: string; name: string; email: string }>()),
  groups: sql.present(sql.arrayOf(sql.int)),
};
type KeyRow = sql.RowOf<typeof KEY>;

const COLUMNS = `k.id, k.name, k.starts_at, k.expires_at, k.handed_over_at, k.returned_at,
  case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'email', p.email) end as person`;

/** Keys with a group that meets a condition; those that open at $2, or with $3 all. */
const holders = (groups: string) =>
  `from access_key k where k.id in (select m.access_key_id from access_key_group m where m.security_group_id ${groups})
     and ${sql.isWithin('k', '$4')} and ($3::bool or (${opensAt('$2')}))`;

const OF_DOOR = 'in (select s.security_group_id from security_group_lock s where s.lock_id = $1)';
const OF_GROUP = '= $1';

const page = (name: string, groups: string) =>
  sql.statement(
    name,
    `with page as (select k.id ${holders(groups)} and k.id < coalesce($5::int, 2147483647) order by k.id desc limit $6)
     select ${COLUMNS}, array(select m.security_group_id from access_key_group m
        where m.access_key_id = k.id and m.security_group_id ${groups} order by m.position) as groups
     from page join access_key k on k.id = page.id left join person p on p.id = k.person_id order by k.id desc`,
    KEY,
  );

const count = (name: string, groups: string) =>
  sql.statement(
    name,
    `select count(*)::int as count from (select ${holders(groups)} limit ${MAX_COUNTED + 1}) found`,
    { count: sql.present(sql.int) },
  );

const HOLDERS = {
  door: { page: page('access-of-door', OF_DOOR), count: count('access-of-door-count', OF_DOOR) },
  group: { page: page('access-of-group', OF_GROUP), count: count('access-of-group-count', OF_GROUP) },
};

const GROUPS = sql.statement(
  'access-groups',
  `select g.id, g.code, g.name from security_group g where g.id = any($1::int[]) order by g.code, g.id`,
  { id: sql.int, code: sql.text, name: sql.text },
);

const OF_PERSON = sql.statement(
  'access-of-person',
  `select ${COLUMNS}, array(select m.security_group_id from access_key_group m where m.access_key_id = k.id
      order by m.position) as groups
   from access_key k left join person p on p.id = k.person_id
   where k.person_id = $1 and ${sql.isWithin('k', '$2')} order by k.id desc limit ${MAX_KEYS}`,
  KEY,
);

const DOORS = sql.statement(
  'access-doors',
  `select l.id, l.name, l.place, json_build_object('id', o.id, 'name', o.name) as location,
     array_agg(s.security_group_id) as groups
   from security_group_lock s join lock l on l.id = s.lock_id join location o on o.id = l.location_id
   where s.security_group_id = any($1::int[]) and ${sql.isWithin('l', '$2')}
   group by l.id, o.id order by l.name, l.id limit ${MAX_DOORS}`,
  {
    id: sql.int,
    name: sql.text,
    place: sql.text,
    location: sql.json<{ id: number; name: string }>(),
    groups: sql.present(sql.arrayOf(sql.int)),
  },
);

const timestamp = (at: Date | null) => at && toTimestamp(at.getTime());

const toHolder = ({ starts_at, expires_at, handed_over_at, returned_at, ...key }: KeyRow, at: Date) => ({
  ...key,
  verdict: judgeKey({ starts_at, expires_at, handed_over_at, returned_at }, at),
  starts_at: timestamp(starts_at) as string,
  expires_at: timestamp(expires_at),
  handed_over_at: timestamp(handed_over_at),
  returned_at: timestamp(returned_at),
});

export interface Asked {
  of: 'door' | 'group';
  id: number;
  at: Date;
  /** Those that do not open too. */
  all: boolean;
  /** Where keys are looked for. */
  locationId: number;
  /** A page from below this key on. */
  before: number | null;
  limit: number;
}

/** Keys for a door or a group, the newest first, with what the moment says of each. */
export async function holdersOf(database: Database, asked: Asked) {
  const { of, id, at, all, locationId, before, limit } = asked;
  const statements = HOLDERS[of];
  const [rows, { count }] = await Promise.all([
    statements.page.rows(database, [id, at, all, locationId, before, limit + 1]),
    statements.count.one(database, [id, at, all, locationId]),
  ]);
  const shown = rows.slice(0, limit);
  return {
    keys: shown.map((row) => toHolder(row, at)),
    groups: await groupsOf(database, shown),
    count: Math.min(count, MAX_COUNTED),
    has_more_than_counted: count > MAX_COUNTED,
    next_before: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** The keys of a person, their groups, and the doors of these. */
export async function accessOf(database: Database, personId: string, at: Date, locationId: number) {
  const rows = await OF_PERSON.rows(database, [personId, locationId]);
  const [groups, doors] = await Promise.all([
    groupsOf(database, rows),
    DOORS.rows(database, [idsOf(rows), locationId]),
  ]);
  return { keys: rows.map((row) => toHolder(row, at)), groups, doors };
}

const idsOf = (rows: readonly KeyRow[]) => [...new Set(rows.flatMap(({ groups }) => groups))];
const groupsOf = (database: Database, rows: readonly KeyRow[]) => GROUPS.rows(database, [idsOf(rows)]);

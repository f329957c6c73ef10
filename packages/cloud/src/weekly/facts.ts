import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { AlarmKind } from '../doors/alarm.rules.js';
import { yearOfTests } from '../gateways/door-tests/reports.js';
import type { Cause } from '../noise/noise.rules.js';
import type { WeeklyFacts } from '../notify/weekly/weekly.types.js';
import { countAlarms } from './count.rules.js';
import type { Period } from './week.rules.js';

/* What a weekly report says of a location and below: a few statements, each over its own rows, whatever their number. */

const WEEK_MS = 7 * 86_400_000;
/** So many of a list are named. */
const SHOWN = 10;

const COUNTS = sql.statement(
  'weekly-alarms',
  `select x.date::text, x.kind, x.cause, x.count from (
     select (a.started_at at time zone $4)::date as date, a.kind, a.cause, count(*)::int as count
     from location_ancestor n join alarm a on a.location_id = n.location_id and a.started_at >= $2 and a.started_at < $3
     where n.ancestor_id = $1 group by 1, 2, 3) x`,
  {
    date: sql.present(sql.text),
    kind: sql.narrow<AlarmKind>(sql.text),
    cause: sql.orNull(sql.narrow<Cause>(sql.text)),
    count: sql.present(sql.int),
  },
);

const DOORS = sql.statement(
  'weekly-doors',
  `select l.id, l.name, l.place, x.count - x.nuisance as real, x.nuisance, x.total from (
     select a.lock_id, count(*)::int as count, count(a.cause)::int as nuisance, (count(*) over ())::int as total
     from location_ancestor n join alarm a on a.location_id = n.location_id and a.started_at >= $2 and a.started_at < $3
     join lock o on o.id = a.lock_id and o.type <> 'ended' where n.ancestor_id = $1 group by a.lock_id
     order by count(*) - count(a.cause) desc, count(*) desc, a.lock_id limit ${SHOWN}) x
   join lock l on l.id = x.lock_id order by x.count - x.nuisance desc, x.count desc, l.id`,
  {
    id: sql.int,
    name: sql.text,
    place: sql.text,
    real: sql.present(sql.int),
    nuisance: sql.present(sql.int),
    total: sql.present(sql.int),
  },
);

const ALARMS = sql.statement(
  'weekly-open',
  `select x.id, x.kind as what, l.name, x.started_at, x.acknowledged, x.total from (
     select a.id, a.kind, a.lock_id, a.started_at, k.event_id is not null as acknowledged, (count(*) over ())::int as total
     from location_ancestor n join alarm a on a.location_id = n.location_id and a.started_at >= $2 and a.started_at < $3
       and a.kind in ('forced', 'left_open') and a.cause is null
     join lock o on o.id = a.lock_id and o.type <> 'ended'
     left join alarm_acknowledgement k on k.event_id = a.id where n.ancestor_id = $1
     order by k.event_id is not null, a.started_at desc, a.id desc limit ${SHOWN}) x
   join lock l on l.id = x.lock_id order by x.acknowledged, x.started_at desc, x.id desc`,
  {
    id: sql.bigint,
    what: sql.narrow<AlarmKind>(sql.text),
    name: sql.text,
    started_at: sql.time,
    acknowledged: sql.present(sql.bool),
    total: sql.present(sql.int),
  },
);

/** Those that were never connected are not missing. */
const GATEWAYS = sql.statement(
  'weekly-gateways',
  `select g.id, g.name, g.last_heard_at, (count(*) over ())::int as total from gateway g
   where g.online = false and g.revoked_at is null and ${sql.isWithin('g', '$1')}
   order by g.last_heard_at, g.id limit ${SHOWN}`,
  { id: sql.uuid, name: sql.text, last_heard_at: sql.orNull(sql.time), total: sql.present(sql.int) },
);

/** The keys of visitors end by themselves, every day. */
const KEYS = sql.statement(
  'weekly-keys',
  `select count(*)::int as count from access_key k
   where k.expires_at > $2 and k.expires_at <= $3 and k.returned_at is null and ${sql.isWithin('k', '$1')}
     and not exists (select from visitor v where v.access_key_id = k.id)`,
  { count: sql.present(sql.int) },
);

export async function weeklyFacts(
  database: Database,
  locationId: number,
  period: Period,
  now: number,
): Promise<WeeklyFacts> {
  const end = new Date(period.end);
  const start = new Date(period.weekStart);
  const counts = await COUNTS.rows(database, [locationId, new Date(period.start), end, period.timezone]);
  const doors = await DOORS.rows(database, [locationId, start, end]);
  const alarms = await ALARMS.rows(database, [locationId, start, end]);
  const gateways = await GATEWAYS.rows(database, [locationId]);
  const keys = await KEYS.one(database, [locationId, new Date(now), new Date(now + WEEK_MS)]);
  const firstOf = <Row extends { total: number }, Shown>(
    rows: readonly Row[],
    shown: (row: Row) => Shown,
  ) => ({ rows: rows.map(shown), total: rows[0]?.total ?? 0 });
  return {
    ...countAlarms(counts, period),
    doors: firstOf(doors, ({ total: _, ...door }) => door),
    alarms: firstOf(alarms, ({ total: _, started_at, ...alarm }) => ({
      ...alarm,
      started_at: started_at.toISOString(),
    })),
    gateways: firstOf(gateways, ({ id, name, last_heard_at }) => ({
      id,
      name,
      since: last_heard_at?.toISOString() ?? null,
    })),
    keys_ending: keys.count,
    tests: await yearOfTests(database, locationId, { since: start, now: new Date(now) }),
  };
}

import type { PoolClient } from 'pg';
import * as sql from '../../database/statement.js';
import { effectiveSchedule, type Places } from '../schedule/effective.rules.js';
import type { BlockTimes, ScheduleEntry } from '../schedule/schedule.rules.js';

/*
 * Doors follow the calendars that reach them: what holds for each is worked out where a calendar, a door or a location
 * changes, and kept beside the door's own schedule, so that `apply` reads it with the door. Doors whose schedule changes
 * so are due at once. Three statements, whatever the number of doors.
 */

/** A date that a calendar names, and where it has it from. */
export interface CalendarDay {
  date: string;
  name: string;
  source: 'hand' | 'file' | 'holiday';
  /** No blocks: closed. */
  blocks: BlockTimes[];
}

/** What a calendar says, with all its dates. */
export interface CalendarSource {
  /** Null: the door itself. */
  id: string | null;
  name: string;
  days: readonly CalendarDay[];
  entries: readonly ScheduleEntry[];
}

/** A calendar as someone is about to save it. */
export interface CalendarDraft extends CalendarSource {
  id: string;
  locks: readonly number[];
  locations: readonly number[];
}

/** Doors with one schedule of their own and the same calendars. */
export interface DoorsAlike {
  locks: number[];
  places: Places<CalendarSource>;
}

const CALENDARS = sql.statement(
  'calendars-followed',
  'select id, name, weekly, days from calendar where account_id = $1 order by name, id',
  {
    id: sql.uuid,
    name: sql.text,
    weekly: sql.json<ScheduleEntry[]>(),
    days: sql.json<CalendarDay[]>(),
  },
);

/** A calendar reaches no door outside its own location, whatever it was attached to before one of them moved. */
const DOORS = sql.statement(
  'calendars-doors',
  `with attached as (
     select u.calendar_id, u.lock_id, null::int as location_id from calendar_lock u join calendar c on c.id = u.calendar_id
       where c.account_id = $1 and u.calendar_id is distinct from $3::uuid
     union all select u.calendar_id, null, u.location_id from calendar_location u join calendar c on c.id = u.calendar_id
       where c.account_id = $1 and u.calendar_id is distinct from $3::uuid
     union all select $3::uuid, id, null from unnest($4::int[]) as id
     union all select $3::uuid, null, id from unnest($5::int[]) as id
   ), reached as (
     select lock_id, calendar_id, 0 as place from attached where lock_id is not null
     union all
     select l.id, u.calendar_id, a.depth + 1 from attached u
     join location_ancestor a on a.ancestor_id = u.location_id join lock l on l.location_id = a.location_id
   ), nearest as (
     select r.lock_id, r.calendar_id, min(r.place) as place from reached r
     join calendar c on c.id = r.calendar_id and c.account_id = $1
     join lock l on l.id = r.lock_id and l.account_id = $1
     where ($2::int is null or l.id = $2) and exists (
       select from location_ancestor w where w.location_id = l.location_id and w.ancestor_id = c.location_id)
     group by 1, 2
   ), used as (
     select lock_id, jsonb_agg(jsonb_build_array(place, calendar_id) order by place, calendar_id) as calendars
     from nearest group by 1
   )
   select l.schedule, coalesce(u.calendars, '[]') as calendars, array_agg(l.id order by l.id) as locks
   from lock l left join used u on u.lock_id = l.id
   where l.account_id = $1 and l.type = 'remote'
     and ($2::int = l.id or ($2::int is null and (u.lock_id is not null or l.schedule_in_force is not null)))
   group by 1, 2 order by min(l.id)`,
  {
    schedule: sql.json<ScheduleEntry[]>(),
    calendars: sql.present(sql.json<[place: number, id: string][]>()),
    locks: sql.arrayOf(sql.int),
  },
);

const FOLLOW = sql.statement(
  'calendars-follow',
  `with given as (
     select g.id, nullif(w.schedule, 'null'::jsonb) as schedule from unnest($1::int[], $2::int[]) as g(id, n)
     join jsonb_array_elements($3::jsonb) with ordinality as w(schedule, n) on w.n = g.n
   ), changed as (
     update lock l set schedule_in_force = g.schedule from given g
     where l.id = g.id and l.schedule_in_force is distinct from g.schedule returning l.id
   )
   update door_state s set due_at = $4 from changed c where s.lock_id = c.id`,
);

/** Entries of a calendar with these weekly blocks and days. */
export const entriesOf = (
  weekly: readonly ScheduleEntry[],
  days: readonly CalendarDay[],
): ScheduleEntry[] => [...weekly, ...days.map(({ date, blocks }) => ({ date, blocks }))];

/**
 * Doors that calendars of the account reach, with those that no calendar reaches any more; one door alone, whatever
 * reaches it, where `lockId` names it. `draft` stands for the saved calendar of its id.
 */
export async function doorsWithCalendars(
  database: sql.Database,
  accountId: number,
  { lockId = null, draft = null }: { lockId?: number | null; draft?: CalendarDraft | null } = {},
): Promise<DoorsAlike[]> {
  const [calendars, groups] = [
    await CALENDARS.rows(database, [accountId]),
    await DOORS.rows(database, [
      accountId,
      lockId,
      draft?.id ?? null,
      draft?.locks ?? [],
      draft?.locations ?? [],
    ]),
  ];
  const known = new Map<string, CalendarSource>(
    calendars.map(({ weekly, ...row }) => [row.id, { ...row, entries: entriesOf(weekly, row.days) }]),
  );
  if (draft) known.set(draft.id, draft);
  return groups.map(({ schedule, calendars: reached, locks }) => {
    const places: CalendarSource[][] = [[{ id: null, name: '', days: [], entries: schedule }]];
    let before: number | null = null;
    for (const [place, id] of reached) {
      const calendar = known.get(id);
      if (!calendar) continue;
      if (place === before) places.at(-1)?.push(calendar);
      else places.push([calendar]);
      before = place;
    }
    return { locks, places };
  });
}

/** In the transaction of a change, behind it; of one door, or of all of the account. Returns how many doors change. */
export async function followCalendars(
  client: PoolClient,
  accountId: number,
  at: Date,
  lockId: number | null = null,
): Promise<number> {
  const groups = await doorsWithCalendars(client, accountId, { lockId });
  if (groups.length === 0) return 0;
  const schedules = groups.map(({ places }) => (places.length === 1 ? null : effectiveSchedule(places)));
  return FOLLOW.count(client, [
    groups.flatMap(({ locks }) => locks),
    groups.flatMap(({ locks }, index) => locks.map(() => index + 1)),
    JSON.stringify(schedules),
    at,
  ]);
}

import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { followCalendars } from '../doors/store/calendars.js';
import { lockPremises } from '../doors/store/site.js';
import { ApiError, invalidField } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import { arranging, audit, requireLocation } from '../premises/within.js';
import {
  type CalendarFields,
  calendarVersion,
  daysOf,
  type HolidaysOf,
  renewalAfter,
  type SetDay,
  yearsAt,
} from './calendar.rules.js';
import { isKnown, publicHolidays } from './holidays.js';

/* Calendars are made, saved against what the person saw, deleted, and renewed with the years; doors follow each change. */

const MAX_CALENDARS = 200;

const COUNT = sql.statement(
  'calendars-count',
  'select count(*)::int as count from calendar where account_id = $1',
  { count: sql.int },
);

const ADD = sql.statement(
  'calendar-add',
  `insert into calendar (id, account_id, location_id, name, changed_at, changed_by) values ($1, $2, $3, $4, $5, $6)`,
);

/** With what it is attached to, of a location $2 or below. */
export const CALENDAR = sql.statement(
  'calendar',
  `select c.id, c.account_id, c.name, c.location_id, ${sql.asNamed('o')} as location, o.timezone, c.weekly, c.set_days, c.holidays,
     c.days, c.changed_at, c.changed_by,
     (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'place', l.place,
        'location', json_build_object('id', p.id, 'name', p.name)) order by l.name, l.id), '[]')
      from calendar_lock u join lock l on l.id = u.lock_id join location p on p.id = l.location_id
      where u.calendar_id = c.id and l.type <> 'ended') as locks,
     (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
      from calendar_location u join location p on p.id = u.location_id
      where u.calendar_id = c.id and p.ended_at is null) as locations
   from calendar c join location o on o.id = c.location_id where c.id = $1 and ${sql.isWithin('c', '$2')}`,
  {
    id: sql.uuid,
    account_id: sql.int,
    name: sql.text,
    location_id: sql.int,
    location: sql.named,
    timezone: sql.text,
    weekly: sql.json<CalendarFields['weekly'][number][]>(),
    set_days: sql.json<SetDay[]>(),
    holidays: sql.orNull(sql.json<HolidaysOf>()),
    days: sql.json<ReturnType<typeof daysOf>>(),
    changed_at: sql.time,
    changed_by: sql.text,
    locks: sql.json<{ id: number; name: string; place: string; location: { id: number; name: string } }[]>(),
    locations: sql.json<{ id: number; name: string }[]>(),
  },
);
export type CalendarRow = sql.Row<typeof CALENDAR>;

const SAVE = sql.statement(
  'calendar-save',
  `with doors as (delete from calendar_lock where calendar_id = $1 and lock_id <> all($7::int[])),
   places as (delete from calendar_location where calendar_id = $1 and location_id <> all($8::int[])),
   more_doors as (insert into calendar_lock (calendar_id, lock_id) select $1, id from unnest($7::int[]) id on conflict do nothing),
   more_places as (
     insert into calendar_location (calendar_id, location_id) select $1, id from unnest($8::int[]) id on conflict do nothing)
   update calendar set name = $2, weekly = $3, set_days = $4, holidays = $5, days = $6, due_at = $9, changed_at = $10,
     changed_by = $11 where id = $1`,
);

/** What is not at the calendar's location or below, by its place in the lists. */
const BEYOND = sql.statement(
  'calendar-beyond',
  `select 'locks' as list, g.n::int as place from unnest($2::int[]) with ordinality g(id, n)
     where not exists (select from lock l where l.id = g.id and l.type = 'remote' and ${sql.isWithin('l', '$1')})
   union all select 'locations', g.n::int from unnest($3::int[]) with ordinality g(id, n)
     where not exists (
       select from location o where o.id = g.id and o.ended_at is null and ${sql.isLocationWithin('o.id', '$1')})
   order by 1, 2`,
  { list: sql.present(sql.text), place: sql.present(sql.int) },
);

const DELETE = sql.statement('calendar-delete', 'delete from calendar where id = $1');

const DUE = sql.statement(
  'calendars-to-renew',
  `select id, account_id, set_days, holidays from calendar where id = any($1::uuid[]) and due_at <= $2
   order by id for no key update`,
  {
    id: sql.uuid,
    account_id: sql.int,
    set_days: sql.json<SetDay[]>(),
    holidays: sql.orNull(sql.json<HolidaysOf>()),
  },
);

const RENEW = sql.statement(
  'calendars-renew',
  `update calendar c set days = g.days, due_at = $2
   from jsonb_to_recordset($1::jsonb) as g(id uuid, days jsonb) where c.id = g.id`,
);

/** @throws 422 on the fields */
export async function createCalendar(
  context: Context,
  user: SignedIn,
  { name, location_id }: { name: string; location_id: number },
): Promise<{ id: string }> {
  return arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    await requireLocation(arranging, location_id);
    const { count } = await COUNT.one(client, [user.accountId]);
    if (count >= MAX_CALENDARS)
      throw invalidField('name', `there are ${MAX_CALENDARS} calendars: delete one first`);
    const id = context.ids.uuid();
    await ADD.count(client, [id, user.accountId, location_id, name, at, user.user.name]);
    await audit(arranging, 'calendar', 'create', { id, name, location_id });
    return { id };
  });
}

/** @throws 404, 409 `changed_meanwhile`, 422 on the fields */
export async function saveCalendar(
  context: Context,
  user: SignedIn,
  id: string,
  { version, ...fields }: CalendarFields & { version: string },
): Promise<void> {
  const holidays = await holidaysNow(context, fields.holidays);
  await arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    const before = await requireCalendar(client, user, id);
    const saved = versionOf(before);
    if (saved === calendarVersion(fields)) return;
    if (saved !== version)
      throw new ApiError('changed_meanwhile', {
        message: `${before.changed_by} has changed this calendar since you opened it. Nothing of yours was saved.`,
      });
    await requireReach(client, before.location_id, fields);
    const days = daysOf(fields.set_days, holidays);
    await SAVE.count(client, [
      id,
      fields.name,
      JSON.stringify(fields.weekly),
      JSON.stringify(fields.set_days),
      fields.holidays && JSON.stringify(fields.holidays),
      JSON.stringify(days),
      fields.locks,
      fields.locations,
      fields.holidays && renewalAfter(at.getTime()),
      at,
      user.user.name,
    ]);
    const changed = (Object.keys(fields) as (keyof CalendarFields)[]).filter(
      (field) => calendarVersion({ ...fieldsOf(before), [field]: fields[field] }) !== saved,
    );
    await audit(arranging, 'calendar', 'update', { ...before, name: fields.name }, changed);
  });
}

/** @throws 404 */
export async function deleteCalendar(context: Context, user: SignedIn, id: string): Promise<void> {
  await arranging(context, user, async (arranging) => {
    const calendar = await requireCalendar(arranging.client, user, id);
    await DELETE.count(arranging.client, [id]);
    await audit(arranging, 'calendar', 'delete', calendar);
  });
}

/** Looks up the holidays of those that are due, and lets their doors follow. */
export async function renewCalendars(context: Context, ids: readonly string[]): Promise<void> {
  await transaction(context.pool, async (client) => {
    await lockPremises(client);
    const at = new Date(context.clock.now());
    const due = await DUE.rows(client, [ids, at]);
    if (due.length === 0) return;
    const renewed = [];
    for (const { id, set_days, holidays } of due)
      renewed.push({
        id,
        days: daysOf(set_days, holidays ? await publicHolidays(holidays, yearsAt(at.getTime())) : []),
      });
    await RENEW.count(client, [JSON.stringify(renewed), renewalAfter(at.getTime())]);
    for (const accountId of new Set(due.map(({ account_id }) => account_id)))
      await followCalendars(client, accountId, at);
  });
}

/** Those of the years in sight. @throws 422 where there is no such country or region */
export async function holidaysNow({ clock }: Pick<Context, 'clock'>, of: HolidaysOf | null) {
  if (of === null) return [];
  if (!(await isKnown(of)))
    throw invalidField('holidays', 'names a country or a region whose holidays are not known');
  return publicHolidays(of, yearsAt(clock.now()));
}

/** @throws 422 for the first door or location that the calendar cannot reach */
export async function requireReach(
  database: sql.Database,
  locationId: number,
  { locks, locations }: Pick<CalendarFields, 'locks' | 'locations'>,
): Promise<void> {
  const [beyond] = await BEYOND.rows(database, [locationId, locks, locations]);
  if (beyond)
    throw invalidField(
      `${beyond.list}[${beyond.place - 1}]`,
      beyond.list === 'locks'
        ? "is no door with a gateway at the calendar's location or below"
        : "is not the calendar's location or one below it",
    );
}

/** @throws 404 */
export async function requireCalendar(
  database: sql.Database | PoolClient,
  user: Pick<SignedIn, 'homeLocationId'>,
  id: string,
): Promise<CalendarRow> {
  const calendar = await CALENDAR.row(database, [id, user.homeLocationId]);
  if (!calendar) throw new ApiError('not_found');
  return calendar;
}

const fieldsOf = ({ name, weekly, set_days, holidays, locks, locations }: CalendarRow): CalendarFields => ({
  name,
  weekly,
  set_days,
  holidays,
  locks: locks.map(({ id }) => id),
  locations: locations.map(({ id }) => id),
});

export const versionOf = (row: CalendarRow): string => calendarVersion(fieldsOf(row));

import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { ScheduleEntry } from '../doors/schedule/schedule.rules.js';
import {
  type CalendarDay,
  type CalendarDraft,
  type CalendarSource,
  doorsWithCalendars,
  entriesOf,
} from '../doors/store/calendars.js';
import { ApiError } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import { dateAt } from '../locks/preview.rules.js';
import {
  type CalendarFields,
  daysOf,
  type HolidaysOf,
  type Overlap,
  overlapsOf,
  type Year,
  yearOf,
} from './calendar.rules.js';
import { holidaysNow, requireCalendar, requireReach } from './calendars.js';
import { type HolidayLanguage, namedIn } from './holidays.js';

/* What the pages show of calendars: all, the doors that one reaches, where dates overlap, a year. */

const MAX_OVERLAPS = 100;
const MAX_NAMES = 5;
const MAX_NEXT = 3;

const LIST = sql.statement(
  'calendars',
  `select c.id, c.name, ${sql.asNamed('o')} as location, o.timezone, c.holidays, c.days,
     (select count(*)::int from calendar_lock u where u.calendar_id = c.id) as locks,
     (select coalesce(json_agg(p.name order by p.name, p.id), '[]') from calendar_location u
      join location p on p.id = u.location_id where u.calendar_id = c.id and p.ended_at is null) as locations
   from calendar c join location o on o.id = c.location_id where ${sql.isWithin('c', '$1')} order by c.name, c.id`,
  {
    id: sql.uuid,
    name: sql.text,
    location: sql.named,
    timezone: sql.text,
    holidays: sql.orNull(sql.json<HolidaysOf>()),
    days: sql.json<CalendarDay[]>(),
    locks: sql.present(sql.int),
    locations: sql.json<string[]>(),
  },
);

const NAMES = sql.statement(
  'calendars-door-names',
  'select id, name from lock where id = any($1::int[]) order by name, id',
  { id: sql.int, name: sql.text },
);

const HOLIDAYS = sql.statement(
  'calendars-holidays',
  'select id, holidays from calendar where id = any($1::uuid[])',
  {
    id: sql.uuid,
    holidays: sql.orNull(sql.json<HolidaysOf>()),
  },
);

const DOOR = sql.statement(
  'calendars-door',
  `select l.account_id, l.name, l.type, o.timezone from lock l join location o on o.id = l.location_id
   where l.id = $2 and ${sql.isWithin('l', '$1')}`,
  { account_id: sql.int, name: sql.text, type: sql.text, timezone: sql.text },
);

/** With the dates that come next. */
export async function listCalendars(
  { pool, clock }: Context,
  { locationId }: SignedIn,
  language: HolidayLanguage,
) {
  const rows = await LIST.rows(pool, [locationId]);
  return Promise.all(
    rows.map(async ({ days, timezone, ...row }) => {
      const today = dateAt(clock.now(), timezone);
      const next = days.filter(({ date }) => date >= today).slice(0, MAX_NEXT);
      return { ...row, next: await namedIn(language, next, row.holidays) };
    }),
  );
}

/** How many doors a calendar reaches. */
export async function countDoors(context: Context, accountId: number, id: string): Promise<number> {
  const doors = await doorsWithCalendars(context.pool, accountId);
  return reachedBy(doors, id).reduce((sum, { locks }) => sum + locks.length, 0);
}

export interface ShownOverlap extends Omit<Overlap, 'locks'> {
  doors: number;
  /** Some of them. */
  door_names: string[];
}

export interface Overlaps {
  /** Those that differ first, then by date; of many, the first. */
  data: ShownOverlap[];
  total: number;
}

/** What a calendar meets once it is saved so. @throws 404, 422 */
export async function previewCalendar(
  context: Context,
  user: SignedIn,
  id: string,
  fields: CalendarFields,
): Promise<{ doors: number; days: CalendarDay[]; overlaps: Overlaps }> {
  const holidays = await holidaysNow(context, fields.holidays);
  const calendar = await requireCalendar(context.pool, user, id);
  await requireReach(context.pool, calendar.location_id, fields);
  const { name, weekly, locks, locations } = fields;
  const days = daysOf(fields.set_days, holidays);
  const draft: CalendarDraft = { id, name, days, entries: entriesOf(weekly, days), locks, locations };
  const doors = reachedBy(await doorsWithCalendars(context.pool, user.accountId, { draft }), id);
  const today = dateAt(context.clock.now(), calendar.timezone);
  return {
    doors: doors.reduce((sum, one) => sum + one.locks.length, 0),
    days,
    overlaps: await named(context, overlapsOf(doors, today, id)),
  };
}

const reachedBy = (doors: Awaited<ReturnType<typeof doorsWithCalendars>>, id: string) =>
  doors.filter(({ places }) => places.some((sources) => sources.some((source) => source.id === id)));

/** What the exceptions of a door's own schedule meet once they are saved. @throws 404, 409 `lock_not_remote` */
export async function overlapsOfDoor(
  context: Context,
  user: SignedIn,
  lockId: number,
  exceptions: readonly ScheduleEntry[],
): Promise<Overlaps> {
  const door = await requireDoor(context, user, lockId);
  const [{ locks, places } = { locks: [], places: [] }] = await doorsWithCalendars(
    context.pool,
    door.account_id,
    { lockId },
  );
  const own: CalendarSource = { id: null, name: '', days: [], entries: exceptions };
  const today = dateAt(context.clock.now(), door.timezone);
  return named(context, overlapsOf([{ locks, places: [[own], ...places.slice(1)] }], today));
}

/** The same doors again and again, whose names are read once. */
async function named({ pool }: Pick<Context, 'pool'>, overlaps: readonly Overlap[]): Promise<Overlaps> {
  const data = overlaps.slice(0, MAX_OVERLAPS);
  const some = data.map(({ locks }) => locks.slice(0, MAX_NAMES));
  const rows = await NAMES.rows(pool, [[...new Set(some.flat())]]);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return {
    data: data.map(({ locks, ...overlap }, index) => ({
      ...overlap,
      doors: locks.length,
      door_names: (some[index] ?? []).flatMap((id) => names.get(id) ?? []).sort(),
    })),
    total: overlaps.length,
  };
}

export interface ShownYear extends Year {
  name: string;
  year: number;
  today: string;
}

/** @throws 404 */
export async function yearOfCalendar(
  context: Context,
  user: SignedIn,
  id: string,
  year: number,
  language: HolidayLanguage,
): Promise<ShownYear> {
  const { name, weekly, days, holidays, timezone } = await requireCalendar(context.pool, user, id);
  const named = await namedIn(language, days, holidays);
  const source: CalendarSource = { id, name, days: named, entries: entriesOf(weekly, named) };
  const today = dateAt(context.clock.now(), timezone);
  return { name, year, today, ...yearOf([[source]], year) };
}

/** A door with what reaches it, as its own schedule has it now. @throws 404, 409 `lock_not_remote` */
export async function yearOfDoor(
  context: Context,
  user: SignedIn,
  lockId: number,
  year: number,
  language: HolidayLanguage,
): Promise<ShownYear> {
  const door = await requireDoor(context, user, lockId);
  const [{ places } = { places: [[]] }] = await doorsWithCalendars(context.pool, door.account_id, { lockId });
  const ids = places.flat().flatMap(({ id }) => (id === null ? [] : [id]));
  const rows = await HOLIDAYS.rows(context.pool, [ids]);
  const holidaysOf = new Map(rows.map((row) => [row.id, row.holidays]));
  const named = places.map((sources) =>
    Promise.all(
      sources.map(async (source) => ({
        ...source,
        days: await namedIn(language, source.days, holidaysOf.get(source.id ?? '') ?? null),
      })),
    ),
  );
  const today = dateAt(context.clock.now(), door.timezone);
  return { name: door.name, year, today, ...yearOf(await Promise.all(named), year) };
}

async function requireDoor({ pool }: Pick<Context, 'pool'>, user: SignedIn, lockId: number) {
  const door = await DOOR.row(pool, [user.locationId, lockId]);
  if (!door) throw new ApiError('not_found');
  if (door.type !== 'remote') throw new ApiError('lock_not_remote');
  return door;
}

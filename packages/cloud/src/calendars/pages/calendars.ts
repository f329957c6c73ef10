import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import type { Context } from '../../context.js';
import { DAYS } from '../../doors/schedule/schedule.rules.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, type SignedIn } from '../../http/endpoint.js';
import { IntId, IntIdField, LockName, Named, NameField, Timestamp, UuidId } from '../../http/schemas.js';
import { dateAt } from '../../locks/preview.rules.js';
import { BlockTimes, MAX_BLOCKS_A_DATE, scheduleFields } from '../../locks/schedule-schema.js';
import { yearsAt } from '../calendar.rules.js';
import { createCalendar, deleteCalendar, requireCalendar, saveCalendar, versionOf } from '../calendars.js';
import { ATTRIBUTION, countries, HOLIDAY_LANGUAGES, publicHolidays, regionsOf } from '../holidays.js';
import {
  countDoors,
  listCalendars,
  overlapsOfDoor,
  previewCalendar,
  yearOfCalendar,
  yearOfDoor,
} from '../read.js';

/** As many as a year and more has, set one by one. */
const MAX_SET_DAYS = 1_000;
const MAX_ATTACHED = 2_000;

const HolidaysOf = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/, 'must be a code of two letters such as FI'),
  region: z.string().min(1).max(20).nullable(),
});

const SetDay = z.strictObject({
  date: z.iso.date('must be a date such as 2026-12-24'),
  name: z.string().max(200),
  blocks: z.array(BlockTimes).max(MAX_BLOCKS_A_DATE).nullable(),
  uid: z.string().min(1).max(500).nullable(),
});

const fields = {
  name: NameField,
  weekly: scheduleFields.weekly,
  set_days: z
    .array(SetDay)
    .max(MAX_SET_DAYS)
    .superRefine((days, refinement) => {
      const dates = new Set<string>();
      for (const [index, { date }] of days.entries()) {
        if (dates.has(date))
          refinement.addIssue({ code: 'custom', path: [index, 'date'], message: 'is there already' });
        dates.add(date);
      }
    }),
  holidays: HolidaysOf.nullable(),
  locks: z.array(IntIdField).max(MAX_ATTACHED),
  locations: z.array(IntIdField).max(MAX_ATTACHED),
};
/** A thousand days with names and hours. */
const MAX_BODY_BYTES = 1_048_576;

const Block = z.strictObject({ from: z.string(), to: z.string(), first_person_in: z.boolean() });
const blocks = z.array(Block);
const Who = z.strictObject({ kind: z.enum(['door', 'calendar']), name: z.string() });
const Day = z.strictObject({
  date: z.string(),
  name: z.string(),
  source: z.enum(['hand', 'file', 'holiday']),
  blocks: z.array(Block),
});
const decided = {
  date: z.string(),
  /** None: closed. */
  blocks: z.array(Block),
  wins: z.array(Who),
  loses: z.array(Who),
  differs: z.boolean(),
};
const OverlapsAnswer = z.strictObject({
  data: z.array(z.strictObject({ ...decided, doors: z.int(), door_names: z.array(z.string()) })),
  total: z.int(),
});

const Calendar = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  location: Named,
  /** Of the calendar's location: the date there. */
  today: z.string(),
  weekly: z.array(z.strictObject({ days: z.array(z.enum(DAYS)), ...Block.shape })),
  set_days: z.array(
    z.strictObject({
      date: z.string(),
      name: z.string(),
      blocks: z.array(Block).nullable(),
      uid: z.string().nullable(),
    }),
  ),
  holidays: z.strictObject({ country: z.string(), region: z.string().nullable() }).nullable(),
  /** All its dates, with the holidays. */
  days: z.array(Day),
  locks: z.array(z.strictObject({ ...LockName.shape, location: Named })),
  locations: z.array(Named),
  doors: z.int(),
  version: z.string(),
  changed: z.strictObject({ at: Timestamp, by: z.string() }),
});

const Year = z.strictObject({
  name: z.string(),
  year: z.int(),
  today: z.string(),
  week: z.strictObject({
    mon: blocks,
    tue: blocks,
    wed: blocks,
    thu: blocks,
    fri: blocks,
    sat: blocks,
    sun: blocks,
  }),
  week_by: z.array(Who),
  days: z.array(z.strictObject({ ...decided, name: z.string() })),
});

/** Of the names of holidays. */
const language = z.enum(HOLIDAY_LANGUAGES).default('en');

const YearQuery = z.strictObject({
  language,
  year: z
    .string()
    .regex(/^[0-9]{4}$/, 'must be a year such as 2026')
    .transform(Number)
    .optional(),
});

async function readCalendar(context: Context, user: SignedIn, id: string) {
  const row = await requireCalendar(context.pool, user, id);
  const { account_id, location_id, timezone, changed_at, changed_by, ...shown } = row;
  return {
    ...shown,
    today: dateAt(context.clock.now(), timezone),
    doors: await countDoors(context, account_id, id),
    version: versionOf(row),
    changed: { at: toTimestamp(changed_at.getTime()), by: changed_by },
  };
}

/** This one where none is asked for. @throws 400 beyond the years whose holidays are known */
function yearAsked({ clock }: Context, { year }: z.output<typeof YearQuery>): number {
  const years = yearsAt(clock.now());
  if (year !== undefined && !years.includes(year))
    throw new ApiError('invalid_request', { message: `year must be from ${years[0]} to ${years.at(-1)}.` });
  return year ?? (years[1] as number);
}

const nothing = { status: 204, answer: null } as const;

export const calendarEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/calendars',
    role: 'viewer',
    query: z.strictObject({ language }),
    status: 200,
    answer: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.uuid(),
          name: z.string(),
          location: Named,
          holidays: HolidaysOf.nullable(),
          next: z.array(Day),
          locks: z.int(),
          locations: z.array(z.string()),
        }),
      ),
    }),
    handler: async ({ context, user, query }) => ({
      body: { data: await listCalendars(context, user, query.language) },
    }),
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/calendars',
    role: 'manager',
    body: z.strictObject({ name: NameField, location_id: IntIdField }),
    status: 201,
    answer: z.strictObject({ id: z.uuid() }),
    handler: async ({ context, user, body }) => ({ body: await createCalendar(context, user, body) }),
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/calendars/{id}',
    role: 'viewer',
    params: UuidId,
    status: 200,
    answer: Calendar,
    handler: async ({ context, user, params }) => ({ body: await readCalendar(context, user, params.id) }),
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/calendars/{id}',
    role: 'manager',
    params: UuidId,
    body: z.strictObject({ version: z.string().max(64), ...fields }),
    maxBodyBytes: MAX_BODY_BYTES,
    status: 200,
    answer: Calendar,
    async handler({ context, user, params, body }) {
      await saveCalendar(context, user, params.id, body);
      return { body: await readCalendar(context, user, params.id) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/calendars/{id}/preview',
    role: 'manager',
    params: UuidId,
    body: z.strictObject(fields),
    maxBodyBytes: MAX_BODY_BYTES,
    status: 200,
    answer: z.strictObject({ doors: z.int(), days: z.array(Day), overlaps: OverlapsAnswer }),
    handler: async ({ context, user, params, body }) => ({
      body: await previewCalendar(context, user, params.id, body),
    }),
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/calendars/{id}',
    role: 'manager',
    params: UuidId,
    ...nothing,
    async handler({ context, user, params }) {
      await deleteCalendar(context, user, params.id);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/calendars/{id}/year',
    role: 'viewer',
    params: UuidId,
    query: YearQuery,
    status: 200,
    answer: Year,
    handler: async ({ context, user, params, query }) => ({
      body: await yearOfCalendar(context, user, params.id, yearAsked(context, query), query.language),
    }),
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/year',
    role: 'viewer',
    params: IntId,
    query: YearQuery,
    status: 200,
    answer: Year,
    handler: async ({ context, user, params, query }) => ({
      body: await yearOfDoor(context, user, params.id, yearAsked(context, query), query.language),
    }),
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/doors/{id}/schedule/overlaps',
    role: 'viewer',
    params: IntId,
    body: z.strictObject({ exceptions: scheduleFields.exceptions }),
    status: 200,
    answer: OverlapsAnswer,
    handler: async ({ context, user, params, body }) => ({
      body: await overlapsOfDoor(context, user, params.id, body.exceptions),
    }),
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/holidays',
    role: 'viewer',
    query: z.strictObject({
      country: HolidaysOf.shape.country.optional(),
      region: z.string().min(1).max(20).optional(),
      language,
    }),
    status: 200,
    answer: z.strictObject({
      countries: z.array(z.strictObject({ code: z.string(), name: z.string() })),
      /** Of the country. */
      regions: z.array(z.strictObject({ code: z.string(), name: z.string() })),
      /** Of this year and the next. */
      days: z.array(z.strictObject({ date: z.string(), name: z.string() })),
      attribution: z.strictObject({ text: z.string(), licence: z.string(), url: z.string() }),
    }),
    async handler({ context, query: { country, region = null, language: wanted } }) {
      const years = yearsAt(context.clock.now()).slice(1, 3);
      return {
        body: {
          countries: await countries(),
          regions: country === undefined ? [] : await regionsOf(country, wanted),
          days: country === undefined ? [] : await publicHolidays({ country, region }, years, wanted),
          attribution: ATTRIBUTION,
        },
      };
    },
  }),
];

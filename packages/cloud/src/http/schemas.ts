import { z } from 'zod';
import { characters, NAME_MAX_LENGTH } from '../text.rules.js';

/** PostgreSQL's `integer`: every numeric id of the interface. */
const LARGEST_ID = 2_147_483_647;

/** Numeric ids begin at 1. */
const ID_OF_NO_ROW = 0;

/** A numeric id in a path or query: strict decimal, as a number; one beyond the database's range is that of no row. */
export const IntIdParam = z
  .string()
  .regex(/^[1-9][0-9]*$/, 'must be a whole number above 0')
  .transform((text) => (Number(text) <= LARGEST_ID ? Number(text) : ID_OF_NO_ROW))
  .meta({ type: 'integer', minimum: 1 });

/** A UUID in a path or query; either case in, lower case out. */
export const UuidParam = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'must be a UUID')
  .transform((value) => value.toLowerCase())
  .meta({ type: 'string', format: 'uuid' });

/** `{id}` in a path. */
export const IntId = z.strictObject({ id: IntIdParam });
export const UuidId = z.strictObject({ id: UuidParam });

/** A numeric id in a body. */
export const IntIdField = z.int({ abort: true }).min(1).max(LARGEST_ID);
/** A UUID in a body; either case in, lower case out. */
export const UuidField = UuidParam;

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(:(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** ISO 8601 date and time with a zone, seconds and fractions optional, to a Date; digits beyond milliseconds are cut. */
export const Instant = z
  .string()
  .transform((text, refinement) => {
    const date = parseInstant(text);
    if (date) return date;
    refinement.addIssue({
      code: 'custom',
      message: 'must be an ISO 8601 date and time with a zone, such as 2026-01-07T06:00:00Z',
    });
    return z.NEVER;
  })
  .meta({ type: 'string', format: 'date-time' });

/** The same in a query, where an unencoded `+` of the zone has arrived as a space. */
export const InstantParam = z
  .string()
  .transform((text) => text.replace(/ (\d{2}:\d{2})$/, '+$1'))
  .pipe(Instant)
  .meta({ type: 'string', format: 'date-time' });

function parseInstant(text: string): Date | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, year, month, day] = match;
  const milliseconds = Date.parse(text.replace(/(\.\d{3})\d+/, '$1'));
  if (Number.isNaN(milliseconds)) return null;
  // Date.parse rolls 30 February over into March.
  const calendar = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (calendar.getUTCMonth() !== Number(month) - 1) return null;
  const date = new Date(milliseconds);
  // What the database and an answer can hold; the zone may lead beyond what the text says.
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : null;
}

/** A time zone by its name. */
export const TimeZone = z.string().refine(isTimeZone, 'must be a time zone such as Europe/Helsinki');

export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** One or more values separated by commas, each of `item`. */
export function csv<T extends z.ZodType<unknown, string>>(item: T) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item).min(1).max(100))
    .meta({ type: 'string', description: 'One or more values separated by commas.' });
}

/** `true` or `false` in a query. */
export const BooleanParam = z
  .enum(['true', 'false'])
  .transform((word) => word === 'true')
  .meta({ type: 'boolean' });

/** Whole seconds that a caller may wait for an answer; not at all where it is left out. */
export const waitUpTo = (longest: number, description: string) =>
  z
    .string()
    .regex(/^[0-9]{1,2}$/, 'must be whole seconds')
    .transform(Number)
    .pipe(z.int().max(longest))
    .default(0)
    .meta({ type: 'integer', minimum: 0, maximum: longest, default: 0, description });

export const DEFAULT_LIMIT = 50;
const LARGEST_LIMIT = 100;

/** The parameters of every list: spread into its `z.strictObject` query. */
export const pageParameters = {
  cursor: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .meta({ description: '`next_cursor` of the page before; bound to the same filters.' }),
  limit: z
    .string()
    .regex(/^[0-9]+$/, `must be a whole number from 1 to ${LARGEST_LIMIT}`)
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
    .pipe(z.int().min(1).max(LARGEST_LIMIT))
    .default(DEFAULT_LIMIT)
    .meta({ type: 'integer', minimum: 1, maximum: LARGEST_LIMIT, default: DEFAULT_LIMIT }),
};

/** The wrapper of every list: `{"data":[…],"next_cursor":null}`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), next_cursor: z.string().nullable() });
}

/** A time in an answer: a Date (or its text), written as ISO 8601 UTC with milliseconds and `Z`. */
export const Timestamp = z
  .custom<Date | string>(
    (value) =>
      value instanceof Date
        ? !Number.isNaN(value.getTime())
        : typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
    'must be a time',
  )
  .meta({ type: 'string', format: 'date-time', examples: ['2026-01-07T06:00:00.000Z'] });

/** `{"id":3,"name":"HQ"}`, as locations, keys and API keys are named. */
export const Named = z.strictObject({ id: z.int(), name: z.string() });

/** As keys, invitations and events name a person. */
export const PersonName = z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() });

export const LockName = z.strictObject({ id: z.int(), name: z.string(), place: z.string() });

/** Who began or ended something at doors; a person is never named. */
export const Actor = z
  .strictObject({
    type: z.enum(['user', 'manager', 'api_key']),
    person: z.null(),
    key: Named.nullable().meta({ description: 'Behind an arming by the app or the interface.' }),
    api_key: Named.nullable(),
  })
  .meta({ id: 'Actor' });

/** A name that people read: some character that is not space, and at most so many of them. */
export const NameField = z
  .string()
  .refine(
    (name) => name.trim() !== '' && characters(name) <= NAME_MAX_LENGTH,
    `must be 1 to ${NAME_MAX_LENGTH} characters`,
  )
  .meta({ type: 'string', minLength: 1, maxLength: NAME_MAX_LENGTH });

/** A PUT or PATCH changes at least one field; faults of the fields given are reported first. */
export const changesSomething = (body: object): boolean =>
  Object.values(body).some((value) => value !== undefined);
export const CHANGES_NOTHING = {
  error: 'must change at least one field',
  when: ({ issues }: { issues: readonly unknown[] }) => issues.length === 0,
};

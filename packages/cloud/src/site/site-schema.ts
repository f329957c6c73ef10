import { z } from 'zod';
import { DAYS } from '../doors/schedule/schedule.rules.js';
import { SCOPES } from '../http/endpoint.js';
import { ROLES } from '../http/role.rules.js';
import { isTimeZone } from '../http/schemas.js';
import { TIME_OF_DAY, TOGGLE_POLICIES } from '../locks/schedule-schema.js';
import { OWNABLE_NAMES } from './ownable.rules.js';

/* The site file's own form. Every message says what is expected, for people to read. */

const PRINTABLE = /^\P{Cc}*$/u;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const E164 = /^\+[1-9]\d{6,14}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

const text = (longest: number, error = `text of 1 to ${longest} characters`) =>
  z.string({ error }).trim().min(1, { error }).max(longest, { error }).regex(PRINTABLE, { error });
const optional_text = (longest: number) => {
  const error = `text of at most ${longest} characters`;
  return z.string({ error }).trim().max(longest, { error }).regex(PRINTABLE, { error }).default('');
};
const matching = (
  pattern: RegExp,
  error: string,
  clean: (value: string) => string = (value) => value.trim(),
) => z.string({ error }).overwrite(clean).regex(pattern, { error });
const or_empty = <T extends z.ZodType<string>>(schema: T) => z.union([z.literal(''), schema]);
const whole = (min: number, max: number, what = 'a whole number') => {
  const error = `${what} from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};
const seconds = (min: number, max: number) => {
  const error = `seconds from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error });
};
const yes_or_no = z.boolean({ error: 'true or false' });
const one_of = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `one of ${words.join(', ')}` });
const list = <T extends z.ZodType>(item: T, min = 0) => {
  const error = min > 0 ? 'a list with at least one entry' : 'a list';
  return z.array(item, { error }).min(min, { error });
};
const section = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape, { error: 'fields, each as name: value' });

const ref = matching(
  /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
  'a name of 1 to 64 letters, digits, "_", "-" and "."',
);
const name = text(200);
const email = matching(EMAIL, 'an e-mail address', (value) => value.trim().toLowerCase()).max(254, {
  error: 'an e-mail address of at most 254 characters',
});
const phone = matching(E164, 'a phone number in international format as "+358401234567"', (value) =>
  value.replace(/[\s().-]/g, ''),
);
const time_of_day = matching(TIME_OF_DAY, 'a time as "HH:MM"');
const end_of_block = z
  .string({ error: 'a time as "HH:MM"' })
  .refine((to) => to === '24:00' || TIME_OF_DAY.test(to), {
    error: 'a time as "HH:MM", "24:00" for the end of the day',
  });
const timezone = z
  .string({ error: 'a time zone as "Europe/Helsinki"' })
  .refine(isTimeZone, { error: 'a time zone as "Europe/Helsinki"' });

const SECTION_OR_FIELD = { error: 'a section or a field, as "locks" or "locks.schedule"' };
const ownable = z.string(SECTION_OR_FIELD).refine((word) => OWNABLE_NAMES.includes(word), SECTION_OR_FIELD);

const block_times = { from: time_of_day, to: end_of_block, first_person_in: yes_or_no.default(false) };

/** Held open on these days from `from` until `to`, wall time of the location; a `to` at or before `from` is the next day's. */
const WeeklyBlock = section({ days: list(one_of(DAYS), 1), ...block_times });

/** One date instead of its weekly blocks: nothing (`closed`), or other blocks. */
const DatedException = section({
  date: z.string({ error: 'a date as "2026-12-24"' }).refine(isDate, { error: 'a date as "2026-12-24"' }),
  closed: yes_or_no.optional(),
  blocks: list(section(block_times)).optional(),
});

const Lock = section({
  ref,
  name,
  place: optional_text(200),
  location: ref,
  type: one_of(['remote', 'locksys']),
  gateway: ref.optional(),
  door: whole(1, 65_535, "the gateway's door number,").optional(),
  strike_seconds: seconds(1, 10).default(5),
  left_open_seconds: seconds(1, 86_400).default(60),
  toggle_policy: one_of(TOGGLE_POLICIES).default('none'),
  schedule: list(WeeklyBlock).default([]),
  exceptions: list(DatedException).default([]),
});

export const SiteSchema = section({
  account: section({
    name,
    sms_enabled: yes_or_no.default(false),
    phone_key_limit: whole(0, 10_000_000).nullable().default(null),
    platform_mode: yes_or_no.default(false),
  }),
  /** What the file keeps for itself; the rest stays as it is changed in the pages. */
  owns: list(ownable).default([]),
  locations: list(
    section({
      ref,
      name,
      parent: ref.nullish(),
      timezone: timezone.optional(),
      address: optional_text(500),
    }),
    1,
  ),
  gateways: list(section({ ref, name, location: ref, bench: yes_or_no.default(false) })).default([]),
  locks: list(Lock).default([]),
  security_groups: list(
    section({ code: text(64), name, location: ref, locks: list(ref).default([]) }),
  ).default([]),
  users: list(section({ email, name, role: one_of(ROLES), location: ref })).default([]),
  api_keys: list(
    section({
      ref,
      name,
      location: ref,
      scopes: list(one_of(SCOPES), 1),
      locks: list(ref).default([]),
      expires_in_days: whole(1, 730, 'a whole number of days').optional(),
      expires_at: z.iso
        .datetime({ offset: true, error: 'a time as "2027-01-31T00:00:00Z"' })
        .transform((at) => new Date(at).toISOString())
        .optional(),
    }),
  ).default([]),
  people: list(
    section({
      ref,
      name,
      email: or_empty(email).default(''),
      phone: or_empty(phone).default(''),
      location: ref,
      company_name: optional_text(200),
      title: optional_text(200),
      language: or_empty(matching(LANGUAGE, 'a language code as "en" or "pt-BR"')).default(''),
      managed: yes_or_no.default(false),
    }),
  ).default([]),
});

/** A site file that has passed every check, with all defaults filled in. */
export type Site = z.output<typeof SiteSchema>;

/** The fields of a row of a section, as they stand in the file. */
export function fieldsOf(name: Exclude<keyof typeof SiteSchema.shape, 'account' | 'owns'>): string[] {
  const list = SiteSchema.shape[name];
  return Object.keys((list instanceof z.ZodDefault ? list.unwrap() : list).element.shape);
}

function isDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

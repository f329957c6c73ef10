import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';
import type { Hold } from '../../doors/hold/hold.types.js';
import { effectiveSchedule, withOwn } from '../../doors/schedule/effective.rules.js';
import { DAYS, type ScheduleEntry } from '../../doors/schedule/schedule.rules.js';
import { doorsWithCalendars } from '../../doors/store/calendars.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, type SignedIn } from '../../http/endpoint.js';
import { IntId, Timestamp } from '../../http/schemas.js';
import {
  type DayAhead,
  daysAhead,
  effectOfSaving,
  offsetAt,
  scheduleVersion,
  wallTime,
} from '../preview.rules.js';
import { scheduleFields, TOGGLE_POLICIES } from '../schedule-schema.js';
import { setSchedule } from '../set-schedule.js';

const BlockTimes = z.strictObject({ from: z.string(), to: z.string(), first_person_in: z.boolean() });
export const ScheduleEntryAnswer = z.union([
  z.strictObject({ days: z.array(z.string()), ...BlockTimes.shape }),
  z.strictObject({ date: z.string(), blocks: z.array(BlockTimes) }),
]);

const DayBlock = z.strictObject({
  starts_at: Timestamp,
  ends_at: Timestamp,
  from: z.string(),
  to: z.string(),
  first_person_in: z.boolean(),
  is_rest: z.boolean(),
  goes_on: z.boolean(),
});

const Day = z.strictObject({
  date: z.string(),
  day: z.enum(DAYS),
  starts_at: Timestamp,
  ends_at: Timestamp,
  clock_change: z.strictObject({ at: z.string(), minutes: z.number() }).nullable(),
  is_exception: z.boolean(),
  blocks: z.array(DayBlock),
  /** What the day has as long as nothing is saved; null where nothing is to be. */
  before: z.array(DayBlock).nullable(),
});

const Schedule = z.strictObject({
  lock: z.strictObject({ id: z.int(), name: z.string(), place: z.string() }),
  schedule: z.array(ScheduleEntryAnswer),
  toggle_policy: z.enum(TOGGLE_POLICIES),
  version: z.string(),
  changed: z.strictObject({ at: Timestamp, by: z.string() }).nullable(),
  timezone: z.string(),
  /** What the clock shows there now, and how far it is from UTC. */
  local_time: z.string(),
  offset: z.string(),
  /** With what calendars say. */
  days: z.array(Day),
  has_hold_relay: z.boolean(),
  /** The site file keeps this schedule for itself: what it says comes back when it is applied. */
  is_of_site_file: z.boolean(),
});

const Preview = z.strictObject({
  days: z.array(Day),
  effect: z.strictObject({
    held_before: z.boolean(),
    held_after: z.boolean(),
    until: Timestamp.nullable(),
    override: z.enum(['stay_open', 'closed']).nullable(),
    is_waiting: z.boolean(),
    online: z.boolean(),
    has_hold_relay: z.boolean(),
  }),
});

const SCHEDULE = sql.statement(
  'door-schedule',
  `select l.id, l.account_id, l.name, l.place, l.type, l.schedule, coalesce(l.schedule_in_force, l.schedule) as in_force, l.toggle_policy, l.schedule_changed_at, l.schedule_changed_by, o.timezone,
     s.hold, s.hold_on, s.hold_relay_wired, g.online,
     exists (select from site_applied a where a.account_id = l.account_id and a.section = 'locks' and a.ref = l.ref
       and 'schedule' = any(a.owned)) as is_of_site_file
   from lock l
   join location o on o.id = l.location_id
   left join door_state s on s.lock_id = l.id
   left join gateway g on g.id = l.gateway_id
   where l.id = $2 and ${sql.isWithin('l', '$1')}`,
  {
    id: sql.int,
    account_id: sql.int,
    name: sql.text,
    place: sql.text,
    type: sql.text,
    schedule: sql.json<ScheduleEntry[]>(),
    in_force: sql.json<ScheduleEntry[]>(),
    toggle_policy: sql.narrow<(typeof TOGGLE_POLICIES)[number]>(sql.text),
    schedule_changed_at: sql.orNull(sql.time),
    schedule_changed_by: sql.orNull(sql.text),
    timezone: sql.text,
    hold: sql.orNull(sql.json<Hold>()),
    hold_on: sql.orNull(sql.bool),
    hold_relay_wired: sql.orNull(sql.bool),
    online: sql.orNull(sql.bool),
    is_of_site_file: sql.present(sql.bool),
  },
);

async function findSchedule(
  context: Context,
  user: SignedIn,
  lockId: number,
): Promise<sql.Row<typeof SCHEDULE>> {
  const row = await SCHEDULE.row(context.pool, [user.locationId, lockId]);
  if (!row) throw new ApiError('not_found');
  if (row.type !== 'remote') throw new ApiError('lock_not_remote');
  return row;
}

const toBlock = ({ start, end, ...block }: DayAhead['blocks'][number]) => ({
  starts_at: toTimestamp(start),
  ends_at: toTimestamp(end),
  ...block,
});

const toDay = ({ start, end, blocks, ...day }: DayAhead, before: DayAhead | null) => ({
  ...day,
  starts_at: toTimestamp(start),
  ends_at: toTimestamp(end),
  blocks: blocks.map(toBlock),
  before: before?.blocks.map(toBlock) ?? null,
});

async function readSchedule(context: Context, user: SignedIn, lockId: number) {
  const row = await findSchedule(context, user, lockId);
  const now = context.clock.now();
  const { schedule, toggle_policy, timezone, schedule_changed_at } = row;
  return {
    lock: { id: row.id, name: row.name, place: row.place },
    schedule,
    toggle_policy,
    version: scheduleVersion(schedule, toggle_policy),
    changed: schedule_changed_at && {
      at: toTimestamp(schedule_changed_at.getTime()),
      by: row.schedule_changed_by ?? '',
    },
    timezone,
    local_time: wallTime(now, timezone),
    offset: offsetAt(now, timezone),
    days: daysAhead(row.in_force, timezone, now).map((day) => toDay(day, null)),
    has_hold_relay: row.hold_relay_wired ?? false,
    is_of_site_file: row.is_of_site_file,
  };
}

type Given = z.output<z.ZodObject<typeof scheduleFields>>;
const entriesOf = ({ weekly, exceptions }: Pick<Given, 'weekly' | 'exceptions'>): ScheduleEntry[] => [
  ...weekly,
  ...exceptions,
];

export const scheduleEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/schedule',
    role: 'viewer',
    params: IntId,
    status: 200,
    answer: Schedule,
    async handler({ context, user, params }) {
      return { body: await readSchedule(context, user, params.id) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/doors/{id}/schedule',
    role: 'manager',
    params: IntId,
    body: z.strictObject({ version: z.string().max(64), ...scheduleFields }),
    status: 200,
    answer: Schedule,
    async handler({ context, user, params, body }) {
      const { version, toggle_policy } = body;
      await setSchedule(context, user, params.id, { version, toggle_policy, schedule: entriesOf(body) });
      return { body: await readSchedule(context, user, params.id) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/doors/{id}/schedule/preview',
    role: 'manager',
    params: IntId,
    body: z.strictObject({ weekly: scheduleFields.weekly, exceptions: scheduleFields.exceptions }),
    status: 200,
    answer: Preview,
    async handler({ context, user, params, body }) {
      const row = await findSchedule(context, user, params.id);
      const now = context.clock.now();
      const { timezone } = row;
      const [doors] = await doorsWithCalendars(context.pool, row.account_id, { lockId: row.id });
      const schedule = effectiveSchedule(withOwn(doors?.places ?? [], entriesOf(body)));
      const before = daysAhead(row.in_force, timezone, now);
      const online = row.online ?? false;
      const relay = row.hold_relay_wired ?? false;
      const facts = { schedule: row.in_force, timezone, on: row.hold_on ?? false };
      const { until, ...effect } = effectOfSaving(row.hold, facts, schedule, now);
      return {
        body: {
          days: daysAhead(schedule, timezone, now).map((day, index) => toDay(day, before[index] ?? null)),
          effect: {
            ...effect,
            until: until === null ? null : toTimestamp(until),
            online,
            has_hold_relay: relay,
          },
        },
      };
    },
  }),
];

import { toTimestamp } from '@door-access/protocol';
import type { Context, Database } from '../../context.js';
import * as sql from '../../database/statement.js';
import type { CommandReason, CommandStatus } from '../../doors/command.rules.js';
import type { MutedType } from '../../doors/maintenance.rules.js';
import type { ScheduleEntry } from '../../doors/schedule/schedule.rules.js';
import { rememberedScheduleAt } from '../../doors/schedule/schedule-days.js';
import { dateAt, dayBounds } from '../preview.rules.js';

/* What the page of one door shows beyond the interface's lock. The caller has been found to reach the lock. */

/** What is in force, with what it has muted so far. */
interface Maintenance {
  reason: string;
  by: string;
  since: string;
  until: string;
  muted: Record<MutedType, number> | null;
}

const SETTINGS = sql.statement(
  'door-settings',
  `select l.strike_ms, l.left_open_ms, l.toggle_policy, l.schedule, coalesce(l.schedule_in_force, l.schedule) as in_force, l.door, o.timezone,
     s.strike_on,
     case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as gateway,
     case when g.boot is not null then json_build_object('agent_version', g.agent_version, 'clock', g.clock) end as reported,
     (select json_build_object('reason', m.reason, 'by', m.begun_by, 'since', m.started_at, 'until', m.ends_at,
        'muted', s.evidence -> 'maintenance' -> 'muted')
      from maintenance m where m.lock_id = l.id and m.ends_at > $2 order by m.started_at desc limit 1) as maintenance
   from lock l join location o on o.id = l.location_id left join gateway g on g.id = l.gateway_id
   left join door_state s on s.lock_id = l.id where l.id = $1`,
  {
    strike_ms: sql.int,
    left_open_ms: sql.int,
    toggle_policy: sql.text,
    schedule: sql.json<ScheduleEntry[]>(),
    in_force: sql.json<ScheduleEntry[]>(),
    door: sql.orNull(sql.int),
    timezone: sql.text,
    strike_on: sql.orNull(sql.bool),
    gateway: sql.orNull(sql.json<{ id: string; name: string }>()),
    reported: sql.orNull(sql.json<{ agent_version: string | null; clock: string | null }>()),
    maintenance: sql.orNull(sql.json<Maintenance>()),
  },
);

/** With who requested it. */
const COMMANDS = sql.statement(
  'door-commands',
  `select c.id, c.type, c.status, c.reason, c.requested_at, c.sent_at, c.confirmed_at, c.failed_at, c.note, c.mode, c.until,
     case when c.user_id is not null then json_build_object('kind', 'user', 'name', coalesce(u.name, ''))
          when c.api_key_id is not null then json_build_object('kind', 'api_key', 'name', coalesce(k.name, ''))
          when c.person_id is not null then json_build_object('kind', 'person', 'name', coalesce(p.name, ''))
          else json_build_object('kind', 'service', 'name', '') end as by
   from command c left join account_user u on u.id = c.user_id left join api_key k on k.id = c.api_key_id
   left join person p on p.id = c.person_id
   where c.lock_id = $1 order by c.requested_at desc, c.id desc limit $2`,
  {
    id: sql.uuid,
    type: sql.text,
    status: sql.narrow<CommandStatus>(sql.text),
    reason: sql.orNull(sql.narrow<CommandReason>(sql.text)),
    requested_at: sql.time,
    sent_at: sql.orNull(sql.time),
    confirmed_at: sql.orNull(sql.time),
    failed_at: sql.orNull(sql.time),
    note: sql.text,
    mode: sql.orNull(sql.narrow<'stay_open' | 'auto' | 'closed'>(sql.text)),
    until: sql.orNull(sql.time),
    by: sql.json<{ kind: 'user' | 'api_key' | 'person' | 'service'; name: string }>(),
  },
);

export interface DoorSettings {
  strike_seconds: number;
  left_open_seconds: number;
  toggle_policy: string;
  /** With that of calendars. */
  schedule: ScheduleEntry[];
  timezone: string;
  gateway: { id: string; name: string } | null;
  door: number | null;
  /** What the schedule asks for now, and until when. */
  /** A time is null if the block began more than a week ago, or has no end. */
  block: { starts_at: string | null; ends_at: string | null; first_person_in: boolean } | null;
  next_change_at: string | null;
  strike_on: boolean;
  day_ends_at: string;
  gateway_reported: { agent_version: string | null; clock: string | null } | null;
  maintenance: Maintenance | null;
}

export async function readSettings(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  lockId: number,
): Promise<DoorSettings> {
  const now = clock.now();
  const row = await SETTINGS.one(pool, [lockId, new Date(now)]);
  const { active, stretch: block, nextBorder } = rememberedScheduleAt(row.in_force, row.timezone, now);
  return {
    strike_seconds: row.strike_ms / 1_000,
    left_open_seconds: row.left_open_ms / 1_000,
    toggle_policy: row.toggle_policy,
    schedule: row.in_force,
    timezone: row.timezone,
    gateway: row.gateway,
    door: row.door,
    block: block
      ? {
          starts_at: timestamp(block.start),
          ends_at: timestamp(block.end),
          first_person_in: active.every(({ first_person_in }) => first_person_in),
        }
      : null,
    next_change_at: timestamp(nextBorder),
    strike_on: row.strike_on ?? false,
    day_ends_at: toTimestamp(dayBounds(dateAt(now, row.timezone), row.timezone).end),
    gateway_reported: row.reported,
    maintenance: row.maintenance && {
      ...row.maintenance,
      since: toTimestamp(Date.parse(row.maintenance.since)),
      until: toTimestamp(Date.parse(row.maintenance.until)),
    },
  };
}

const timestamp = (at: number | null): string | null => (at === null ? null : toTimestamp(at));

/** The newest commands of a lock, newest first. */
export const listCommands = (
  database: Database,
  lockId: number,
  limit: number,
): Promise<sql.Row<typeof COMMANDS>[]> => COMMANDS.rows(database, [lockId, limit]);

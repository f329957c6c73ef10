import * as sql from '../database/statement.js';
import type { AlarmKind } from '../doors/alarm.rules.js';
import type { Kept } from '../events/why.rules.js';
import type { NoticeChannel } from '../notify/templates.rules.js';
import type { Progress, Step } from './alarm.rules.js';
import type { DutyOverride, DutyTurn } from './duty.rules.js';
import type { WeekBlock } from './week.rules.js';

/*
 * SQL: when what was wrong ended, and null while it lasts. A door that was forced or left open is over with its next close;
 * what a lock or a gateway that is gone has left is over now ($2).
 */
const ENDED = `coalesce(a.ended_at, case
   when a.kind = 'offline' then case when g.id is null or g.revoked_at is not null then $2 when g.online then g.online_since end
   when a.kind = 'fault' then case when not exists (
     select from lock n join door_state f on f.lock_id = n.id
     where n.gateway_id = a.gateway_id and coalesce(f.evidence -> 'faults', '{}') <> '{}') then $2::timestamptz end
   when l.id is null or l.type = 'ended' then $2
   else (select min(e.occurred_at) from event e
         where e.lock_id = a.lock_id and e.type = 'door.closed' and e.occurred_at >= a.started_at) end)`;

/** SQL: until when the door is under maintenance. */
const MUTED = `case when d.evidence #>> '{maintenance,ended}' = 'false'
   then to_timestamp((d.evidence #>> '{maintenance,until}')::float8 / 1000) end`;

/** Held until the end of the transaction; what another process looks at is left to it. */
export const ALARMS = sql.statement(
  'alarms-look',
  `select a.id, a.account_id, a.location_id, a.lock_id, a.kind, a.started_at, a.opened_at, a.ended_at, a.text,
     e.type as event_type, e.explanation, a.steps_done, ${ENDED} as over_at, k.event_id is not null as is_acknowledged,
     c.name as organisation, o.name as location, o.timezone, coalesce(l.name, g.name, '') as name,
     coalesce(l.place, '') as place, ${MUTED} as muted_until,
     array(select n.ancestor_id from location_ancestor n where n.location_id = a.location_id order by n.depth) as above
   from alarm a join account c on c.id = a.account_id join location o on o.id = a.location_id
   left join lock l on l.id = a.lock_id left join gateway g on g.id = a.gateway_id
   left join alarm_acknowledgement k on k.event_id = a.id left join door_state d on d.lock_id = a.lock_id
   left join event e on e.id = a.id and e.occurred_at = a.started_at
   where a.id = any($1::bigint[]) and a.due_at <= $2 order by a.id for update of a skip locked`,
  {
    id: sql.bigint,
    account_id: sql.int,
    location_id: sql.int,
    lock_id: sql.orNull(sql.int),
    kind: sql.narrow<AlarmKind>(sql.text),
    started_at: sql.time,
    opened_at: sql.time,
    ended_at: sql.orNull(sql.time),
    text: sql.text,
    event_type: sql.orNull(sql.text),
    explanation: sql.orNull(sql.json<Kept>()),
    steps_done: sql.json<Record<string, Progress>>(),
    over_at: sql.orNull(sql.time),
    is_acknowledged: sql.bool,
    organisation: sql.text,
    location: sql.text,
    timezone: sql.text,
    name: sql.present(sql.text),
    place: sql.present(sql.text),
    muted_until: sql.orNull(sql.time),
    above: sql.arrayOf(sql.int),
  },
);

/** An alarm rule. */
export const RULE = {
  id: sql.uuid,
  name: sql.text,
  kinds: sql.arrayOf(sql.text),
  lock_ids: sql.arrayOf(sql.int),
  hours: sql.json<WeekBlock[]>(),
  quiet: sql.json<WeekBlock[]>(),
  steps: sql.json<Step[]>(),
  per_hour: sql.int,
  muted_until: sql.orNull(sql.time),
};

export const RULES = sql.statement(
  'alarm-rules-of',
  `select r.id, r.location_id, r.name, r.kinds, r.lock_ids, r.hours, r.quiet, r.steps, r.per_hour, r.muted_until, r.created_at
   from alarm_rule r where r.location_id = any($1::int[]) order by r.id`,
  { ...RULE, location_id: sql.int, created_at: sql.time },
);

/** Processes count the notices of a rule one after another. */
export const HOLD_RULES = sql.statement(
  'alarm-rules-hold',
  'select id from alarm_rule where id = any($1::uuid[]) order by id for no key update',
  { id: sql.uuid },
);

/** The newest of each recipient within the hour, as many as a rule may send. */
export const SENT = sql.statement(
  'alarm-notices-sent',
  `select n.rule_id, n.recipient, n.at from alarm_notice n
   where n.rule_id = any($1::uuid[]) and n.at > $2 and not n.is_held`,
  { rule_id: sql.uuid, recipient: sql.text, at: sql.time },
);

export const ROTAS = sql.statement(
  'duty-rotas-of',
  `select d.location_id, d.weekly, d.overrides, o.timezone from duty_rota d join location o on o.id = d.location_id
   where d.location_id = any($1::int[])`,
  {
    location_id: sql.int,
    weekly: sql.json<DutyTurn[]>(),
    overrides: sql.json<DutyOverride[]>(),
    timezone: sql.text,
  },
);

export const PEOPLE = sql.statement(
  'alarm-people',
  `select u.id, u.name, u.email, u.role, u.location_id, coalesce(c.by_email, true) as by_email,
     coalesce(c.by_sms, false) as by_sms, coalesce(c.phone, '') as phone, coalesce(c.language, '') as language,
     coalesce((select json_agg(json_build_object('id', b.id, 'host', b.host) order by b.id) from push_browser b
       where b.user_id = u.id), '[]') as browsers
   from account_user u left join alarm_contact c on c.user_id = u.id where u.account_id = any($1::int[]) order by u.name, u.id`,
  {
    id: sql.uuid,
    name: sql.text,
    email: sql.text,
    role: sql.text,
    location_id: sql.int,
    by_email: sql.present(sql.bool),
    by_sms: sql.present(sql.bool),
    phone: sql.present(sql.text),
    language: sql.present(sql.text),
    browsers: sql.present(sql.json<{ id: string; host: string }[]>()),
  },
);

export const CHANNELS = sql.statement(
  'alarm-channels-of',
  `select id, name, kind, address, language, sealed from alarm_channel where account_id = any($1::int[])`,
  {
    id: sql.uuid,
    name: sql.text,
    kind: sql.narrow<NoticeChannel>(sql.text),
    address: sql.text,
    language: sql.text,
    sealed: sql.orNull(sql.bytes),
  },
);

export const SAVE = sql.statement(
  'alarms-save',
  `update alarm a set ended_at = x.ended_at, steps_done = x.steps_done, due_at = x.due_at,
     judge_at = case when a.ended_at is null and x.ended_at is not null and a.lock_id is not null
       then $2::timestamptz else a.judge_at end
   from json_to_recordset($1::json) as x(id bigint, ended_at timestamptz, steps_done jsonb, due_at timestamptz)
   where a.id = x.id`,
);

export const NOTED = sql.statement(
  'alarm-notices-insert',
  `insert into alarm_notice (id, account_id, alarm_id, rule_id, step, recipient, name, at, is_held)
   select x.id, x.account_id, x.alarm_id, x.rule_id, x.step, x.recipient, x.name, x.at, x.is_held
   from json_to_recordset($1::json) as x(id uuid, account_id int, alarm_id bigint, rule_id uuid, step int, recipient text,
     name text, at timestamptz, is_held bool)`,
);

/** One that waits already covers what is held back meanwhile. */
export const SUMMARIES = sql.statement(
  'alarm-summaries-insert',
  `insert into alarm_summary (rule_id, recipient, account_id, since, due_at)
   select x.rule_id, x.recipient, x.account_id, x.since, x.due_at
   from json_to_recordset($1::json) as x(rule_id uuid, recipient text, account_id int, since timestamptz, due_at timestamptz)
   on conflict do nothing`,
);

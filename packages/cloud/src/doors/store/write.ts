import { toTimestamp } from '@door-access/protocol';
import { type AuditTools, auditManyAfter, auditRows } from '../../audit/record.js';
import * as sql from '../../database/statement.js';
import { INSERT_DELIVERIES, NEXT_CHANGE } from '../../deliveries/enqueue.js';
import {
  insertOutgoing,
  MAX_AT_ONCE,
  NAMED_DATA,
  NAMES,
  type OutgoingEvent,
  outgoingRows,
} from '../../deliveries/outgoing.js';
import type { AlarmDraft } from '../alarm.rules.js';
import type { CommandRow, DoorRow, GatewayRow, HeartbeatNews, PlacedEvent } from '../apply.types.js';
import { stillSo } from './ahead.js';
import type { Decided } from './port.js';

/*
 * Writes the decisions of `apply` in one statement: state, events with their scopes and deliveries, commands, marks,
 * gaps and faults.
 */

/**
 * SQL: before all time where the list in this parameter has something, and behind it where it is empty, so that an update
 * of no command looks into no month.
 */
const since = (list: string): string =>
  `case when ${list}::json::text = '[]' then 'infinity'::timestamptz else '-infinity'::timestamptz end`;

/**
 * SQL: the row `t` is in the list of this parameter, by a column of that name. Said beside the join, as a plan that was made when
 * the table was empty would read all of it, and compare each row with the list.
 */
const named = (column: string, type: 'int' | 'uuid', list: string): string =>
  `t.${column} = any(array(select ${column} from json_to_recordset(${list}::json) as k(${column} ${type})))`;

const WRITE = `made as materialized (
  select ${NEXT_CHANGE} as id, x.*
  from json_to_recordset($1::json) as x(account_id int, location_id int, lock_id int, type text, occurred_at timestamptz,
    result text, reason text, source text, person_id uuid, key_id int, api_key_id int, gateway_id uuid,
    journal_seq bigint, explanation jsonb, actor jsonb, details jsonb, data jsonb, command_id uuid)
), events as (
  insert into event (id, account_id, location_id, lock_id, type, occurred_at, result, reason, source, person_id, key_id,
                     api_key_id, gateway_id, journal_seq, explanation, actor, details, recorded_at, command_id)
  select id, account_id, location_id, lock_id, type, occurred_at, result, reason, source, person_id, key_id,
         api_key_id, gateway_id, journal_seq, explanation, actor, details, $7, command_id
  from made
), ch as (
  insert into change (account_id, seq, location_id, type, occurred_at, recorded_at)
  select account_id, id, location_id, type, occurred_at, $7 from made
), s as (
  insert into event_scope (location_id, type, occurred_at, event_id)
  select a.ancestor_id, v.type, v.occurred_at, v.id from made v join location_ancestor a on a.location_id = v.location_id
), d as (
  update door_state t set contact = x.contact, contact_wired = x.contact_wired, exit_button_wired = x.exit_button_wired,
    hold_relay_wired = x.hold_relay_wired, strike_on = x.strike_on, hold_on = x.hold_on, evidence = x.evidence,
    last_event_at = x.last_event_at, hold = x.hold, due_at = x.due_at
  from json_to_recordset($2::json) as x(lock_id int, contact text, contact_wired bool, exit_button_wired bool,
    hold_relay_wired bool, strike_on bool, hold_on bool, evidence jsonb, last_event_at timestamptz, hold jsonb,
    due_at timestamptz)
  where t.lock_id = x.lock_id and ${named('lock_id', 'int', '$2')}
), g as (
  update gateway t set online = x.online, online_since = x.online_since, last_heard_at = x.last_heard_at,
    session = x.session, offline_due_at = x.offline_due_at, boot = x.boot, birth_mono_ms = x.birth_mono_ms,
    heartbeat = coalesce(x.heartbeat, t.heartbeat), agent_version = coalesce(x.agent, t.agent_version),
    clock = coalesce(x.clock, t.clock), moved_from = x.moved_from
  from json_to_recordset($3::json) as x(id uuid, online bool, online_since timestamptz, last_heard_at timestamptz,
    session uuid, offline_due_at timestamptz, boot uuid, birth_mono_ms float8, heartbeat jsonb, agent text, clock text,
    moved_from jsonb)
  where t.id = x.id and ${named('id', 'uuid', '$3')}
), c as (
  update command t set reason = x.reason, switched_at = x.switched_at,
    confirmed_at = x.confirmed_at, failed_at = x.failed_at, due_at = x.due_at,
    sent_at = coalesce(t.sent_at, least(x.sent_at, x.confirmed_at)),
    status = case when x.status = 'pending' and x.sent_at is not null then 'sent' else x.status end
  from json_to_recordset($4::json) as x(id uuid, requested_at timestamptz, status text, reason text,
    switched_at timestamptz, confirmed_at timestamptz, failed_at timestamptz, due_at timestamptz, sent_at timestamptz)
  where t.id = x.id and t.requested_at = x.requested_at and t.requested_at >= ${since('$4')}
), f as (
  update command t set status = x.status, reason = x.reason, due_at = null,
    confirmed_at = case when x.status = 'confirmed' then $7::timestamptz end,
    failed_at = case when x.status = 'failed' then $7::timestamptz end
  from json_to_recordset($8::json) as x(id uuid, status text, reason text)
  where t.id = x.id and t.status in ('pending', 'sent') and t.requested_at >= ${since('$8')}
), m as (
  update journal_mark t set last_seq = x.last_seq, updated_at = $7
  from json_to_recordset($5::json) as x(gateway_id uuid, journal uuid, last_seq bigint, was bigint)
  where t.gateway_id = x.gateway_id and t.journal = x.journal and x.was > 0 and ${named('gateway_id', 'uuid', '$5')}
), n as (
  insert into journal_mark (gateway_id, journal, last_seq, updated_at)
  select gateway_id, journal, last_seq, $7
  from json_to_recordset($5::json) as x(gateway_id uuid, journal uuid, last_seq bigint, was bigint) where was = 0
), p as (
  insert into journal_gap (gateway_id, journal, from_seq, to_seq, reported, noticed_at)
  select gateway_id, journal, from_seq, to_seq, reported, $7
  from json_to_recordset($6::json) as x(gateway_id uuid, journal uuid, from_seq bigint, to_seq bigint, reported bool)
), o as (
  insert into door_fault (lock_id, terminal, at, error)
  select lock_id, terminal, at, error
  from json_to_recordset($9::json) as x(lock_id int, terminal text, at timestamptz, error text)
)`;

const COUNT_DELIVERIES = '(select count(*)::int from y)';

/** The deliveries of the events, for accounts with a subscription. */
const DELIVER = `, e as materialized (
  select v.id::text as event_id, v.type, v.location_id, v.lock_id, $7::timestamptz as created_at, ${NAMED_DATA} as data
  from made v ${NAMES}
  where v.data is not null
), y as (
  ${INSERT_DELIVERIES} returning 1
)`;

/**
 * The alarms that begin, each with the number of its event. A gateway that is away already is one alarm.
 */
const raise = (parameter: string) => `, al as (
  insert into alarm (id, account_id, location_id, lock_id, gateway_id, kind, started_at, opened_at, text, due_at)
  select coalesce(v.id, nextval('event_id_seq')), x.account_id, coalesce(w.location_id, x.location_id), x.lock_id,
         x.gateway_id, x.kind, x.started_at, $7, x.text, $7
  from json_to_recordset(${parameter}::json) as x(account_id int, location_id int, lock_id int, gateway_id uuid, kind text,
    started_at timestamptz, text text, event_lock int, event_type text)
  left join made v on v.lock_id = x.event_lock and v.type = x.event_type and v.occurred_at = x.started_at
  left join gateway w on w.id = x.gateway_id and x.lock_id is null
  on conflict do nothing
)`;

/** The same of a large write: they are made behind it. */
const deliverLater = (parameter: string) =>
  `, y as (${insertOutgoing('made', parameter, '$7::timestamptz')} returning 1)`;

const DELIVERIES = {
  none: { name: 'apply-write', deliver: () => '', count: '0' },
  now: { name: 'apply-write-deliver', deliver: () => DELIVER, count: COUNT_DELIVERIES },
  later: { name: 'apply-write-later', deliver: deliverLater, count: COUNT_DELIVERIES },
};

interface Parts {
  hasAudits: boolean;
  isAlarm: boolean;
  isAhead: boolean;
}

/**
 * By whether there are deliveries, entries of the audit log, alarms, and something that was read ahead: what is not there
 * costs nothing. Behind the parameters of all are those of the entries, of deliveries made later, of alarms, and of what
 * was read.
 */
function writing(when: keyof typeof DELIVERIES, { hasAudits, isAlarm, isAhead }: Parts) {
  const { name, deliver, count } = DELIVERIES[when];
  const outgoing = hasAudits ? 11 : 10;
  const alarms = when === 'later' ? outgoing + 1 : outgoing;
  const asRead = isAlarm ? alarms + 1 : alarms;
  return sql.statement(
    [name, hasAudits && 'audited', isAlarm && 'alarm', isAhead && 'ahead'].filter(Boolean).join('-'),
    `with ${hasAudits ? `${auditManyAfter(9)}, ` : ''}${WRITE}${isAlarm ? raise(`$${alarms}`) : ''}${deliver(`$${outgoing}`)}
     select ${count} as deliveries ${isAhead ? `where ${stillSo(asRead)}` : ''}`,
    { deliveries: sql.int },
  );
}

const inAllWays = (when: keyof typeof DELIVERIES) => {
  const byAhead = (parts: Omit<Parts, 'isAhead'>) => ({
    locked: writing(when, { ...parts, isAhead: false }),
    ahead: writing(when, { ...parts, isAhead: true }),
  });
  const byAlarm = (hasAudits: boolean) => ({
    quiet: byAhead({ hasAudits, isAlarm: false }),
    alarm: byAhead({ hasAudits, isAlarm: true }),
  });
  return { plain: byAlarm(false), audited: byAlarm(true) };
};
const STATEMENTS = { none: inAllWays('none'), now: inAllWays('now'), later: inAllWays('later') };

/**
 * The statement that writes what was decided, with its values; its row has the number of rows written from which
 * deliveries are sent. `sent`: when commands were sent, of those whose rows do not say so. `asRead`: what was read ahead.
 */
export function writeOf(
  tools: AuditTools,
  { changes, audits, alarms, isSubscribed, now }: Decided,
  { sent, asRead }: { sent: ReadonlyMap<string, Date>; asRead?: readonly unknown[] | undefined },
): { statement: sql.Statement<{ deliveries: number }>; values: unknown[] } {
  const { events } = changes;
  const when = !isSubscribed || events.length === 0 ? 'none' : events.length > MAX_AT_ONCE ? 'later' : 'now';
  const hasAudits = audits.length > 0;
  const isAlarm = alarms.length > 0;
  const ways = STATEMENTS[when][hasAudits ? 'audited' : 'plain'][isAlarm ? 'alarm' : 'quiet'];
  return {
    statement: ways[asRead ? 'ahead' : 'locked'],
    values: [
      JSON.stringify(events.map(when === 'now' ? toEventRow : toHistoryRow)),
      JSON.stringify([...changes.doors].map(toDoorRow)),
      JSON.stringify([...changes.gateways].map(([gateway, news]) => toGatewayRow(gateway, news))),
      JSON.stringify([...changes.commands].map((command) => toCommandRow(command, sent.get(command.id)))),
      JSON.stringify([...changes.marks.values()]),
      JSON.stringify(changes.gaps),
      toTimestamp(now),
      JSON.stringify(changes.finished),
      JSON.stringify(changes.faults.map((fault) => ({ ...fault, at: toTimestamp(fault.at) }))),
      ...(hasAudits ? [auditRows(tools, audits)] : []),
      ...(when === 'later' ? [outgoingRows(events.map(toOutgoing))] : []),
      ...(isAlarm ? [JSON.stringify(alarms.map(toAlarmRow))] : []),
      ...(asRead ?? []),
    ],
  };
}

const time = (at: number | null): string | null => (at === null ? null : toTimestamp(at));

/** Without what is null, which most of it is: PostgreSQL reads every key that is sent. */
const toHistoryRow = (event: PlacedEvent) => ({
  account_id: event.account_id,
  location_id: event.location_id,
  lock_id: event.lock_id,
  type: event.type,
  occurred_at: toTimestamp(event.occurred_at),
  source: event.source,
  result: event.result ?? undefined,
  reason: event.reason ?? undefined,
  person_id: event.person_id ?? undefined,
  key_id: event.key_id ?? undefined,
  api_key_id: event.api_key_id ?? undefined,
  gateway_id: event.gateway_id ?? undefined,
  journal_seq: event.journal_seq ?? undefined,
  explanation: event.explanation ?? undefined,
  actor: event.actor ?? undefined,
  details: event.details,
  command_id: event.command_id ?? undefined,
});

const toEventRow = (event: PlacedEvent) => Object.assign(toHistoryRow(event), { data: event.data });

const toOutgoing = (event: PlacedEvent): OutgoingEvent => ({
  type: event.type,
  location_id: event.location_id,
  lock_id: event.lock_id,
  person_id: event.person_id,
  key_id: event.key_id,
  api_key_id: event.api_key_id,
  data: event.data,
});

const toAlarmRow = ({ event, started_at, ...alarm }: AlarmDraft) => ({
  ...alarm,
  started_at: toTimestamp(started_at),
  event_lock: event?.lock_id ?? null,
  event_type: event?.type ?? null,
});

/** Only what the statement writes: the rest of the loaded row need not travel. */
const toDoorRow = (door: DoorRow) => ({
  lock_id: door.lock_id,
  contact: door.contact,
  contact_wired: door.contact_wired,
  exit_button_wired: door.exit_button_wired,
  hold_relay_wired: door.hold_relay_wired,
  strike_on: door.strike_on,
  hold_on: door.hold_on,
  evidence: door.evidence,
  hold: door.hold,
  last_event_at: time(door.last_event_at),
  due_at: time(door.due_at),
});

function toGatewayRow(
  gateway: GatewayRow,
  news: { heartbeat?: HeartbeatNews; birth?: { agent: string; clock: string } },
) {
  return {
    id: gateway.id,
    online: gateway.online,
    online_since: time(gateway.online_since),
    last_heard_at: time(gateway.last_heard_at),
    session: gateway.session,
    offline_due_at: time(gateway.offline_due_at),
    boot: gateway.boot,
    birth_mono_ms: gateway.birth_mono_ms,
    moved_from: gateway.moved_from,
    heartbeat: news.heartbeat ?? null,
    agent: news.birth?.agent ?? null,
    clock: news.heartbeat?.clock ?? news.birth?.clock ?? null,
  };
}

function toCommandRow(command: CommandRow, sentAt: Date | undefined) {
  return {
    id: command.id,
    status: command.status,
    reason: command.reason,
    requested_at: toTimestamp(command.requested_at),
    switched_at: time(command.switched_at),
    confirmed_at: time(command.confirmed_at),
    failed_at: time(command.failed_at),
    due_at: time(command.due_at),
    sent_at: time(sentAt?.getTime() ?? null),
  };
}

import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import type { Changes, CommandRow, DoorRow, GatewayRow, HeartbeatNews, PlacedEvent } from './apply.types.js';

/* Writes the decisions of `apply` in one statement: state, events with their scopes, commands, marks, gaps and faults. */

const WRITE = `
with e as (
  insert into event (account_id, location_id, lock_id, type, occurred_at, result, reason, source, person_id, key_id,
                     api_key_id, gateway_id, journal_seq, explanation, actor, details, recorded_at)
  select account_id, location_id, lock_id, type, occurred_at, result, reason, source, person_id, key_id,
         api_key_id, gateway_id, journal_seq, explanation, actor, details, $7
  from json_to_recordset($1::json) as x(account_id int, location_id int, lock_id int, type text, occurred_at timestamptz,
    result text, reason text, source text, person_id uuid, key_id int, api_key_id int, gateway_id uuid,
    journal_seq bigint, explanation jsonb, actor jsonb, details jsonb)
  returning id, location_id, type, occurred_at
), s as (
  insert into event_scope (location_id, type, occurred_at, event_id)
  select a.ancestor_id, e.type, e.occurred_at, e.id from e join location_ancestor a on a.location_id = e.location_id
), d as (
  update door_state t set contact = x.contact, contact_wired = x.contact_wired, exit_button_wired = x.exit_button_wired,
    hold_relay_wired = x.hold_relay_wired, strike_on = x.strike_on, hold_on = x.hold_on, evidence = x.evidence,
    last_event_at = x.last_event_at, hold = x.hold, due_at = x.due_at
  from json_to_recordset($2::json) as x(lock_id int, contact text, contact_wired bool, exit_button_wired bool,
    hold_relay_wired bool, strike_on bool, hold_on bool, evidence jsonb, last_event_at timestamptz, hold jsonb,
    due_at timestamptz)
  where t.lock_id = x.lock_id
), g as (
  update gateway t set online = x.online, online_since = x.online_since, last_heard_at = x.last_heard_at,
    session = x.session, offline_due_at = x.offline_due_at, boot = x.boot, birth_mono_ms = x.birth_mono_ms,
    heartbeat = coalesce(x.heartbeat, t.heartbeat), agent_version = coalesce(x.agent, t.agent_version),
    clock = coalesce(x.clock, t.clock)
  from json_to_recordset($3::json) as x(id uuid, online bool, online_since timestamptz, last_heard_at timestamptz,
    session uuid, offline_due_at timestamptz, boot uuid, birth_mono_ms float8, heartbeat jsonb, agent text, clock text)
  where t.id = x.id
), c as (
  update command t set status = x.status, reason = x.reason, switched_at = x.switched_at,
    confirmed_at = x.confirmed_at, failed_at = x.failed_at, due_at = x.due_at
  from json_to_recordset($4::json) as x(id uuid, status text, reason text, switched_at timestamptz,
    confirmed_at timestamptz, failed_at timestamptz, due_at timestamptz)
  where t.id = x.id
), f as (
  update command t set status = x.status, reason = x.reason, due_at = null,
    confirmed_at = case when x.status = 'confirmed' then $7::timestamptz end,
    failed_at = case when x.status = 'failed' then $7::timestamptz end
  from json_to_recordset($8::json) as x(id uuid, status text, reason text)
  where t.id = x.id and t.status in ('pending', 'sent')
), m as (
  update journal_mark t set last_seq = x.last_seq, updated_at = $7
  from json_to_recordset($5::json) as x(gateway_id uuid, journal uuid, last_seq bigint, was bigint)
  where t.gateway_id = x.gateway_id and t.journal = x.journal and x.was > 0
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
)
select array(select id from e order by id) event_ids`;

/** Returns the new events' ids, oldest first. */
export async function write(
  client: PoolClient,
  changes: Omit<Changes, 'refused'>,
  now: number,
): Promise<number[]> {
  const { rows } = await client.query({
    name: 'apply-write',
    text: WRITE,
    values: [
      JSON.stringify(
        changes.events.map((event) => ({ ...event, occurred_at: toTimestamp(event.occurred_at) })),
      ),
      JSON.stringify([...changes.doors].map(toDoorRow)),
      JSON.stringify([...changes.gateways].map(([gateway, news]) => toGatewayRow(gateway, news))),
      JSON.stringify([...changes.commands].map(toCommandRow)),
      JSON.stringify([...changes.marks.values()]),
      JSON.stringify(changes.gaps),
      toTimestamp(now),
      JSON.stringify(changes.finished),
      JSON.stringify(changes.faults.map((fault) => ({ ...fault, at: toTimestamp(fault.at) }))),
    ],
  });
  return rows[0].event_ids.map(Number);
}

/**
 * Gives every event a time of its own per lock and type (a tie moves 1 ms), and an opening and its verdict
 * the same one. Only times at or before the lock's newest can tie with what is stored.
 */
export async function placeInTime(
  client: PoolClient,
  events: PlacedEvent[],
  loaded: { doorsByLock: Map<number, { last_event_at: number | null }> },
): Promise<void> {
  const taken = new Set<string>();
  const late = events.filter(
    (event) => event.occurred_at <= (loaded.doorsByLock.get(event.lock_id)?.last_event_at ?? -1),
  );
  if (late.length > 0) {
    const { rows } = await client.query(
      `select distinct e.lock_id, e.type, e.occurred_at from event e
       join json_to_recordset($1::json) as x(lock_id int, type text, occurred_at timestamptz)
         on e.lock_id = x.lock_id and e.type = x.type
        and e.occurred_at >= x.occurred_at and e.occurred_at < x.occurred_at + $2 * interval '1 ms'`,
      [
        JSON.stringify(
          late.map(({ lock_id, type, occurred_at }) => ({
            lock_id,
            type,
            occurred_at: toTimestamp(occurred_at),
          })),
        ),
        TIE_SEARCH_MS + events.length,
      ],
    );
    for (const row of rows) taken.add(slot(row.lock_id, row.type, row.occurred_at.getTime()));
  }
  let opened: PlacedEvent | null = null;
  for (const [index, event] of events.entries()) {
    // The verdict follows its opening at once and stands at the same time.
    const verdict = event.type === 'door.forced' ? null : events[index + 1];
    const types =
      verdict?.type === 'door.forced' && event.type === 'door.opened'
        ? [event.type, verdict.type]
        : [event.type];
    if (event.type === 'door.forced' && opened) event.occurred_at = opened.occurred_at;
    else
      while (types.some((type) => taken.has(slot(event.lock_id, type, event.occurred_at))))
        event.occurred_at += 1;
    for (const type of types) taken.add(slot(event.lock_id, type, event.occurred_at));
    opened = event.type === 'door.opened' ? event : null;
    const door = loaded.doorsByLock.get(event.lock_id);
    if (door) door.last_event_at = Math.max(door.last_event_at ?? 0, event.occurred_at);
  }
}

/** How far a tie is looked for; a gateway cannot make more events of one type for one door in as many milliseconds. */
const TIE_SEARCH_MS = 1_000;

const slot = (lockId: number, type: string, at: number): string => `${lockId}/${type}/${at}`;
const time = (at: number | null): string | null => (at === null ? null : toTimestamp(at));

/** Only what the statement writes: the rest of the loaded row need not travel. */
function toDoorRow(door: DoorRow) {
  const {
    lock_id,
    contact,
    contact_wired,
    exit_button_wired,
    hold_relay_wired,
    strike_on,
    hold_on,
    evidence,
    hold,
  } = door;
  return {
    lock_id,
    contact,
    contact_wired,
    exit_button_wired,
    hold_relay_wired,
    strike_on,
    hold_on,
    evidence,
    hold,
    last_event_at: time(door.last_event_at),
    due_at: time(door.due_at),
  };
}

function toGatewayRow(
  gateway: GatewayRow,
  news: { heartbeat?: HeartbeatNews; birth?: { agent: string; clock: string } },
) {
  return {
    ...gateway,
    online_since: time(gateway.online_since),
    last_heard_at: time(gateway.last_heard_at),
    offline_due_at: time(gateway.offline_due_at),
    heartbeat: news.heartbeat ?? null,
    agent: news.birth?.agent ?? null,
    clock: news.heartbeat?.clock ?? news.birth?.clock ?? null,
  };
}

function toCommandRow(command: CommandRow) {
  return {
    ...command,
    switched_at: time(command.switched_at),
    confirmed_at: time(command.confirmed_at),
    failed_at: time(command.failed_at),
    due_at: time(command.due_at),
  };
}

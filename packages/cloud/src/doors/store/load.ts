import type { PoolClient } from 'pg';
import * as sql from '../../database/statement.js';
import { doorKey, markKey } from '../apply.rules.js';
import type { CommandRow, DoorRow, GatewayRow, Loaded, MarkRow, Wanted } from '../apply.types.js';
import type { UnlockFacts } from '../evidence/evidence.rules.js';
import { loadReaders } from './readers.js';

/* What `apply` decides on, loaded and locked in one statement; readers of a locking system in two more. */

type Times<T, K extends keyof T> = Omit<T, K> & Record<K, string | null>;
/** Of what is read ahead. */
type Versioned = { version?: string };
type RawGateway = Versioned & Times<GatewayRow, 'online_since' | 'last_heard_at' | 'offline_due_at'>;
type RawDoor = Versioned & Times<DoorRow, 'last_event_at' | 'due_at' | 'last_heard_at'>;
type RawCommand = Versioned &
  Omit<
    Times<Omit<CommandRow, 'facts'>, 'switched_at' | 'confirmed_at' | 'failed_at' | 'due_at'>,
    'requested_at'
  > &
  Omit<UnlockFacts, 'command_id'> & { requested_at: string };

export const COMMAND =
  'command c left join api_key k on k.id = c.api_key_id left join access_key x on x.id = c.key_id';
export const DOOR = 'door_state s join lock l on l.id = s.lock_id join location o on o.id = l.location_id';
export const SUBSCRIBED = `status = 'active' and deleted_at is null`;
/** Of a row with what is read with it: any write gives a row another `xmin`. Keys change for reasons of their own. */
export const VERSION = {
  gateway: 'g.xmin::text',
  command: 'json_build_array(c.xmin, k.name, x.name, x.manager)::text',
  door: 'json_build_array(s.xmin, l.xmin, o.xmin)::text',
};

/**
 * Rows are locked in the order of their keys, so that two groups never wait for each other. What is locked is named by
 * lists alone: PostgreSQL judges a row anew that it has waited for, and leaves some out where a join names it. The
 * gateway of a door that is looked at is locked too: a row that is only read shows how it was before its door was waited
 * for. What is read `ahead` is not locked, and carries the versions of its rows instead.
 */
const loadStatement = (
  name: string,
  { gateways, locks, ahead = false }: { gateways: string; locks: string; ahead?: boolean },
) => {
  const locked = (how: string) => (ahead ? '' : `for ${how}`);
  const version = (sql: string) => (ahead ? `, ${sql} as version` : '');
  return sql.statement(
    name,
    `with g as (
     select id, account_id, online, online_since, last_heard_at, session, connection, offline_due_at, boot,
            birth_mono_ms, moved_from${version(VERSION.gateway)}
     from gateway g
     where id = any(array(${gateways}))
     order by id ${locked('no key update')}
   ), m as (
     select m.gateway_id, m.journal, m.last_seq from journal_mark m
     where m.gateway_id = any($2::uuid[]) and (m.gateway_id, m.journal) in (select * from unnest($2::uuid[], $3::uuid[]))
     order by m.gateway_id, m.journal ${locked('update')}
   ), c as (
     select c.id, c.type, c.lock_id, c.gateway_id, c.status, c.reason, c.requested_at, c.switched_at, c.confirmed_at, c.failed_at,
            c.due_at, c.api_key_id, c.person_id, c.key_id, k.name as api_key_name, x.name as key_name, x.manager as key_arms
            ${version(VERSION.command)}
     from ${COMMAND}
     where c.id = any($4::uuid[])
       and c.requested_at >= case when $4::uuid[] = '{}' then 'infinity'::timestamptz else '-infinity'::timestamptz end
     order by c.id ${locked('update of c')}
   ), s as (
     select s.*${ahead ? ', s.xmin' : ''} from door_state s
     where s.lock_id = any(array(
       ${locks}))
     order by s.lock_id ${locked('update')}
   ), d as (
     select s.lock_id, l.account_id, l.location_id, l.gateway_id, l.door, s.contact, s.contact_wired, s.exit_button_wired,
            s.hold_relay_wired, s.strike_on, s.hold_on, s.evidence, s.last_event_at, s.hold, s.due_at, l.left_open_ms,
            l.toggle_policy, coalesce(l.schedule_in_force, l.schedule) schedule, l.name, l.place, o.name location_name, o.timezone,
            case when g.id is null then w.online else g.online end online,
            case when g.id is null then w.session else g.session end session,
            case when g.id is null then w.last_heard_at else g.last_heard_at end last_heard_at${version(VERSION.door)}
     from s join lock l on l.id = s.lock_id join location o on o.id = l.location_id
     join gateway w on w.id = l.gateway_id left join g on g.id = l.gateway_id
     order by s.lock_id
   )
   select (select json_agg(g) from g where g.id = any($1::uuid[])) gateways, (select json_agg(m) from m) marks,
          (select json_agg(c) from c) commands, (select json_agg(d) from d) doors,
          array(select distinct account_id from subscription where ${SUBSCRIBED}) subscribed,
          array(select account_id from account_move) moving`,
    {
      gateways: sql.orNull(sql.json<RawGateway[]>()),
      marks: sql.orNull(sql.json<MarkRow[]>()),
      commands: sql.orNull(sql.json<RawCommand[]>()),
      doors: sql.orNull(sql.json<RawDoor[]>()),
      subscribed: sql.arrayOf(sql.int),
      moving: sql.arrayOf(sql.int),
    },
    { brief: ahead },
  );
};

const NAMED = {
  gateways: 'select unnest($1::uuid[])',
  locks: `select l2.id from lock l2 join unnest($5::uuid[], $6::int[]) d(g, n) on l2.gateway_id = d.g and l2.door = d.n
         where l2.gateway_id = any($5::uuid[])
       union all select c.lock_id from c`,
};
/** Of records of doors and results of commands, which is what most groups are made of: what is not asked costs nothing. */
const LOAD_NAMED = loadStatement('apply-load-named', NAMED);
export const LOAD_AHEAD = loadStatement('apply-load-ahead', { ...NAMED, ahead: true });
const LOAD = loadStatement('apply-load', {
  gateways: `${NAMED.gateways} union select gateway_id from lock where id = any($8::int[])`,
  locks: `${NAMED.locks}
       union all select l3.id from lock l3 where l3.gateway_id = any($7::uuid[])
       union all select unnest($8::int[])
       union all select l4.id from lock l4 join g on g.id = l4.gateway_id
         where g.id = any($9::uuid[]) and g.online is not true`,
});

export async function load(client: PoolClient, wanted: Wanted): Promise<Loaded> {
  const readers = await loadReaders(client, wanted.readerLockIds);
  const { wholeGatewayIds, lockIds, awakeGatewayIds } = wanted;
  const more = [wholeGatewayIds, lockIds, awakeGatewayIds];
  const row = more.every((ids) => ids.length === 0)
    ? await LOAD_NAMED.one(client, namedIn(wanted))
    : await LOAD.one(client, [...namedIn(wanted), ...more]);
  return toLoaded(row, readers);
}

export const namedIn = ({ gatewayIds, marks, commandIds, doors }: Wanted) => [
  gatewayIds,
  marks.map((mark) => mark.gateway_id),
  marks.map((mark) => mark.journal),
  commandIds,
  doors.map((door) => door.gateway_id),
  doors.map((door) => door.door),
];

export function toLoaded(row: sql.Row<typeof LOAD>, readers: Loaded['readers']): Loaded {
  const gateways: GatewayRow[] = (row.gateways ?? []).map((gateway) => ({
    ...gateway,
    online_since: milliseconds(gateway.online_since),
    last_heard_at: milliseconds(gateway.last_heard_at),
    offline_due_at: milliseconds(gateway.offline_due_at),
  }));
  const doors: DoorRow[] = (row.doors ?? []).map((door) => ({
    ...door,
    last_event_at: milliseconds(door.last_event_at),
    due_at: milliseconds(door.due_at),
    last_heard_at: milliseconds(door.last_heard_at),
  }));
  const commands: CommandRow[] = (row.commands ?? []).map(toCommand);
  return {
    gateways: new Map(gateways.map((gateway) => [gateway.id, gateway])),
    doors: new Map(doors.map((door) => [doorKey(door.gateway_id, door.door), door])),
    doorsByLock: new Map(doors.map((door) => [door.lock_id, door])),
    commands: new Map(commands.map((command) => [command.id, command])),
    marks: new Map((row.marks ?? []).map((mark) => [markKey(mark.gateway_id, mark.journal), mark])),
    readers,
    subscribed: new Set(row.subscribed),
    moving: new Set(row.moving),
  };
}

function toCommand({ api_key_id, person_id, key_id, ...command }: RawCommand): CommandRow {
  return {
    ...command,
    requested_at: Date.parse(command.requested_at),
    switched_at: milliseconds(command.switched_at),
    confirmed_at: milliseconds(command.confirmed_at),
    failed_at: milliseconds(command.failed_at),
    due_at: milliseconds(command.due_at),
    facts: { command_id: command.id, api_key_id, person_id, key_id },
  };
}

const milliseconds = (time: string | null): number | null => (time === null ? null : Date.parse(time));

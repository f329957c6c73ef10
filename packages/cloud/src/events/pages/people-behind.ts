import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../../database/statement.js';
import * as sql from '../../database/statement.js';

const USERS = sql.statement(
  'users-behind-events',
  `select e.id as event_id, u.id, u.name from event e
   join command c on c.lock_id = e.lock_id and c.requested_at > e.occurred_at - interval '1 minute'
     and c.requested_at < e.occurred_at + interval '1 minute' and c.switched_at = e.occurred_at
     and c.requested_at between $2::timestamptz - interval '1 minute' and $3::timestamptz + interval '1 minute'
   join account_user u on u.id = c.user_id
   where e.id = any($1::bigint[]) and e.occurred_at between $2 and $3 and e.type = 'access.granted'
   union all
   select e.id, u.id, u.name from event e
   join lateral (
     select min(c.user_id::text)::uuid as user_id from command c
     where c.lock_id = e.lock_id and c.requested_at > e.occurred_at - interval '1 minute'
       and c.requested_at < e.occurred_at + interval '1 minute' and c.user_id is not null
       and c.requested_at between $2::timestamptz - interval '1 minute' and $3::timestamptz + interval '1 minute'
       and case when e.type = 'lock.hold_open.ended' then c.mode in ('auto', 'closed')
                else c.mode = 'stay_open' or c.type = 'unlock' end
     having count(distinct c.user_id) = 1
   ) c on true
   join account_user u on u.id = c.user_id
   where e.id = any($1::bigint[]) and e.occurred_at between $2 and $3 and e.type in ('lock.hold_open.started', 'lock.hold_open.ended')
     and e.actor ->> 'type' = 'manager'`,
  { event_id: sql.bigint, id: sql.uuid, name: sql.text },
);

const ACKNOWLEDGEMENTS = sql.statement(
  'alarm-acknowledgements',
  'select event_id, user_name, acknowledged_at from alarm_acknowledgement where event_id = any($1::bigint[])',
  { event_id: sql.bigint, user_name: sql.text, acknowledged_at: sql.time },
);

/**
 * The user whose unlock or door mode made each of these events: the interface does not name users, the pages do. Of a hold
 * only where no one else gave such a command at the same time.
 */
export async function usersBehind(
  database: Database,
  events: readonly { id: number; occurred_at: Date }[],
): Promise<Map<number, { id: string; name: string }>> {
  if (events.length === 0) return new Map();
  const times = events.map((event) => event.occurred_at.getTime());
  const span = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const rows = await USERS.rows(database, [events.map((event) => event.id), ...span]);
  return new Map(rows.map(({ event_id, id, name }) => [event_id, { id, name }]));
}

/** Who acknowledged which of these alarms. */
export async function acknowledgements(
  database: Database,
  eventIds: readonly number[],
): Promise<Map<number, { by: string; at: string }>> {
  const rows = await ACKNOWLEDGEMENTS.rows(database, [eventIds]);
  return new Map(
    rows.map((row) => [row.event_id, { by: row.user_name, at: toTimestamp(row.acknowledged_at.getTime()) }]),
  );
}

import type { Pool } from 'pg';
import * as sql from '../database/statement.js';
import { FROM_RECEIVERS, INTO_DELIVERY, receiversOf } from './enqueue.js';

/*
 * Deliveries of large writes, as when a gateway comes back with what it recorded. The write keeps its events and their
 * receivers in one row for each hundred events; the worker makes the deliveries of one row at a time behind it, so that
 * recording does not wait for as many rows as there are receivers.
 */

/** A write of more events is large. */
export const MAX_AT_ONCE = 8;
const EVENTS_IN_A_ROW = 100;

/** An event, whose id is its place among those of the write. */
export interface OutgoingEvent {
  type: string;
  location_id: number;
  lock_id: number;
  person_id: string | null;
  key_id: number | null;
  api_key_id: number | null;
  /** Undefined where no one is to hear of it. */
  data: unknown;
}

/** The value of the parameter that `insertOutgoing` names. */
export function outgoingRows(events: readonly OutgoingEvent[]): string[] {
  const rows: string[] = [];
  for (let from = 0; from < events.length; from += EVENTS_IN_A_ROW)
    rows.push(JSON.stringify(events.slice(from, from + EVENTS_IN_A_ROW)));
  return rows;
}

/**
 * SQL: keeps the events `made`, whose ids rise in the order of `parameter` (`outgoingRows`).
 * @param now a parameter: when the deliveries are created
 */
export const insertOutgoing = (made: string, parameter: string, now: string): string => `
  insert into outgoing (ids, events, receivers, created_at)
  select all_of.ids[(c.n - 1) * ${EVENTS_IN_A_ROW} + 1 : c.n * ${EVENTS_IN_A_ROW}], c.events, all_of.receivers, ${now}
  from unnest(${parameter}::json[]) with ordinality c(events, n)
    cross join (
      select (select array_agg(id order by id) from ${made}) as ids,
             (select json_agg(r) from (${receiversOf(made)}) r) as receivers
    ) all_of
  where all_of.receivers is not null`;

/**
 * SQL: the data of event `v`, with the names of people and keys as they are now: history keeps ids, and what was erased
 * shows as null.
 */
export const NAMED_DATA = `
  case when not v.data ? 'person' then v.data else v.data || jsonb_build_object('id', v.id,
    'person', case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'email', p.email) end,
    'key', case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end,
    'api_key', case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end)
  end`;
export const NAMES = `
  left join person p on p.id = v.person_id
  left join access_key k on k.id = v.key_id
  left join api_key a on a.id = v.api_key_id`;

const SPREAD = sql.statement(
  'webhooks-spread',
  `with taken as (
     delete from outgoing where id = (select id from outgoing order by id limit 1 for update skip locked)
     returning ids, events, receivers, created_at
   ),
   v as materialized (
     select t.ids[x.n] as id, x.*, t.created_at
     from taken t cross join lateral rows from (
       json_to_recordset(t.events) as (type text, location_id int, lock_id int, person_id uuid, key_id int, api_key_id int, data jsonb)
     ) with ordinality as x(type, location_id, lock_id, person_id, key_id, api_key_id, data, n)
   ),
   e as materialized (
     select v.id::text as event_id, v.type, v.location_id, v.lock_id, v.created_at,
            case when n.id is null then ${NAMED_DATA} else jsonb_set(${NAMED_DATA}, '{actor,key,name}', to_jsonb(n.name))
            end as data
     from v ${NAMES}
     left join access_key n on n.id = (v.data #>> '{actor,key,id}')::int
     where v.data is not null
   ),
   receiver as materialized (
     select r.* from taken t cross join lateral json_to_recordset(t.receivers) as r(location_id int, type text, id uuid, lock_ids int[])
   )
   ${INTO_DELIVERY} ${FROM_RECEIVERS}`,
);

/** Makes the deliveries of the oldest kept row that no other process takes now; returns their number, 0 where none is left. */
export const spreadOutgoing = (pool: Pool): Promise<number> => SPREAD.count(pool);

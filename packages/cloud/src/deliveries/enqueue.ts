import type { PoolClient } from 'pg';
import * as sql from '../database/statement.js';

/** An event of a person, a key or an emergency: it has no row of its own, only its change and its deliveries. */
export interface EnqueuedEvent {
  type: string;
  location_id: number;
  /** What the envelope carries as `data`. */
  data: object;
  /** When the deliveries are created: now. */
  created_at: Date;
}

/** Once for all rows of a statement, as it stands in a query of its own. */
const TIME = `(select regexp_replace(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0'), '^.{8}', '\\&-') || '-7')`;

/**
 * SQL: a random UUID that begins with the time of the transaction (RFC 9562, version 7), so that new ones go to the end
 * of an index, and what is written together stands together in it.
 */
export const TIME_FIRST_ID = `(${TIME} || substr(gen_random_uuid()::text, 16))::uuid`;

/**
 * SQL: the place of a change among all. Readers rely on the transaction's number being given before it (changes/).
 */
export const NEXT_CHANGE = "case when pg_current_xact_id() is not null then nextval('event_id_seq') end";

/** SQL: the changes of the events `e`, which have no rows of their own, in the order of their `number`. */
export const INSERT_CHANGES = `
insert into change (account_id, seq, location_id, type, occurred_at, recorded_at, id, data)
select o.account_id, ${NEXT_CHANGE}, e.location_id, e.type,
  coalesce((e.data ->> 'occurred_at')::timestamptz, e.created_at), e.created_at, e.event_id::uuid, e.data
from e join location o on o.id = e.location_id
order by e.number`;

/**
 * SQL: who receives what of `events`, found once for all of one type at one location; `lock_ids` of those who receive
 * events of these locks alone.
 */
export const receiversOf = (events: string): string => `
  select o.location_id, o.type, s.id, case when not w.is_whole then s.lock_ids end as lock_ids
  from (select distinct location_id, type from ${events}) o
  join location_ancestor a on a.location_id = o.location_id
  join subscription s on s.location_id = a.ancestor_id
  cross join lateral (select case
    when s.lock_ids = '{}' and s.location_ids = '{}' then true
    when s.location_ids = '{}' then false
    else exists (select from location_ancestor p where p.location_id = o.location_id and p.ancestor_id = any(s.location_ids))
    end as is_whole) w
  where s.status = 'active' and s.deleted_at is null and (o.type = any(s.events) or '*' = any(s.events))
    and (w.is_whole or s.lock_ids <> '{}')`;

export const INTO_DELIVERY =
  'insert into delivery (id, subscription_id, event_type, event_id, next_attempt_at, created_at, payload)';

/** SQL: a delivery for each receiver of each of the events `e`, of which those of doors have a `lock_id`. */
export const FROM_RECEIVERS = `
select ${TIME_FIRST_ID}, r.id, e.type, e.event_id, e.created_at, e.created_at, e.data
from e join receiver r on r.location_id = e.location_id and r.type = e.type
  and (r.lock_ids is null or e.lock_id = any(r.lock_ids))`;

/** The writing of the deliveries of events `e`, for a statement that makes these events itself. */
export const INSERT_DELIVERIES = `${INTO_DELIVERY}
with receiver as materialized (${receiversOf('e')})
${FROM_RECEIVERS}`;

/** What was written, for those who wake others after the commit. */
export interface Enqueued {
  deliveries: number;
  /** Accounts with changes. */
  accounts: readonly number[];
}

/** Writes the changes and deliveries of the events $1, JSON of `EnqueuedEvent`, behind a WITH. */
export const ENQUEUE_EVENTS = `e as materialized (
  select gen_random_uuid()::text as event_id, x.type, x.location_id, null::int as lock_id, x.data, x.created_at, x.number
  from rows from (json_to_recordset($1::json) as (type text, location_id int, data jsonb, created_at timestamptz))
    with ordinality as x(type, location_id, data, created_at, number)
), ch as (${INSERT_CHANGES} returning account_id
), y as (${INSERT_DELIVERIES} returning 1
)
select (select count(*) from y)::int as deliveries, array(select distinct account_id from ch) as accounts`;
export const ENQUEUED = { deliveries: sql.present(sql.int), accounts: sql.arrayOf(sql.int) };
const ENQUEUE = sql.statement('webhooks-enqueue', `with ${ENQUEUE_EVENTS}`, ENQUEUED);

/**
 * Writes, in the transaction of the events themselves, their changes, and one delivery for every subscription that wants one: active,
 * at the event's location or above it, naming its type or `*`, and not meant for other locks or locations. One statement however many events.
 * After the commit the caller nudges `delivery` when the number of deliveries returned is not 0, and
 * `change` for each account.
 */
export async function enqueueDeliveries(
  client: PoolClient,
  events: readonly EnqueuedEvent[],
): Promise<Enqueued> {
  return events.length === 0
    ? { deliveries: 0, accounts: [] }
    : ENQUEUE.one(client, [JSON.stringify(events)]);
}

import type { Pool } from 'pg';
import { KEEP_PLANS, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import type { Claim, ClaimedDelivery } from './store.js';

/* Which deliveries are sent next. */

/** Below any id: where a round begins. */
export const FIRST_SUBSCRIPTION = '00000000-0000-0000-0000-000000000000';

/**
 * Subscriptions beyond $1 with a waiting delivery, found by steps through the index: one each, not one a row, in
 * the order of `delivery_turns`, so that the planner never walks through the history instead.
 */
const IN_TURN = 'order by d.subscription_id, d.status, d.next_attempt_at, d.id limit 1';
const WAITING = `
waiting as (
  (select d.subscription_id from delivery d
   where d.next_attempt_at is not null and d.subscription_id > $1 ${IN_TURN})
  union all
  select (select d.subscription_id from delivery d
          where d.next_attempt_at is not null and d.subscription_id > w.subscription_id ${IN_TURN})
  from waiting w where w.subscription_id is not null
)`;

export const NEXT_WAITING = sql.statement(
  'webhooks-waiting',
  `with recursive ${WAITING} select subscription_id as id from waiting where subscription_id is not null limit $2`,
  { id: sql.uuid },
);

/** The next subscriptions, in the order of their ids, with a waiting delivery, due or not. */
export async function waitingSubscriptions(pool: Pool, after: string, limit: number): Promise<string[]> {
  const rows = await NEXT_WAITING.rows(pool, [after, limit]);
  return rows.map(({ id }) => id);
}

/**
 * Claims by turns: the first attempt of every given subscription comes before the second of any. Retries come before first
 * attempts: if answers are slow, fewer new deliveries start, and started ones keep to their schedule. Rows that another
 * worker is claiming are skipped.
 *
 * What its cost depends on is forced, as a plan made while the table was small is kept: leases are read in the order of
 * their index, which drops the ends of dead rows that it meets, and `coalesce` lets the chosen rows be found by their key
 * only, not by a walk through all that waits.
 */
const CLAIM = sql.statement(
  'webhooks-claim',
  `with in_flight as materialized (
     select d.subscription_id, split_part(lower(s.url), '/', 3) as origin, s.failing_since is not null as failing,
            count(*) as count
     from (select subscription_id from delivery where lease_until > $1 order by lease_until) d
       join subscription s on s.id = d.subscription_id
     group by d.subscription_id, s.url, s.failing_since
   ),
   room as (
     select s.id, split_part(lower(s.url), '/', 3) as origin, s.failing_since is not null as failing,
            coalesce(f.count, 0) as busy, case when s.failing_since is null then $4::int else $8::int end as max_busy
     from subscription s left join in_flight f on f.subscription_id = s.id
     where s.id = any($7::uuid[]) and s.status = 'active' and s.deleted_at is null
   ),
   due as (
     select d.id, d.next_attempt_at, d.is_first, room.origin, room.failing, room.max_busy,
            room.busy + row_number() over (partition by room.id order by d.is_first, d.next_attempt_at, d.id) as turn
     from room cross join lateral (
       (select id, next_attempt_at, false as is_first from delivery
        where subscription_id = room.id and status = 'retrying' and next_attempt_at <= $1
          and (lease_until is null or lease_until <= $1)
        order by next_attempt_at, id limit greatest(room.max_busy - room.busy, 0))
       union all
       (select id, next_attempt_at, true from delivery
        where subscription_id = room.id and status = 'pending' and next_attempt_at <= $1
          and (lease_until is null or lease_until <= $1)
        order by next_attempt_at, id limit greatest(room.max_busy - room.busy, 0))
     ) d
   ),
   ranked as (
     select due.*,
            row_number() over (partition by origin order by turn, is_first, next_attempt_at, id) as place_at_origin,
            row_number() over (partition by failing order by turn, is_first, next_attempt_at, id) as place_among_failing
     from due where turn <= max_busy
   ),
   chosen as (
     select id from ranked
     where place_at_origin <= $5::int - coalesce((select sum(count) from in_flight f where f.origin = ranked.origin), 0)
       and (not failing
            or place_among_failing <= $6::int - coalesce((select sum(count) from in_flight f where f.failing), 0))
     order by turn, is_first, next_attempt_at, id limit $3
   ),
   taken as (
     select id from delivery
     where id = any(array(select id from chosen)) and coalesce(next_attempt_at <= $1, false)
       and (lease_until is null or lease_until <= $1)
     for update skip locked
   )
   update delivery d set lease_until = $2
   from subscription s
   where d.id = any(array(select id from taken)) and s.id = d.subscription_id
   returning d.id, d.subscription_id, d.event_type, d.attempt, d.created_at, d.next_attempt_at,
     d.lease_until, d.payload, s.url, s.secret`,
  {
    id: sql.uuid,
    subscription_id: sql.uuid,
    event_type: sql.text,
    attempt: sql.int,
    created_at: sql.time,
    next_attempt_at: sql.present(sql.time),
    lease_until: sql.present(sql.time),
    payload: sql.json<unknown>(),
    url: sql.text,
    secret: sql.bytes,
  },
);

export function claimDue(pool: Pool, claim: Claim): Promise<ClaimedDelivery[]> {
  const values = [
    claim.now,
    claim.leaseUntil,
    claim.limit,
    claim.perSubscription,
    claim.perOrigin,
    claim.failing,
    claim.subscriptions,
    claim.perFailing,
  ];
  return transaction(pool, (client, last) => last(CLAIM.rows(client, values)), { begin: KEEP_PLANS });
}

const NEXT = sql.statement(
  'webhooks-next',
  `select least(
     (select next_attempt_at from delivery where next_attempt_at > $1 order by next_attempt_at limit 1),
     (select min(lease_until) from delivery where lease_until > $1)
   ) as at`,
  { at: sql.orNull(sql.time) },
);

/** When something becomes due, or a lease runs out, after `now`; Unix milliseconds, or null. */
export async function nextDueAt(pool: Pool, now: Date): Promise<number | null> {
  return (await NEXT.one(pool, [now])).at?.getTime() ?? null;
}

const STRAYS = sql.statement(
  'webhooks-strays',
  `with recursive ${WAITING}
   select s.id from waiting w join subscription s on s.id = w.subscription_id
   where s.status <> 'active' or s.deleted_at is not null`,
  { id: sql.uuid },
);

/** Subscriptions, paused or deleted, with a waiting delivery. */
export async function subscriptionsWithStrays(pool: Pool): Promise<string[]> {
  return (await STRAYS.rows(pool, [FIRST_SUBSCRIPTION])).map(({ id }) => id);
}

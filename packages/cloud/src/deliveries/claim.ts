import type { Pool } from 'pg';
import { KEEP_PLANS_OF_MANY, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { inTurn } from './leases.js';
import type { Format } from './signature.rules.js';
import { type Claim, type ClaimedDelivery, SHARES } from './store.js';

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
 * attempts: if answers are slow, fewer new deliveries start, and started ones keep to their schedule.
 *
 * It runs in turn (`inTurn`), and writes leases only: a claim changes no delivery, and so waits for no disk. A slot that
 * is free, or whose lease has run out, is used again. A plan made while the table was small is kept: so each chosen row is
 * read at its place (`ctid`), which the statement's snapshot keeps, and free slots are counted off in an array, not joined.
 */
const CLAIM = sql.statement(
  'webhooks-claim',
  `with live as materialized (
     select delivery_id, subscription_id, shares from delivery_lease where lease_until > $1
   ),
   in_flight as materialized (
     select s.id as subscription_id, split_part(lower(s.url), '/', 3) as origin, s.failing_since is not null as failing,
            l.count, l.shares
     from (select subscription_id, count(*), sum(shares) as shares from live group by subscription_id) l
       join subscription s on s.id = l.subscription_id
   ),
   origins as (select origin, sum(shares) as shares from in_flight group by origin),
   room as (
     select s.id, split_part(lower(s.url), '/', 3) as origin, s.failing_since is not null as failing,
            case when turn.fast and s.failing_since is null then 1 else ${SHARES} end as shares,
            coalesce(f.count, 0) as busy, coalesce(o.shares, 0) as origin_busy,
            case when s.failing_since is not null then $8::int when turn.fast then $4::int * ${SHARES} else $4 end as max_busy
     from unnest($7::uuid[], $9::bool[]) as turn(id, fast) join subscription s on s.id = turn.id
       left join in_flight f on f.subscription_id = s.id left join origins o on o.origin = split_part(lower(s.url), '/', 3)
     where s.status = 'active' and s.deleted_at is null
   ),
   due as (
     select d.tid, d.id, d.next_attempt_at, d.is_first, room.origin, room.origin_busy, room.failing, room.shares, room.max_busy,
            room.busy + row_number() over (partition by room.id order by d.is_first, d.next_attempt_at, d.id) as turn
     from room cross join lateral (
       (select ctid as tid, id, next_attempt_at, false as is_first from delivery
        where subscription_id = room.id and status = 'retrying' and next_attempt_at <= $1
          and id not in (select delivery_id from live)
        order by next_attempt_at, id limit greatest(room.max_busy - room.busy, 0))
       union all
       (select ctid, id, next_attempt_at, true from delivery
        where subscription_id = room.id and status = 'pending' and next_attempt_at <= $1
          and id not in (select delivery_id from live)
        order by next_attempt_at, id limit greatest(room.max_busy - room.busy, 0))
     ) d
   ),
   ranked as (
     select due.*, sum(shares) over (partition by origin order by turn, is_first, next_attempt_at, id) as at_origin,
            row_number() over (partition by failing order by turn, is_first, next_attempt_at, id) as place_among_failing
     from due where turn <= max_busy
   ),
   fitting as (
     select tid, shares, sum(shares) over (order by turn, is_first, next_attempt_at, id) as total from ranked
     where at_origin <= $5::int * ${SHARES} - origin_busy
       and (not failing
            or place_among_failing <= $6::int - coalesce((select sum(count) from in_flight f where f.failing), 0))
   ),
   chosen as materialized (select tid, shares from fitting where total <= $3::int),
   claimed as materialized (
     select d.id, d.subscription_id, d.event_type, d.attempt, d.created_at, d.next_attempt_at, d.payload, s.url, s.format,
            s.secret, case when s.previous_secret_until > $1 then s.previous_secret end as previous_secret, c.shares,
            row_number() over () as number
     from chosen c join delivery d on d.ctid = c.tid join subscription s on s.id = d.subscription_id
   ),
   free as materialized (
     select coalesce(array_agg(slot), '{}') as slots from (
       select slot from delivery_lease where lease_until is null or lease_until <= $1
       limit (select count(*) from claimed)
     ) f
   ),
   taken as (
     update delivery_lease l
     set delivery_id = c.id, subscription_id = c.subscription_id, shares = c.shares, lease_until = $2
     from claimed c cross join free where l.slot = free.slots[c.number]
   ),
   added as (
     insert into delivery_lease (slot, delivery_id, subscription_id, shares, lease_until)
     select (select coalesce(max(slot), 0) from delivery_lease) + row_number() over (), c.id, c.subscription_id, c.shares, $2
     from claimed c cross join free where c.number > cardinality(free.slots)
   )
   select id, subscription_id, event_type, attempt, created_at, next_attempt_at, shares, payload, url, format, secret,
     previous_secret
   from claimed`,
  {
    id: sql.uuid,
    subscription_id: sql.uuid,
    event_type: sql.text,
    attempt: sql.int,
    created_at: sql.time,
    next_attempt_at: sql.present(sql.time),
    shares: sql.present(sql.int),
    payload: sql.json<unknown>(),
    url: sql.text,
    format: sql.narrow<Format>(sql.text),
    secret: sql.bytes,
    previous_secret: sql.orNull(sql.bytes),
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
    claim.subscriptions.map(({ id }) => id),
    claim.perFailing,
    claim.subscriptions.map(({ fast }) => fast),
  ];
  return transaction(
    pool,
    async (client, last) => {
      const [, claimed] = await Promise.all([inTurn(client), last(() => CLAIM.rows(client, values))]);
      return claimed.map((row) => Object.assign(row, { lease_until: claim.leaseUntil }));
    },
    { begin: KEEP_PLANS_OF_MANY },
  );
}

const NEXT = sql.statement(
  'webhooks-next',
  `select least(
     (select next_attempt_at from delivery where next_attempt_at > $1 order by next_attempt_at limit 1),
     (select min(lease_until) from delivery_lease where lease_until > $1)
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

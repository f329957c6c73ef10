import type { Pool } from 'pg';
import { KEEP_PLANS_OF_MANY, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { claimDue, nextDueAt, subscriptionsWithStrays, waitingSubscriptions } from './claim.js';
import { endedFrom, INTO_ENDED } from './ended.js';
import { giveUpWaiting } from './give-up.js';
import { FREE, handBack } from './leases.js';
import { spreadOutgoing } from './outgoing.js';
import type { DeliveryStore, SubscriptionRow } from './store.js';

/* Deliveries in PostgreSQL. */

/** In the order of their ids, as every writer of several takes them, so that no two can deadlock. */
const LOCK_SUBSCRIPTIONS = sql.statement(
  'webhooks-lock-subscriptions',
  `select id, status, deleted_at, failing_since from subscription
   where id = any($1::uuid[]) order by id for no key update`,
  {
    id: sql.uuid,
    status: sql.narrow<SubscriptionRow['status']>(sql.text),
    deleted_at: sql.orNull(sql.time),
    failing_since: sql.orNull(sql.time),
  },
);

/**
 * Outcomes, of those that end ($2) and of those that wait again ($3), and the ends of their leases. The first outcome of an attempt counts: where a lease ran out and another worker
 * sent the same attempt again, the later of the two finds the attempt counted.
 */
const OUTCOME = {
  status: 'x.status',
  attempt: 'x.attempt',
  response_status: 'x.response_status',
  last_error: 'x.last_error',
  delivered_at: 'x.delivered_at',
};
const WRITE_DELIVERIES = sql.statement(
  'webhooks-write-outcomes',
  `with x as materialized (
     select * from json_to_recordset($1::json) as x(id uuid, lease timestamptz, status text, attempt int,
       response_status int, last_error text, next_attempt_at timestamptz, delivered_at timestamptz)
   ),
   freed as (${FREE}),
   again as (
     update delivery d set status = x.status, attempt = x.attempt, response_status = x.response_status,
       last_error = x.last_error, next_attempt_at = x.next_attempt_at
     from x
     where d.id = any($3::uuid[]) and d.id = x.id and d.attempt = x.attempt - 1 and d.next_attempt_at is not null),
   ended as (
     delete from delivery d using x
     where d.id = any($2::uuid[]) and d.id = x.id and d.attempt = x.attempt - 1 and d.next_attempt_at is not null
     returning ${endedFrom('d', OUTCOME)})
   ${INTO_ENDED} select * from ended`,
);
const WRITE_SUBSCRIPTIONS = sql.statement(
  'webhooks-write-subscriptions',
  `update subscription s set status = x.status, failing_since = x.failing_since,
     last_delivery_at = greatest(s.last_delivery_at, x.last_delivery_at)
   from json_to_recordset($1::json) as x(id uuid, status text, failing_since timestamptz, last_delivery_at timestamptz)
   where s.id = x.id`,
);

export function postgresDeliveries(pool: Pool): DeliveryStore {
  return {
    waiting: (after, limit) => waitingSubscriptions(pool, after, limit),
    claim: (claim) => claimDue(pool, claim),
    spread: () => spreadOutgoing(pool),
    nextAt: (now) => nextDueAt(pool, now),
    strays: () => subscriptionsWithStrays(pool),
    giveUp: (subscriptionId, now) => giveUpWaiting(pool, subscriptionId, now),
    handBack: (deliveries) => handBack(pool, deliveries),
    record: (subscriptionIds, judge, onAutoPaused) =>
      transaction(
        pool,
        async (client, last) => {
          const recorded = judge(await LOCK_SUBSCRIPTIONS.rows(client, [subscriptionIds]));
          const { deliveries, subscriptions, paused } = recorded;
          if (paused.length > 0) await onAutoPaused?.(client, paused);
          const ids = (waiting: boolean) =>
            deliveries.flatMap(({ id, next_attempt_at }) =>
              (next_attempt_at !== null) === waiting ? [id] : [],
            );
          const written = WRITE_DELIVERIES.count(client, [JSON.stringify(deliveries), ids(false), ids(true)]);
          await Promise.all([
            written,
            last(() => WRITE_SUBSCRIPTIONS.count(client, [JSON.stringify(subscriptions)])),
          ]);
          return recorded;
        },
        { begin: KEEP_PLANS_OF_MANY },
      ),
  };
}

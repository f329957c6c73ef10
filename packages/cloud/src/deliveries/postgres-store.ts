import type { Pool, PoolClient } from 'pg';
import { transaction } from '../context.js';
import { handBack } from '../queue/hand-back.js';
import { claimDue, nextDueAt, subscriptionsWithStrays, waitingSubscriptions } from './claim.js';
import { giveUpWaiting } from './give-up.js';
import type { DeliveryStore, Recorded, SubscriptionRow } from './store.js';

/* Deliveries in PostgreSQL. */

export function postgresDeliveries(pool: Pool): DeliveryStore {
  return {
    waiting: (after, limit) => waitingSubscriptions(pool, after, limit),
    claim: (claim) => claimDue(pool, claim),
    nextAt: (now) => nextDueAt(pool, now),
    strays: () => subscriptionsWithStrays(pool),
    giveUp: (subscriptionId, now) => giveUpWaiting(pool, subscriptionId, now),
    handBack: (deliveries) => handBack(pool, 'delivery', deliveries),
    record: (subscriptionIds, judge, onAutoPaused) =>
      transaction(pool, async (client) => {
        const recorded = judge(await lockSubscriptions(client, subscriptionIds));
        await writeDeliveries(client, recorded.deliveries);
        await writeSubscriptions(client, recorded.subscriptions);
        if (recorded.paused.length > 0) await onAutoPaused?.(client, recorded.paused);
        return recorded;
      }),
  };
}

/** In the order of their ids, as every writer of several takes them, so that no two can deadlock. */
async function lockSubscriptions(client: PoolClient, ids: readonly string[]): Promise<SubscriptionRow[]> {
  const { rows } = await client.query<SubscriptionRow>({
    name: 'webhooks-lock-subscriptions',
    text: `select id, status, deleted_at, failing_since from subscription
      where id = any($1::uuid[]) order by id for no key update`,
    values: [ids],
  });
  return rows;
}

async function writeDeliveries(client: PoolClient, rows: Recorded['deliveries']): Promise<void> {
  await client.query({
    name: 'webhooks-write-outcomes',
    text: `update delivery d set status = x.status, attempt = x.attempt, response_status = x.response_status,
        last_error = x.last_error, next_attempt_at = x.next_attempt_at, delivered_at = x.delivered_at, lease_until = null
      from json_to_recordset($1::json) as x(id uuid, lease timestamptz, status text, attempt int, response_status int,
        last_error text, next_attempt_at timestamptz, delivered_at timestamptz)
      where d.id = x.id and d.lease_until = x.lease`,
    values: [JSON.stringify(rows)],
  });
}

async function writeSubscriptions(client: PoolClient, rows: Recorded['subscriptions']): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'webhooks-write-subscriptions',
    text: `update subscription s set status = x.status, failing_since = x.failing_since,
        last_delivery_at = greatest(s.last_delivery_at, x.last_delivery_at)
      from json_to_recordset($1::json) as x(id uuid, status text, failing_since timestamptz, last_delivery_at timestamptz)
      where s.id = x.id`,
    values: [JSON.stringify(rows)],
  });
}

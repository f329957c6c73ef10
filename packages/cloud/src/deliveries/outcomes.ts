import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import type { Finished } from '../queue/leased-queue.js';
import type { ClaimedDelivery } from './claim.js';
import { giveUpWaiting } from './give-up.js';
import { decideAttempt, type SubscriptionState } from './ladder.rules.js';
import type { AttemptOutcome } from './send.js';

export type FinishedAttempt = Finished<ClaimedDelivery, AttemptOutcome>;

/** A subscription that 24 hours of failure have just paused. */
export interface AutoPaused {
  id: string;
  failing_since: number;
}

/** Runs in the transaction that pauses: what it writes is written if and only if the pause is. */
export type OnAutoPaused = (client: PoolClient, paused: readonly AutoPaused[]) => Promise<void>;

interface SubscriptionRow extends SubscriptionState {
  id: string;
  last_delivery_at: number | null;
  changed: boolean;
  /** Start of the streak that has just paused it. */
  paused_for: number | null;
}

/** Writes what came of attempts, of any number of subscriptions, in one transaction of a handful of statements. */
export async function recordOutcomes(
  context: Context,
  finished: readonly FinishedAttempt[],
  onAutoPaused?: OnAutoPaused,
): Promise<void> {
  const paused = await transaction(context.pool, async (client) => {
    const rows = await lockSubscriptions(client, finished);
    const inOrder = finished.toSorted((a, b) => a.at - b.at);
    await writeDeliveries(
      client,
      inOrder.flatMap((one) => decide(one, rows)),
    );
    await writeSubscriptions(
      client,
      [...rows.values()].filter((row) => row.changed),
    );
    const pausedNow = [...rows.values()].flatMap(({ id, paused_for }) =>
      paused_for === null ? [] : [{ id, failing_since: paused_for }],
    );
    if (pausedNow.length > 0) await onAutoPaused?.(client, pausedNow);
    return pausedNow;
  });
  for (const { id, failing_since } of paused) {
    context.log.warn(
      { subscription_id: id, failing_since },
      'a webhook subscription was paused after 24 hours of failure',
    );
    await giveUpWaiting(context.pool, id, context.clock.now());
  }
}

/** In the order of their ids, as every writer of several takes them, so that no two can deadlock. */
async function lockSubscriptions(client: PoolClient, finished: readonly FinishedAttempt[]) {
  const ids = new Set(finished.map(({ row }) => row.subscription_id));
  const { rows } = await client.query<{
    id: string;
    status: 'active' | 'paused';
    deleted_at: Date | null;
    failing_since: Date | null;
  }>({
    name: 'webhooks-lock-subscriptions',
    text: `select id, status, deleted_at, failing_since from subscription
      where id = any($1::uuid[]) order by id for no key update`,
    values: [[...ids]],
  });
  return new Map(
    rows.map(({ id, status, deleted_at, failing_since }): [string, SubscriptionRow] => [
      id,
      {
        id,
        status,
        deleted: deleted_at !== null,
        failing_since: failing_since?.getTime() ?? null,
        last_delivery_at: null,
        changed: false,
        paused_for: null,
      },
    ]),
  );
}

function decide({ row: delivery, outcome, at }: FinishedAttempt, rows: Map<string, SubscriptionRow>) {
  const subscription = rows.get(delivery.subscription_id);
  if (!subscription) return [];
  // A ping itself is sent where it is asked for and never waits: what waits is an event or a redelivery.
  const { state, effects } = decideAttempt({ delivery, subscription }, outcome, { now: at, ping: false });
  const { status, failing_since } = state.subscription;
  if (outcome.ok) subscription.last_delivery_at = at;
  if (effects.includes('pause')) subscription.paused_for = failing_since;
  subscription.changed ||=
    outcome.ok || subscription.paused_for !== null || subscription.failing_since !== failing_since;
  Object.assign(subscription, { status, failing_since });
  return [
    {
      id: delivery.id,
      lease: delivery.lease_until,
      response_status: outcome.response_status,
      ...state.delivery,
      next_attempt_at: toDate(state.delivery.next_attempt_at),
      delivered_at: toDate(state.delivery.delivered_at),
    },
  ];
}

/** Only under the lease it was sent with: once that ran out and another worker took the delivery, the outcome is its. */
async function writeDeliveries(client: PoolClient, rows: object[]): Promise<void> {
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

async function writeSubscriptions(client: PoolClient, rows: SubscriptionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'webhooks-write-subscriptions',
    text: `update subscription s set status = x.status, failing_since = x.failing_since,
        last_delivery_at = greatest(s.last_delivery_at, x.last_delivery_at)
      from json_to_recordset($1::json) as x(id uuid, status text, failing_since timestamptz, last_delivery_at timestamptz)
      where s.id = x.id`,
    values: [
      JSON.stringify(
        rows.map(({ id, status, failing_since, last_delivery_at }) => ({
          id,
          status,
          failing_since: toDate(failing_since),
          last_delivery_at: toDate(last_delivery_at),
        })),
      ),
    ],
  });
}

const toDate = (at: number | null): Date | null => (at === null ? null : new Date(at));

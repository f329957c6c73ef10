import { toDate } from '@door-access/protocol';
import type { Context } from '../context.js';
import type { Finished } from '../queue/leased-queue.js';
import type { Metrics } from '../telemetry/metrics.js';
import { decideAttempt, type SubscriptionState } from './ladder.rules.js';
import type { AttemptOutcome } from './send.js';
import type { ClaimedDelivery, OnAutoPaused, Recorded, SubscriptionRow } from './store.js';

export type FinishedAttempt = Finished<ClaimedDelivery, AttemptOutcome>;

interface Subscription extends SubscriptionState {
  id: string;
  last_delivery_at: number | null;
  changed: boolean;
  /** Start of the streak that paused it. */
  paused_for: number | null;
}

/** Writes the outcomes of attempts, of any number of subscriptions, in one transaction. */
export async function recordOutcomes(
  context: Context,
  finished: readonly FinishedAttempt[],
  onAutoPaused?: OnAutoPaused,
): Promise<void> {
  const ids = new Set(finished.map(({ row }) => row.subscription_id));
  const { paused, deliveries } = await context.deliveries.record(
    [...ids],
    (rows) => decideAll(finished, rows),
    onAutoPaused,
  );
  if (context.metrics) countAttempts(context.metrics, finished, deliveries);
  for (const { id, failing_since } of paused) {
    context.log.warn(
      { subscription_id: id, failing_since },
      'a webhook subscription was paused after 24 hours of failure',
    );
    await context.deliveries.giveUp(id, context.clock.now());
  }
}

function countAttempts(
  metrics: Metrics,
  finished: readonly FinishedAttempt[],
  deliveries: Recorded['deliveries'],
): void {
  const created = new Map(finished.map(({ row }) => [row.id, row.created_at.getTime()]));
  for (const { id, status, attempt, delivered_at } of deliveries) {
    const since = created.get(id);
    const isFirst = delivered_at !== null && attempt === 1 && since !== undefined;
    metrics.attempted({
      outcome: status,
      seconds: isFirst ? (delivered_at.getTime() - since) / 1_000 : null,
    });
  }
}

function decideAll(finished: readonly FinishedAttempt[], rows: readonly SubscriptionRow[]): Recorded {
  const states = new Map(rows.map((row) => [row.id, stateOf(row)]));
  const inOrder = finished.toSorted((a, b) => a.at - b.at);
  const deliveries = inOrder.flatMap((one) => decide(one, states));
  const all = [...states.values()];
  return {
    deliveries,
    subscriptions: all
      .filter(({ changed }) => changed)
      .map(({ id, status, failing_since, last_delivery_at }) => ({
        id,
        status,
        failing_since: toDate(failing_since),
        last_delivery_at: toDate(last_delivery_at),
      })),
    paused: all.flatMap(({ id, paused_for }) =>
      paused_for === null ? [] : [{ id, failing_since: paused_for }],
    ),
  };
}

const stateOf = ({ id, status, deleted_at, failing_since }: SubscriptionRow): Subscription => ({
  id,
  status,
  deleted: deleted_at !== null,
  failing_since: failing_since?.getTime() ?? null,
  last_delivery_at: null,
  changed: false,
  paused_for: null,
});

function decide({ row: delivery, outcome, at }: FinishedAttempt, states: Map<string, Subscription>) {
  const subscription = states.get(delivery.subscription_id);
  if (!subscription) return [];
  // A ping itself is sent on request and never waits: waiting rows are events or redeliveries.
  const { state, effects } = decideAttempt({ delivery, subscription }, outcome, { now: at, ping: false });
  const { status, failing_since } = state.subscription;
  const { attempt, last_error, next_attempt_at, delivered_at } = state.delivery;
  if (outcome.ok) subscription.last_delivery_at = at;
  if (effects.includes('pause')) subscription.paused_for = failing_since;
  subscription.changed ||=
    outcome.ok || subscription.paused_for !== null || subscription.failing_since !== failing_since;
  Object.assign(subscription, { status, failing_since });
  return [
    {
      id: delivery.id,
      lease: delivery.lease_until,
      status: state.delivery.status,
      attempt,
      response_status: outcome.response_status,
      last_error,
      next_attempt_at: toDate(next_attempt_at),
      delivered_at: toDate(delivered_at),
    },
  ];
}

import type { Context } from '../context.js';
import type { Finished } from '../queue/leased-queue.js';
import { judgeAttempt, type SubscriptionBefore } from './ladder.rules.js';
import type { AttemptOutcome } from './send.js';
import type { ClaimedDelivery, OnAutoPaused, Recorded, SubscriptionRow } from './store.js';

export type FinishedAttempt = Finished<ClaimedDelivery, AttemptOutcome>;

interface SubscriptionState extends SubscriptionBefore {
  id: string;
  last_delivery_at: number | null;
  changed: boolean;
  /** Start of the streak that has just paused it. */
  paused_for: number | null;
}

/** Writes what came of attempts, of any number of subscriptions, in one transaction. */
export async function recordOutcomes(
  context: Context,
  finished: readonly FinishedAttempt[],
  onAutoPaused?: OnAutoPaused,
): Promise<void> {
  const ids = new Set(finished.map(({ row }) => row.subscription_id));
  const { paused } = await context.deliveries.record(
    [...ids],
    (rows) => judgeAll(finished, rows),
    onAutoPaused,
  );
  for (const { id, failing_since } of paused) {
    context.log.warn(
      { subscription_id: id, failing_since },
      'a webhook subscription was paused after 24 hours of failure',
    );
    await context.deliveries.giveUp(id, context.clock.now());
  }
}

function judgeAll(finished: readonly FinishedAttempt[], rows: readonly SubscriptionRow[]): Recorded {
  const states = new Map(rows.map((row) => [row.id, stateOf(row)]));
  const inOrder = finished.toSorted((a, b) => a.at - b.at);
  const deliveries = inOrder.flatMap((one) => judge(one, states));
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

const stateOf = ({ id, status, deleted_at, failing_since }: SubscriptionRow): SubscriptionState => ({
  id,
  status,
  deleted: deleted_at !== null,
  failing_since: failing_since?.getTime() ?? null,
  last_delivery_at: null,
  changed: false,
  paused_for: null,
});

function judge({ row: delivery, outcome, at }: FinishedAttempt, states: Map<string, SubscriptionState>) {
  const state = states.get(delivery.subscription_id);
  if (!state) return [];
  // A ping itself is sent where it is asked for and never waits: what waits is an event or a redelivery.
  const verdict = judgeAttempt({ attempt: delivery.attempt, ping: false }, state, outcome, at);
  if (outcome.ok) state.last_delivery_at = at;
  if (verdict.subscription.pause) {
    state.status = 'paused';
    state.paused_for = verdict.subscription.failing_since;
  }
  state.changed ||=
    outcome.ok || state.paused_for !== null || state.failing_since !== verdict.subscription.failing_since;
  state.failing_since = verdict.subscription.failing_since;
  return [
    {
      id: delivery.id,
      lease: delivery.lease_until,
      response_status: outcome.response_status,
      ...verdict.delivery,
      next_attempt_at: toDate(verdict.delivery.next_attempt_at),
      delivered_at: toDate(verdict.delivery.delivered_at),
    },
  ];
}

const toDate = (at: number | null): Date | null => (at === null ? null : new Date(at));

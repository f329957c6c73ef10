import type { Decision } from '@door-access/protocol';
import { nextAttemptAt } from '../queue/ladder.rules.js';

/* What follows from one attempt (docs/behaviour.md, Deliveries and notices). Times are Unix milliseconds. */

export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'exhausted', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long after the first, second … failed attempt the next one comes. */
export const RETRY_DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR] as const;
export const PAUSE_AFTER_MS = 24 * HOUR;

/** Why a waiting delivery was given up, for `last_error`. */
export type EndReason = 'subscription_paused' | 'subscription_deleted';

export interface DeliveryState {
  status: DeliveryStatus;
  /** Attempts made. */
  attempt: number;
  next_attempt_at: number | null;
  delivered_at: number | null;
  last_error: string | null;
}

export interface SubscriptionState {
  status: 'active' | 'paused';
  deleted: boolean;
  failing_since: number | null;
}

export interface AttemptResult {
  ok: boolean;
  /** What to show people when it failed. */
  error: string | null;
}

export interface AttemptFacts {
  /** When the attempt ended. */
  now: number;
  /** A ping itself, not a redelivery of one: a single attempt outside any streak. */
  ping: boolean;
}

/** `pause`: the 24 hours are over, and what waits for the subscription fails. */
export type AttemptDecision = Decision<{ delivery: DeliveryState; subscription: SubscriptionState }, 'pause'>;

export function decideAttempt(
  state: { delivery: Pick<DeliveryState, 'attempt'>; subscription: SubscriptionState },
  input: AttemptResult,
  { now, ping }: AttemptFacts,
): AttemptDecision {
  const { subscription } = state;
  const attempt = state.delivery.attempt + 1;
  const end = (
    status: DeliveryStatus,
    last_error: string | null,
    next_attempt_at: number | null = null,
  ): DeliveryState => ({
    status,
    attempt,
    next_attempt_at,
    delivered_at: status === 'delivered' ? now : null,
    last_error,
  });

  if (input.ok) {
    const failing_since = ping ? subscription.failing_since : null;
    return {
      state: { delivery: end('delivered', null), subscription: { ...subscription, failing_since } },
      effects: [],
    };
  }
  if (ping) return { state: { delivery: end('failed', input.error), subscription }, effects: [] };

  const next = nextAttemptAt(RETRY_DELAYS_MS, attempt, now);
  const over = endReason(subscription);
  if (over) {
    // The attempt was under way when the subscription was paused or deleted: there is no retry to wait for.
    const delivery = next === null ? end('exhausted', input.error) : end('failed', over);
    return { state: { delivery, subscription }, effects: [] };
  }

  const failing_since = subscription.failing_since ?? now;
  const isPaused = now - failing_since >= PAUSE_AFTER_MS;
  const waiting = isPaused ? end('failed', 'subscription_paused') : end('retrying', input.error, next);
  return {
    state: {
      delivery: next === null ? end('exhausted', input.error) : waiting,
      subscription: { ...subscription, failing_since, status: isPaused ? 'paused' : subscription.status },
    },
    effects: isPaused ? ['pause'] : [],
  };
}

function endReason(subscription: SubscriptionState): EndReason | null {
  if (subscription.deleted) return 'subscription_deleted';
  return subscription.status === 'paused' ? 'subscription_paused' : null;
}

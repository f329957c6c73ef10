import { nextAttemptAt } from '../queue/ladder.rules.js';

/* What follows from one attempt (docs/behaviour.md, Deliveries and notices). Times are Unix milliseconds. */

export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'exhausted', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long after the first, second … failed attempt the next one comes. */
export const RETRY_DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR] as const;
export const PAUSE_AFTER_MS = 24 * HOUR;

/** Why a waiting delivery was given up; stands in `last_error`. */
export type EndReason = 'subscription_paused' | 'subscription_deleted';

export interface DeliveryBefore {
  /** Attempts made before this one. */
  attempt: number;
  /** A ping itself, not a redelivery of one: a single attempt outside any streak. */
  ping: boolean;
}

export interface SubscriptionBefore {
  status: 'active' | 'paused';
  deleted: boolean;
  failing_since: number | null;
}

export interface AttemptResult {
  ok: boolean;
  /** What to show people when it failed. */
  error: string | null;
}

export interface Verdict {
  delivery: {
    status: DeliveryStatus;
    attempt: number;
    next_attempt_at: number | null;
    delivered_at: number | null;
    last_error: string | null;
  };
  subscription: {
    failing_since: number | null;
    /** The 24 hours are over: pause it, and fail what waits. */
    pause: boolean;
  };
}

/** @param now when the attempt ended */
export function judgeAttempt(
  delivery: DeliveryBefore,
  subscription: SubscriptionBefore,
  result: AttemptResult,
  now: number,
): Verdict {
  const attempt = delivery.attempt + 1;
  const end = (status: DeliveryStatus, last_error: string | null, next_attempt_at: number | null = null) => ({
    status,
    attempt,
    next_attempt_at,
    delivered_at: status === 'delivered' ? now : null,
    last_error,
  });
  const { failing_since } = subscription;

  if (result.ok) {
    const streak = delivery.ping ? failing_since : null;
    return { delivery: end('delivered', null), subscription: { failing_since: streak, pause: false } };
  }
  if (delivery.ping) {
    return { delivery: end('failed', result.error), subscription: { failing_since, pause: false } };
  }

  const next = nextAttemptAt(RETRY_DELAYS_MS, attempt, now);
  const over = endReason(subscription);
  if (over) {
    // The attempt was under way when the subscription was paused or deleted: there is no retry to wait for.
    const ended = next === null ? end('exhausted', result.error) : end('failed', over);
    return { delivery: ended, subscription: { failing_since, pause: false } };
  }

  const since = failing_since ?? now;
  const pause = now - since >= PAUSE_AFTER_MS;
  if (next === null) {
    return { delivery: end('exhausted', result.error), subscription: { failing_since: since, pause } };
  }
  const waiting = pause ? end('failed', 'subscription_paused') : end('retrying', result.error, next);
  return { delivery: waiting, subscription: { failing_since: since, pause } };
}

function endReason(subscription: SubscriptionBefore): EndReason | null {
  if (subscription.deleted) return 'subscription_deleted';
  return subscription.status === 'paused' ? 'subscription_paused' : null;
}

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { frozen } from '../../../../test/frozen.js';
import {
  type AttemptResult,
  DELIVERY_STATUSES,
  decideAttempt,
  PAUSE_AFTER_MS,
  RETRY_DELAYS_MS,
  type SubscriptionState,
} from '../../src/deliveries/ladder.rules.js';

const NOW = Date.parse('2026-01-07T06:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const active: SubscriptionState = { status: 'active', deleted: false, failing_since: null };
const ok: AttemptResult = { ok: true, error: null };
const bad: AttemptResult = { ok: false, error: 'HTTP 500' };
const event = (attempt: number) => ({ attempt, ping: false });
const ping = { attempt: 0, ping: true };

function decide(
  { attempt, ping }: { attempt: number; ping: boolean },
  subscription: SubscriptionState,
  result: AttemptResult,
  now: number,
) {
  const before = { delivery: { attempt }, subscription };
  const { state, effects } = frozen(decideAttempt)(before, result, { now, ping });
  const pause = effects.includes('pause');
  expect(state.subscription).toMatchObject(pause ? { status: 'paused' } : { status: subscription.status });
  return {
    delivery: state.delivery,
    subscription: { failing_since: state.subscription.failing_since, pause },
  };
}

describe('the ladder', () => {
  test.each([
    [1, 1 * MINUTE],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 6 * HOUR],
    [6, 24 * HOUR],
  ])('after failed attempt %i the next comes in %i ms', (attempt, delay) => {
    expect(decide(event(attempt - 1), active, bad, NOW).delivery).toEqual({
      status: 'retrying',
      attempt,
      next_attempt_at: NOW + delay,
      delivered_at: null,
      last_error: 'HTTP 500',
    });
  });

  test('after the sixth retry fails it is exhausted, and says why', () => {
    expect(decide(event(6), active, bad, NOW).delivery).toEqual({
      status: 'exhausted',
      attempt: 7,
      next_attempt_at: null,
      delivered_at: null,
      last_error: 'HTTP 500',
    });
  });

  test('a success ends it at any step', () => {
    for (let attempt = 0; attempt <= 6; attempt++) {
      expect(decide(event(attempt), active, ok, NOW).delivery).toEqual({
        status: 'delivered',
        attempt: attempt + 1,
        next_attempt_at: null,
        delivered_at: NOW,
        last_error: null,
      });
    }
  });

  test('a ping that fails has failed: there is no retry', () => {
    expect(decide(ping, active, bad, NOW).delivery).toMatchObject({
      status: 'failed',
      attempt: 1,
      next_attempt_at: null,
      last_error: 'HTTP 500',
    });
  });
});

describe('the failure streak', () => {
  const failing: SubscriptionState = { ...active, failing_since: NOW - HOUR };

  test.each([
    ['a failure starts it', event(0), active, bad, NOW],
    ['a further failure leaves its start', event(0), failing, bad, NOW - HOUR],
    ['a success ends it', event(3), failing, ok, null],
    ['a ping that fails starts none', ping, active, bad, null],
    ['a ping that fails leaves it', ping, failing, bad, NOW - HOUR],
    ['a ping that succeeds does not end it', ping, failing, ok, NOW - HOUR],
  ] as const)('%s', (_, delivery, before, result, expected) => {
    expect(decide(delivery, before, result, NOW).subscription).toEqual({
      failing_since: expected,
      pause: false,
    });
  });
});

describe('24 hours of failure', () => {
  const since = (age: number): SubscriptionState => ({ ...active, failing_since: NOW - age });

  test('pause at the first failed attempt from then on, and not a millisecond before', () => {
    expect(decide(event(0), since(PAUSE_AFTER_MS - 1), bad, NOW).subscription.pause).toBe(false);
    expect(decide(event(0), since(PAUSE_AFTER_MS), bad, NOW).subscription.pause).toBe(true);
  });

  test('a delivery that would wait for its retry fails with the pause', () => {
    expect(decide(event(2), since(PAUSE_AFTER_MS), bad, NOW).delivery).toMatchObject({
      status: 'failed',
      attempt: 3,
      next_attempt_at: null,
      last_error: 'subscription_paused',
    });
  });

  test('a delivery whose last retry brings the pause is exhausted', () => {
    const verdict = decide(event(6), since(PAUSE_AFTER_MS), bad, NOW);
    expect(verdict.delivery).toMatchObject({ status: 'exhausted', last_error: 'HTTP 500' });
    expect(verdict.subscription.pause).toBe(true);
  });

  test('a success then does not pause, nor does a ping', () => {
    expect(decide(event(6), since(PAUSE_AFTER_MS), ok, NOW).subscription.pause).toBe(false);
    expect(decide(ping, since(PAUSE_AFTER_MS), bad, NOW).subscription.pause).toBe(false);
  });
});

describe('an attempt under way when its subscription ends', () => {
  const paused: SubscriptionState = { ...active, status: 'paused' };
  const deleted: SubscriptionState = { ...active, deleted: true };

  test('fails with the reason when it fails', () => {
    expect(decide(event(0), paused, bad, NOW).delivery).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      last_error: 'subscription_paused',
    });
    expect(decide(event(0), deleted, bad, NOW).delivery.last_error).toBe('subscription_deleted');
  });

  test('is delivered when it succeeds', () => {
    expect(decide(event(0), paused, ok, NOW).delivery.status).toBe('delivered');
  });

  test('starts no streak and pauses nothing twice', () => {
    expect(decide(event(0), paused, bad, NOW).subscription).toEqual({
      failing_since: null,
      pause: false,
    });
    const old: SubscriptionState = { ...paused, failing_since: NOW - 2 * PAUSE_AFTER_MS };
    expect(decide(event(0), old, bad, NOW).subscription.pause).toBe(false);
  });
});

describe('whatever happens', () => {
  const anything = fc.record({
    attempt: fc.nat(10),
    ping: fc.boolean(),
    ok: fc.boolean(),
    status: fc.constantFrom('active' as const, 'paused' as const),
    deleted: fc.boolean(),
    age: fc.option(fc.nat(3 * PAUSE_AFTER_MS)),
  });

  test('a delivery waits exactly while it is retrying, always later, and every end says why or when', () => {
    fc.assert(
      fc.property(anything, ({ attempt, ping, ok, status, deleted, age }) => {
        const subscription = { status, deleted, failing_since: age === null ? null : NOW - age };
        const { delivery, subscription: after } = decide(
          { attempt, ping },
          subscription,
          { ok, error: ok ? null : 'HTTP 500' },
          NOW,
        );
        expect(DELIVERY_STATUSES).toContain(delivery.status);
        expect(delivery.attempt).toBe(attempt + 1);
        expect(delivery.next_attempt_at !== null).toBe(delivery.status === 'retrying');
        if (delivery.next_attempt_at !== null) expect(delivery.next_attempt_at).toBeGreaterThan(NOW);
        expect(delivery.delivered_at !== null).toBe(ok);
        expect(delivery.last_error === null).toBe(ok);
        if (ping) expect(after.failing_since).toBe(subscription.failing_since);
        if (after.pause) expect([ok, ping, status, deleted]).toEqual([false, false, 'active', false]);
        expect(after.failing_since ?? NOW).toBeLessThanOrEqual(NOW);
      }),
    );
  });

  test('an endpoint that never answers is tried seven times over 32 hours 36 minutes, and then paused', () => {
    let now = NOW;
    let attempt = 0;
    let subscription = active;
    for (;;) {
      const verdict = decide(event(attempt), subscription, bad, now);
      attempt = verdict.delivery.attempt;
      subscription = { ...subscription, failing_since: verdict.subscription.failing_since };
      if (verdict.delivery.next_attempt_at === null) {
        expect(verdict).toMatchObject({
          delivery: { status: 'exhausted', attempt: 7 },
          subscription: { pause: true },
        });
        break;
      }
      now = verdict.delivery.next_attempt_at;
    }
    expect(now - NOW).toBe(RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0));
    expect(now - NOW).toBe(32 * HOUR + 36 * MINUTE);
  });
});

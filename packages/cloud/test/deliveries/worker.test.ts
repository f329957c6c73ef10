import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PAUSE_AFTER_MS } from '../../src/deliveries/ladder.rules.js';
import { ATTEMPT_DEADLINE_MS } from '../../src/deliveries/send.js';
import type { AutoPaused } from '../../src/deliveries/store.js';
import {
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  startDeliveryWorker,
} from '../../src/deliveries/worker.js';
import { Receiver, verify } from '../webhooks/receiver.js';
import { webhookWorld } from '../webhooks/world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const world = await webhookWorld();
const { call, hq, clock, context } = world;
let receiver: Receiver;
let worker: DeliveryWorker;

beforeEach(async () => {
  await world.clear();
  receiver = await Receiver.start();
  start();
});
afterEach(async () => {
  // Closed first, so that nothing hangs on it.
  await receiver.close();
  await worker.stop();
});

function start(options: DeliveryWorkerOptions = {}): void {
  worker = startDeliveryWorker(context, options);
}

async function subscribe(path = '/hook'): Promise<{ id: string; secret: string }> {
  const { body } = await call(hq, 'POST /webhooks', { body: { url: receiver.url(path), events: ['*'] } });
  return body;
}

const deliveries = () =>
  context.prisma.delivery.findMany({ orderBy: [{ created_at: 'asc' }, { id: 'asc' }] });
const subscription = async (id: string) => (await call(hq, 'GET /webhooks/{id}', { params: { id } })).body;
const patch = (id: string, body: object) => call(hq, 'PATCH /webhooks/{id}', { params: { id }, body });

async function happenAndDeliver(count = 1): Promise<void> {
  await world.happen(hq, 'door.opened', count);
  await worker.idle();
}

/** Moves time on and lets what has become due be sent and written. */
async function pass(milliseconds: number): Promise<void> {
  await clock.advance(milliseconds);
  await worker.runDue();
}

/** Lets the ten seconds of an attempt pass that the receiver has and does not answer. */
async function timeOut(requests: number): Promise<void> {
  await receiver.received(requests);
  await clock.advance(ATTEMPT_DEADLINE_MS);
  await worker.runDue();
}

describe('an event', () => {
  test('is delivered as soon as it is committed, signed, once', async () => {
    const { id, secret } = await subscribe();
    await happenAndDeliver();
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    const [delivery] = await deliveries();
    if (!request || !delivery) throw new Error('nothing came');
    expect(request.body).toEqual({
      id: delivery.id,
      type: 'door.opened',
      created_at: delivery.created_at.toISOString(),
      data: { number: 1 },
    });
    verify(request, secret, clock.now());
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempt: 1,
      response_status: 200,
      last_error: null,
      next_attempt_at: null,
      delivered_at: new Date(clock.now()),
    });
    expect(await subscription(id)).toMatchObject({
      failing_since: null,
      last_delivery_at: new Date(clock.now()).toISOString(),
    });
    await pass(48 * HOUR);
    expect(receiver.requests).toHaveLength(1);
  });

  test('that was not announced is found by its due time', async () => {
    await subscribe();
    await worker.idle();
    context.nudge.removeAllListeners('delivery');
    await world.happen(hq);
    await clock.advance(30_000);
    await receiver.received(1);
  });
});

describe('a delivery that fails', () => {
  test('is tried again after 1 and 5 and 30 minutes, 2, 6 and 24 hours, and is then exhausted', async () => {
    await subscribe();
    receiver.answer(500);
    await happenAndDeliver();
    let attempts = 1;
    for (const delay of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR]) {
      const next_attempt_at = new Date(clock.now() + delay);
      expect(await deliveries()).toMatchObject([
        {
          status: 'retrying',
          attempt: attempts,
          next_attempt_at,
          response_status: 500,
          last_error: 'HTTP 500',
        },
      ]);
      await pass(delay - 1);
      expect(receiver.requests).toHaveLength(attempts);
      await pass(1);
      attempts += 1;
      expect(receiver.requests).toHaveLength(attempts);
    }
    expect(await deliveries()).toMatchObject([
      { status: 'exhausted', attempt: 7, next_attempt_at: null, delivered_at: null, last_error: 'HTTP 500' },
    ]);
    await pass(48 * HOUR);
    expect(receiver.requests).toHaveLength(7);
  });

  test('keeps its id and body over its retries, with a timestamp and signature of its own each time', async () => {
    const { secret } = await subscribe();
    receiver.answer(500, 200);
    await happenAndDeliver();
    await pass(MINUTE);
    const [first, second] = receiver.requests;
    if (!first || !second) throw new Error('two attempts were expected');
    expect(second.raw).toBe(first.raw);
    expect(second.headers['x-service-delivery']).toBe(first.headers['x-service-delivery']);
    expect(Number(second.headers['x-service-timestamp']) - Number(first.headers['x-service-timestamp'])).toBe(
      60,
    );
    verify(second, secret, clock.now());
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 2, last_error: null }]);
  });

  test.each([
    ['times out', 'hang'],
    ['is answered with headers that never end', 'drip_headers'],
  ] as const)('because it %s is retried after one minute', async (_, reply) => {
    await subscribe();
    receiver.answer(reply, 200);
    await world.happen(hq);
    await timeOut(1);
    const next_attempt_at = new Date(clock.now() + MINUTE);
    const last_error = 'timed out after 10 seconds';
    expect(await deliveries()).toMatchObject([
      { status: 'retrying', attempt: 1, last_error, next_attempt_at },
    ]);
    await pass(MINUTE);
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 2 }]);
  });

  test.each([
    ['redirected', 301, 'HTTP 301 (redirects are not followed)'],
    ['cut off', 'reset', 'connection closed before the answer was complete'],
  ] as const)('because it was %s is retried after one minute', async (_, reply, last_error) => {
    await subscribe();
    receiver.answer(reply, 200);
    await happenAndDeliver();
    expect(await deliveries()).toMatchObject([{ status: 'retrying', attempt: 1, last_error }]);
    await pass(MINUTE);
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 2 }]);
  });
});

describe('a failure streak', () => {
  test('starts with the first failure, holds through further ones, and ends with a success', async () => {
    const { id } = await subscribe();
    receiver.answer(500, 500, 200);
    await happenAndDeliver();
    const since = new Date(clock.now()).toISOString();
    expect((await subscription(id)).failing_since).toBe(since);
    await pass(MINUTE);
    expect((await subscription(id)).failing_since).toBe(since);
    await pass(5 * MINUTE);
    expect((await subscription(id)).failing_since).toBeNull();
  });

  test('of 24 hours pauses the subscription, fails what waits, and is reported once', async () => {
    await worker.stop();
    const reported: AutoPaused[] = [];
    start({ onAutoPaused: async (_client, paused) => void reported.push(...paused) });
    const { id } = await subscribe();
    receiver.answer(500);
    await happenAndDeliver();
    const failing_since = clock.now();
    await clock.advance(PAUSE_AFTER_MS - 1);
    await worker.runDue();
    await context.pool.query("update delivery set next_attempt_at = $1 where status = 'retrying'", [
      new Date(clock.now() + HOUR),
    ]);
    expect((await subscription(id)).status).toBe('active');
    await clock.advance(1);
    await happenAndDeliver();
    expect(await subscription(id)).toMatchObject({
      status: 'paused',
      failing_since: new Date(failing_since).toISOString(),
    });
    expect(await deliveries()).toMatchObject([
      { status: 'failed', last_error: 'subscription_paused', next_attempt_at: null },
      { status: 'failed', last_error: 'subscription_paused', next_attempt_at: null, response_status: 500 },
    ]);
    expect(reported).toEqual([{ id, failing_since }]);
    await patch(id, { status: 'active' });
    expect((await subscription(id)).failing_since).toBeNull();
    const sent = receiver.requests.length;
    await pass(48 * HOUR);
    expect(receiver.requests).toHaveLength(sent);
  });
});

test('a redelivery of a failed ping follows the ladder', async () => {
  const { id } = await subscribe();
  receiver.answer(500);
  const { body: ping } = await call(hq, 'POST /webhooks/{id}/ping', { params: { id } });
  const params = { id, delivery_id: ping.id };
  const { body: again } = await call(hq, 'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', {
    params,
  });
  await worker.idle();
  expect(await deliveries()).toContainEqual(
    expect.objectContaining({ id: again.id, status: 'retrying', attempt: 1 }),
  );
  receiver.answer(200);
  await pass(MINUTE);
  expect(receiver.requests.at(-1)?.body).toMatchObject({
    id: again.id,
    type: 'ping',
    data: { message: 'pong' },
  });
  expect(await deliveries()).toContainEqual(
    expect.objectContaining({ id: again.id, status: 'delivered', attempt: 2 }),
  );
});

describe('while an attempt is under way', () => {
  test.each([
    ['paused', 'PATCH /webhooks/{id}', { body: { status: 'paused' } }, 'subscription_paused'],
    ['deleted', 'DELETE /webhooks/{id}', {}, 'subscription_deleted'],
  ] as const)(
    'its subscription may be %s: if it fails there is no retry',
    async (_, name, given, last_error) => {
      const { id } = await subscribe();
      receiver.answer('hang');
      await world.happen(hq);
      await receiver.received(1);
      await call(hq, name, { ...given, params: { id } });
      expect((await deliveries())[0]?.status).toBe('pending');
      await clock.advance(ATTEMPT_DEADLINE_MS);
      await worker.runDue();
      expect(await deliveries()).toMatchObject([
        { status: 'failed', attempt: 1, last_error, next_attempt_at: null },
      ]);
    },
  );

  test('a stop hands it back untouched after a short grace, and the next worker sends it', async () => {
    await subscribe();
    receiver.answer('hang', 200);
    await world.happen(hq);
    await receiver.received(1);
    const stopped = worker.stop();
    await clock.advance(3_000);
    await stopped;
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempt: 0 }]);
    start();
    await worker.runDue();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 1 }]);
  });

  test('a stop waits for one that ends in time', async () => {
    await subscribe();
    await world.happen(hq);
    await receiver.received(1);
    await worker.stop();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 1 }]);
  });
});

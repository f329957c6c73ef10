import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  claimDue,
  FIRST_SUBSCRIPTION,
  NEXT_WAITING,
  waitingSubscriptions,
} from '../../src/deliveries/claim.js';
import { ATTEMPT_DEADLINE_MS } from '../../src/deliveries/send.js';
import { SHARES } from '../../src/deliveries/store.js';
import { type DeliveryWorker, startDeliveryWorker } from '../../src/deliveries/worker.js';
import { Receiver } from '../webhooks/receiver.js';
import { webhookWorld } from '../webhooks/world.js';
import { endDeliveries } from './fixtures/end.js';

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

function start(): void {
  worker = startDeliveryWorker(context);
}

async function subscribe(path = '/hook'): Promise<{ id: string; secret: string }> {
  const { body } = await call(hq, 'POST /webhooks', { body: { url: receiver.url(path), events: ['*'] } });
  return body;
}

const deliveries = () =>
  context.prisma.delivery.findMany({ orderBy: [{ created_at: 'asc' }, { id: 'asc' }] });
const patch = (id: string, body: object) => call(hq, 'PATCH /webhooks/{id}', { params: { id }, body });

/** Moves time on and lets what has become due be sent and written. */
async function pass(milliseconds: number): Promise<void> {
  await clock.advance(milliseconds);
  await worker.runDue();
}

/** As a worker does, for half a minute. */
async function claim(limit: number) {
  return claimDue(context.pool, {
    now: new Date(clock.now()),
    leaseUntil: new Date(clock.now() + 30_000),
    limit: SHARES * limit,
    perSubscription: 5,
    perFailing: 2,
    perOrigin: 20,
    failing: 100,
    subscriptions: (await waitingSubscriptions(context.pool, FIRST_SUBSCRIPTION, 100)).map((id) => ({
      id,
      fast: false,
    })),
  });
}

describe('a worker that dies', () => {
  test('loses nothing: once its lease runs out another sends what it had', async () => {
    await worker.stop();
    await subscribe();
    await world.happen(hq);
    expect(await claim(10)).toHaveLength(1);
    start();
    await pass(29_999);
    expect(receiver.requests).toHaveLength(0);
    await clock.advance(1);
    await receiver.received(1);
    await worker.runDue();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 1 }]);
  });

  test('leaves nothing waiting for ever on a subscription that was paused meanwhile', async () => {
    await worker.stop();
    const { id } = await subscribe();
    await world.happen(hq);
    await claim(10);
    await patch(id, { status: 'paused' });
    expect(await deliveries()).toMatchObject([{ status: 'pending' }]);
    start();
    await worker.idle();
    await pass(31_000);
    expect(await deliveries()).toMatchObject([{ status: 'failed', last_error: 'subscription_paused' }]);
    expect(receiver.requests).toHaveLength(0);
  });

  test('and comes back late does not undo what the other wrote', async () => {
    await subscribe();
    receiver.answer('hang', 200);
    await world.happen(hq);
    await receiver.received(1);
    // Another worker took it over and delivered it while this one still waits.
    await endDeliveries(context.pool);
    await clock.advance(ATTEMPT_DEADLINE_MS);
    await worker.runDue();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 1, last_error: null }]);
  });
});

describe('a retry', () => {
  /** Advances by ten seconds at a time with one claim each; returns the times of each delivery's attempts in seconds. */
  async function watch(seconds: number): Promise<Map<string, number[]>> {
    const began = clock.now();
    const seen = new Map<string, number[]>();
    let known = 0;
    for (let at = 0; at <= seconds; at += 10) {
      await settle();
      for (const { body } of receiver.requests.slice(known))
        seen.set(body.id, [...(seen.get(body.id) ?? []), (clock.now() - began) / 1_000]);
      known = receiver.requests.length;
      await clock.advance(10_000);
    }
    return seen;
  }

  /** Until the worker only waits: each lease has its request at the receiver, and no connection is in use or being made. */
  async function settle(): Promise<void> {
    const { pool } = context;
    for (let calm = 0, before = -1; calm < 40; ) {
      const isBusy = pool.idleCount < pool.totalCount || pool.waitingCount > 0;
      const { rows } = await pool.query(
        'select count(*)::int as leased from delivery_lease where lease_until > $1',
        [new Date(clock.now())],
      );
      const waits = !isBusy && rows[0].leased === receiver.hanging && receiver.requests.length === before;
      before = receiver.requests.length;
      calm = waits ? calm + 1 : 0;
    }
  }

  test('to a hanging receiver comes on schedule, regardless of other waiting deliveries', async () => {
    await subscribe();
    receiver.answer('hang');
    await world.happen(hq, 'door.opened', 200);
    const seen = await watch(150);
    // Five hung until 10 s and are due at 70 s; two at a time, of ten seconds each, need twenty.
    const first = [...seen.values()].filter(([at]) => at === 0).map(([, second]) => second);
    expect(first).toHaveLength(5);
    for (const second of first) expect([70, 80, 90]).toContain(second);
    expect(first.filter((second) => second === 70).length).toBeGreaterThan(0);
    for (const [began = 0, second] of seen.values())
      if (began <= 40) expect(second).toBeLessThanOrEqual(began + 10 + 60 + 20);
  });

  test('does not wait for another hanging subscription of the same host', async () => {
    await worker.stop();
    worker = startDeliveryWorker(context, { limits: { perOrigin: 4 } });
    await subscribe('/hangs');
    await subscribe('/hangs-too');
    receiver.answer('hang');
    await world.happen(hq, 'door.opened', 100);
    await subscribe('/well');
    let refused = false;
    receiver.answerBy(({ path }) => {
      if (path !== '/well') return 'hang';
      if (refused) return 200;
      refused = true;
      return 500;
    });
    await world.happen(hq, 'door.closed');
    const seen = await watch(150);
    const well = receiver.requests.filter(({ path }) => path === '/well').map(({ body }) => body.id);
    const [began = 0, second = 0] = seen.get(well[0] ?? '') ?? [];
    expect(began).toBeLessThanOrEqual(40);
    expect(second - began).toBeGreaterThanOrEqual(60);
    expect(second - began).toBeLessThanOrEqual(70);
  });

  test('that begins more than ten seconds late is counted, and the log shows the count', async () => {
    const warned = jest.spyOn(context.log, 'warn');
    const { id } = await subscribe();
    receiver.answer(500);
    await world.happen(hq, 'door.opened', 3);
    await worker.idle();
    await worker.stop();
    await clock.advance(70_000);
    start();
    await worker.idle();
    expect(warned).not.toHaveBeenCalled();
    await worker.stop();
    await clock.advance(5 * 60_000 + 10_001);
    start();
    await worker.idle();
    await pass(60_000);
    // Two at a time, because it fails, and logged at most once a minute.
    expect(warned.mock.calls.map(([fields]) => fields)).toEqual([
      { late_retries: 2, latest_ms: 10_001 },
      { late_retries: 3, latest_ms: 10_001 },
    ]);
    expect((await deliveries()).map(({ subscription_id, attempt }) => [subscription_id, attempt])).toEqual(
      Array(3).fill([id, 3]),
    );
  });
});

describe('fairness', () => {
  test('at most five attempts are under way to one subscription, and two once it fails', async () => {
    await subscribe();
    receiver.answer('hang');
    await world.happen(hq, 'door.opened', 20);
    await receiver.received(5);
    await clock.advance(ATTEMPT_DEADLINE_MS);
    await receiver.received(7);
    expect(receiver.requests).toHaveLength(7);
    receiver.answer(200);
    await clock.advance(ATTEMPT_DEADLINE_MS);
    await worker.runDue();
    expect((await deliveries()).filter((one) => one.status === 'delivered')).toHaveLength(13);
  });

  test('one delivery that always hangs does not hold up what a busy receiver takes beside it', async () => {
    await subscribe();
    receiver.answerBy(({ body }) => (body.type === 'door.forced' ? 'hang' : 200));
    await world.happen(hq, 'door.forced');
    await receiver.received(1);
    await clock.advance(ATTEMPT_DEADLINE_MS);
    await clock.advance(60_000);
    await receiver.received(2);
    // Its retry hangs, the subscription counts as failing, and the clock stands still.
    await world.happen(hq, 'door.opened', 20);
    await receiver.received(22);
    while ((await context.prisma.delivery.count({ where: { status: 'delivered' } })) < 20)
      await setImmediate();
  });

  test('a receiver that hangs, with a thousand waiting, does not hold back another', async () => {
    await subscribe('/hangs');
    receiver.answerAt('/hangs', 'hang');
    await world.happen(hq, 'door.opened', 1000);
    await receiver.received(5);
    const { id } = await subscribe('/well');
    await world.happen(hq, 'door.closed', 50);
    await receiver.received(55);
    const well = () => context.prisma.delivery.count({ where: { subscription_id: id, status: 'delivered' } });
    while ((await well()) < 50) await setImmediate();
    expect(receiver.requests.filter((one) => one.path === '/hangs')).toHaveLength(5);
  });

  test('every subscription has its first delivery out before any has its second', async () => {
    await worker.stop();
    const ids = [];
    for (const path of ['/a', '/b', '/c']) {
      ids.push((await subscribe(path)).id);
      await world.happen(hq, 'door.opened', 2);
      clock.stepWall(1);
    }
    const first = await claim(3);
    expect(new Set(first.map((one) => one.subscription_id))).toEqual(new Set(ids));
  });

  test('more subscriptions than one look takes are all served', async () => {
    const { api_key_id, account_id, location_id, url, secret } =
      await context.prisma.subscription.findUniqueOrThrow({
        where: { id: (await subscribe()).id },
      });
    await world.clear();
    // A secret is bound to its subscription's id: these cannot be opened, which counts as a failed attempt.
    const ids = Array.from({ length: 450 }, () => context.ids.uuid());
    await context.prisma.subscription.createMany({
      data: ids.map((id) => ({ id, api_key_id, account_id, location_id, url, secret, events: ['*'] })),
    });
    expect(await world.happen(hq)).toBe(450);
    await worker.idle();
    const seen = await context.prisma.delivery.groupBy({ by: ['status', 'last_error'], _count: true });
    expect(seen).toEqual([{ status: 'retrying', last_error: 'could not be prepared', _count: 450 }]);
  });

  test('a look walks through what waits, not through the history, before any statistics', async () => {
    const { rows } = await context.pool.query({ text: `explain (generic_plan) ${NEXT_WAITING.text}` });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('using delivery_turns');
    expect(plan).not.toContain('delivery_subscription_id');
  });

  test('two workers at once send everything once', async () => {
    const second = startDeliveryWorker(context);
    await subscribe('/a');
    await subscribe('/b');
    await world.happen(hq, 'door.opened', 200);
    while ((await context.prisma.delivery.count({ where: { status: 'delivered' } })) < 400) {
      await Promise.all([worker.runDue(), second.runDue()]);
    }
    await second.stop();
    expect(receiver.requests).toHaveLength(400);
    expect(new Set(receiver.requests.map((one) => one.body.id)).size).toBe(400);
  });
});

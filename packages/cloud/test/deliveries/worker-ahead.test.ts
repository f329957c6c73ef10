import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ATTEMPT_DEADLINE_MS } from '../../src/deliveries/send.js';
import {
  type DeliveryLimits,
  type DeliveryWorker,
  startDeliveryWorker,
} from '../../src/deliveries/worker.js';
import { Receiver } from '../webhooks/receiver.js';
import { webhookWorld } from '../webhooks/world.js';

/* Deliveries of a subscription that answers fast are claimed ahead of their attempts. */

const world = await webhookWorld();
const { call, hq, clock, context } = world;
let receiver: Receiver;
let worker: DeliveryWorker;

beforeEach(async () => {
  await world.clear();
  receiver = await Receiver.start();
});
afterEach(async () => {
  await receiver.close();
  await worker.stop();
});

function start(limits: Partial<DeliveryLimits> = {}): void {
  worker = startDeliveryWorker(context, { limits });
}

/** A subscription whose first delivery was answered at once. */
async function subscribeFast(path: string): Promise<string> {
  const { body } = await call(hq, 'POST /webhooks', { body: { url: receiver.url(path), events: ['*'] } });
  await world.happen(hq);
  await worker.runDue();
  return body.id;
}

const countOf = (where: object) => context.prisma.delivery.count({ where });
const leases = () =>
  context.prisma.deliveryLease.count({ where: { lease_until: { gt: new Date(clock.now()) } } });
const requestsAt = (path: string) => receiver.requests.filter((one) => one.path === path).length;
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}

test('forty are claimed, five attempts are under way, and when they fail the others are handed back untouched', async () => {
  start();
  await subscribeFast('/hook');
  receiver.answer('hang');
  await world.happen(hq, 'door.opened', 100);
  await receiver.received(6);
  await until(async () => (await leases()) === 40);
  expect(receiver.requests).toHaveLength(6);
  await clock.advance(ATTEMPT_DEADLINE_MS);
  // It fails now: two at a time, retries first.
  await receiver.received(8);
  await until(async () => (await leases()) === 2);
  expect(receiver.requests).toHaveLength(8);
  expect(await countOf({ attempt: 1, status: 'retrying' })).toBe(5);
  expect(await countOf({ attempt: 0, status: 'pending' })).toBe(95);
});

test('what has waited for more than a second begins no more: a subscription that was paused meanwhile hears nothing', async () => {
  start({ perOrigin: 1 });
  await subscribeFast('/hangs');
  const id = await subscribeFast('/paused');
  const before = requestsAt('/paused');
  let hung = false;
  receiver.answerBy(({ path }) => {
    if (path !== '/hangs' || hung) return 200;
    hung = true;
    return 'hang';
  });
  // Both have claims at the one place of the origin, and the first to come has it.
  await world.happen(hq, 'door.opened', 3);
  await until(async () => receiver.hanging === 1 && (await leases()) > 1);
  const sent = requestsAt('/paused') - before;
  await call(hq, 'PATCH /webhooks/{id}', { params: { id }, body: { status: 'paused' } });
  await clock.advance(ATTEMPT_DEADLINE_MS);
  await worker.idle();
  await clock.advance(30_000);
  await worker.runDue();
  expect(requestsAt('/paused') - before).toBe(sent);
  expect(await countOf({ subscription_id: id, status: 'failed', last_error: 'subscription_paused' })).toBe(
    3 - sent,
  );
});

test('a stop hands back what has no place yet', async () => {
  start();
  await subscribeFast('/hook');
  receiver.answer('hang');
  await world.happen(hq, 'door.opened', 100);
  await until(async () => (await leases()) === 40);
  const stopped = worker.stop();
  await clock.advance(3_000);
  await stopped;
  expect(await leases()).toBe(0);
  expect(await countOf({ attempt: 0, status: 'pending' })).toBe(100);
});

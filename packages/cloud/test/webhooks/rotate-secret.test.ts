import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startDeliveryWorker } from '../../src/deliveries/worker.js';
import { BOTH_VALID_MS } from '../../src/webhooks/rotate-secret.js';
import { createDueWorker } from '../../src/worker/due.js';
import { Receiver, verify } from './receiver.js';
import { webhookWorld } from './world.js';

const world = await webhookWorld();
const { call, hq, lab, attic, shop, stranger, clock, context } = world;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  await world.clear();
  receiver.requests.length = 0;
});

const create = async () =>
  (await call(hq, 'POST /webhooks', { body: { url: receiver.url(), events: ['*'] } })).body;
const rotate = (id: string, caller = hq) =>
  call(caller, 'POST /webhooks/{id}/rotate-secret', { params: { id } });

/** Whether the newest delivery is genuine for each of these secrets. */
function accepting(secrets: readonly string[]): boolean[] {
  const request = receiver.requests.at(-1);
  if (!request) throw new Error('nothing came');
  return secrets.map((secret) => {
    try {
      verify(request, secret, clock.now());
      return true;
    } catch {
      return false;
    }
  });
}

async function deliver(secrets: readonly string[]): Promise<boolean[]> {
  const worker = startDeliveryWorker(context);
  await world.happen(hq, 'door.opened');
  await worker.idle();
  await worker.stop();
  return accepting(secrets);
}

async function ping(id: string, secrets: readonly string[]): Promise<boolean[]> {
  await call(hq, 'POST /webhooks/{id}/ping', { params: { id } });
  return accepting(secrets);
}

test('both secrets are valid for 24 hours, in deliveries and pings, and the new one alone from then on', async () => {
  const { id, secret: old } = await create();
  const { status, body } = await rotate(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, status: 'active', secret: expect.stringMatching(/^whsec_/) });
  expect(body.previous_secret_until).toBe(new Date(clock.now() + BOTH_VALID_MS).toISOString());
  expect(body.secret).not.toBe(old);
  const both = [old, body.secret];
  expect(await deliver(both)).toEqual([true, true]);
  expect(await ping(id, both)).toEqual([true, true]);
  clock.stepWall(BOTH_VALID_MS - 1);
  expect(await deliver(both)).toEqual([true, true]);
  clock.stepWall(1);
  expect(await deliver(both)).toEqual([false, true]);
  expect(await ping(id, both)).toEqual([false, true]);
});

test('a second rotation ends the older secret at once', async () => {
  const { id, secret: first } = await create();
  const second = (await rotate(id)).body.secret;
  const third = (await rotate(id)).body.secret;
  expect(await deliver([first, second, third])).toEqual([false, true, true]);
});

test('the previous secret is erased once it is over', async () => {
  const { id } = await create();
  const kept = async () =>
    (await context.pool.query('select from subscription where previous_secret is not null')).rowCount;
  await rotate(id);
  const worker = createDueWorker(context);
  await worker.runDue();
  expect(await kept()).toBe(1);
  clock.stepWall(BOTH_VALID_MS);
  await worker.runDue();
  expect(await kept()).toBe(0);
});

test('it is recorded who did it, and no other reaches it', async () => {
  const { id } = await create();
  for (const caller of [lab, attic, shop, stranger]) expect((await rotate(id, caller)).status).toBe(404);
  await rotate(id);
  const { rows } = await context.pool.query(
    "select actor_type, details from audit where action = 'webhook.rotate_secret' and subject_id = $1",
    [id],
  );
  expect(rows).toEqual([{ actor_type: 'api_key', details: {} }]);
});

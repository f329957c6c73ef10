import { beforeEach, expect, test } from '@jest/globals';
import { transaction } from '../../src/context.js';
import { enqueueDeliveries } from '../../src/deliveries/enqueue.js';
import type { Caller } from '../../src/http/endpoint.js';
import { webhookWorld } from '../webhooks/world.js';

const world = await webhookWorld();
const { context, hq, lab, attic, shop, stranger } = world;
const created_at = new Date('2026-01-07T06:00:00.000Z');

beforeEach(() => world.clear());

async function subscribe(at: Caller, events: string[]): Promise<string> {
  const { body } = await world.call(at, 'POST /webhooks', { body: { url: 'http://127.0.0.1:9/', events } });
  return body.id;
}

const enqueue = (...events: Parameters<typeof enqueueDeliveries>[1][number][]) =>
  transaction(context.pool, async (client) => (await enqueueDeliveries(client, events)).deliveries);
const event = (at: Caller, type: string, id: number) => ({
  type,
  location_id: at.locationId,
  data: { id, name: 'Größe "🚪"' },
  created_at,
});

async function subscribers(): Promise<string[]> {
  const { rows } = await context.pool.query('select subscription_id from delivery order by subscription_id');
  return rows.map((row) => row.subscription_id);
}

test('an event goes to the subscriptions of its location and of all above it, and to no others', async () => {
  const [atHq, atLab] = [await subscribe(hq, ['*']), await subscribe(lab, ['door.opened'])];
  for (const elsewhere of [attic, shop, stranger]) await subscribe(elsewhere, ['*']);
  expect(await enqueue(event(lab, 'door.opened', 1))).toBe(2);
  expect(await subscribers()).toEqual([atHq, atLab].sort());
});

test('a subscription gets the types it names; one with * gets all', async () => {
  const all = await subscribe(hq, ['*']);
  await subscribe(hq, ['door.forced', 'door.closed']);
  expect(await enqueue(event(hq, 'door.opened', 1))).toBe(1);
  expect(await subscribers()).toEqual([all]);
  expect(await enqueue(event(hq, 'door.closed', 2))).toBe(2);
});

test('a delivery is pending, due at once, and carries its event', async () => {
  const id = await subscribe(hq, ['*']);
  await enqueue(event(hq, 'door.opened', 41));
  expect(await context.prisma.delivery.findMany()).toEqual([
    {
      id: expect.any(String),
      subscription_id: id,
      event_type: 'door.opened',
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'pending',
      attempt: 0,
      response_status: null,
      last_error: null,
      next_attempt_at: created_at,
      delivered_at: null,
      created_at,
      payload: { id: 41, name: 'Größe "🚪"' },
    },
  ]);
});

test('an event without a row has one id for all its deliveries', async () => {
  await subscribe(hq, ['*']);
  await subscribe(hq, ['person.created']);
  const created = event(hq, 'person.created', 1);
  await enqueue(created, created);
  const { rows } = await context.pool.query('select event_id, count(*) from delivery group by event_id');
  expect(rows).toEqual([
    { event_id: expect.stringMatching(/^[0-9a-f-]{36}$/), count: 2 },
    { event_id: expect.stringMatching(/^[0-9a-f-]{36}$/), count: 2 },
  ]);
});

test('a paused or deleted subscription gets nothing', async () => {
  const [paused, deleted] = [await subscribe(hq, ['*']), await subscribe(hq, ['*'])];
  await world.call(hq, 'PATCH /webhooks/{id}', { params: { id: paused }, body: { status: 'paused' } });
  await world.call(hq, 'DELETE /webhooks/{id}', { params: { id: deleted } });
  expect(await enqueue(event(hq, 'door.opened', 1))).toBe(0);
});

test('a thousand events are one statement, and no events none', async () => {
  await subscribe(hq, ['*']);
  const statements: unknown[] = [];
  await transaction(context.pool, async (client) => {
    const counted = {
      query: (statement: never) => {
        statements.push(statement);
        return client.query(statement);
      },
    } as unknown as typeof client;
    expect(await enqueueDeliveries(counted, [])).toEqual({ deliveries: 0, accounts: [] });
    expect(statements).toHaveLength(0);
    const events = Array.from({ length: 1000 }, (_, index) => event(lab, 'door.opened', index));
    expect(await enqueueDeliveries(counted, events)).toMatchObject({ deliveries: 1000 });
  });
  expect(statements).toHaveLength(1);
});

test('the changes of one statement are in the order in which its events were given', async () => {
  await enqueue(
    ...['key.revoked', 'person.deleted', 'emergency.ended', 'emergency.started'].map((type) =>
      event(hq, type, 1),
    ),
  );
  const { rows } = await context.pool.query('select type from change order by seq desc limit 4');
  expect(rows.reverse().map(({ type }) => type)).toEqual([
    'key.revoked',
    'person.deleted',
    'emergency.ended',
    'emergency.started',
  ]);
});

test('what its transaction takes back is not delivered', async () => {
  await subscribe(hq, ['*']);
  const failed = transaction(context.pool, async (client) => {
    await enqueueDeliveries(client, [event(hq, 'door.opened', 1)]);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await subscribers()).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '../../src/http/endpoint.js';
import { Receiver, verify } from './receiver.js';
import { webhookWorld } from './world.js';

const world = await webhookWorld();
const { call, hq, lab, attic, shop, stranger, context } = world;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  await world.clear();
  receiver.requests.length = 0;
  receiver.answer(200);
});

const create = (caller: Caller, more: object = {}) =>
  call(caller, 'POST /webhooks', { body: { url: receiver.url(), events: ['*'], ...more } });
const read = (caller: Caller, id: string) => call(caller, 'GET /webhooks/{id}', { params: { id } });
const patch = (caller: Caller, id: string, body: object) =>
  call(caller, 'PATCH /webhooks/{id}', { params: { id }, body });
const deliveriesOf = async (id: string, query: Record<string, string> = {}) =>
  (await call(hq, 'GET /webhooks/{id}/deliveries', { params: { id }, query })).body;
const LIMIT_REACHED = [{ field: 'status', code: 'limit_reached', message: expect.any(String) }];

describe('POST /webhooks', () => {
  test('answers 201 with the subscription, and its secret only here', async () => {
    const { status, body } = await create(hq, {
      events: ['door.forced', 'ping'].slice(0, 1),
      description: 'Desk',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      url: receiver.url(),
      events: ['door.forced'],
      description: 'Desk',
      format: 'service',
      lock_ids: [],
      location_ids: [],
      heartbeat_minutes: null,
      status: 'active',
      failing_since: null,
      last_delivery_at: null,
      created_at: '2026-01-07T06:00:00.000Z',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect((await read(hq, body.id)).body).not.toHaveProperty('secret');
    expect((await call(hq, 'GET /webhooks')).body.data[0]).not.toHaveProperty('secret');
    const { rows } = await context.pool.query('select secret from subscription');
    expect(rows[0].secret.toString('latin1')).not.toContain(body.secret);
  });

  test('description is optional and empty by default; repeated events are kept once', async () => {
    const { body } = await create(hq, { events: ['door.opened', 'door.opened'] });
    expect(body).toMatchObject({ description: '', events: ['door.opened'] });
  });

  test.each([
    [{ events: [] }],
    [{ events: ['ping'] }],
    [{ events: ['door.exploded'] }],
    [{ events: 'door.opened' }],
    [{ description: 'x'.repeat(501) }],
    [{ description: null }],
    [{ url: `https://example.com/${'a'.repeat(2048)}` }],
    [{ secret: 'mine' }],
  ])('refuses %j', async (more) => {
    await expect(create(hq, more)).rejects.toThrow(/./);
  });

  test('a url that cannot be is 422 invalid on url', async () => {
    const answer = await create(hq, { url: 'ftp://example.com' });
    expect(answer).toMatchObject({ status: 422, details: [{ field: 'url', code: 'invalid' }] });
  });

  test('a sixth active one at a location is 422 limit_reached on status; other locations have their own five', async () => {
    for (let count = 0; count < 5; count++) expect((await create(hq)).status).toBe(201);
    expect(await create(hq)).toMatchObject({ status: 422, details: LIMIT_REACHED });
    expect((await create(lab)).status).toBe(201);
    expect((await create(shop)).status).toBe(201);
  });

  test('twenty at once make five', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(hq)));
    expect(answers.filter((one) => one.status === 201)).toHaveLength(5);
    expect(await context.prisma.subscription.count()).toBe(5);
  });

  test('paused and deleted ones leave room, and the room is taken again on the way back', async () => {
    const made = [];
    for (let count = 0; count < 5; count++) made.push((await create(hq)).body.id);
    await patch(hq, made[0], { status: 'paused' });
    expect((await create(hq)).status).toBe(201);
    expect(await patch(hq, made[0], { status: 'active' })).toMatchObject({
      status: 422,
      details: LIMIT_REACHED,
    });
    expect((await read(hq, made[0])).body.status).toBe('paused');
    await call(hq, 'DELETE /webhooks/{id}', { params: { id: made[1] } });
    expect((await patch(hq, made[0], { status: 'active' })).status).toBe(200);
  });
});

describe('a key reaches its location and what lies beneath, and nothing else', () => {
  const BY_ID = [
    ['GET /webhooks/{id}', {}],
    ['PATCH /webhooks/{id}', { body: { description: 'x' } }],
    ['DELETE /webhooks/{id}', {}],
    ['POST /webhooks/{id}/ping', {}],
    ['GET /webhooks/{id}/deliveries', {}],
  ] as const;

  test.each(BY_ID)('%s', async (name, given) => {
    const { id } = (await create(lab)).body;
    for (const caller of [attic, shop, stranger]) {
      expect((await call(caller, name, { ...given, params: { id } })).status).toBe(404);
    }
    expect((await call(hq, name, { ...given, params: { id } })).status).toBeLessThan(300);
  });

  test('redeliver', async () => {
    const { id } = (await create(lab)).body;
    const ping = (await call(lab, 'POST /webhooks/{id}/ping', { params: { id } })).body;
    const params = { id, delivery_id: ping.id };
    for (const caller of [attic, shop, stranger]) {
      expect(
        (await call(caller, 'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', { params })).status,
      ).toBe(404);
    }
  });

  test('GET /webhooks', async () => {
    const [first, second] = [(await create(hq)).body.id, (await create(attic)).body.id];
    await create(shop);
    await create(stranger);
    const ids = async (caller: Caller) =>
      (await call(caller, 'GET /webhooks')).body.data.map((one: { id: string }) => one.id);
    expect(new Set(await ids(hq))).toEqual(new Set([first, second]));
    expect(await ids(lab)).toEqual([second]);
  });
});

test('GET /webhooks is newest first, and its pages meet without gap or repeat', async () => {
  const made: string[] = [];
  for (const caller of [hq, lab, attic]) {
    for (let count = 0; count < 3; count++) made.unshift((await create(caller)).body.id);
    world.clock.stepWall(1);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = cursor === null ? { limit: '2' } : { limit: '2', cursor };
    const { body } = await call(hq, 'GET /webhooks', { query });
    seen.push(...body.data.map((one: { id: string }) => one.id));
    cursor = body.next_cursor;
  } while (cursor !== null);
  expect(seen).toHaveLength(9);
  expect(new Set(seen)).toEqual(new Set(made));
  expect(new Set(seen.slice(0, 3))).toEqual(new Set(made.slice(0, 3)));
});

describe('PATCH /webhooks/{id}', () => {
  test('changes what is given and leaves the rest, the secret too', async () => {
    const { body: made } = await create(hq);
    const { body } = await patch(hq, made.id, { url: receiver.url('/new'), events: ['door.forced'] });
    const { secret, ...before } = made;
    expect(body).toEqual({ ...before, url: receiver.url('/new'), events: ['door.forced'] });
    await call(hq, 'POST /webhooks/{id}/ping', { params: { id: made.id } });
    const [request] = receiver.requests;
    if (!request) throw new Error('nothing came');
    expect(request.path).toBe('/new');
    verify(request, secret, world.clock.now());
  });

  test('of nothing is refused, and a new url and new events are checked like those of a new one', async () => {
    const { id } = (await create(hq)).body;
    await expect(patch(hq, id, {})).rejects.toThrow(/at least one/);
    await expect(patch(hq, id, { status: 'deleted' })).rejects.toThrow(/active or paused/);
    await expect(patch(hq, id, { events: [] })).rejects.toThrow(/at least one/);
    expect(await patch(hq, id, { url: 'nowhere' })).toMatchObject({
      status: 422,
      details: [{ field: 'url' }],
    });
  });

  test('to active of an active one changes nothing, its streak neither', async () => {
    const { id } = (await create(hq)).body;
    const since = new Date('2026-01-06T00:00:00.000Z');
    await context.prisma.subscription.update({ where: { id }, data: { failing_since: since } });
    expect((await patch(hq, id, { status: 'active' })).body.failing_since).toBe(since.toISOString());
    await patch(hq, id, { status: 'paused' });
    expect((await read(hq, id)).body.failing_since).toBe(since.toISOString());
    expect((await patch(hq, id, { status: 'active' })).body.failing_since).toBeNull();
  });

  test('to paused fails what waits, and nothing new is queued until it is active again', async () => {
    const { id } = (await create(hq)).body;
    await world.happen(hq);
    await patch(hq, id, { status: 'paused' });
    expect((await deliveriesOf(id)).data).toMatchObject([
      { status: 'failed', last_error: 'subscription_paused', next_attempt_at: null, attempt: 0 },
    ]);
    expect(await world.happen(hq)).toBe(0);
    await patch(hq, id, { status: 'active' });
    expect(await world.happen(hq)).toBe(1);
    expect(await context.prisma.delivery.count({ where: { status: 'pending' } })).toBe(1);
  });
});

test('DELETE /webhooks/{id} answers 204, fails what waits, erases the secret, and then there is no such subscription', async () => {
  const { id } = (await create(hq)).body;
  await world.happen(hq);
  expect(await call(hq, 'DELETE /webhooks/{id}', { params: { id } })).toMatchObject({
    status: 204,
    body: undefined,
  });
  expect((await read(hq, id)).status).toBe(404);
  expect((await call(hq, 'DELETE /webhooks/{id}', { params: { id } })).status).toBe(404);
  expect((await call(hq, 'GET /webhooks')).body).toEqual({ data: [], next_cursor: null });
  expect(await world.happen(hq)).toBe(0);
  const { rows } = await context.pool.query('select status, last_error from delivery_all');
  expect(rows).toEqual([{ status: 'failed', last_error: 'subscription_deleted' }]);
  const row = await context.prisma.subscription.findUniqueOrThrow({ where: { id } });
  expect(row.secret).toHaveLength(0);
});

describe('POST /webhooks/{id}/ping', () => {
  const ping = (id: string) => call(hq, 'POST /webhooks/{id}/ping', { params: { id } });

  test('sends one ping, waits for it, and answers its record', async () => {
    const { id, secret } = (await create(hq)).body;
    const { status, body } = await ping(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      subscription_id: id,
      event_type: 'ping',
      event_id: body.id,
      status: 'delivered',
      attempt: 1,
      response_status: 200,
      last_error: null,
      next_attempt_at: null,
      delivered_at: '2026-01-07T06:00:00.003Z',
      created_at: '2026-01-07T06:00:00.003Z',
      payload: { message: 'pong' },
    });
    const [request] = receiver.requests;
    if (!request) throw new Error('nothing came');
    expect(request.body).toEqual({
      id: body.id,
      type: 'ping',
      created_at: body.created_at,
      data: { message: 'pong' },
    });
    verify(request, secret, world.clock.now());
    expect((await deliveriesOf(id)).data).toEqual([body]);
    expect((await read(hq, id)).body.last_delivery_at).toBe(body.delivered_at);
  });

  test('one that fails has failed for good: no retry, no streak, still active', async () => {
    const { id } = (await create(hq)).body;
    receiver.answer(500);
    expect((await ping(id)).body).toMatchObject({
      status: 'failed',
      attempt: 1,
      response_status: 500,
      last_error: 'HTTP 500',
      next_attempt_at: null,
      delivered_at: null,
    });
    expect((await read(hq, id)).body).toMatchObject({
      status: 'active',
      failing_since: null,
      last_delivery_at: null,
    });
  });

  test('works on a paused subscription, and neither resumes it nor ends its streak', async () => {
    const { id } = (await create(hq)).body;
    const since = new Date('2026-01-06T00:00:00.000Z');
    await context.prisma.subscription.update({
      where: { id },
      data: { status: 'paused', failing_since: since },
    });
    expect((await ping(id)).body.status).toBe('delivered');
    expect((await read(hq, id)).body).toMatchObject({ status: 'paused', failing_since: since.toISOString() });
  });
});

describe('GET /webhooks/{id}/deliveries', () => {
  test('is newest first, filtered and paged; a cursor is bound to its filters', async () => {
    const { id } = (await create(hq)).body;
    for (const type of ['door.opened', 'door.forced', 'door.opened']) {
      await world.happen(hq, type, 2);
      world.clock.stepWall(1000);
    }
    const since = new Date(world.clock.now() - 2000).toISOString();
    const all = await deliveriesOf(id);
    expect(all.data.map((one: { event_type: string }) => one.event_type)).toEqual([
      'door.opened',
      'door.opened',
      'door.forced',
      'door.forced',
      'door.opened',
      'door.opened',
    ]);
    expect(all.next_cursor).toBeNull();
    expect((await deliveriesOf(id, { event_type: 'door.forced' })).data).toEqual(all.data.slice(2, 4));
    expect((await deliveriesOf(id, { since })).data).toEqual(all.data.slice(0, 4));
    expect((await deliveriesOf(id, { status: 'pending' })).data).toHaveLength(6);
    expect((await deliveriesOf(id, { status: 'exhausted' })).data).toEqual([]);

    const seen = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '1', since, ...(cursor === undefined ? {} : { cursor }) };
      const page = await deliveriesOf(id, query as Record<string, string>);
      seen.push(...page.data);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(all.data.slice(0, 4));

    const { next_cursor } = await deliveriesOf(id, { limit: '1', since });
    const params = { id };
    const foreign = { limit: '1', cursor: next_cursor };
    expect((await call(hq, 'GET /webhooks/{id}/deliveries', { params, query: foreign })).status).toBe(400);
    const other = (await create(hq)).body.id;
    const query = { limit: '1', since, cursor: next_cursor };
    expect((await call(hq, 'GET /webhooks/{id}/deliveries', { params: { id: other }, query })).status).toBe(
      400,
    );
  });

  test.each([{ status: 'sent' }, { event_type: 'door.exploded' }, { since: 'yesterday' }, { limit: '101' }])(
    'refuses %j',
    async (query) => {
      const { id } = (await create(hq)).body;
      await expect(deliveriesOf(id, query as unknown as Record<string, string>)).rejects.toThrow(/./);
    },
  );
});

describe('POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', () => {
  const redeliver = (id: string, delivery_id: string) =>
    call(hq, 'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', { params: { id, delivery_id } });

  test('answers 202 with a new delivery of the same event, and leaves the original as it was', async () => {
    const { id } = (await create(hq)).body;
    await world.happen(hq);
    const [original] = (await deliveriesOf(id)).data;
    world.clock.stepWall(5000);
    const { status, body } = await redeliver(id, original.id);
    expect(status).toBe(202);
    expect(body).toEqual({
      ...original,
      id: expect.any(String),
      event_id: original.id,
      status: 'pending',
      attempt: 0,
      next_attempt_at: expect.any(String),
      created_at: new Date(world.clock.now()).toISOString(),
    });
    expect(body.id).not.toBe(original.id);
    expect((await deliveriesOf(id)).data).toEqual([body, original]);
  });

  test('takes any delivery: delivered, failed, a ping', async () => {
    const { id } = (await create(hq)).body;
    for (const reply of [200, 500]) {
      receiver.answer(reply);
      const { body: ping } = await call(hq, 'POST /webhooks/{id}/ping', { params: { id } });
      expect((await redeliver(id, ping.id)).body).toMatchObject({
        event_type: 'ping',
        event_id: ping.id,
        status: 'pending',
        attempt: 0,
        response_status: null,
        last_error: null,
        delivered_at: null,
      });
    }
  });

  test("is 404 for no delivery and for another subscription's, and 409 on a paused one, where nothing is made", async () => {
    const { id } = (await create(hq)).body;
    const other = (await create(hq)).body.id;
    const { body: ping } = await call(hq, 'POST /webhooks/{id}/ping', { params: { id } });
    expect((await redeliver(id, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await redeliver(other, ping.id)).status).toBe(404);
    await patch(hq, id, { status: 'paused' });
    expect(await redeliver(id, ping.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'subscription_paused' } },
    });
    expect(await context.prisma.delivery.count()).toBe(1);
  });
});

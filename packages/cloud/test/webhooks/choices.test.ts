import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { createApiKey } from '../../src/api-keys/create.js';
import { SCOPES } from '../../src/http/endpoint.js';
import { type Received, Receiver, verify } from './receiver.js';

/* What a subscription may choose: its locks and locations, its signature, its heartbeat. */

/** A receiver's own library, which knows nothing of this service. */
const { Webhook } = createRequire(import.meta.url)('standardwebhooks') as {
  Webhook: new (secret: string) => { verify(body: string, headers: object): unknown };
};

const world = await createWorld();
const { context, ids, clock } = world;
const gateway = await world.connect();
await gateway.birth([{ door: 1 }, { door: 2 }]);
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});
beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answer(200);
});
const made: string[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await world.call('DELETE', `/webhooks/${id}`);
});

async function subscribe(more: object, token = world.token) {
  const answer = await world.call('POST', '/webhooks', {
    token,
    body: { url: receiver.url(), events: ['*'], ...more },
  });
  if (answer.status === 201) made.push(answer.body.id);
  return answer;
}
const patch = (id: string, body: object) => world.call('PATCH', `/webhooks/${id}`, { body });
const opened = (door: number) => gateway.record({ kind: 'contact', door, state: 'open', snapshot: false });
const closed = (door: number) => gateway.record({ kind: 'contact', door, state: 'closed', snapshot: false });
const person = (name: string, location_id: number) =>
  world.call('POST', '/people', { body: { name, email: `${name.toLowerCase()}@acme.example`, location_id } });
/** The deliveries of a subscription, by what made them. */
async function deliveriesOf(id: string) {
  const { rows } = await context.pool.query<{ event_type: string; lock_id: number | null; status: string }>(
    `select event_type, (payload #>> '{lock,id}')::int as lock_id, status from delivery_all
     where subscription_id = $1 order by created_at, id`,
    [id],
  );
  return rows;
}
const spread = async () => {
  while ((await context.deliveries.spread()) > 0);
};

describe('locks and locations', () => {
  test('a subscription of one lock hears of it alone, in small and in large writes, and of no person', async () => {
    const { body } = await subscribe({ lock_ids: [ids.side] });
    expect(body).toMatchObject({ lock_ids: [ids.side], location_ids: [] });
    await gateway.send([opened(1), opened(2)]);
    await gateway.send([closed(1), closed(2)]);
    // So many at once are made deliveries of by the worker.
    await gateway.send(Array.from({ length: 6 }, () => [opened(1), opened(2), closed(1), closed(2)]).flat());
    await spread();
    await person('Anna', ids.hq);
    const heard = await deliveriesOf(body.id);
    expect(new Set(heard.map(({ lock_id }) => lock_id))).toEqual(new Set([ids.side]));
    expect(heard.filter(({ event_type }) => event_type === 'door.opened')).toHaveLength(7);
  });

  test('one of locations hears of all that happens there and below; with locks besides, of either', async () => {
    const [atHq, atLab, both] = [
      (await subscribe({ location_ids: [ids.hq] })).body,
      (await subscribe({ location_ids: [ids.lab] })).body,
      (await subscribe({ location_ids: [ids.lab], lock_ids: [ids.main] })).body,
    ];
    await person('Of-lab', ids.lab);
    await person('Of-hq', ids.hq);
    await gateway.send([opened(1), closed(1)]);
    const typesOf = async (id: string) =>
      new Set((await deliveriesOf(id)).map(({ event_type }) => event_type));
    expect(await deliveriesOf(atHq.id)).toHaveLength((await deliveriesOf(both.id)).length + 1);
    expect(await typesOf(atLab.id)).toEqual(new Set(['person.created']));
    expect(await deliveriesOf(atLab.id)).toHaveLength(1);
    expect(await typesOf(both.id)).toEqual(
      new Set(['person.created', 'door.opened', 'door.forced', 'door.closed']),
    );
  });

  test('the lists are changed and emptied again', async () => {
    const { body } = await subscribe({ lock_ids: [ids.side, ids.side] });
    expect(body.lock_ids).toEqual([ids.side]);
    const changed = await patch(body.id, { lock_ids: [], location_ids: [ids.lab] });
    expect(changed.body).toMatchObject({ lock_ids: [], location_ids: [ids.lab] });
    expect((await world.call('GET', `/webhooks/${body.id}`)).body).toEqual(changed.body);
    await person('Bert', ids.hq);
    expect(await deliveriesOf(body.id)).toEqual([]);
    await patch(body.id, { location_ids: [] });
    await person('Carla', ids.hq);
    expect(await deliveriesOf(body.id)).toHaveLength(1);
  });

  test('what is not within the scope of the subscription is named by its place in the list', async () => {
    const { rows } = await context.pool.query("insert into account (name) values ('Other') returning id");
    const other = await context.pool.query(
      `insert into location (account_id, ref, name, timezone) values ($1, 'x', 'X', 'UTC') returning id`,
      [rows[0].id],
    );
    const wrong = { lock_ids: [ids.main, 999_999], location_ids: [other.rows[0].id] };
    const faults = [
      { field: 'lock_ids[1]', code: 'invalid', message: expect.stringContaining('no such lock') },
      { field: 'location_ids[0]', code: 'invalid', message: expect.stringContaining('no such location') },
    ];
    const refused = await subscribe(wrong);
    expect([refused.status, refused.body.error.details]).toEqual([422, faults]);
    const { body } = await subscribe({});
    const unchanged = await patch(body.id, wrong);
    expect([unchanged.status, unchanged.body.error.details]).toEqual([422, faults]);
    // A key of the lab may not listen to the headquarters above it.
    const lab = await createApiKey(context, {
      accountId: ids.account,
      locationId: ids.lab,
      name: 'Lab',
      scopes: SCOPES,
      lockIds: [],
    });
    const above = await subscribe({ location_ids: [ids.hq] }, lab.token);
    expect([above.status, above.body.error.details[0].field]).toEqual([422, 'location_ids[0]']);
    for (const body of [{ lock_ids: 'all' }, { lock_ids: [0] }, { location_ids: [1.5] }])
      expect((await subscribe(body)).status).toBe(422);
  });
});

describe('Standard Webhooks', () => {
  /** As a receiver does it, by the clock of the service. */
  function check(received: Received, secret: string): unknown {
    const now = jest.spyOn(Date, 'now').mockReturnValue(clock.now());
    try {
      return new Webhook(secret).verify(received.raw, received.headers);
    } finally {
      now.mockRestore();
    }
  }

  test('its own library and ours verify the same delivery; through a rotation, with either secret', async () => {
    const { body } = await subscribe({ format: 'standard', events: ['person.created'] });
    await person('Dora', ids.hq);
    const [first] = await receiver.received(1);
    if (!first) throw new Error('nothing came');
    expect(first.headers['webhook-id']).toBe(first.body.id);
    expect(first.headers['webhook-timestamp']).toBe(first.headers['x-service-timestamp']);
    expect(check(first, body.secret)).toEqual(first.body);
    verify(first, body.secret, clock.now());
    expect(() => check(first, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
    const rotated = await world.call('POST', `/webhooks/${body.id}/rotate-secret`, { body: {} });
    await person('Emil', ids.hq);
    const [, second] = await receiver.received(2);
    for (const secret of [body.secret, rotated.body.secret]) check(second as Received, secret);
    // A ping is signed alike; without the format there is nothing of it.
    await world.call('POST', `/webhooks/${body.id}/ping`, { body: {} });
    check((await receiver.received(3))[2] as Received, rotated.body.secret);
    await patch(body.id, { format: 'service' });
    await person('Frida', ids.hq);
    const plain = (await receiver.received(4))[3] as Received;
    expect(Object.keys(plain.headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    verify(plain, rotated.body.secret, clock.now());
  });
});

describe('heartbeats', () => {
  const beatsOf = async (id: string) =>
    (await deliveriesOf(id)).filter(({ event_type }) => event_type === 'heartbeat');
  async function minutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      await clock.advance(60_000);
      await world.due.runDue();
    }
  }

  test('come on their rhythm, signed, without being subscribed to, and to none that did not ask', async () => {
    const { body } = await subscribe({ events: ['door.forced'], heartbeat_minutes: 15 });
    const silent = (await subscribe({})).body;
    expect(body.heartbeat_minutes).toBe(15);
    await minutes(14);
    expect(await beatsOf(body.id)).toEqual([]);
    await minutes(1);
    const [first] = await receiver.received(1);
    expect(first?.body).toMatchObject({ type: 'heartbeat', data: { interval_minutes: 15 } });
    verify(first as Received, body.secret, clock.now());
    await minutes(15);
    await receiver.received(2);
    expect(await beatsOf(silent.id)).toEqual([]);
  });

  test('of a receiver that fails, one waits and no more; after it, the rhythm goes on', async () => {
    const { body } = await subscribe({ heartbeat_minutes: 1 });
    receiver.answer(500);
    await minutes(30);
    expect((await beatsOf(body.id)).map(({ status }) => status)).toEqual(['retrying']);
    receiver.answer(200);
    // When the one that waits is sent again depends on how soon its attempts were answered.
    let after = 0;
    for (; (await beatsOf(body.id)).length < 3; after++) await minutes(1);
    // None of those that were left out is made up for.
    expect((await beatsOf(body.id)).length).toBeLessThanOrEqual(1 + after);
  });

  test('none come while the subscription is paused, when it is deleted, or once they are switched off', async () => {
    const { body } = await subscribe({ heartbeat_minutes: 5 });
    await patch(body.id, { status: 'paused' });
    await minutes(20);
    expect(await beatsOf(body.id)).toEqual([]);
    await patch(body.id, { status: 'active' });
    await minutes(4);
    expect(await beatsOf(body.id)).toEqual([]);
    await minutes(1);
    expect(await beatsOf(body.id)).toHaveLength(1);
    await patch(body.id, { heartbeat_minutes: null });
    await minutes(20);
    expect(await beatsOf(body.id)).toHaveLength(1);
  });

  test('a service that was away makes one, not all that it left out', async () => {
    const { body } = await subscribe({ heartbeat_minutes: 10 });
    await clock.advance(95 * 60_000);
    await world.due.runDue();
    expect(await beatsOf(body.id)).toHaveLength(1);
    await minutes(5);
    expect(await beatsOf(body.id)).toHaveLength(2);
  });

  test.each([0, 1_441, 1.5, '15'])('%j minutes are refused', async (heartbeat_minutes) => {
    const answer = await subscribe({ heartbeat_minutes });
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'heartbeat_minutes']);
  });
});

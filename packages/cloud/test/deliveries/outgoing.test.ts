import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as sql from '../../src/database/statement.js';
import {
  insertOutgoing,
  type OutgoingEvent,
  outgoingRows,
  spreadOutgoing,
} from '../../src/deliveries/outgoing.js';
import { type DeliveryWorker, startDeliveryWorker } from '../../src/deliveries/worker.js';
import type { Caller } from '../../src/http/endpoint.js';
import { Receiver } from '../webhooks/receiver.js';
import { webhookWorld } from '../webhooks/world.js';

/* Deliveries of large writes are made behind them. */

const world = await webhookWorld();
const { call, hq, lab, clock, context } = world;
let receiver: Receiver;
let worker: DeliveryWorker | undefined;

beforeEach(async () => {
  await world.clear();
  receiver = await Receiver.start();
});
afterEach(async () => {
  await receiver.close();
  await worker?.stop();
  worker = undefined;
});

async function subscribe(at: Caller, events = ['*']): Promise<string> {
  const { body } = await call(at, 'POST /webhooks', { body: { url: receiver.url(), events } });
  return body.id;
}

/** As a write of doors does it, whose events have the ids from 1000 on. */
const KEEP = sql.statement(
  'test-keep',
  `with made as materialized (
     select 999 + n as id, location_id, type
     from unnest($1::int[], $2::text[]) with ordinality as given(location_id, type, n)
   ) ${insertOutgoing('made', '$3', '$4::timestamptz')}`,
);

const keep = (events: readonly OutgoingEvent[]) =>
  KEEP.count(context.pool, [
    events.map(({ location_id }) => location_id),
    events.map(({ type }) => type),
    outgoingRows(events),
    new Date(clock.now()),
  ]);

const opened = ({ locationId }: Caller, fields: Partial<OutgoingEvent> = {}): OutgoingEvent => ({
  type: 'door.opened',
  location_id: locationId,
  lock_id: 1,
  person_id: null,
  key_id: null,
  api_key_id: null,
  data: { person: null },
  ...fields,
});

const many = (count: number, at = hq) => Array.from({ length: count }, () => opened(at));
const deliveries = () => context.prisma.delivery.findMany();

test('a hundred events are made deliveries at a time, in their order, each once, with its own id', async () => {
  const id = await subscribe(hq);
  expect(await keep(many(250))).toBe(3);
  expect(await spreadOutgoing(context.pool)).toBe(100);
  const first = await deliveries();
  expect(first.map(({ event_id }) => Number(event_id)).sort()).toEqual(
    Array.from({ length: 100 }, (_, index) => 1_000 + index),
  );
  expect(await spreadOutgoing(context.pool)).toBe(100);
  expect(await spreadOutgoing(context.pool)).toBe(50);
  expect(await spreadOutgoing(context.pool)).toBe(0);
  const all = await deliveries();
  expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(250);
  for (const one of all)
    expect(one).toMatchObject({
      subscription_id: id,
      event_type: 'door.opened',
      status: 'pending',
      attempt: 0,
      created_at: new Date(clock.now()),
      next_attempt_at: new Date(clock.now()),
      payload: { id: Number(one.event_id), person: null },
    });
});

test('who receives an event is as it was at the write: neither one subscribed since, nor one that was paused', async () => {
  const before = await subscribe(hq);
  const paused = await subscribe(hq);
  await call(hq, 'PATCH /webhooks/{id}', { params: { id: paused }, body: { status: 'paused' } });
  await subscribe(lab);
  await subscribe(hq, ['door.forced']);
  await keep(many(9));
  await subscribe(hq);
  await call(hq, 'PATCH /webhooks/{id}', { params: { id: paused }, body: { status: 'active' } });
  expect(await spreadOutgoing(context.pool)).toBe(9);
  expect(new Set((await deliveries()).map(({ subscription_id }) => subscription_id))).toEqual(
    new Set([before]),
  );
});

test('nothing is kept where no subscription wants it', async () => {
  await subscribe(lab);
  expect(await keep(many(9))).toBe(0);
});

test('names are those of the moment at which the delivery is made, and an erased one is null', async () => {
  await subscribe(hq);
  const { account_id } = await context.prisma.location.findUniqueOrThrow({ where: { id: hq.locationId } });
  const place = { account_id, location_id: hq.locationId };
  const person = await context.prisma.person.create({
    data: { ...place, id: context.ids.uuid(), name: 'Before' },
  });
  const at = new Date(clock.now());
  const key = await context.prisma.accessKey.create({
    data: { ...place, name: 'Before', starts_at: at, created_at: at, updated_at: at },
  });
  const actor = { type: 'user', key: { id: key.id, name: 'Before' } };
  await keep([
    opened(hq, { person_id: person.id, key_id: key.id }),
    opened(hq, { person_id: context.ids.uuid() }),
    opened(hq, { type: 'door.unlocked', data: { actor } }),
  ]);
  await context.prisma.person.update({ where: { id: person.id }, data: { name: 'After' } });
  await context.prisma.accessKey.update({ where: { id: key.id }, data: { name: 'Renamed' } });
  await spreadOutgoing(context.pool);
  const payloads = (await context.prisma.delivery.findMany({ orderBy: { event_id: 'asc' } })).map(
    (one) => one.payload,
  );
  expect(payloads).toEqual([
    {
      id: 1000,
      person: { id: person.id, name: 'After', email: '' },
      key: { id: key.id, name: 'Renamed' },
      api_key: null,
    },
    { id: 1001, person: null, key: null, api_key: null },
    { actor: { type: 'user', key: { id: key.id, name: 'Renamed' } } },
  ]);
});

test('what waits for a subscription that was paused before its deliveries were made fails with that reason', async () => {
  const id = await subscribe(hq);
  await keep(many(9));
  await call(hq, 'PATCH /webhooks/{id}', { params: { id }, body: { status: 'paused' } });
  worker = startDeliveryWorker(context);
  await worker.runDue();
  await clock.advance(30_000);
  await worker.runDue();
  expect(
    await context.prisma.delivery.count({ where: { status: 'failed', last_error: 'subscription_paused' } }),
  ).toBe(9);
  expect(receiver.requests).toHaveLength(0);
});

test('two workers make and send each once', async () => {
  await subscribe(hq);
  await subscribe(hq);
  worker = startDeliveryWorker(context);
  const second = startDeliveryWorker(context);
  await keep(many(450));
  while ((await context.prisma.delivery.count({ where: { status: 'delivered' } })) < 900)
    await Promise.all([worker.runDue(), second.runDue()]);
  await second.stop();
  expect(new Set(receiver.requests.map(({ body }) => body.id)).size).toBe(900);
  expect(receiver.requests).toHaveLength(900);
  expect(await context.prisma.outgoing.count()).toBe(0);
});

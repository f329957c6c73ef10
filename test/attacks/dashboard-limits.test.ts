import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dashboardWorld, type Told } from '../../packages/cloud/test/dashboard/world.js';
import { Receiver } from '../../packages/cloud/test/webhooks/receiver.js';

/* A session must not do more of what the interface limits than an API key may: the limits are the endpoints' own. */

const { world, context, ids, ask, signIn } = await dashboardWorld();
const cookie = await signIn('owner@acme.example');
let receiver: Receiver;
let webhook: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  const { json } = await ask('POST', '/webhooks', { cookie, body: { url: receiver.url(), events: ['*'] } });
  webhook = json.id;
});
afterAll(() => receiver.close());
beforeEach(() => world.clock.advance(60_000));

async function flood(count: number, one: (index: number) => Promise<Told>): Promise<Told[]> {
  const answers: Told[] = [];
  for (let index = 0; index < count; index++) answers.push(await one(index));
  return answers;
}
const statuses = (answers: Told[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const ping = (as = cookie) => ask('POST', `/webhooks/${webhook}/ping`, { cookie: as });

test('of 25 pings in a minute ten are sent, and the next minute has its own', async () => {
  const before = receiver.requests.length;
  const answers = await flood(25, () => ping());
  expect(statuses(answers)).toEqual({ 200: 10, 429: 15 });
  expect(receiver.requests.length - before).toBe(10);
  const refused = answers.at(-1);
  expect(refused?.json.error.code).toBe('rate_limited');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  await world.clock.advance(60_000);
  expect((await ping()).status).toBe(200);
});

test('ten at a time are no way round it, nor is a second session, but a colleague has their own', async () => {
  const second = await signIn('owner@acme.example');
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ping(n % 2 ? second : cookie)));
  expect(statuses(answers)).toEqual({ 200: 10, 429: 20 });
  await context.pool.query("update account_user set role = 'manager' where email = 'viewer@acme.example'");
  const colleague = await signIn('viewer@acme.example');
  expect((await ping(colleague)).status).toBe(200);
});

test('of 40 redeliveries in a minute 30 are made', async () => {
  const { id } = (await ping()).json;
  const path = `/webhooks/${webhook}/deliveries/${id}/redeliver`;
  expect(statuses(await flood(40, () => ask('POST', path, { cookie })))).toEqual({ 202: 30, 429: 10 });
});

test('of 60 new keys in a minute 30 pass, and those refused for their body count', async () => {
  const person = await ask('POST', '/people', { cookie, body: { name: 'Anna', email: 'anna@acme.example' } });
  await context.prisma.securityGroup.create({
    data: { account_id: ids.account, location_id: ids.hq, code: 'STAFF', name: 'Staff' },
  });
  const body = (index: number) => ({
    person_id: person.json.id,
    name: `Key ${index}`,
    security_groups: index < 5 ? ['NOWHERE'] : ['STAFF'],
    channel: 'email',
  });
  const answers = await flood(60, (index) => ask('POST', '/keys', { cookie, body: body(index) }));
  expect(statuses(answers)).toEqual({ 201: 25, 422: 5, 429: 30 });
  expect(await context.prisma.invitation.count()).toBe(25);
});

test("what an API key has used up is not its owner's, and the other way round", async () => {
  const answers = await flood(12, () => ping());
  expect(statuses(answers)).toEqual({ 200: 10, 429: 2 });
  expect((await world.call('POST', `/webhooks/${webhook}/ping`)).status).toBe(200);
});

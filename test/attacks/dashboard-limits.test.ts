import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dashboardWorld, type PageAnswer } from '../../packages/cloud/test/http/pages-world.js';
import { Receiver } from '../../packages/cloud/test/webhooks/receiver.js';

/* A session has the same limits as an API key: they belong to the endpoints. */

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

async function flood(count: number, one: (index: number) => Promise<PageAnswer>): Promise<PageAnswer[]> {
  const answers: PageAnswer[] = [];
  for (let index = 0; index < count; index++) answers.push(await one(index));
  return answers;
}
const statuses = (answers: PageAnswer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const ping = (as = cookie) => ask('POST', `/webhooks/${webhook}/ping`, { cookie: as });

test('of 25 pings in a minute ten are sent, and the next minute starts anew', async () => {
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

test('concurrency and a second session do not bypass it, but a colleague has their own limit', async () => {
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

test('of 60 new keys in a minute 30 pass, and invalid requests count', async () => {
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

test('an API key and its owner have separate limits', async () => {
  const answers = await flood(12, () => ping());
  expect(statuses(answers)).toEqual({ 200: 10, 429: 2 });
  expect((await world.call('POST', `/webhooks/${webhook}/ping`)).status).toBe(200);
});

import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { world, context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const labManager = await signIn('lab@acme.example');
const stranger = await signIn('other@globex.example');

const search = async (q: string, cookie = owner) => {
  const { status, json } = await ask('GET', `/search?q=${encodeURIComponent(q)}`, { cookie });
  expect(status).toBe(200);
  return json;
};

for (const [name, email, location_id] of [
  ['Anna Äänekoski', 'anna@quill.example', ids.hq],
  ['Lab Anna', '', ids.lab],
] as const)
  await ask('POST', '/people', { cookie: owner, body: { name, email, location_id } });
const event = await context.prisma.event.create({
  data: {
    account_id: ids.account,
    location_id: ids.hq,
    lock_id: ids.main,
    type: 'door.forced',
    source: 'device',
    occurred_at: new Date(world.clock.now()),
  },
});

describe('one search', () => {
  test('finds people by any part, without accents', async () => {
    const { people } = await search('aane');
    expect(people).toMatchObject([{ name: 'Anna Äänekoski', email: 'anna@quill.example' }]);
  });

  test('finds gateways by every word of their name and location', async () => {
    const { gateways } = await search('gateway hq');
    expect(gateways).toMatchObject([{ id: world.gateway.id }]);
    expect((await search('gateway nowhere')).gateways).toEqual([]);
  });

  test('finds an event by its id', async () => {
    const { event: found } = await search(` ${event.id} `);
    expect(found).toMatchObject({ id: Number(event.id), type: 'door.forced', lock: { id: ids.main } });
    expect((await search(`${event.id}9`)).event).toBeNull();
    expect((await search('99999999999999999999')).event).toBeNull();
  });

  test('finds nothing for nothing, and takes no long text', async () => {
    expect(await search('  ')).toEqual({ people: [], gateways: [], event: null });
    const { status, json } = await ask('GET', `/search?q=${'a'.repeat(101)}`, { cookie: owner });
    expect([status, json.error.message]).toEqual([400, expect.stringContaining('q')]);
  });

  test('shows a person of a location below what is there alone', async () => {
    const { people, event: found } = await search('anna', labManager);
    expect(people).toMatchObject([{ name: 'Lab Anna' }]);
    expect(found).toBeNull();
    expect((await search(String(event.id), labManager)).event).toBeNull();
    expect((await search('gateway', labManager)).gateways).toEqual([]);
  });

  test('shows another organisation nothing of ours', async () => {
    for (const q of ['anna', 'HQ gateway hq', 'acme', String(event.id)])
      expect(JSON.stringify(await search(q, stranger))).not.toMatch(/Anna|HQ gateway|forced/);
    expect((await search('gateway', stranger)).gateways).toMatchObject([{ name: 'Globex gateway' }]);
  });
});

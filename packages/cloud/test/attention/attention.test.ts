import { expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { world, context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const labManager = await signIn('lab@acme.example');
const stranger = await signIn('other@globex.example');
const DAY = 86_400_000;
const attention = async (cookie: string) => (await ask('GET', '/attention', { cookie })).json;

test('gateways that are away are named, those that were revoked are not', async () => {
  const since = new Date(world.clock.now() - 60_000);
  const { id } = world.gateway;
  await context.prisma.gateway.update({ where: { id }, data: { online: false, online_since: since } });
  expect((await attention(owner)).gateways_offline).toMatchObject({
    count: 1,
    named: [{ id, since: since.toISOString() }],
  });
  expect((await attention(stranger)).gateways_offline.count).toBe(0);
  expect((await attention(labManager)).gateways_offline.count).toBe(0);
  await context.prisma.gateway.update({ where: { id }, data: { revoked_at: since } });
  expect((await attention(owner)).gateways_offline).toEqual({ count: 0, named: [] });
});

test('keys that end within fourteen days are counted, those that have ended are not', async () => {
  for (const days of [-1, 1, 13, 15, null]) {
    const at = new Date(world.clock.now() - 30 * DAY);
    await context.prisma.accessKey.create({
      data: {
        account_id: ids.account,
        location_id: ids.hq,
        name: 'Key',
        state: 'handed_over',
        starts_at: at,
        handed_over_at: at,
        created_at: at,
        updated_at: at,
        expires_at: days === null ? null : new Date(world.clock.now() + days * DAY),
      },
    });
  }
  expect((await attention(owner)).keys_ending).toEqual({ count: 2, within_days: 14 });
  expect((await attention(stranger)).keys_ending.count).toBe(0);
});

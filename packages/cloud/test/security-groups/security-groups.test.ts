import { afterAll, expect, test } from '@jest/globals';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld();
afterAll(() => world.close());
const { hq, lab } = world.ids;

test('security groups are listed newest first, with the locks within the reach', async () => {
  const { body } = await world.call('GET', '/security_groups');
  expect(body).toEqual({
    data: [
      { code: 'LAB', name: 'lab', location: { id: lab, name: 'Lab' }, lock_count: 1 },
      { code: 'CLEANING', name: 'cleaning', location: { id: hq, name: 'HQ' }, lock_count: 1 },
      { code: 'STAFF', name: 'staff', location: { id: hq, name: 'HQ' }, lock_count: 2 },
    ],
    next_cursor: null,
  });
  const first = (await world.call('GET', '/security_groups?limit=2')).body;
  const next = (await world.call('GET', `/security_groups?limit=2&cursor=${first.next_cursor}`)).body;
  expect([...first.data, ...next.data]).toEqual(body.data);
});

test('a caller further down sees only what is there, and counts only the locks there', async () => {
  const group = await world.context.prisma.securityGroup.findFirstOrThrow({ where: { code: 'LAB' } });
  await world.context.prisma.securityGroupLock.create({
    data: { security_group_id: group.id, lock_id: world.ids.main },
  });
  const { body } = await world.call('GET', '/security_groups', {
    token: await world.key(lab, ['catalog:read']),
  });
  expect(body.data).toEqual([
    { code: 'LAB', name: 'lab', location: { id: lab, name: 'Lab' }, lock_count: 1 },
  ]);
  expect(
    (await world.call('GET', '/security_groups', { token: await world.key(lab, ['keys:write']) })).status,
  ).toBe(403);
});

import { afterAll, expect, test } from '@jest/globals';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld();
afterAll(() => world.close());
const { hq, lab } = world.ids;

test('security groups are listed newest first, with the locks within the reach', async () => {
  const { body } = await world.call('GET', '/security_groups');
  expect(body).toEqual({
    data: [
      { code: 'LAB', name: 'lab', location: { id: lab, name: 'Lab' }, lock_count: 1, directory: false },
      {
        code: 'CLEANING',
        name: 'cleaning',
        location: { id: hq, name: 'HQ' },
        lock_count: 1,
        directory: false,
      },
      { code: 'STAFF', name: 'staff', location: { id: hq, name: 'HQ' }, lock_count: 2, directory: false },
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
    { code: 'LAB', name: 'lab', location: { id: lab, name: 'Lab' }, lock_count: 1, directory: false },
  ]);
  expect(
    (await world.call('GET', '/security_groups', { token: await world.key(lab, ['keys:write']) })).status,
  ).toBe(403);
});

test('groups are found by a part of their code or name, and by their own location, however many there are', async () => {
  const { account } = world.ids;
  await world.context.prisma.securityGroup.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      account_id: account,
      location_id: hq,
      code: `ROOM-${index}`,
      name: index === 7 ? '100 % Wäscherei' : `Room ${index}`,
    })),
  });
  const found = async (query: string) =>
    (await world.call('GET', `/security_groups?${query}`)).body.data.map(
      ({ code }: { code: string }) => code,
    );
  expect(await found('search=room-11')).toEqual([
    'ROOM-119',
    'ROOM-118',
    'ROOM-117',
    'ROOM-116',
    'ROOM-115',
    'ROOM-114',
    'ROOM-113',
    'ROOM-112',
    'ROOM-111',
    'ROOM-110',
    'ROOM-11',
  ]);
  expect(await found(`search=${encodeURIComponent('0 % wäsch')}`)).toEqual(['ROOM-7']);
  expect(await found('search=%25')).toEqual(['ROOM-7']);
  expect(await found(`search=lab&location_id=${hq}`)).toEqual([]);
  expect(await found(`location_id=${lab}`)).toEqual(['LAB']);
  expect(await found('location_id=999999')).toEqual([]);
  expect(await found(`lock_id=${world.ids.side}`)).toEqual(['LAB', 'CLEANING']);
  expect(await found('lock_id=999999')).toEqual([]);
  expect((await world.call('GET', '/security_groups?search=')).status).toBe(400);
  const first = (await world.call('GET', '/security_groups?search=room&limit=2')).body;
  const other = await world.call('GET', `/security_groups?search=roo&limit=2&cursor=${first.next_cursor}`);
  expect(other.status).toBe(400);
});

import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { transaction } from '../../src/context.js';
import { rebuildTree } from '../../src/locations/tree.js';
import { createPeopleWorld } from './world.js';

const world = await createPeopleWorld();
afterAll(() => world.close());
const { prisma, pool } = world.context;
const { account, hq, lab } = world.ids;

/** What the triggers keep is what it would be, computed anew. */
async function differences() {
  const { rows } = await pool.query(`
    with wanted as (
      select a.ancestor_id as location_id, x.list, x.state, x.id from location_ancestor a join (
        select distinct location_id, 'person' as list, left(lower(name), prefix_length) as state, seq as id
        from person, generate_series(0, 3) prefix_length where deleted_at is null
        union all select location_id, 'key', coalesce(state, 'none'), id from access_key
        union all select location_id, 'invitation', state, id from invitation
        union all select location_id, 'lock', type, id from lock) x on x.location_id = a.location_id)
    (select * from wanted except select * from list_scope) union all (select * from list_scope except select * from wanted)`);
  return rows;
}

test('lists follow whatever happens to people, keys and invitations', async () => {
  const person = await world.person({ location_id: lab });
  const key = (await world.issue({ person_id: person.id })).body;
  expect(await differences()).toEqual([]);
  await world.call('PUT', `/people/${person.id}`, { body: { location_id: hq, name: 'X' } });
  await world.call('DELETE', `/keys/${key.id}`);
  expect(await differences()).toEqual([]);
  await prisma.person.createMany({
    data: [1, 2, 3].map((ref) => ({
      id: randomUUID(),
      account_id: account,
      location_id: lab,
      name: 'Bo',
      ref: String(ref),
    })),
  });
  await prisma.person.updateMany({ where: { ref: { in: ['1', '2'] } }, data: { deleted_at: new Date() } });
  expect(await differences()).toEqual([]);
  await prisma.person.deleteMany({ where: { ref: { not: null } } });
  await world.call('DELETE', `/people/${person.id}?hard=true`);
  expect(await differences()).toEqual([]);
});

test('lists follow whatever happens to locks', async () => {
  const made = await prisma.lock.create({
    data: { account_id: account, location_id: hq, ref: 'cellar', name: 'Cellar', type: 'locksys' },
  });
  expect(await differences()).toEqual([]);
  await prisma.lock.update({ where: { id: made.id }, data: { location_id: lab, name: 'Vault' } });
  expect(await differences()).toEqual([]);
  await prisma.lock.delete({ where: { id: made.id } });
  expect(await differences()).toEqual([]);
});

test('a location that moves takes its people along', async () => {
  const roof = await prisma.location.create({
    data: { account_id: account, ref: 'roof', name: 'Roof', timezone: 'UTC' },
  });
  await transaction(pool, (client) => rebuildTree(client, account, false));
  await world.person({ name: 'Under the roof', location_id: lab });
  const token = await world.key(roof.id);
  const names = async () =>
    (await world.call('GET', '/people', { token })).body.data.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual([]);
  await prisma.location.update({ where: { id: lab }, data: { parent_id: roof.id } });
  await transaction(pool, (client) => rebuildTree(client, account, true));
  expect(await names()).toEqual(['Under the roof']);
  expect(await differences()).toEqual([]);
  expect((await world.call('GET', '/people?q=Under')).body.data).toEqual([]);
});

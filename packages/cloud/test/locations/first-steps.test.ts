import { expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { ask, signIn, context, ids, addUser } = await dashboardWorld();

test('the first steps are read off what is there, each organisation for itself', async () => {
  const steps = async (email: string) => {
    const { json } = await ask('GET', '/first-steps', { cookie: await signIn(email) });
    return json.done;
  };
  expect(await steps('owner@acme.example')).toEqual(expect.arrayContaining(['gateway', 'door']));
  expect(await steps('owner@acme.example')).not.toContain('person');
  await context.prisma.person.create({
    data: {
      id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      account_id: ids.account,
      location_id: ids.lab,
      name: 'Anna',
    },
  });
  expect(await steps('owner@acme.example')).toContain('person');
  expect(await steps('other@globex.example')).toEqual(['gateway', 'door']);

  const empty = await context.prisma.account.create({ data: { name: 'Empty' } });
  const place = await context.prisma.location.create({
    data: { account_id: empty.id, ref: 'main', name: 'Main', timezone: 'UTC' },
  });
  await context.prisma.locationAncestor.create({
    data: { location_id: place.id, ancestor_id: place.id, depth: 0 },
  });
  await addUser('owner@empty.example', 'owner', place.id, empty.id);
  expect(await steps('owner@empty.example')).toEqual([]);
});

import { afterAll, expect, test } from '@jest/globals';
import { DOORCTL } from '../../src/audit/record.js';
import { returnKey } from '../../src/keys/manage.js';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld({ KEY_REVOCATION: 'off' });
afterAll(() => world.close());

test('with key revocation off, no key is taken back', async () => {
  const key = (await world.issue()).body;
  const { status, body } = await world.call('DELETE', `/keys/${key.id}`);
  expect([status, body.error.code]).toEqual([503, 'not_available']);
  expect((await world.call('GET', `/keys/${key.id}`)).body).toEqual(key);
  expect((await world.call('DELETE', '/keys/999999')).status).toBe(404);
});

test('with key revocation off, a person with keys stays, and one without goes', async () => {
  const key = (await world.issue()).body;
  for (const query of ['', '?hard=true'])
    expect((await world.call('DELETE', `/people/${key.person.id}${query}`)).status).toBe(503);
  expect((await world.call('GET', `/people/${key.person.id}`)).status).toBe(200);
  expect(await world.reported('key.revoked')).toEqual([]);
  const person = await world.person();
  expect((await world.call('DELETE', `/people/${person.id}`)).status).toBe(204);
});

test('with key revocation off, a key that was returned before can be deleted, because nothing is revoked', async () => {
  const key = (await world.issue()).body;
  await returnKey(world.context, null, key.id, DOORCTL);
  const { status, body } = await world.call('DELETE', `/keys/${key.id}`);
  expect([status, body.state]).toEqual([200, 'returned']);
  expect(await world.reported('key.revoked')).toHaveLength(1);
});

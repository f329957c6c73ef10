import { expect, test } from '@jest/globals';
import { dashboardWorld } from './world.js';

const { context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');

await context.prisma.securityGroup.create({
  data: { account_id: ids.account, location_id: ids.hq, code: 'STAFF', name: 'Staff' },
});

test.each([
  ['begin blocks', 'begins_blocks', 'begins-blocks'],
  ['hold doors', 'holds_doors', 'holds-doors'],
])('a key is marked to %s, told so, and loses the mark; a returned one takes none', async (_, name, path) => {
  const { json: person } = await ask('POST', '/people', {
    cookie: owner,
    body: { name: 'Anna', email: `${name}@acme.example` },
  });
  const body = { person_id: person.id, name: 'Front', security_groups: ['STAFF'], channel: 'email' };
  const { json: key } = await ask('POST', '/keys', { cookie: owner, body });
  const mark = (isSet: boolean) =>
    ask('PUT', `/keys/${key.id}/${path}`, { cookie: owner, body: { [name]: isSet } });
  const marked = async () =>
    (await ask('GET', `/people/${person.id}/key-marks`, { cookie: owner })).json[name];

  expect(await marked()).toEqual([]);
  expect((await mark(true)).status).toBe(204);
  expect(await marked()).toEqual([key.id]);
  expect((await mark(true)).status).toBe(204);
  const { json: audit } = await ask('GET', '/audit?action=key.update', { cookie: owner });
  expect(audit.data[0]).toMatchObject({
    actor: { name: 'owner' },
    subject: { name: 'Front' },
    details: { [name]: true },
  });
  expect((await mark(false)).status).toBe(204);
  expect(await marked()).toEqual([]);

  await ask('POST', `/keys/${key.id}/return`, { cookie: owner, body: {} });
  const refused = await mark(true);
  expect(refused.status).toBe(422);
  expect(refused.json.error.details).toMatchObject([{ message: 'the key has been returned' }]);
});

import { expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');

await context.prisma.securityGroup.create({
  data: { account_id: ids.account, location_id: ids.hq, code: 'STAFF', name: 'Staff' },
});

test.each([
  ['begin blocks', 'begins_blocks', 'begins-blocks'],
  ['hold doors', 'holds_doors', 'holds-doors'],
])(
  'a key is marked to %s, listed with the mark, and loses it; a returned one cannot be marked',
  async (_, name, path) => {
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
  },
);

test('the outcome of messages about a person’s invitations is listed without their content', async () => {
  const cookie = owner;
  const body = { name: 'Bea', email: 'bea@acme.example', phone: '+358401112223' };
  const { json: person } = await ask('POST', '/people', { cookie, body });
  const { json: key } = await ask('POST', '/keys', {
    cookie,
    body: { person_id: person.id, name: 'Side', security_groups: ['STAFF'], channel: 'email' },
  });
  const read = async (by: string) => ask('GET', `/people/${person.id}/notices`, { cookie: by });
  await context.pool.query(
    "update notice set status = 'failed', last_error = 'no such address', next_attempt_at = null where person_id = $1",
    [person.id],
  );
  const { status, json, text } = await read(await signIn('viewer@acme.example'));
  expect([status, json.data]).toMatchObject([
    200,
    [{ invitation_id: key.invitation.id, channel: 'email', status: 'failed', last_error: 'no such address' }],
  ]);
  expect(text).not.toMatch(/setup|acme\.example/);
  expect((await read(await signIn('lab@acme.example'))).status).toBe(404);
  expect((await read(await signIn('other@globex.example'))).status).toBe(404);
});

import { expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

/* The language of an organisation, for what is sent to people who have chosen none. */

const { ids, ask, signIn, context } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const stranger = await signIn('other@globex.example');
await context.prisma.securityGroup.create({
  data: { account_id: ids.account, location_id: ids.hq, code: 'STAFF', name: 'Staff' },
});

const choose = (language: string, cookie = owner) =>
  ask('PUT', '/organisation/language', { cookie, body: { language } });
const chosen = async (cookie = viewer) => (await ask('GET', '/organisation', { cookie })).json.language;

/** The language of the notice that an invitation to a person sends. */
async function invited(name: string, language: string): Promise<string> {
  const email = `${name.toLowerCase()}@acme.example`;
  const person = await ask('POST', '/people', { cookie: owner, body: { name, email, language } });
  const key = { person_id: person.json.id, name, security_groups: ['STAFF'], channel: 'email' };
  expect((await ask('POST', '/keys', { cookie: owner, body: key })).status).toBe(201);
  const { rows } = await context.pool.query('select language from notice where recipient = $1', [email]);
  return rows[0].language;
}

test('is English until an owner chooses another, for people who have chosen none', async () => {
  expect(await chosen()).toBe('');
  expect(await invited('Anna', '')).toBe('');
  expect((await choose('fi')).status).toBe(204);
  expect(await chosen()).toBe('fi');
  expect(await invited('Bea', '')).toBe('fi');
  expect(await invited('Carl', 'sv')).toBe('sv');
});

test('is not that of another organisation, and stands in the audit log', async () => {
  expect(await chosen(stranger)).toBe('');
  const { rows } = await context.pool.query(
    "select details from audit where account_id = $1 and action = 'account.update' order by number",
    [ids.account],
  );
  expect(rows.at(-1).details).toEqual({ language: { from: '', to: 'fi' } });
});

test('is one that there are words in, and chosen by an owner of the whole', async () => {
  expect((await choose('fr')).status).toBe(422);
  expect((await choose('sv', viewer)).status).toBe(403);
  await context.pool.query(
    `update account_user set role = 'owner', location_id = $1 where email = 'lab@acme.example'`,
    [ids.lab],
  );
  const lab = await choose('sv', await signIn('lab@acme.example'));
  expect([lab.status, lab.json.error.message]).toEqual([
    403,
    'The language of the organisation is chosen by an owner of all of it.',
  ]);
  expect(await chosen()).toBe('fi');
});

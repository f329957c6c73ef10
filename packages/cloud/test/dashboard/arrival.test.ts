import { afterAll, describe, expect, test } from '@jest/globals';
import { dashboardMount } from '../../src/dashboard/mount.js';
import { firstRunCode } from '../../src/dashboard/first-run.js';
import { startHttpServer } from '../../src/http/server.js';
import { readOutbox } from '../../src/notify/outbox.js';
import { testDatabase } from '../../../../test/setup/database.js';
import { createPrisma } from '../../src/database/prisma.js';
import { dashboardWorld } from './world.js';

const { context, ids, ask, signIn } = await dashboardWorld();
const database = await testDatabase('empty');
const empty = { ...context, pool: database.pool, prisma: createPrisma(database.pool) };
const mount = dashboardMount(empty, { checkAnswers: true });
const http = await startHttpServer(empty, [], { mounts: [mount] });
afterAll(async () => {
  await mount.stop();
  await http.close();
  await empty.prisma.$disconnect();
});

describe('a setup link', () => {
  test('shows whose key it is, takes it into use once, and tells nothing to whoever guesses', async () => {
    const cookie = await signIn('owner@acme.example');
    await context.prisma.securityGroup.create({
      data: { account_id: ids.account, location_id: ids.hq, code: 'STAFF', name: 'Staff' },
    });
    const person = await ask('POST', '/people', { cookie, body: { name: 'Anna', email: 'anna@acme.example' } });
    const body = { person_id: person.json.id, name: 'Front doors', security_groups: ['STAFF'], channel: 'email' };
    const key = await ask('POST', '/keys', { cookie, body });
    expect([key.status, key.json.invitation.state]).toEqual([201, 'pending']);
    const [message] = await readOutbox(context);
    const token = message?.setup_link?.split('/').at(-1);

    const look = () => ask('POST', '/setup/look', { body: { token } });
    expect((await look()).json).toMatchObject({ state: 'pending', key_name: 'Front doors', person_name: 'Anna' });
    expect((await ask('POST', '/setup/activate', { body: { token } })).json).toEqual({ state: 'activated' });
    expect((await look()).json.state).toBe('activated');
    const guess = await ask('POST', '/setup/look', { body: { token: 'guess' } });
    expect(guess.json).toMatchObject({ state: 'unknown', organisation: null });
    const { json } = await ask('GET', `/keys?person_id=${person.json.id}`, { cookie });
    expect(json.data[0].state).toBe('handed_over');
    const back = await ask('POST', `/keys/${json.data[0].id}/return`, { cookie, body: {} });
    expect(back.json.state).toBe('returned');
  });
});

describe('an empty service', () => {
  const wanted = {
    organisation: 'Initech',
    location: 'Office',
    timezone: 'Europe/Helsinki',
    name: 'Olga',
    email: 'olga@initech.example',
    password: 'a long enough password',
  };

  test('makes its first owner for whoever has the code of its log, and once', async () => {
    const origin = `http://127.0.0.1:${http.port}`;
    const post = async (body: object) => {
      const answer = await fetch(`${origin}/dashboard/first-run`, {
        method: 'POST',
        headers: { Origin: origin, 'X-Dashboard': '1', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      // biome-ignore lint/suspicious/noExplicitAny: an answer of either form
      return { status: answer.status, json: (await answer.json()) as any, cookie: answer.headers.get('set-cookie') };
    };
    const code = firstRunCode(empty);
    expect((await (await fetch(`${origin}/dashboard/session`)).json()) as object).toMatchObject({ first_run: true });
    expect((await post({ ...wanted, code: 'aaaa-aaaa' })).json.error.details[0].field).toBe('code');
    expect((await post({ ...wanted, code, password: 'short' })).json.error.details[0].field).toBe('password');
    expect((await post({ ...wanted, code, timezone: 'Nowhere' })).json.error.details[0].field).toBe('timezone');
    const made = await post({ ...wanted, code });
    expect(made.status).toBe(201);
    const session = await fetch(`${origin}/dashboard/session`, {
      headers: { Cookie: made.cookie?.split(';')[0] ?? '' },
    });
    expect(await session.json()).toMatchObject({
      first_run: false,
      user: { role: 'owner', email: 'olga@initech.example', location: { name: 'Office' } },
    });
    expect((await post({ ...wanted, code })).status).toBe(403);
  });
});

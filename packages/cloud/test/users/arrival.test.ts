import { afterAll, describe, expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { createPrisma } from '../../src/database/prisma.js';
import { api } from '../../src/endpoints.js';
import { startHttpServer } from '../../src/http/server.js';
import { pagesMount } from '../../src/pages.js';
import { firstRunCode } from '../../src/users/first-run.js';
import { dashboardWorld } from '../http/pages-world.js';

const { context, ids, ask, signIn } = await dashboardWorld();
const database = await testDatabase('empty');
const empty = { ...context, pool: database.pool, prisma: createPrisma(database.pool) };
const mount = pagesMount(empty, { checkAnswers: true });
const http = await startHttpServer(empty, { ...api, endpoints: [] }, { mounts: [mount] });
afterAll(async () => {
  await mount.stop();
  await http.close();
  await empty.prisma.$disconnect();
});

describe('a key', () => {
  test('is given, handed over and taken back by a manager', async () => {
    const cookie = await signIn('owner@acme.example');
    await context.prisma.securityGroup.create({
      data: { account_id: ids.account, location_id: ids.hq, code: 'STAFF', name: 'Staff' },
    });
    const person = await ask('POST', '/people', {
      cookie,
      body: { name: 'Anna', email: 'anna@acme.example' },
    });
    const body = {
      person_id: person.json.id,
      name: 'Front doors',
      security_groups: ['STAFF'],
      channel: 'email',
    };
    const key = await ask('POST', '/keys', { cookie, body });
    expect([key.status, key.json.state, key.json.invitation.state]).toEqual([201, null, 'pending']);
    const act = async (path: string) =>
      (await ask('POST', `/keys/${key.json.id}/${path}`, { cookie, body: {} })).json;
    expect((await act('hand-over')).state).toBe('handed_over');
    expect((await act('return')).state).toBe('returned');
    const { json } = await ask('GET', '/audit', { cookie });
    const recorded = json.data.map((entry: { action: string; actor: { name: string } }) => [
      entry.action,
      entry.actor.name,
    ]);
    expect(recorded).toEqual(expect.arrayContaining([['key.return', 'owner']]));
    // The entry holds no name of a person; the page shows the one they bear now.
    const { json: made } = await ask('GET', '/audit?action=person.create', { cookie });
    expect(made.data[0].subject).toEqual({ type: 'person', id: person.json.id, name: 'Anna' });
    const { rows } = await context.pool.query(
      "select subject_name from audit where action = 'person.create'",
    );
    expect(rows[0]).toEqual({ subject_name: '' });
    const outbox = await ask('GET', '/outbox', { cookie });
    expect(outbox.json.data[0]).toMatchObject({ to: 'anna@acme.example', channel: 'email' });
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

  test('makes its first owner for anyone who has the code of its log, and once', async () => {
    const origin = `http://127.0.0.1:${http.port}`;
    const post = async (body: object) => {
      const answer = await fetch(`${origin}/dashboard/first-run`, {
        method: 'POST',
        headers: { Origin: origin, 'X-Dashboard': '1', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const json = (await answer.json()) as { error: { details: { field: string }[] } };
      return {
        status: answer.status,
        json,
        cookie: answer.headers.get('set-cookie'),
      };
    };
    const code = firstRunCode(empty);
    expect((await (await fetch(`${origin}/dashboard/session`)).json()) as object).toMatchObject({
      first_run: true,
    });
    expect((await post({ ...wanted, code: 'aaaa-aaaa' })).json.error.details[0]?.field).toBe('code');
    expect((await post({ ...wanted, code, password: 'short' })).json.error.details[0]?.field).toBe(
      'password',
    );
    expect((await post({ ...wanted, code, timezone: 'Nowhere' })).json.error.details[0]?.field).toBe(
      'timezone',
    );
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

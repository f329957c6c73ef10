import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { world, context, ids, ask, signIn } = await dashboardWorld();
await context.prisma.gateway.updateMany({ where: { account_id: ids.account }, data: { bench: true } });
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const other = await signIn('other@globex.example');
const path = `/doors/${ids.archive}/reader`;

describe('the reader on the page of a door of the locking system', () => {
  test('refuses an unknown key with its reason, in the log of the door and in the audit log', async () => {
    const { json } = await ask('GET', `/doors/${ids.archive}`, { cookie: owner });
    expect(json.has_reader).toBe(true);
    expect((await ask('GET', path, { cookie: owner })).json).toEqual({
      door: 'closed',
      keys: [],
      has_more_keys: false,
    });
    const body = { act: 'present', key_id: null };
    const asked = await ask('POST', path, { cookie: owner, body });
    expect([asked.status, asked.json]).toEqual([
      200,
      { granted: false, reason: 'unknown_key', door: 'closed' },
    ]);
    const nudged: number[] = [];
    context.nudge.on('lock', (id) => nudged.push(id));
    await world.due.runDue();
    expect(nudged).toEqual([ids.archive]);
    const events = await ask('GET', `/events?lock_id=${ids.archive}`, { cookie: viewer });
    expect(events.json.data[0]).toMatchObject({ type: 'access.denied', reason: 'unknown_key' });
    const { rows } = await context.pool.query(
      "select actor_name, details from audit where action = 'lock.use_reader'",
    );
    expect(rows).toEqual([
      {
        actor_name: 'owner',
        details: { act: 'present', key_id: null, outcome: 'denied', reason: 'unknown_key' },
      },
    ]);
  });

  test('is available to managers only, and for their own doors', async () => {
    const body = { act: 'present', key_id: null };
    expect((await ask('GET', path, { cookie: viewer })).status).toBe(403);
    expect((await ask('POST', path, { cookie: viewer, body })).status).toBe(403);
    expect((await ask('GET', path, { cookie: other })).status).toBe(404);
    expect((await ask('POST', path, { cookie: other, body })).status).toBe(404);
    expect((await ask('POST', `/doors/${ids.main}/reader`, { cookie: owner, body })).status).toBe(404);
  });

  test('does not close a door that is closed', async () => {
    const asked = await ask('POST', path, { cookie: owner, body: { act: 'close' } });
    expect([asked.status, asked.json.error.details[0].field]).toEqual([422, 'act']);
  });

  test('does not exist if the organisation has only real gateways', async () => {
    await context.prisma.gateway.updateMany({ data: { bench: false } });
    const { json } = await ask('GET', `/doors/${ids.archive}`, { cookie: owner });
    expect(json.has_reader).toBe(false);
    expect((await ask('GET', path, { cookie: owner })).status).toBe(404);
  });
});

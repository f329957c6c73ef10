import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

/* A technician works on a door: everything is recorded, nothing alarms, and it ends by itself. */

const { world, context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const gateway = await world.connect();
await gateway.birth([{ door: 1 }, { door: 2 }]);
const subscription = randomUUID();
await context.pool.query(
  `insert into subscription (id, account_id, location_id, url, events, secret) values ($1, $2, $3, $4, '{*}', $5)`,
  [subscription, ids.account, ids.hq, 'https://hooks.example/door', context.secrets.seal('s', subscription)],
);

const HOUR = 3_600_000;
const after = (ms: number) => new Date(world.clock.now() + ms).toISOString();
const path = `/locks/${ids.side}/maintenance`;
const door = async () => (await ask('GET', `/doors/${ids.side}`, { cookie: viewer })).json;
const alarms = async () => (await ask('GET', '/alarms', { cookie: viewer })).json.data;
const events = async (type: string) =>
  (await ask('GET', `/events?lock_id=${ids.side}&type=${type}`, { cookie: viewer })).json.data;
const move = (state: 'open' | 'closed') =>
  gateway.send([gateway.record({ door: 2, kind: 'contact', state, snapshot: false })]);
async function sent(): Promise<string[]> {
  const { rows } = await context.pool.query(
    `with d as (delete from delivery where subscription_id = $1 returning event_type, id)
     select event_type from d order by id`,
    [subscription],
  );
  return rows.map(({ event_type }) => event_type);
}
const changes = async (types: string) =>
  (await world.call('GET', `/changes?types=${types}&limit=500`)).body.data as {
    type: string;
    muted?: true;
    data: { details?: { muted?: object } };
  }[];

describe('a door under maintenance', () => {
  test('is set by a manager until a time, with a reason, and never for long', async () => {
    const ask_ = (until: string, cookie = owner) =>
      ask('PUT', path, { cookie, body: { until, reason: 'New closer' } });
    expect((await ask_(after(2 * HOUR), viewer)).status).toBe(403);
    for (const until of [after(-1), after(24 * HOUR + 1)]) {
      const { status, json } = await ask_(until);
      expect(status).toBe(422);
      expect(json.error.details).toMatchObject([{ field: 'until' }]);
    }
    const archive = await ask('PUT', `/locks/${ids.archive}/maintenance`, {
      cookie: owner,
      body: { until: after(HOUR), reason: 'x' },
    });
    expect(archive.json.error.code).toBe('lock_not_remote');
    const until = after(2 * HOUR);
    const { status, json } = await ask_(until);
    expect(status).toBe(200);
    expect(json.maintenance_until).toBe(until);
    expect(await door()).toMatchObject({
      maintenance_until: until,
      maintenance: { reason: 'New closer', by: 'owner', until },
    });
    const { json: overview } = await ask('GET', '/overview', { cookie: viewer });
    expect(overview.locks.find(({ id }: { id: number }) => id === ids.side)).toMatchObject({
      maintenance_until: until,
    });
    expect(await sent()).toEqual(['lock.maintenance.started']);
  });

  test('records what happens, marks it, raises no alarm, and sends no webhook of it', async () => {
    await world.clock.advance(60_000);
    await move('open');
    await world.clock.advance(120_000);
    await world.due.runDue();
    expect(await events('door.forced')).toMatchObject([{ muted: true }]);
    const [left] = await events('door.left_open');
    expect(left).toMatchObject({ muted: true });
    expect(left.why).toMatchObject({ kind: 'left_open', notes: ['maintenance'] });
    expect(await alarms()).toEqual([]);
    expect(await sent()).toEqual(['door.opened']);
    expect((await door()).maintenance.muted).toEqual({ 'door.forced': 1, 'door.left_open': 1 });
    // The interface's event log is as ever.
    const { body } = await world.call('GET', '/events?type=door.left_open');
    expect(body.data).toHaveLength(1);
    expect(Object.keys(body.data[0])).not.toContain('muted');
    expect(
      (await changes('door.forced,door.left_open,door.opened')).map(({ type, muted }) => [type, muted]),
    ).toEqual([
      ['door.opened', undefined],
      ['door.forced', true],
      ['door.left_open', true],
    ]);
  });

  test('goes on until another time when asked for again', async () => {
    const until = after(3 * HOUR);
    await ask('PUT', path, { cookie: owner, body: { until, reason: 'Closer and hinges' } });
    expect(await door()).toMatchObject({ maintenance: { reason: 'Closer and hinges', until } });
    expect(await sent()).toEqual(['lock.maintenance.started']);
    const { rows } = await context.pool.query('select from maintenance');
    expect(rows).toHaveLength(1);
  });

  test('ends by itself, says what was muted, and alarms if the door was left open', async () => {
    await world.clock.advance(3 * HOUR);
    await world.due.runDue();
    // A silent gateway is offline meanwhile, and that is not muted.
    expect(await sent()).toEqual(['lock.offline', 'lock.offline', 'lock.maintenance.ended']);
    const ended = (await changes('lock.maintenance.ended')).at(-1);
    expect(ended?.data.details).toEqual({
      door_state: 'open',
      left_open: true,
      muted: { 'door.forced': 1, 'door.left_open': 1 },
    });
    expect(await door()).toMatchObject({ maintenance: null });
    expect(await door()).not.toHaveProperty('maintenance_until');
    expect(await alarms()).toMatchObject([{ type: 'lock.maintenance.ended', contact: { state: 'open' } }]);
    await move('closed');
    await world.clock.advance(60_000);
    await move('open');
    expect(await alarms()).toMatchObject([{ type: 'door.forced' }, { type: 'lock.maintenance.ended' }]);
    await move('closed');
    expect(await sent()).toEqual(expect.arrayContaining(['door.forced']));
  });

  test('is set and ended by a program that controls the lock, and ending none changes nothing', async () => {
    const at = `/locks/${ids.main}/maintenance`;
    const body = { until: after(HOUR), reason: 'Strike' };
    expect((await world.call('PUT', at, { body })).body.maintenance_until).toBe(body.until);
    expect((await world.call('DELETE', at)).body).not.toHaveProperty('maintenance_until');
    expect((await world.call('DELETE', at)).status).toBe(200);
    expect((await changes('lock.maintenance.ended')).filter(({ data }) => data.details?.muted)).toHaveLength(
      2,
    );
    const { rows } = await context.pool.query(
      "select action, subject_name, actor_type, details ->> 'reason' as reason from audit where action like '%_maintenance' order by number",
    );
    expect(rows).toEqual([
      { action: 'lock.begin_maintenance', subject_name: 'side', actor_type: 'user', reason: 'New closer' },
      {
        action: 'lock.begin_maintenance',
        subject_name: 'side',
        actor_type: 'user',
        reason: 'Closer and hinges',
      },
      { action: 'lock.begin_maintenance', subject_name: 'main', actor_type: 'api_key', reason: 'Strike' },
      { action: 'lock.end_maintenance', subject_name: 'main', actor_type: 'api_key', reason: null },
    ]);
  });
});

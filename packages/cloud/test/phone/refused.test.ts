import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { phoneWorld } from './world.js';

/* A phone key that a door refuses is in the event log, as one at a reader would be. */

const { world, invite, activate, ask, unlock } = await phoneWorld();
const { main, side, archive } = world.ids;
const { pool } = world.context;
beforeAll(async () => {
  const gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2 }]);
});
beforeEach(() => world.clock.advance(61_000));
afterAll(() => world.close());

const DAY = 24 * 3_600_000;
const at = (days: number) => new Date(world.clock.now() + days * DAY).toISOString();
// biome-ignore lint/suspicious/noExplicitAny: whatever the interface answers
const denied = async (keyId?: number): Promise<any[]> =>
  (await world.call('GET', '/events?type=access.denied&limit=100')).body.data.filter(
    (event: { key: { id: number } | null }) => keyId === undefined || event.key?.id === keyId,
  );

async function keyOnPhone(fields: object = {}) {
  const { key, link } = await invite(fields);
  return { key, phone: await activate(link) };
}

describe('a key that a remote lock refuses is reported as access.denied', () => {
  test('with no_access, where it is no key of this door', async () => {
    const { key, phone } = await keyOnPhone();
    expect((await unlock(phone, side)).status).toBe(404);
    const [event, ...more] = await denied(key.id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'access.denied',
      result: 'denied',
      reason: 'no_access',
      source: 'app',
      api_key: null,
      lock: { id: side },
      person: { id: key.person.id },
      key: { id: key.id, name: key.name },
      occurred_at: new Date(world.clock.now()).toISOString(),
    });
    expect((await world.reported('access.denied')).at(-1)?.data).toEqual(event);
  });

  test('with no_access, where it was returned', async () => {
    const { key, phone } = await keyOnPhone();
    await world.call('DELETE', `/keys/${key.id}`);
    expect((await unlock(phone, main)).body.error.code).toBe('lock_not_allowed');
    expect(await denied(key.id)).toMatchObject([{ reason: 'no_access', lock: { id: main } }]);
  });

  test('with outside_time_window before its start and after its end, also to the phone', async () => {
    const { key, phone } = await keyOnPhone({ starts_at: at(1), expires_at: at(2) });
    const refused = await unlock(phone, main);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'outside_time_window']);
    await world.clock.advance(3 * DAY);
    expect((await unlock(phone, main)).body.error.code).toBe('outside_time_window');
    expect((await denied(key.id)).map(({ reason }) => reason)).toEqual([
      'outside_time_window',
      'outside_time_window',
    ]);
  });

  test('also where its gateway is away: the key is at fault before the door is', async () => {
    const { key, phone } = await keyOnPhone();
    await world.call('DELETE', `/keys/${key.id}`);
    await pool.query('update gateway set online = false where id = $1', [world.gateway.id]);
    expect((await unlock(phone, main)).status).toBe(403);
    await pool.query('update gateway set online = true where id = $1', [world.gateway.id]);
    expect(await denied(key.id)).toHaveLength(1);
  });
});

test('it is reported at most once per lock, key and minute, even for concurrent presses', async () => {
  const { key, phone } = await keyOnPhone();
  await world.call('DELETE', `/keys/${key.id}`);
  await Promise.all(Array.from({ length: 8 }, () => unlock(phone, main)));
  expect(await denied(key.id)).toHaveLength(1);
  await world.clock.advance(59_999);
  await unlock(phone, main);
  expect(await denied(key.id)).toHaveLength(1);
  await world.clock.advance(1);
  await unlock(phone, main);
  expect(await denied(key.id)).toHaveLength(2);
  // Another key at the same door in the same minute is another.
  const other = await keyOnPhone();
  await world.call('DELETE', `/keys/${other.key.id}`);
  await unlock(other.phone, main);
  expect(await denied(other.key.id)).toHaveLength(1);
});

describe('nothing is reported', () => {
  test('for a door that the locking system reports itself', async () => {
    const before = (await denied()).length;
    const { key, phone } = await keyOnPhone();
    await world.call('DELETE', `/keys/${key.id}`);
    await unlock(phone, archive);
    expect(await denied()).toHaveLength(before);
  });

  test('to another organisation, whose doors a phone tries', async () => {
    const { phone } = await keyOnPhone();
    const { rows } = await pool.query(
      `with a as (insert into account (name) values ('Globex') returning id),
       o as (insert into location (account_id, ref, name, timezone) select id, 'hq', 'HQ', 'UTC' from a returning id, account_id),
       c as (insert into location_ancestor (location_id, ancestor_id, depth) select id, id, 0 from o),
       g as (insert into gateway (id, account_id, location_id, ref, name, secret_hash) select $1, account_id, id, 'g', 'G', 'x' from o returning id),
       l as (insert into lock (account_id, location_id, ref, name, type, gateway_id, door)
         select o.account_id, o.id, 'v', 'Vault', 'remote', g.id, 1 from o, g returning id),
       s as (insert into door_state (lock_id) select id from l)
       select l.id as lock_id from l`,
      [randomUUID()],
    );
    expect((await unlock(phone, rows[0].lock_id)).status).toBe(404);
    const { rowCount } = await pool.query('select from event where lock_id = $1', [rows[0].lock_id]);
    expect(rowCount).toBe(0);
    expect((await ask(phone, 'GET', '/ring')).status).toBe(200);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { RawGateway } from '../../../../test/raw-gateway.js';
import { markKey } from '../../src/keys/mark.js';
import { phoneWorld } from './world.js';

/* A key that a manager marks for it holds doors open from its phone, and ends that. */

const { world, manager, invite, activate, ask, press } = await phoneWorld();
const { main, side } = world.ids;
const { pool } = world.context;
let gateway: RawGateway;
beforeAll(async () => {
  gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2, hold_relay: false }]);
});
beforeEach(() => world.clock.advance(61_000));
afterAll(() => world.close());

const HOUR = 3_600_000;
async function markedPhone(fields: object = {}) {
  const { key, link } = await invite(fields);
  await markKey(world.context, manager, key.id, 'holds_doors', true);
  return { key, phone: await activate(link) };
}

const hold = async (phone: string, length: string, lock = main) =>
  ask(phone, 'POST', `/doors/${lock}/hold`, { press: await press(phone, lock), length });
const release = async (phone: string, lock = main) =>
  ask(phone, 'POST', `/doors/${lock}/release`, { press: await press(phone, lock) });
const doorOf = async (phone: string, id = main) =>
  (await ask(phone, 'GET', '/ring')).body.doors.find((door: { id: number }) => door.id === id);
const lastEvent = async (type: string) =>
  (await world.call('GET', `/door_events?type=lock.hold_open.${type}&lock_id=${main}`)).body.data[0];

/** The gateway executes the next command and confirms it. */
async function obey() {
  const { id, on, release_at, door } = await gateway.next('command');
  const of = { door, command_id: id };
  await gateway.send([
    gateway.record({ kind: 'relay', relay: 'hold', on, cause: 'command', ...of }),
    gateway.record({ kind: 'result', outcome: 'confirmed', ...of }),
  ]);
  return { on, release_at };
}

describe('a marked key', () => {
  test('holds a door for an hour and ends it, and the events name the app and the key', async () => {
    const { key, phone } = await markedPhone();
    expect(await doorOf(phone)).toMatchObject({ may_hold: true, held: null });
    const command = await hold(phone, 'hour');
    expect([command.status, command.body.status]).toEqual([202, 'sent']);
    const until = new Date(world.clock.now() + HOUR).toISOString();
    expect(await obey()).toEqual({ on: true, release_at: until });
    expect((await ask(phone, 'GET', `/orders/${command.body.id}`)).body.status).toBe('confirmed');
    expect((await doorOf(phone)).held).toEqual({ until, by_schedule: false });
    const actor = { type: 'user', person: null, key: { id: key.id, name: key.name }, api_key: null };
    expect(await lastEvent('started')).toMatchObject({ source: 'app', actor });

    expect((await release(phone)).status).toBe(202);
    expect(await obey()).toMatchObject({ on: false });
    expect((await doorOf(phone)).held).toBeNull();
    expect(await lastEvent('ended')).toMatchObject({ source: 'app', actor });
    const { rows } = await pool.query(
      "select actor_type, actor_id, details from audit where action = 'lock.door_mode' order by number desc limit 1",
    );
    expect(rows[0]).toMatchObject({
      actor_type: 'key',
      actor_id: String(key.id),
      details: { mode: 'closed', person_id: key.person.id },
    });
  });

  test('holds never longer than the day, twelve hours, or its own end', async () => {
    // The tests' location lives by UTC.
    const now = world.clock.now();
    const midnight = Math.ceil(now / (24 * HOUR)) * 24 * HOUR;
    const { phone } = await markedPhone();
    const { day_until } = await doorOf(phone);
    await hold(phone, 'day');
    const { release_at } = await obey();
    expect(day_until).toBe(release_at);
    expect(Date.parse(String(release_at))).toBe(Math.min(midnight, now + 12 * HOUR));

    const ends = new Date(now + HOUR / 2).toISOString();
    const short = await markedPhone({ expires_at: ends });
    expect(await doorOf(short.phone)).toMatchObject({ day_until: ends, timezone: 'Europe/Helsinki' });
    await hold(short.phone, 'hour');
    expect(await obey()).toEqual({ on: true, release_at: ends });
    await release(short.phone);
    await obey();
  });

  test('holds for one press once, and for none that comes late', async () => {
    const { phone } = await markedPhone();
    const sealed = await press(phone, main);
    const body = { press: sealed, length: 'quarter' };
    const answers = await Promise.all([1, 2, 3].map(() => ask(phone, 'POST', `/doors/${main}/hold`, body)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await obey()).toMatchObject({ on: true });
    await release(phone);
    await obey();
    const late = await press(phone, main);
    await world.clock.advance(10_000);
    expect((await ask(phone, 'POST', `/doors/${main}/hold`, { press: late, length: 'hour' })).status).toBe(
      400,
    );
  });

  test.each(['', 'forever', '720'])('holds for no length such as %j', async (length) => {
    const { phone } = await markedPhone();
    expect((await hold(phone, length)).status).toBe(422);
  });

  test('holds no door without a hold relay, and none whose gateway is away', async () => {
    const { phone } = await markedPhone({ security_groups: ['STAFF', 'CLEANING'] });
    expect(await doorOf(phone, side)).toMatchObject({ may_hold: false, held: null });
    expect((await hold(phone, 'hour', side)).status).toBe(422);
    await pool.query('update gateway set online = false where id = $1', [world.gateway.id]);
    expect((await hold(phone, 'hour')).body.error.code).toBe('lock_offline');
    await pool.query('update gateway set online = true where id = $1', [world.gateway.id]);
  });

  test('holds nothing once it is returned, and the refusal is reported', async () => {
    const { key, phone } = await markedPhone();
    await world.call('DELETE', `/keys/${key.id}`);
    expect((await hold(phone, 'hour')).body.error.code).toBe('lock_not_allowed');
    const [event] = (await world.call('GET', `/events?type=access.denied&lock_id=${main}`)).body.data;
    expect(event).toMatchObject({ key: { id: key.id }, reason: 'no_access', source: 'app' });
  });
});

test('a key without the mark holds and ends nothing, and opens all the same', async () => {
  const { key, link } = await invite();
  const phone = await activate(link);
  expect(await doorOf(phone)).toMatchObject({ may_hold: false, day_until: null });
  for (const refused of [await hold(phone, 'hour'), await release(phone)])
    expect([refused.status, refused.body.error.code]).toEqual([403, 'hold_not_allowed']);
  const { rowCount } = await pool.query('select from command where key_id = $1', [key.id]);
  expect(rowCount).toBe(0);
});

describe('a door that is held', () => {
  test('by its schedule is shown as held until the block ends, to every key', async () => {
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const schedule = JSON.stringify([{ days, from: '00:00', to: '24:00', first_person_in: false }]);
    await pool.query('update lock set schedule = $2 where id = $1', [main, schedule]);
    const phone = await activate((await invite()).link);
    await pool.query('update door_state set due_at = $2 where lock_id = $1', [
      main,
      new Date(world.clock.now()),
    ]);
    await world.due.runDue();
    const { release_at } = await obey();
    expect((await doorOf(phone)).held).toEqual({ until: release_at, by_schedule: true });

    // What was not read is not known.
    await pool.query('update gateway set online = false where id = $1', [world.gateway.id]);
    expect((await doorOf(phone)).held).toBeNull();
    await pool.query('update gateway set online = true where id = $1', [world.gateway.id]);
    await pool.query("update lock set schedule = '[]' where id = $1", [main]);
    await world.call('POST', `/locks/${main}/door-mode`, { body: { mode: 'closed' } });
    await obey();
  });
});

test('in a lockdown no phone opens or holds a door, and no denial is recorded', async () => {
  const { phone } = await markedPhone();
  const lockdown = (mode: string) =>
    world.call('POST', `/locations/${world.ids.hq}/emergency`, { body: { mode, reason: 'Wolves' } });
  const denials = async () => (await world.call('GET', '/events?type=access.denied')).body.data.length;
  const before = await denials();
  expect((await lockdown('lockdown')).status).toBe(202);
  const opening = await ask(phone, 'POST', `/doors/${main}/unlock`, { press: await press(phone, main) });
  for (const refused of [opening, await hold(phone, 'hour'), await release(phone)])
    expect([refused.status, refused.body.error.code]).toEqual([409, 'emergency']);
  expect(await denials()).toBe(before);
  expect((await lockdown('none')).status).toBe(200);
  const again = await ask(phone, 'POST', `/doors/${main}/unlock`, { press: await press(phone, main) });
  expect(again.status).toBe(202);
});

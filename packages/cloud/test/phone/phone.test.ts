import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RawGateway } from '../../../../test/raw-gateway.js';
import { createApiKey } from '../../src/api-keys/create.js';
import { SCOPES } from '../../src/http/endpoint.js';
import { markKey } from '../../src/keys/mark.js';
import { phoneWorld } from './world.js';

const { world, manager, origin, invite, activate, ask, press, unlock } = await phoneWorld();
const { main, side, archive } = world.ids;
let gateway: RawGateway;
beforeAll(async () => {
  gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2 }]);
});
afterAll(() => world.close());

const minute = () => world.clock.advance(61_000);
const commands = async () =>
  (await world.context.pool.query('select count(*)::int as n from command')).rows[0].n;
/** What the gateway says once it has switched the strike of a command. */
async function confirm(command: Record<string, unknown>) {
  const of = { door: command.door, command_id: command.id };
  await gateway.send([
    gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', ...of }),
    gateway.record({ kind: 'result', outcome: 'confirmed', ...of }),
  ]);
}

describe('a key on a phone', () => {
  test('opens its doors, and the event names person and key', async () => {
    await minute();
    const person = await world.person({ name: 'Nelli <b>', language: 'fi' });
    const { key, link } = await invite({ person_id: person.id });
    const phone = await activate(link);
    const ring = await ask(phone, 'GET', '/ring');
    expect(ring.body).toMatchObject({
      person: 'Nelli <b>',
      language: 'fi',
      keys: [{ id: key.id, status: 'valid', timezone: 'Europe/Helsinki' }],
    });
    expect(ring.body.doors.map(({ id, online }: { id: number; online: boolean }) => [id, online])).toEqual([
      [main, true],
      [archive, null],
    ]);

    const command = await unlock(phone, main);
    expect([command.status, command.body.status]).toEqual([202, 'sent']);
    const waiting = ask(phone, 'GET', `/orders/${command.body.id}?wait=5`);
    await confirm(await gateway.next('command'));
    expect((await waiting).body).toMatchObject({ status: 'confirmed', reason: null, unlocked_ms: 5_000 });
    const [event] = (await world.call('GET', `/events?type=access.granted&lock_id=${main}`)).body.data;
    expect(event).toMatchObject({
      source: 'app',
      api_key: null,
      person: { id: person.id },
      key: { id: key.id, name: key.name },
    });
    const { rows } = await world.context.pool.query(
      "select * from audit where action = 'lock.unlock' order by number",
    );
    expect(rows.at(-1)).toMatchObject({
      actor_type: 'key',
      actor_id: String(key.id),
      details: { command_id: command.body.id, person_id: person.id },
    });
  });

  test('opens nothing else, and nothing over the network that takes the key to its reader', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    expect((await unlock(phone, side)).status).toBe(404);
    expect((await unlock(phone, archive)).body.error.code).toBe('lock_not_remote');
    expect((await ask(phone, 'GET', '/orders/9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d')).status).toBe(404);
  });

  test('keeps company with another on the same phone, each with its own doors', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    const both = await activate((await invite({ security_groups: ['CLEANING'] })).link, phone);
    // Until the phone shows its new cookie, the old one stands: the answer may have been lost.
    expect((await ask(phone, 'GET', '/ring')).body.doors).toHaveLength(2);
    const { keys, doors } = (await ask(both, 'GET', '/ring')).body;
    expect([keys.length, doors.length]).toEqual([2, 3]);
    expect((await ask(phone, 'GET', '/ring')).status).toBe(401);
    const three = await activate((await invite()).link, await activate((await invite()).link, both));
    expect((await ask(three, 'GET', '/ring')).body.keys).toHaveLength(4);
  });

  test('stays on the phone when the answer to its activation is lost', async () => {
    await minute();
    const { link } = await invite();
    const visit = await fetch(link);
    const cookie = visit.headers.get('set-cookie')?.split(';')[0] ?? '';
    await fetch(link, { method: 'POST', redirect: 'manual', headers: { cookie } });
    const again = await fetch(link, { redirect: 'manual', headers: { cookie } });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/phone/']);
    const given = again.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await ask(given, 'GET', '/ring')).body.doors).toHaveLength(2);
    // Once the phone was seen, the link is what it is for everybody: used.
    expect((await fetch(link, { redirect: 'manual', headers: { cookie } })).status).not.toBe(303);
  });

  test('whose place on a phone was lost with an answer leaves the keys that were there before', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    const { link } = await invite();
    await fetch(link, { method: 'POST', redirect: 'manual', headers: { cookie: phone } });
    expect((await ask(phone, 'GET', '/ring')).body.keys).toHaveLength(1);
    const again = await fetch(link, { redirect: 'manual', headers: { cookie: phone } });
    const given = again.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await ask(given, 'GET', '/ring')).body.keys).toHaveLength(2);
  });
});

describe('a first-person-in block', () => {
  const { pool } = world.context;
  const block = {
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    from: '00:00',
    to: '24:00',
    first_person_in: true,
  };
  const setPolicy = (policy: string) =>
    pool.query('update lock set toggle_policy = $2, schedule = $3 where id = $1', [
      main,
      policy,
      JSON.stringify([block]),
    ]);
  const holds = async () =>
    (await world.call('GET', `/door_events?type=lock.hold_open.started&lock_id=${main}`)).body.data;
  afterAll(() => pool.query("update lock set toggle_policy = 'none', schedule = '[]' where id = $1", [main]));

  test("of managers is armed by a manager's key alone, and the hold names the key", async () => {
    await minute();
    await setPolicy('manager_keys');
    const { key, link } = await invite();
    const phone = await activate(link);
    await unlock(phone, main);
    const strike = await gateway.next('command');
    await confirm(strike);
    expect(await holds()).toEqual([]);

    await markKey(world.context, manager, key.id, 'begins_blocks', true);
    await unlock(phone, main);
    await confirm(await gateway.next('command'));
    const hold = await gateway.next('command');
    expect(hold).toMatchObject({ type: 'hold', on: true });
    await gateway.send([
      gateway.record({
        kind: 'relay',
        relay: 'hold',
        on: true,
        cause: 'command',
        command_id: hold.id,
        door: 1,
      }),
      gateway.record({ kind: 'result', outcome: 'confirmed', command_id: hold.id, door: 1 }),
    ]);
    const [started] = await holds();
    expect(started).toMatchObject({
      source: 'app',
      actor: { type: 'user', person: null, key: { id: key.id, name: key.name }, api_key: null },
    });
    // The door is let go again.
    await world.call('POST', `/locks/${main}/door-mode`, { body: { mode: 'closed' } });
    const release = await gateway.next('command');
    await gateway.send([
      gateway.record({
        kind: 'relay',
        relay: 'hold',
        on: false,
        cause: 'command',
        command_id: release.id,
        door: 1,
      }),
      gateway.record({ kind: 'result', outcome: 'confirmed', command_id: release.id, door: 1 }),
    ]);
  });
});

describe('a press', () => {
  test('is one command, however often it arrives', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    const pressed = await press(phone, main);
    const before = await commands();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(phone, 'POST', `/doors/${main}/unlock`, { press: pressed })),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await commands()).toBe(before + 1);
    await gateway.next('command');
  });

  test('that comes ten seconds late opens nothing; one a moment earlier ends where the ten seconds end', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    const [late, early] = [await press(phone, main), await press(phone, main)];
    await world.clock.advance(9_999);
    const taken = await ask(phone, 'POST', `/doors/${main}/unlock`, { press: early });
    expect(taken.status).toBe(202);
    const { expires_at } = await gateway.next('command');
    expect(Date.parse(String(expires_at))).toBe(world.clock.now() + 1);
    await world.clock.advance(1);
    const before = await commands();
    const refused = await ask(phone, 'POST', `/doors/${main}/unlock`, { press: late });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'The press came too late; nothing was opened.',
    ]);
    expect(await commands()).toBe(before);
  });

  test('is of one phone and one door', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    const other = await activate((await invite()).link);
    const pressed = await press(phone, main);
    const [id, at, mac] = pressed.split('.');
    for (const [cookie, lock, text] of [
      [other, main, pressed],
      [phone, archive, pressed],
      [phone, main, `${id}.${Number(at) + 1}.${mac}`],
      [phone, main, 'x'],
      [phone, main, ''],
    ] as const)
      expect((await ask(cookie, 'POST', `/doors/${lock}/unlock`, { press: text })).status).toBe(400);
  });

  test('is refused by a door whose gateway is away', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    await world.context.pool.query('update gateway set online = false where id = $1', [world.gateway.id]);
    expect((await ask(phone, 'GET', '/ring')).body.doors[0].online).toBe(false);
    expect((await unlock(phone, main)).body.error.code).toBe('lock_offline');
    await world.context.pool.query('update gateway set online = true where id = $1', [world.gateway.id]);
  });
});

describe('an end', () => {
  test('of the key, by its return, is the end on the phone, even if the key is handed over again', async () => {
    await minute();
    const { key, link } = await invite();
    const phone = await activate(link);
    const pressed = await press(phone, main);
    await world.call('DELETE', `/keys/${key.id}`);
    const refused = await ask(phone, 'POST', `/doors/${main}/unlock`, { press: pressed });
    expect(refused.body.error.code).toBe('lock_not_allowed');
    const { keys, doors } = (await ask(phone, 'GET', '/ring')).body;
    expect([keys[0].status, doors]).toEqual(['returned', []]);
    await world.context.pool.query("update access_key set state = 'handed_over' where id = $1", [key.id]);
    expect((await ask(phone, 'GET', '/ring')).body).toMatchObject({
      keys: [{ status: 'removed' }],
      doors: [],
    });
    expect((await unlock(phone, main)).status).toBe(403);
  });

  test('of its time, and a beginning still to come, close the doors', async () => {
    await minute();
    const day = 24 * 3_600_000;
    const at = (days: number) => new Date(world.clock.now() + days * day).toISOString();
    const { link } = await invite({ starts_at: at(1), expires_at: at(2) });
    const phone = await activate(link);
    const seen = async () => {
      const { keys, doors } = (await ask(phone, 'GET', '/ring')).body;
      return [keys[0].status, doors.length, (await unlock(phone, main)).status];
    };
    expect(await seen()).toEqual(['not_yet', 0, 403]);
    await world.clock.advance(day);
    expect(await seen()).toEqual(['valid', 2, expect.anything()]);
    await world.clock.advance(day);
    expect(await seen()).toEqual(['expired', 0, 403]);
  });

  test('of the person takes the phone with it: its cookie is worth nothing', async () => {
    await minute();
    const person = await world.person();
    const phone = await activate((await invite({ person_id: person.id })).link);
    await world.call('DELETE', `/people/${person.id}`);
    expect((await ask(phone, 'GET', '/ring')).body.doors).toEqual([]);
    await world.call('DELETE', `/people/${person.id}?hard=true`);
    expect((await ask(phone, 'GET', '/ring')).status).toBe(401);
  });

  test('of all keys on a phone makes the next one a new phone: a stolen cookie gains nothing by it', async () => {
    await minute();
    const { key, link } = await invite();
    const stolen = await activate(link);
    await world.call('DELETE', `/keys/${key.id}`);
    const fresh = await activate((await invite()).link, stolen);
    expect(fresh).not.toBe(stolen);
    expect((await unlock(stolen, main)).status).toBe(403);
    expect((await ask(fresh, 'GET', '/ring')).body.doors).toHaveLength(2);
  });
});

describe('a move', () => {
  const claim = (cookie: string | null, code: string) => ask(cookie, 'POST', '/moves/claim', { code });
  const code = async (cookie: string) => (await ask(cookie, 'POST', '/moves', {})).body.code as string;

  test('takes the keys to another place, and nothing stays', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    const shown = await code(phone);
    const first = await claim(null, shown);
    expect(first.body).toEqual({ moved: false });
    const place = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await claim(place, shown.toLowerCase().replace('-', ' '))).body).toEqual({ moved: true });
    expect((await ask(place, 'GET', '/ring')).body.doors).toHaveLength(2);
    expect((await ask(phone, 'GET', '/ring')).status).toBe(401);
    expect((await claim(place, shown)).status).toBe(404);
    const { rows } = await world.context.pool.query(
      "select actor_type from audit where action = 'key.move_phone'",
    );
    expect(rows).toEqual([{ actor_type: 'key' }]);
  });

  test('ends with its five minutes, and with the next code', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    const other = await activate((await invite()).link);
    const old = await code(phone);
    const late = await code(phone);
    expect((await claim(other, old)).status).toBe(404);
    await world.clock.advance(5 * 60_000);
    expect((await claim(other, late)).status).toBe(404);
    expect((await ask(phone, 'GET', '/ring')).status).toBe(200);
  });

  test('cannot be guessed, and moves no key that has ended', async () => {
    await minute();
    const { key, link } = await invite();
    const phone = await activate(link);
    const shown = await code(phone);
    await world.call('DELETE', `/keys/${key.id}`);
    const other = await activate((await invite()).link);
    expect((await claim(other, shown)).status).toBe(200);
    expect((await ask(other, 'GET', '/ring')).body.keys).toHaveLength(1);
    for (let guess = 0; guess < 30; guess++) expect((await claim(other, `GUESS-${guess}`)).status).toBe(404);
    expect((await claim(other, 'GUESS-AGAIN')).status).toBe(429);
  });
});

describe('a person', () => {
  test('of another organisation opens and learns nothing, whatever they have in hand', async () => {
    await minute();
    const { pool } = world.context;
    const ours = await activate((await invite()).link);
    const { rows } = await pool.query(
      `with a as (insert into account (name) values ('Globex') returning id),
       o as (insert into location (account_id, ref, name, timezone) select id, 'hq', 'HQ', 'UTC' from a returning id, account_id),
       c as (insert into location_ancestor (location_id, ancestor_id, depth) select id, id, 0 from o),
       l as (insert into lock (account_id, location_id, ref, name, type) select account_id, id, 'v', 'Vault', 'locksys' from o returning id),
       g as (insert into security_group (account_id, location_id, code, name) select account_id, id, 'STAFF', 'Staff' from o returning id),
       m as (insert into security_group_lock (security_group_id, lock_id) select g.id, l.id from g, l)
       select o.account_id, o.id as location_id, l.id as lock_id from o, l`,
    );
    const [globex] = rows;
    const { token } = await createApiKey(world.context, {
      accountId: globex.account_id,
      locationId: globex.location_id,
      name: 'Globex',
      scopes: SCOPES,
    });
    const person = (
      await world.call('POST', '/people', { token, body: { name: 'Gil', email: 'gil@globex.example' } })
    ).body;
    const body = { person_id: person.id, name: 'Vault', security_groups: ['STAFF'], channel: 'email' };
    await world.call('POST', '/keys', { token, body });
    const theirs = await activate((await world.outbox()).at(-1)?.link ?? '');

    expect((await ask(theirs, 'GET', '/ring')).body.doors).toMatchObject([{ id: globex.lock_id }]);
    expect((await unlock(theirs, main)).status).toBe(404);
    expect((await unlock(ours, globex.lock_id)).status).toBe(404);
    const stolen = await press(ours, main);
    expect((await ask(theirs, 'POST', `/doors/${main}/unlock`, { press: stolen })).status).toBe(400);
    const command = (await unlock(ours, main)).body.id;
    await gateway.next('command');
    expect((await ask(theirs, 'GET', `/orders/${command}`)).status).toBe(404);
    expect((await ask(ours, 'GET', `/orders/${command}`)).status).toBe(200);
  });

  test('without a cookie, or with a made-up one, is not let in, and holds up no phone at the same address', async () => {
    await minute();
    const phone = await activate((await invite()).link);
    expect((await ask(null, 'GET', '/ring')).status).toBe(401);
    const guess = async () => (await ask(`phone=${'A'.repeat(43)}`, 'GET', '/ring')).status;
    for (let guesses = 0; guesses < 30; guesses++) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    expect((await ask(phone, 'GET', '/ring')).status).toBe(200);
    await minute();
    expect(await guess()).toBe(401);
  });

  test.each([
    ['without our header', { 'x-phone': '' }],
    ['from another origin', { origin: 'https://elsewhere.example' }],
    ['said to be from another site', { 'sec-fetch-site': 'cross-site' }],
  ])('a request %s presses nothing', async (_name, headers) => {
    const phone = await activate((await invite()).link);
    expect((await ask(phone, 'POST', `/doors/${main}/presses`, {}, headers)).status).toBe(403);
    await minute();
  });

  test("whose site posts a setup link's form only gets to see the page", async () => {
    const { key, link } = await invite();
    const posted = await fetch(link, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    expect([posted.status, (await world.call('GET', `/keys/${key.id}`)).body.state]).toEqual([200, null]);
  });
});

test('more than thirty unlocks a minute are too many', async () => {
  await minute();
  const phone = await activate((await invite()).link);
  for (let count = 0; count < 30; count++) expect((await unlock(phone, archive)).status).toBe(409);
  const refused = await unlock(phone, archive);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('the page may be kept on the home screen, in the language of the browser', async () => {
  const manifest = await fetch(`${origin}/phone/manifest.webmanifest`, {
    headers: { 'accept-language': 'sv-FI' },
  });
  expect(await manifest.json()).toMatchObject({ lang: 'sv', short_name: 'Dörrnyckel', start_url: '/phone/' });
  expect((await fetch(`${origin}/phone`, { redirect: 'manual' })).headers.get('location')).toBe('/phone/');
  expect((await fetch(`${origin}/phone/elsewhere`)).status).toBe(404);
});

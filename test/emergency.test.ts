import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createApiKey } from '../packages/cloud/src/api-keys/create.js';
import { findEmergency } from '../packages/cloud/src/emergencies/emergency.sql.js';
import { signedReport } from '../packages/cloud/src/emergencies/report.js';
import { checkPage } from '../packages/cloud/src/gateways/door-tests/report-check.js';
import { keysIn } from '../packages/cloud/src/gateways/door-tests/reports.js';
import type { RawGateway } from './raw-gateway.js';
import { createWorld } from './world.js';

const world = await createWorld();
afterAll(() => world.close());
const { hq, lab, main, side } = world.ids;
const DOORS = [{ door: 1 }, { door: 2 }];
let gateway = await world.connect();
await gateway.birth(DOORS);

interface Hold {
  id: string;
  door: number;
  type: string;
  on: boolean;
  release_at: string | null;
  version: number;
}

const declare = (location: number, mode: string, more: object = {}, options: object = {}) =>
  world.call('POST', `/locations/${location}/emergency`, {
    body: { mode, reason: 'Smoke in the stairwell', ...more },
    ...options,
  });
const read = async (id: string, wait = 0) =>
  (await world.call('GET', `/emergencies/${id}?wait=${wait}`)).body;
const passes = async (milliseconds: number) => {
  await world.clock.advance(milliseconds);
  await world.due.runDue();
};
/** Carries out a hold as a good gateway would, and says so. */
async function obey({ door, on, id: command_id }: Hold, one: RawGateway = gateway, moves = true) {
  await one.send([
    ...(moves ? [one.record({ door, kind: 'relay', relay: 'hold', on, cause: 'command', command_id })] : []),
    one.record({ door, kind: 'result', command_id, outcome: 'confirmed' }),
  ]);
}
const next = async (one = gateway) => (await one.next('command')) as unknown as Hold;
const standing = (emergency: { doors: { lock: { id: number }; state: string; reason: string | null }[] }) =>
  emergency.doors.map(({ lock, state, reason }) => [lock.id, state, reason]);

/** Every test begins with doors at rest, and a gateway that has said so. */
beforeEach(async () => {
  for (const location of [hq, lab]) await declare(location, 'none');
  await gateway.end(true);
  gateway = await world.connect();
  const session = await gateway.birth(DOORS);
  for (const hold of session.holds as { door: number; command_id: string; on: boolean }[])
    await obey({ ...hold, id: hold.command_id } as unknown as Hold);
});

describe('a lockdown', () => {
  test('begins with 202, and its doors turn to confirmed one by one', async () => {
    const begun = await declare(hq, 'lockdown');
    expect(begun.status).toBe(202);
    expect(begun.body).toMatchObject({
      mode: 'lockdown',
      location: { id: hq, name: 'HQ' },
      reason: 'Smoke in the stairwell',
      drill: false,
      ended_at: null,
      actor: { type: 'api_key', person: null, key: null, api_key: { name: 'ERP' } },
      counts: { confirmed: 0, pending: 2, unreachable: 0, refused: 0 },
    });
    expect(standing(begun.body)).toEqual([
      [main, 'pending', null],
      [side, 'pending', null],
    ]);
    await obey(await next());
    expect((await read(begun.body.id)).counts).toEqual({
      confirmed: 1,
      pending: 1,
      unreachable: 0,
      refused: 0,
    });
    const waiting = read(begun.body.id, 5);
    await obey(await next());
    await world.clock.advance(600);
    const all = await waiting;
    expect(all.counts).toEqual({ confirmed: 2, pending: 0, unreachable: 0, refused: 0 });
    expect(all.doors[0].lock).toEqual({ id: main, name: 'main', place: 'Ground floor' });
    expect(Date.parse(all.doors[0].confirmed_at)).toBeGreaterThanOrEqual(Date.parse(all.started_at));
  });
  test('refuses unlocks and door modes with 409 emergency, until it ends', async () => {
    await declare(hq, 'lockdown');
    for (const [path, body] of [
      ['unlock', {}],
      ['door-mode', { mode: 'stay_open' }],
      ['door-mode', { mode: 'auto' }],
    ] as const) {
      const refused = await world.call('POST', `/locks/${side}/${path}`, { body });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'emergency']);
    }
    expect((await world.call('GET', `/locks/${main}`)).body).toMatchObject({
      emergency: 'lockdown',
      door_mode: { mode: 'closed', source: 'override', expires_at: null },
    });
    expect((await declare(hq, 'none')).status).toBe(200);
    expect((await world.call('POST', `/locks/${side}/unlock`, { body: {} })).status).toBe(202);
    expect((await world.call('GET', `/locks/${main}`)).body).not.toHaveProperty('emergency');
  });
  test('lets an override go, which does not come back', async () => {
    await world.call('POST', `/locks/${main}/door-mode`, { body: { mode: 'stay_open' } });
    await obey(await next());
    await declare(hq, 'lockdown');
    expect(await next()).toMatchObject({ on: false });
    await declare(hq, 'none');
    expect((await world.call('GET', `/locks/${main}`)).body.door_mode).toEqual({
      mode: 'auto',
      source: null,
      expires_at: null,
    });
  });
  test('counts a silent gateway as unreachable within five seconds', async () => {
    const { body } = await declare(hq, 'lockdown');
    await passes(4_000);
    expect(standing(await read(body.id))).toEqual([
      [main, 'unreachable', 'timed_out'],
      [side, 'unreachable', 'timed_out'],
    ]);
  });
});

describe('a hand-over that fails', () => {
  test.each([false, true])('makes no door unreachable whose gateway is there (drill: %s)', async (drill) => {
    const { downlink, nudge } = world.context;
    const publish = () => Promise.reject(new Error('the process that holds the gateway does not answer'));
    world.context.downlink = { ...downlink, publish };
    // The emergency, and behind it that it was not handed over.
    const changes: number[] = [];
    const noted = new Promise<void>((resolve) => {
      const onLock = (id: number) => {
        if (changes.push(id) < 4) return;
        nudge.off('lock', onLock);
        resolve();
      };
      nudge.on('lock', onLock);
    });
    const { body } = await declare(hq, 'lockdown', { drill });
    await noted;
    world.context.downlink = downlink;
    await passes(250);
    for (const _door of DOORS) await obey(await next(), gateway, false);
    expect((await read(body.id)).counts).toEqual({ confirmed: 2, pending: 0, unreachable: 0, refused: 0 });
  });
});

describe('an evacuation', () => {
  test('holds each door under a lease, and renews it', async () => {
    const { body } = await declare(lab, 'evacuation');
    const first = await next();
    expect(first).toMatchObject({ door: 2, on: true });
    const lease = Date.parse(first.release_at ?? '') - world.clock.now();
    expect(lease).toBe(30 * 60_000);
    await obey(first);
    expect(standing(await read(body.id))).toEqual([[side, 'confirmed', null]]);
    await passes(5 * 60_000);
    const renewed = await next();
    expect(renewed.version).toBeGreaterThan(first.version);
    expect(Date.parse(renewed.release_at ?? '') - world.clock.now()).toBe(30 * 60_000);
    expect((await world.call('POST', `/locks/${side}/unlock`, { body: {} })).status).toBe(202);
    const closed = await world.call('POST', `/locks/${side}/door-mode`, { body: { mode: 'closed' } });
    expect([closed.status, closed.body.error.code]).toEqual([409, 'emergency']);
  });
  test('is refused where no hold relay is wired', async () => {
    await gateway.end(true);
    gateway = await world.connect();
    await gateway.birth([{ door: 1, hold_relay: false }, { door: 2 }]);
    const { body } = await declare(hq, 'evacuation');
    expect(standing(body)).toEqual([
      [main, 'refused', 'no_hold_relay'],
      [side, 'pending', null],
    ]);
  });
  test('outranks a lockdown above it, and leaves it behind', async () => {
    const lockdown = (await declare(hq, 'lockdown')).body;
    for (const _ of DOORS) await obey(await next());
    await declare(lab, 'evacuation');
    expect(await next()).toMatchObject({ door: 2, on: true });
    expect(standing(await read(lockdown.id))).toEqual([
      [main, 'confirmed', null],
      [side, 'pending', null],
    ]);
    await declare(lab, 'none');
    expect(await next()).toMatchObject({ door: 2, on: false });
    expect((await world.call('POST', `/locks/${side}/unlock`, { body: {} })).body.error.code).toBe(
      'emergency',
    );
  });
  test('reaches a gateway that comes back, and so does its end', async () => {
    await gateway.end(true);
    await expectOffline();
    const { body } = await declare(hq, 'evacuation');
    expect(standing(body).map(([, state, reason]) => [state, reason])).toEqual([
      ['unreachable', 'offline'],
      ['unreachable', 'offline'],
    ]);
    gateway = await world.connect();
    const session = await gateway.birth(DOORS);
    expect(session.holds).toMatchObject([
      { door: 1, on: true },
      { door: 2, on: true },
    ]);
    await gateway.end(true);
    await expectOffline();
    await declare(hq, 'none');
    gateway = await world.connect();
    const after = await gateway.birth(DOORS.map((door) => ({ ...door, hold_on: true })));
    expect(after.holds).toMatchObject([
      { door: 1, on: false },
      { door: 2, on: false },
    ]);
  });
  test('that began and ended while a gateway was away moves none of its doors', async () => {
    await gateway.end(true);
    await expectOffline();
    await declare(hq, 'evacuation');
    await declare(hq, 'none');
    gateway = await world.connect();
    expect((await gateway.birth(DOORS)).holds).toEqual([]);
  });
});

async function expectOffline(): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { body } = await world.call('GET', `/locks/${main}`);
    if (body.online === false) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('the gateway is still online');
}

describe('a drill', () => {
  test('asks every door with the version in force, and moves none', async () => {
    await world.call('POST', `/locks/${main}/door-mode`, { body: { mode: 'stay_open' } });
    const held = await next();
    await obey(held);
    const { status, body } = await declare(hq, 'lockdown', { drill: true });
    expect([status, body.drill]).toEqual([202, true]);
    const probe = await next();
    expect(probe).toMatchObject({ door: 1, on: true, version: held.version, release_at: null });
    await obey(probe, gateway, false);
    expect((await read(body.id)).counts).toMatchObject({ confirmed: 1, pending: 1 });
    await passes(4_000);
    expect((await read(body.id)).counts).toMatchObject({ confirmed: 1, unreachable: 1 });
    expect((await world.call('POST', `/locks/${main}/unlock`, { body: {} })).status).toBe(202);
    expect((await world.call('GET', `/locks/${main}`)).body.door_mode.mode).toBe('stay_open');
    const ended = await declare(hq, 'none');
    expect(ended.body).toMatchObject({ id: body.id, counts: { confirmed: 1, unreachable: 1 } });
  });
  test('gives way to what is real, and never takes its place', async () => {
    const drill = (await declare(hq, 'lockdown', { drill: true })).body;
    const real = await declare(hq, 'lockdown');
    expect([real.status, real.body.drill]).toEqual([202, false]);
    expect((await read(drill.id)).ended_at).not.toBeNull();
    const refused = await declare(hq, 'evacuation', { drill: true });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'emergency']);
    const same = await declare(hq, 'lockdown', { drill: true });
    expect([same.status, same.body.id, same.body.drill]).toEqual([200, real.body.id, false]);
  });
});

describe('the interface', () => {
  test('the mode in force is answered as it is, another one takes its place, none ends it', async () => {
    const first = (await declare(hq, 'lockdown')).body;
    const again = await declare(hq, 'lockdown', { reason: 'Another' });
    expect([again.status, again.body.id, again.body.reason]).toEqual([200, first.id, first.reason]);
    const other = await declare(hq, 'evacuation');
    expect(other.status).toBe(202);
    expect(other.body.id).not.toBe(first.id);
    expect((await read(first.id)).ended_at).toBe(other.body.started_at);
    const ended = await declare(hq, 'none');
    expect([ended.status, ended.body.id]).toEqual([200, other.body.id]);
    expect(ended.body.ended_at).not.toBeNull();
    const none = await declare(hq, 'none');
    expect([none.status, none.body.error.code]).toEqual([409, 'no_emergency']);
  });
  test('two calls at the same moment begin one emergency', async () => {
    const answers = await Promise.all([declare(hq, 'lockdown'), declare(hq, 'lockdown')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 202]);
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
  });
  test('those that begin and end at once above and below each other leave each door what is in force', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([declare(hq, 'lockdown'), declare(lab, 'evacuation')]);
      const ruled = async (lock: number) => (await world.call('GET', `/locks/${lock}`)).body.emergency;
      expect([await ruled(main), await ruled(side)]).toEqual(['lockdown', 'evacuation']);
      const ended = await Promise.all([declare(lab, 'none'), declare(hq, 'none')]);
      expect(ended.map(({ status }) => status)).toEqual([200, 200]);
      expect([await ruled(main), await ruled(side)]).toEqual([undefined, undefined]);
      expect(ended.map(({ body }) => body.doors.length)).toEqual([1, 2]);
    }
  });
  test('none ends what is in force at this very location, not above or below', async () => {
    await declare(hq, 'lockdown');
    expect((await declare(lab, 'none')).body.error.code).toBe('no_emergency');
  });
  test.each([
    [{ mode: 'panic' }, 'mode', 'invalid'],
    [{ reason: '' }, 'reason', 'invalid'],
    [{ reason: 'x'.repeat(501) }, 'reason', 'invalid'],
    [{ drill: 'yes' }, 'drill', 'invalid'],
    [{ loud: true }, 'loud', 'unknown_field'],
  ])('%j is refused at field %s with %s', async (more, field, code) => {
    const answer = await declare(hq, 'lockdown', more);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details).toContainEqual({ field, code, message: expect.any(String) });
  });
  test('a key must control every remote lock below, and see the location', async () => {
    const { account } = world.ids;
    const key = async (locationId: number, lockIds: number[]) =>
      (
        await createApiKey(world.context, {
          accountId: account,
          locationId,
          name: 'Part',
          scopes: ['locks:control'],
          lockIds,
        })
      ).token;
    const part = await declare(hq, 'lockdown', {}, { token: await key(hq, [main]) });
    expect([part.status, part.body.error.code]).toEqual([403, 'lock_not_allowed']);
    const token = await key(lab, [side]);
    expect((await declare(hq, 'lockdown', {}, { token })).status).toBe(404);
    expect((await declare(lab, 'lockdown', {}, { token })).status).toBe(202);
  });
  test('an Idempotency-Key gives the same answer twice', async () => {
    const headers = { 'Idempotency-Key': 'fire-1' };
    const first = await declare(hq, 'lockdown', {}, { headers });
    const again = await declare(hq, 'lockdown', {}, { headers });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
  test('the list is newest first, by pages', async () => {
    const one = await world.call('GET', '/emergencies?limit=2');
    const [first, second] = one.body.data;
    expect(Date.parse(first.started_at)).toBeGreaterThanOrEqual(Date.parse(second.started_at));
    const two = await world.call('GET', `/emergencies?limit=2&cursor=${one.body.next_cursor}`);
    expect(two.body.data.map(({ id }: { id: string }) => id)).not.toContain(second.id);
    expect(first.doors.length).toBe(
      first.counts.confirmed + first.counts.pending + first.counts.unreachable + first.counts.refused,
    );
  });
  test('changes carry its beginning and its end, and events do not', async () => {
    const { next_cursor } = (await world.call('GET', '/changes?after=now')).body;
    const { id } = (await declare(lab, 'lockdown')).body;
    await declare(lab, 'none');
    const { body } = await world.call(
      'GET',
      `/changes?after=${next_cursor}&types=emergency.started,emergency.ended`,
    );
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
      'emergency.started',
      'emergency.ended',
    ]);
    expect(body.data[1].data).toMatchObject({ id, mode: 'lockdown', counts: { pending: 1 } });
    expect(body.data[1].data).not.toHaveProperty('doors');
    expect((await world.call('GET', '/events?type=emergency.started')).body.data).toEqual([]);
  });
  test('the audit log has who declared it and why', async () => {
    const { rows } = await world.context.pool.query(
      `select action, details from audit where action like 'location.%' order by number desc limit 2`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['location.end_emergency', 'location.begin_emergency']);
    expect(rows[1].details).toMatchObject({ mode: 'lockdown', reason: 'Smoke in the stairwell' });
  });
});

describe('the report', () => {
  const reportOf = async (id: string) => {
    const row = await findEmergency(world.context.pool, hq, id);
    if (!row) throw new Error('no such emergency');
    return signedReport(world.context, row, 'en');
  };
  const verdict = (page: Buffer) => checkPage(page, keysIn(world.context.pool));

  test('is a PDF that the service signed over every byte, and brings the emergency along', async () => {
    const { id } = (await declare(hq, 'lockdown', { reason: 'Ääni “pihalla” 消' })).body;
    const page = await reportOf(id);
    expect(page.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(page.includes('emergency.json')).toBe(true);
    expect(await verdict(page)).toMatchObject({ verdict: 'valid' });
    const altered = Buffer.from(page);
    altered.writeUInt8(altered.readUInt8(300) ^ 1, 300);
    expect(await verdict(altered)).toMatchObject({ verdict: 'altered' });
  });
  test('of a door test does not stand for one of an emergency', async () => {
    const { id } = (await declare(hq, 'lockdown')).body;
    const page = await reportOf(id);
    const renamed = Buffer.from(page.toString('latin1').replace('%emergency/1 ', '%door-test/1 '), 'latin1');
    expect(await verdict(renamed)).toMatchObject({ verdict: 'altered' });
  });
});

import { once } from 'node:events';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { RawGateway } from './raw-gateway.js';
import { createWorld } from './world.js';

const world = await createWorld();
afterAll(() => world.close());
const { main, archive } = world.ids;
let gateway = await world.connect();
await gateway.birth();

const mode = (body: object, lock = main) => world.call('POST', `/locks/${lock}/door-mode`, { body });
const lock = async () => (await world.call('GET', `/locks/${main}`)).body;
const holdEvents = async () =>
  (
    await world.call(
      'GET',
      '/door_events?type=lock.hold_open.started,lock.hold_open.ended,lock.hold_open.failed&order=asc',
    )
  ).body.data;
const reported = async () =>
  (await holdEvents()).map(
    (event: { type: string; source: string }) => `${event.type.split('.').at(-1)} ${event.source}`,
  );
const passes = async (milliseconds: number) => {
  await world.clock.advance(milliseconds);
  await world.due.runDue();
};

/** Does what the cloud asked for last, as a good gateway would. */
async function obey(one: RawGateway = gateway) {
  const command = await one.next('command');
  const { id: command_id, on, door } = command as { id: string; on: boolean; door: number };
  await one.send([
    one.record({ door, kind: 'relay', relay: 'hold', on, cause: 'command', command_id }),
    one.record({ door, kind: 'result', command_id, outcome: 'confirmed' }),
  ]);
  return command;
}

describe('door mode', () => {
  test('stay_open reaches the hold relay with its end and completes its command record', async () => {
    const asked = await mode({ mode: 'stay_open', expires_at: '2026-01-07T07:00:00Z' });
    expect([asked.status, asked.body.type, asked.body.status]).toEqual([202, 'door_mode', 'sent']);
    expect(asked.body.sent_at).toBe(asked.body.requested_at);
    const command = await obey();
    expect(command).toMatchObject({
      id: asked.body.id,
      type: 'hold',
      on: true,
      release_at: '2026-01-07T07:00:00.000Z',
      version: 1,
      session: gateway.session,
    });
    const done = await world.call('GET', `/locks/${main}/commands/${asked.body.id}?wait=5`);
    expect(done.body.status).toBe('confirmed');
    expect(await lock()).toMatchObject({
      hold_open: true,
      door_mode: { mode: 'stay_open', source: 'override', expires_at: '2026-01-07T07:00:00.000Z' },
    });
    const [started] = await holdEvents();
    expect(started).toMatchObject({
      type: 'lock.hold_open.started',
      source: 'api',
      actor: { type: 'api_key', person: null, key: null, api_key: { name: 'ERP' } },
      details: {},
    });
  });
  test('a door opened while held open is not forced', async () => {
    await gateway.send([gateway.record({ kind: 'contact', state: 'open', snapshot: false })]);
    const { body } = await world.call('GET', '/door_events?limit=1');
    expect(body.data[0]).toMatchObject({ type: 'door.opened', explanation: { verdict: 'held_open' } });
    await gateway.send([gateway.record({ kind: 'contact', state: 'closed', snapshot: false })]);
  });
  test('a command for the present state is confirmed without being sent', async () => {
    const asked = await mode({ mode: 'stay_open', expires_at: '2026-01-07T07:00:00Z' });
    expect(asked.body).toMatchObject({ status: 'confirmed', sent_at: null });
  });
  test('auto ends the override and says who did', async () => {
    const asked = await mode({ mode: 'auto' });
    expect(asked.body.status).toBe('sent');
    expect(await obey()).toMatchObject({ on: false, release_at: null });
    expect((await holdEvents()).at(-1)).toMatchObject({
      type: 'lock.hold_open.ended',
      source: 'api',
      actor: { type: 'api_key' },
    });
    expect((await lock()).door_mode).toEqual({ mode: 'auto', source: null, expires_at: null });
  });
  test('that changes nothing is confirmed at once', async () => {
    expect((await mode({ mode: 'auto' })).body.status).toBe('confirmed');
  });
  test.each([
    [{ mode: 'ajar' }, 'mode', 'invalid'],
    [{}, 'mode', 'invalid'],
    [{ mode: 'stay_open', expires_at: 'soon' }, 'expires_at', 'invalid'],
    [{ mode: 'stay_open', expires_at: '2026-01-01T00:00:00Z' }, 'expires_at', 'invalid'],
    [{ mode: 'auto', expires_at: null }, 'expires_at', 'unknown_field'],
  ])('%j is refused at field %s with %s', async (body, field, code) => {
    const answer = await mode(body);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed']);
    expect(answer.body.error.details).toContainEqual({ field, code, message: expect.any(String) });
  });
  test('a lock of the locking system answers 409 lock_not_remote', async () => {
    expect((await mode({ mode: 'auto' }, archive)).body.error.code).toBe('lock_not_remote');
  });
});

describe('a hold that the gateway never confirms', () => {
  test('is written three times, five seconds apart, then fails with its attempts', async () => {
    const before = (await reported()).length;
    const asked = await mode({ mode: 'stay_open' });
    const ids = [(await gateway.next('command')).id];
    await passes(5_000);
    ids.push((await gateway.next('command')).id);
    await passes(5_000);
    ids.push((await gateway.next('command')).id);
    await passes(5_000);
    expect(new Set(ids).size).toBe(3);
    expect((await holdEvents()).slice(before)).toMatchObject([
      {
        type: 'lock.hold_open.failed',
        source: 'api',
        actor: null,
        details: { reason: 'timeout', attempts: 3 },
      },
    ]);
    const { body } = await world.call('GET', `/locks/${main}/commands/${asked.body.id}`);
    expect(body).toMatchObject({ status: 'failed', reason: 'timed_out' });
  });
  test('a command that the board refuses is written again, and is confirmed by the accepted write', async () => {
    const asked = await mode({ mode: 'stay_open' });
    const refusals = [(await gateway.next('command')).id];
    const refuse = () =>
      gateway.send([
        gateway.record({
          kind: 'result',
          command_id: refusals.at(-1),
          outcome: 'device_error',
          detail: 'USB',
        }),
      ]);
    const status = async (id = asked.body.id) => {
      const { body } = await world.call('GET', `/locks/${main}/commands/${id}`);
      return [body.status, body.reason];
    };
    await refuse();
    expect(await status()).toEqual(['sent', null]);
    await passes(5_000);
    await obey();
    expect(await status()).toEqual(['confirmed', null]);
    await mode({ mode: 'auto' });
    await obey();

    const again = await mode({ mode: 'stay_open' });
    for (let write = 0; write < 3; write++) {
      refusals.push((await gateway.next('command')).id);
      await refuse();
      await passes(5_000);
    }
    expect(await status(again.body.id)).toEqual(['failed', 'device_error']);
  });
  test('is written again when the gateway comes back, and starts then', async () => {
    await gateway.end();
    gateway = await world.connect({ boot: gateway.boot, journal: gateway.journal, seq: 1_000 });
    const session = (await gateway.birth()) as { holds: { command_id: string; on: boolean; door: number }[] };
    expect(session.holds).toMatchObject([{ door: 1, on: true, release_at: null }]);
    const command_id = session.holds[0]?.command_id;
    await gateway.send([
      gateway.record({ kind: 'relay', relay: 'hold', on: true, cause: 'command', command_id }),
      gateway.record({ kind: 'result', command_id, outcome: 'confirmed' }),
    ]);
    expect((await reported()).at(-1)).toBe('started api');
    expect((await lock()).hold_open).toBe(true);
  });
  test('fails once as offline when the gateway goes away while held', async () => {
    const gone = once(world.context.nudge, 'lock');
    await gateway.end();
    await gone;
    expect((await holdEvents()).at(-1)).toMatchObject({
      type: 'lock.hold_open.failed',
      actor: null,
      details: { reason: 'offline' },
    });
    const refused = await mode({ mode: 'auto' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'lock_offline']);
    const past = await mode({ mode: 'stay_open', expires_at: '2026-01-01T00:00:00Z' });
    expect([past.status, past.body.error.details?.[0].field]).toEqual([422, 'expires_at']);
    gateway = await world.connect({ boot: gateway.boot, journal: gateway.journal, seq: 2_000 });
    await gateway.birth([{ door: 1, hold_on: true }]);
    await mode({ mode: 'auto' });
    await obey();
    expect((await lock()).hold_open).toBe(false);
  });
});

describe('first person in', () => {
  test('a press inside the block arms it; the hold starts by the exit button and ends with the block', async () => {
    const schedule = [{ days: ['wed'], from: '08:00', to: '08:20', first_person_in: true }];
    await world.context.prisma.lock.update({
      where: { id: main },
      data: { schedule, toggle_policy: 'all_keys' },
    });
    // 08:05 in Helsinki.
    await passes(Date.parse('2026-01-07T06:05:00Z') - world.clock.now());
    await gateway.send([gateway.record({ kind: 'exit_button', pressed: true })]);
    expect(await obey()).toMatchObject({ on: true, release_at: '2026-01-07T06:20:00.000Z' });
    expect((await holdEvents()).at(-1)).toMatchObject({ source: 'exit_button', actor: null });
    expect((await lock()).door_mode).toEqual({ mode: 'auto', source: 'schedule', expires_at: null });
    await passes(Date.parse('2026-01-07T06:20:00Z') - world.clock.now());
    await obey();
    expect((await reported()).at(-1)).toBe('ended schedule');
  });
});

test('an opening without a close for sixty seconds is reported as left open, once', async () => {
  await gateway.send([gateway.record({ kind: 'contact', state: 'open', snapshot: false })]);
  await passes(59_999);
  const leftOpen = async () => (await world.call('GET', '/events?type=door.left_open')).body.data;
  expect(await leftOpen()).toEqual([]);
  await passes(1);
  await passes(60_000);
  expect(await leftOpen()).toMatchObject([{ source: 'device', result: 'success', person: null, key: null }]);
});

test('an API unlock arms a block under all_keys, and not under manager_keys', async () => {
  const arm = async (day: string, toggle_policy: string) => {
    const schedule = [{ days: [day], from: '08:00', to: '08:20', first_person_in: true }];
    await world.context.prisma.lock.update({ where: { id: main }, data: { schedule, toggle_policy } });
    const { body } = await world.call('POST', `/locks/${main}/unlock`, { body: {} });
    const command = await gateway.next('command');
    expect(command).toMatchObject({ type: 'unlock', id: body.id });
    await gateway.send([
      gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: body.id }),
      gateway.record({ kind: 'result', command_id: body.id, outcome: 'confirmed' }),
    ]);
  };
  await gateway.end();
  await passes(Date.parse('2026-01-08T06:05:00Z') - world.clock.now());
  gateway = await world.connect({ boot: gateway.boot, journal: gateway.journal, seq: 3_000 });
  await gateway.birth();
  const before = (await reported()).length;
  await arm('thu', 'manager_keys');
  expect(await reported()).toHaveLength(before);
  await arm('thu', 'all_keys');
  await obey();
  expect((await holdEvents()).at(-1)).toMatchObject({
    source: 'api',
    actor: { type: 'api_key', api_key: { name: 'ERP' } },
  });
});

describe('a gateway that was silent for 45 minutes', () => {
  const beat = async () => {
    const vitals = { uptime_s: 1, journal_depth: 0, rss_mb: 60, temp_c: null };
    const heartbeat = { v: 1, session: gateway.session, ...vitals };
    await gateway.publish(`gateways/${gateway.id}/up/heartbeat`, JSON.stringify(heartbeat));
  };
  test('gets its hold again with the first heartbeats, and the hold starts again', async () => {
    await mode({ mode: 'stay_open' });
    await obey();
    await passes(45 * 60_000);
    expect((await holdEvents()).at(-1).details).toEqual({ reason: 'offline' });
    await beat();
    const command = await gateway.next('command');
    expect(command).toMatchObject({ type: 'hold', on: true, session: gateway.session });
    // The relay never switched, so only the confirmation is reported.
    await gateway.send([gateway.record({ kind: 'result', command_id: command.id, outcome: 'confirmed' })]);
    expect((await reported()).slice(-2)).toEqual(['failed api', 'started api']);
    expect((await lock()).hold_open).toBe(true);
    await mode({ mode: 'auto' });
    await obey();
  });
});

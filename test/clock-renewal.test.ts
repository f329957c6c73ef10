import { toTimestamp, upTopic } from '@door-access/protocol';
import { afterAll, expect, test } from '@jest/globals';
import type { RawGateway } from './raw-gateway.js';
import { createWorld } from './world.js';

/* A session message is sent again within its session: the time, and with it every hold. */

const world = await createWorld();
afterAll(() => world.close());
const gateway = await world.connect();
const first = await gateway.birth();

const beat = (fields: object = {}, one: RawGateway = gateway) =>
  one.publish(
    upTopic(one.id, 'heartbeat'),
    JSON.stringify({
      v: 1,
      session: one.session,
      uptime_s: 1,
      journal_depth: 0,
      rss_mb: 1,
      temp_c: null,
      ...fields,
    }),
  );
const sessions = () => gateway.received.filter(({ channel }) => channel === 'session').length;
const minutes = (count: number) => world.clock.advance(count * 60_000);

test('a gateway that does not report its time gets it within the hour, with its number', async () => {
  await minutes(30);
  await beat();
  expect(sessions()).toBe(1);
  await minutes(16);
  await beat();
  const again = await gateway.next('session');
  expect(again).toMatchObject({
    session: gateway.session,
    now: toTimestamp(world.clock.now()),
    holds: [],
    doors: first.doors,
    statement: 2,
  });
});

test('a gateway whose clock is 11 s ahead gets the time at its next heartbeat, one whose clock is right does not', async () => {
  await minutes(1);
  await beat({ at: toTimestamp(world.clock.now()) });
  expect(sessions()).toBe(2);
  await minutes(1);
  await beat({ at: toTimestamp(world.clock.now() + 11_000) });
  expect(await gateway.next('session')).toMatchObject({ now: toTimestamp(world.clock.now()) });
  await beat({ at: toTimestamp(world.clock.now() + 11_000) });
  expect(sessions()).toBe(3);
});

test('after a command is refused as expired, the next heartbeat is answered with the time', async () => {
  await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
  const { id: command_id } = await gateway.next('command');
  await gateway.send([gateway.record({ kind: 'result', command_id, outcome: 'expired' })]);
  await minutes(1);
  await beat();
  expect(await gateway.next('session')).toMatchObject({ statement: 4 });
});

test('it names a hold that is on, so that no door lets go, and nothing is reported', async () => {
  const mode = { mode: 'stay_open', expires_at: toTimestamp(world.clock.now() + 4 * 3_600_000) };
  await world.call('POST', `/locks/${world.ids.main}/door-mode`, { body: mode });
  const { id: command_id } = await gateway.next('command');
  const switched = { kind: 'relay', relay: 'hold', on: true, cause: 'command', command_id };
  await gateway.send([
    gateway.record(switched),
    gateway.record({ kind: 'result', command_id, outcome: 'confirmed' }),
  ]);
  const before = (await world.call('GET', '/events')).body.data.length;
  await minutes(46);
  await beat();
  const { holds } = (await gateway.next('session')) as { holds: { command_id: string }[] };
  expect(holds).toMatchObject([{ door: 1, on: true, release_at: mode.expires_at, version: 2 }]);
  const said = { kind: 'result', command_id: holds[0]?.command_id, outcome: 'confirmed' };
  await gateway.send([gateway.record(said)]);
  expect((await world.call('GET', `/locks/${world.ids.main}`)).body.hold_open).toBe(true);
  expect((await world.call('GET', '/events')).body.data).toHaveLength(before);
  await world.clock.advance(6_000);
  await world.due.runDue();
  expect(gateway.received.filter(({ channel }) => channel === 'command')).toHaveLength(2);
});

test('a hold that was given up is named in it, too, as the gateway may hold the door all the same', async () => {
  const side = await world.connect();
  await side.birth();
  const failures = async () =>
    (await world.context.pool.query("select from event where type = 'lock.hold_open.failed'")).rowCount;
  const attempts = () => side.received.filter(({ channel }) => channel === 'command').length;
  await world.call('POST', `/locks/${world.ids.main}/door-mode`, { body: { mode: 'stay_open' } });
  const giveUp = async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      await world.clock.advance(5_001);
      await world.due.runDue();
    }
  };
  await giveUp();
  expect(await failures()).toBe(1);
  const before = attempts();
  await minutes(46);
  await beat({}, side);
  const { holds } = (await side.next('session')) as { holds: { version: number }[] };
  expect(holds).toMatchObject([{ door: 1, on: true, release_at: null }]);
  await giveUp();
  expect(attempts() - before).toBe(2);
  expect(await failures()).toBe(1);
});

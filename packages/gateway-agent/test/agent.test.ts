import { randomUUID } from 'node:crypto';
import { systemClock, toTimestamp } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import {
  clock,
  cloud,
  hold,
  offline,
  online,
  plug,
  recordsOf,
  relayReported,
  relaysOf,
  unlock,
  unplug,
  until,
} from './stage.js';
import { aDoor, linkState } from './world.js';

describe('an unlock', () => {
  test('switches the strike on, reports it, then confirms, and the strike goes off by itself', async () => {
    const site = await online();
    const { id } = await unlock(site, { strike_ms: 3000 });
    expect(site.hardware.view(1)).toMatchObject({ strikeOn: true, latched: false });
    expect(
      recordsOf(site).filter((record) => 'command_id' in record && record.command_id === id),
    ).toMatchObject([
      { kind: 'relay', relay: 'strike', on: true, cause: 'command' },
      { kind: 'result', outcome: 'confirmed' },
    ]);
    await clock.advance(2999);
    expect(site.hardware.view(1).strikeOn).toBe(true);
    await clock.advance(1);
    expect(site.hardware.view(1).strikeOn).toBe(false);
    await relayReported(site, { on: false, cause: 'pulse_end', mono_ms: clock.monotonic() });
  });

  test('during a pulse restarts the pulse', async () => {
    const site = await online();
    await unlock(site);
    await clock.advance(3000);
    await unlock(site);
    await clock.advance(4999);
    expect(site.hardware.view(1).strikeOn).toBe(true);
    await clock.advance(1);
    expect(site.hardware.view(1).strikeOn).toBe(false);
  });

  test('that comes twice moves the door once, and is answered twice', async () => {
    const site = await online();
    const { id } = await unlock(site);
    await clock.advance(6000);
    const again = await unlock(site, { id });
    expect(again.result).toMatchObject({ outcome: 'confirmed' });
    expect(site.hardware.view(1).strikeOn).toBe(false);
  });

  test('of another session or past its end is expired and moves nothing', async () => {
    const site = await online();
    expect((await unlock(site, { session: randomUUID() })).result).toMatchObject({ outcome: 'expired' });
    expect((await unlock(site, { expires_at: toTimestamp(clock.now()) })).result).toMatchObject({
      outcome: 'expired',
    });
    expect(site.hardware.view(1).strikeOn).toBe(false);
    expect(relaysOf(site)).toEqual([]);
  });

  test('of a door that is not there, or has no strike, is device_missing', async () => {
    const site = await online({ doors: [aDoor(), aDoor({ door: 2, strike: false })] });
    expect((await unlock(site, { door: 7 })).result).toMatchObject({ door: 7, outcome: 'device_missing' });
    expect((await unlock(site, { door: 2 })).result).toMatchObject({ outcome: 'device_missing' });
  });

  test('that the hardware does not accept is device_error, and no relay is reported', async () => {
    const site = await online();
    site.hardware.breakBoard();
    expect((await unlock(site)).result).toMatchObject({
      outcome: 'device_error',
      detail: 'the board does not answer',
    });
    expect(relaysOf(site)).toEqual([]);
    site.hardware.mendBoard();
    expect((await unlock(site)).result).toMatchObject({ outcome: 'confirmed' });
  });

  test('whose end the hardware does not take is tried again until the strike is off', async () => {
    const site = await online();
    await unlock(site);
    site.hardware.breakBoard();
    await clock.advance(7000);
    expect(site.hardware.view(1).strikeOn).toBe(true);
    site.hardware.mendBoard();
    await clock.advance(1000);
    expect(site.hardware.view(1).strikeOn).toBe(false);
    await relayReported(site, { on: false, cause: 'pulse_end' });
  });

  test('goes on to its end where the link is lost meanwhile', async () => {
    const site = await online();
    await unlock(site);
    await unplug(site);
    expect(site.hardware.view(1).strikeOn).toBe(true);
    await clock.advance(5000);
    expect(site.hardware.view(1).strikeOn).toBe(false);
  });

  test('is run while the disk is full, and reported once there is room', async () => {
    const site = await online();
    site.disk.full = true;
    const id = randomUUID();
    await cloud.command(site.gatewayId, { id, door: 1, type: 'unlock', strike_ms: 5000 });
    await until(() => site.hardware.view(1).strikeOn);
    site.disk.full = false;
    await clock.advance(1000);
    await until(() => cloud.results(site.gatewayId, id).length === 1);
  });

  test('does not wait for the disk, and its note, its switching and its result share one synced write', async () => {
    const site = await online();
    await until(() => site.agent.journalDepth === 0);
    const before = site.disk.syncs;
    let syncs = () => {};
    site.disk.gate = () => new Promise((resolve) => (syncs = resolve));
    const id = randomUUID();
    await cloud.command(site.gatewayId, { id, door: 1, type: 'unlock', strike_ms: 5000 });
    await until(() => site.hardware.view(1).strikeOn);
    expect(site.disk.syncs).toBe(before);
    expect(cloud.results(site.gatewayId, id)).toEqual([]);
    site.disk.gate = async () => undefined;
    syncs();
    await until(() => cloud.results(site.gatewayId, id).length === 1);
    expect(site.disk.syncs - before).toBe(1);
  });

  test('whose turn comes past its end, as the hardware is slow with what was before, is expired and moves nothing', async () => {
    const site = await online();
    site.tap.setRelay = async (door, relay, on) => {
      if (on) await clock.sleep(10_000);
      return site.hardware.setRelay(door, relay, on);
    };
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids)
      await cloud.command(site.gatewayId, { id, door: 1, type: 'unlock', strike_ms: 5000 });
    await clock.advance(10_000);
    await until(() => ids.every((id) => cloud.results(site.gatewayId, id).length === 1));
    expect(ids.flatMap((id) => cloud.results(site.gatewayId, id))).toMatchObject([
      { outcome: 'confirmed' },
      { outcome: 'expired', detail: expect.stringContaining('busy') },
    ]);
    expect(relaysOf(site).filter(({ on }) => on)).toHaveLength(1);
  });
});

describe('kill -9', () => {
  test('while slow hardware switches: the next start answers that the command was interrupted', async () => {
    const site = await online();
    const { disk, gatewayId } = site;
    await until(() => site.agent.journalDepth === 0);
    const before = disk.syncs;
    site.tap.setRelay = async (door, relay, on) => {
      await site.hardware.setRelay(door, relay, on);
      if (on) await clock.sleep(100);
    };
    const id = randomUUID();
    await cloud.command(gatewayId, { id, door: 1, type: 'unlock', strike_ms: 5000 });
    await until(() => site.hardware.view(1).strikeOn && disk.syncs > before);
    site.agent.kill();
    disk.losePower();
    const next = await online({ gatewayId, disk });
    await until(() => cloud.results(gatewayId, id).length === 1);
    expect(cloud.results(gatewayId, id)).toMatchObject([
      { outcome: 'device_error', detail: expect.stringContaining('interrupted') },
    ]);
    const again = await unlock(next, { id });
    expect(again.result).toMatchObject({ outcome: 'device_error' });
    expect(next.hardware.view(1).strikeOn).toBe(false);
  });

  test.each([
    ['the disk still refuses: its session is over', false, 'expired'],
    ['the disk took writes again: its result is sent again', true, 'confirmed'],
  ])(
    'after an unlock on a disk that refused moves nothing when the command comes again, where %s',
    async (_, recovers, outcome) => {
      const site = await online();
      const { disk, gatewayId, agent } = site;
      await until(() => agent.journalDepth === 0);
      disk.full = true;
      const { session } = cloud.of(gatewayId);
      const { id, result } = await unlock(site);
      expect(result).toMatchObject({ outcome: 'confirmed' });
      disk.full = !recovers;
      await clock.advance(9000);
      agent.kill();
      disk.losePower();
      const next = await online({ gatewayId, disk });
      expect((await unlock(next, { id, session })).result).toMatchObject({ outcome });
      expect(next.hardware.view(1).strikeOn).toBe(false);
    },
  );

  test('during a pulse: the next start drives the strike off and says so, as the journal’s last word was on', async () => {
    const site = await online();
    await unlock(site);
    site.agent.kill();
    site.disk.losePower();
    const next = await online({ gatewayId: site.gatewayId, disk: site.disk });
    await relayReported(next, { relay: 'strike', on: false, cause: 'boot' });
    expect(recordsOf(next).at(-1)?.boot).toBe(next.agent.boot);
  });

  test('at rest: a start that finds nothing on reports no relay', async () => {
    const site = await online();
    await unlock(site);
    await clock.advance(5000);
    await relayReported(site, { on: false });
    const reported = relaysOf(site).length;
    site.agent.kill();
    site.disk.losePower();
    const next = await online({ gatewayId: site.gatewayId, disk: site.disk });
    await until(() => recordsOf(next).at(-1)?.boot === next.agent.boot);
    expect(relaysOf(next)).toHaveLength(reported);
  });
});

describe('a hold', () => {
  test('that the hardware did not let go of at its end is not confirmed as off before it is', async () => {
    const site = await online();
    await hold(site, { version: 5, release_at: toTimestamp(clock.now() + 60_000) });
    site.hardware.breakBoard();
    await clock.advance(60_000);
    expect((await hold(site, { on: false, version: 6 })).result).toMatchObject({ outcome: 'device_error' });
    expect(site.hardware.view(1).holdOn).toBe(true);
    site.hardware.mendBoard();
    expect((await hold(site, { on: false, version: 7 })).result).toMatchObject({ outcome: 'confirmed' });
    expect(site.hardware.view(1).holdOn).toBe(false);
  });

  test('that the hardware ended and did not say so is written again when it is wanted again', async () => {
    const site = await online();
    await hold(site, { version: 5 });
    site.tap.setRelay = async (...args) => {
      await site.hardware.setRelay(...args);
      throw new Error('the board does not answer');
    };
    expect((await hold(site, { on: false, version: 6 })).result).toMatchObject({ outcome: 'device_error' });
    expect(site.hardware.view(1).holdOn).toBe(false);
    Reflect.deleteProperty(site.tap, 'setRelay');
    expect((await hold(site, { version: 7 })).result).toMatchObject({ outcome: 'confirmed' });
    expect(site.hardware.view(1).holdOn).toBe(true);
  });

  test('switches the hold relay on until its end, and then lets go by itself, cloud or no cloud', async () => {
    const site = await online();
    const { result } = await hold(site, { release_at: toTimestamp(clock.now() + 60_000) });
    expect(result).toMatchObject({ outcome: 'confirmed' });
    await unplug(site);
    await clock.advance(59_999);
    expect(site.hardware.view(1).holdOn).toBe(true);
    await clock.advance(1);
    expect(site.hardware.view(1).holdOn).toBe(false);
    await plug(site);
    await relayReported(site, { relay: 'hold', on: false, cause: 'lease_end' });
  });

  test('of a version not above the one in force is not run', async () => {
    const site = await online();
    await hold(site, { version: 5 });
    expect((await hold(site, { on: false, version: 5 })).result).toMatchObject({ outcome: 'expired' });
    expect((await hold(site, { version: 4 })).result).toMatchObject({ outcome: 'confirmed' });
    expect(relaysOf(site)).toHaveLength(1);
    expect((await hold(site, { on: false, version: 6 })).result).toMatchObject({ outcome: 'confirmed' });
    expect(site.hardware.view(1).holdOn).toBe(false);
  });

  test('that a session message says again moves nothing, and each is answered', async () => {
    const first = randomUUID();
    cloud.holds = [{ command_id: first, door: 1, on: true, release_at: null, version: 3 }];
    const site = await online();
    await until(() => cloud.results(site.gatewayId, first).length === 1);
    expect(site.hardware.view(1).holdOn).toBe(true);
    let switched = 0;
    site.hardware.watch(() => switched++);
    const second = randomUUID();
    cloud.holds = [{ command_id: second, door: 1, on: true, release_at: null, version: 3 }];
    cloud.drop(site.gatewayId);
    await until(() => cloud.results(site.gatewayId, second).length === 1);
    expect(cloud.results(site.gatewayId, second)).toMatchObject([{ outcome: 'confirmed' }]);
    expect(relaysOf(site)).toHaveLength(1);
    expect(switched).toBe(0);
  });

  test('that the session message does not name is off, and one for an unknown door is device_missing', async () => {
    const site = await online();
    await hold(site);
    const id = randomUUID();
    cloud.holds = [{ command_id: id, door: 9, on: true, release_at: null, version: 3 }];
    cloud.drop(site.gatewayId);
    await relayReported(site, { relay: 'hold', on: false, cause: 'command', command_id: null });
    await until(() => cloud.results(site.gatewayId, id).length === 1);
    expect(cloud.results(site.gatewayId, id)).toMatchObject([{ door: 9, outcome: 'device_missing' }]);
  });

  test('is reported as hold_on in the birth, so that a reconnect reports the present state', async () => {
    const site = await online();
    await hold(site);
    cloud.drop(site.gatewayId);
    await until(() => cloud.of(site.gatewayId).births.length === 2);
    expect(cloud.of(site.gatewayId).births[1]?.doors[0]).toMatchObject({ hold_on: true });
  });
});

test('a session message that the network repeats late sets no time back and ends no later hold', async () => {
  const site = await online();
  await hold(site);
  await clock.advance(8_000);
  await cloud.repeatSession(site.gatewayId);
  const { id } = await unlock(site);
  expect(site.hardware.view(1).holdOn).toBe(true);
  const [result] = cloud.results(site.gatewayId, id);
  expect(result?.at).toBe(toTimestamp(clock.now()));
});

test('a stop drives the relays safe, reports it, and lets a new agent begin where the old one ended', async () => {
  const site = await online();
  await hold(site);
  await site.agent.stop();
  expect(site.hardware.view(1).holdOn).toBe(false);
  const next = await online({ gatewayId: site.gatewayId, disk: site.disk });
  await relayReported(next, { relay: 'hold', on: false, cause: 'boot' });
  expect(recordsOf(next).map(({ seq }) => seq)).toEqual(recordsOf(next).map((_, index) => index + 1));
});

test('hardware that is not there at the start is tried again, and its doors answer device_error until then', async () => {
  const site = offline();
  site.hardware.breakBoard();
  await site.agent.start();
  await linkState(site.agent, 'online');
  expect((await unlock(site)).result).toMatchObject({ outcome: 'device_error' });
  expect(cloud.of(site.gatewayId).births[0]?.doors[0]).toMatchObject({ contact: null });
  site.hardware.mendBoard();
  await clock.advance(5000);
  expect((await unlock(site)).result).toMatchObject({ outcome: 'confirmed' });
});

test('a command id is forgotten after an hour, so that the journal’s notes do not grow', async () => {
  const site = await online();
  await unlock(site);
  const notes = () => site.disk.keys().filter((key) => key.startsWith('n/command/'));
  expect(notes()).toHaveLength(1);
  await clock.advance(3_700_000);
  await until(() => site.agent.journalDepth === 0);
  expect(notes()).toHaveLength(0);
});

test('the real clock: an unlock over a real socket is confirmed', async () => {
  cloud.now = () => systemClock.now();
  const site = await online({ clock: systemClock });
  expect((await unlock(site)).result).toMatchObject({ outcome: 'confirmed' });
});

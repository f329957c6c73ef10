import { Heartbeat, toTimestamp } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { clock, cloud, hold, offline, online, plug, recordsOf, unlock, unplug, until } from './stage.js';
import { linkState, type Site } from './world.js';

const faults = (site: Site) =>
  recordsOf(site).flatMap((record) =>
    record.kind === 'fault' ? [[record.input ?? record.relay, record.ok, record.error ?? null]] : [],
  );
const contacts = (site: Site) => recordsOf(site).filter(({ kind }) => kind === 'contact');
const allReported = (site: Site) => until(() => site.agent.journalDepth === 0);
const GONE = 'the board does not answer';

describe('a board that goes away', () => {
  test('is reported by a fault of each of its terminals, once', async () => {
    const site = await online();
    await allReported(site);
    site.hardware.breakBoard();
    await clock.advance(10_000);
    await until(() => faults(site).length >= 4);
    await allReported(site);
    expect(faults(site)).toEqual([
      ['contact', false, GONE],
      ['exit_button', false, GONE],
      ['strike', false, GONE],
      ['hold', false, GONE],
    ]);
  });

  test('leaves nothing known in the next birth, and no snapshot is journalled', async () => {
    const site = await online();
    await hold(site);
    await allReported(site);
    expect(cloud.of(site.gatewayId).births[0]?.doors[0]).toMatchObject({ contact: 'closed' });
    site.hardware.breakBoard();
    const before = contacts(site).length;
    await unplug(site);
    await plug(site);
    await until(() => cloud.of(site.gatewayId).births.length === 2);
    await allReported(site);
    expect(cloud.of(site.gatewayId).births[1]?.doors[0]).toMatchObject({
      contact: null,
      contact_fault: GONE,
      strike_on: false,
      hold_on: false,
    });
    expect(contacts(site)).toHaveLength(before);
  });

  test('and comes back reports that its terminals work, and then the level as a snapshot', async () => {
    const site = await online();
    await hold(site);
    site.hardware.breakBoard();
    site.hardware.force(1);
    await clock.advance(100);
    site.hardware.mendBoard();
    await until(() => faults(site).length === 8);
    await allReported(site);
    expect(faults(site).slice(4)).toEqual([
      ['contact', true, null],
      ['exit_button', true, null],
      ['strike', true, null],
      ['hold', true, null],
    ]);
    const reported = recordsOf(site).filter(
      (record) => record.kind === 'contact' || (record.kind === 'fault' && record.input === 'contact'),
    );
    expect(reported.slice(-2)).toMatchObject([
      { kind: 'fault', ok: true },
      { kind: 'contact', state: 'open', snapshot: true },
    ]);
    expect(site.agent.reports()[0]).toMatchObject({ contact: 'open', hold_on: true });
    expect(site.agent.reports()[0]).not.toHaveProperty('contact_fault');
  });

  test('drops an edge that had not settled: the level is read anew', async () => {
    const site = await online();
    await allReported(site);
    site.hardware.force(1);
    await clock.advance(10);
    site.hardware.breakBoard();
    await clock.advance(1000);
    await allReported(site);
    expect(contacts(site).every((record) => record.kind === 'contact' && record.snapshot)).toBe(true);
  });
});

test('a board that is not there at the start is a fault from the start, and its return is reported', async () => {
  const site = offline();
  site.hardware.breakBoard();
  await site.agent.start();
  await linkState(site.agent, 'online');
  await until(() => faults(site).length === 4);
  expect(cloud.of(site.gatewayId).births[0]?.doors[0]).toMatchObject({ contact: null, contact_fault: GONE });
  expect(contacts(site)).toEqual([]);
  site.hardware.mendBoard();
  await clock.advance(1000);
  await until(() => faults(site).length === 8 && contacts(site).length > 0);
  expect(
    faults(site)
      .slice(4)
      .every(([, ok]) => ok),
  ).toBe(true);
});

test('a fault reported before a restart is not reported again, but its end is', async () => {
  const site = await online();
  site.hardware.breakBoard();
  await until(() => faults(site).length === 4);
  await allReported(site);
  await site.agent.stop();
  const next = await online({ gatewayId: site.gatewayId, disk: site.disk });
  await until(() => faults(next).length === 8);
  expect(
    faults(next)
      .slice(4)
      .every(([, ok]) => ok),
  ).toBe(true);
});

test('levels that cannot be read are no levels, and are read as soon as they can be', async () => {
  const site = await online();
  await allReported(site);
  site.tap.levels = () => Promise.reject(new Error('the line is gone'));
  site.hardware.mendBoard();
  await until(() => faults(site).length === 2);
  expect(faults(site)).toEqual([
    ['contact', false, 'the line is gone'],
    ['exit_button', false, 'the line is gone'],
  ]);
  Reflect.deleteProperty(site.tap, 'levels');
  await clock.advance(1000);
  await until(() => faults(site).length === 4);
  expect(site.agent.reports()[0]).toMatchObject({ contact: 'closed' });
});

test('a relay that does not switch is a fault until it does', async () => {
  const site = await online();
  site.tap.setRelay = () => Promise.reject(new Error('reads back another level'));
  expect((await unlock(site)).result).toMatchObject({ outcome: 'device_error' });
  expect(faults(site)).toEqual([['strike', false, 'reads back another level']]);
  Reflect.deleteProperty(site.tap, 'setRelay');
  await clock.advance(1000);
  await until(() => faults(site).length === 2);
  expect(faults(site)[1]).toEqual(['strike', true, null]);
});

test('a relay that does not go off is tried each second, and logged once and then each minute', async () => {
  const site = await online();
  await hold(site, { release_at: toTimestamp(clock.now() + 1000) });
  site.hardware.breakBoard();
  await clock.advance(130_000);
  expect(site.log.filter((line) => line.includes('hold relay does not go off'))).toHaveLength(3);
});

test('a board that goes away or comes back, or a disk that refuses, is in a heartbeat within five seconds', async () => {
  const site = await online();
  const beats = () =>
    cloud.of(site.gatewayId).heartbeats as { health: { disk_refuses: boolean; boards: object[] } }[];
  await until(() => beats().length === 1);
  await clock.advance(5000);
  site.hardware.breakBoard();
  await until(() => beats().length === 2);
  expect(beats()[1]?.health).toMatchObject({ boards: [{ ok: false, error: GONE }] });
  site.hardware.mendBoard();
  await clock.advance(4999);
  expect(beats()).toHaveLength(2);
  await clock.advance(1);
  await until(() => beats().length === 3);
  expect(beats()[2]?.health).toMatchObject({ disk_refuses: false, boards: [{ ok: true }] });
  site.disk.full = true;
  await unlock(site);
  await clock.advance(5000);
  await until(() => beats().length === 4);
  expect(beats()[3]?.health).toMatchObject({ disk_refuses: true });
});

test('the heartbeat reports the health of the gateway: its disk, its boards, and what the machine reports', async () => {
  const machine = { disk_free_mb: 512, undervoltage: false, cpu_temp_c: 48, ntp_synced: null };
  const site = await online({ vitals: () => ({ rss_mb: 40, temp_c: 48, health: machine }) });
  const beats = () => cloud.of(site.gatewayId).heartbeats as { health: object }[];
  await until(() => beats().length === 1);
  expect(Heartbeat.parse(beats()[0]).health).toEqual({
    ...machine,
    disk_refuses: false,
    guard_alive: null,
    boards: [{ id: 'simulated board', ok: true, error: undefined }],
  });
  site.hardware.breakBoard();
  site.disk.full = true;
  await clock.advance(60_000);
  await until(() => beats().length === 2);
  expect(beats()[1]?.health).toMatchObject({
    disk_refuses: true,
    boards: [{ ok: false, error: GONE }],
  });
});

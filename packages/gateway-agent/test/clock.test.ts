import { randomUUID } from 'node:crypto';
import { toTimestamp } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { clock, cloud, hold, online, relayReported, unlock, until } from './stage.js';

const heartbeats = (gatewayId: string) => cloud.of(gatewayId).heartbeats as { at: string }[];

describe.each([11_000, -11_000])('a wall clock that steps by %i ms within a session', (step) => {
  test('refuses no command, and what is recorded bears the time of the cloud', async () => {
    const site = await online();
    let real = clock.now();
    cloud.now = () => real;
    clock.stepWall(step);
    await clock.advance(2_000);
    real += 2_000;
    const { result } = await unlock(site);
    expect(result).toMatchObject({ outcome: 'confirmed', at: toTimestamp(real) });
  });

  test('neither stretches nor cuts a hold', async () => {
    const site = await online();
    await hold(site, { release_at: toTimestamp(clock.now() + 60_000) });
    clock.stepWall(step);
    await clock.advance(59_000);
    expect(site.hardware.view(1).holdOn).toBe(true);
    await clock.advance(1_500);
    expect(site.hardware.view(1).holdOn).toBe(false);
  });
});

describe('a gateway that runs 11 s ahead of the cloud', () => {
  test('says its time in the heartbeat, and runs commands again once the session is stated anew', async () => {
    const site = await online();
    const { gatewayId } = site;
    cloud.now = () => clock.now() - 11_000;
    expect((await unlock(site)).result).toMatchObject({ outcome: 'expired' });
    await clock.advance(60_000);
    await until(() => heartbeats(gatewayId).length > 1);
    expect(heartbeats(gatewayId).at(-1)?.at).toBe(toTimestamp(clock.now()));
    await cloud.restate(gatewayId, 2);
    const { result } = await unlock(site);
    expect(result).toMatchObject({ outcome: 'confirmed', at: toTimestamp(cloud.now()) });
  });

  test("keeps a hold that is stated again to the cloud's end of it, without a click", async () => {
    const site = await online();
    const release_at = toTimestamp(clock.now() + 60_000);
    await hold(site, { release_at });
    cloud.now = () => clock.now() - 11_000;
    cloud.holds = [{ command_id: randomUUID(), door: 1, on: true, release_at, version: 2 }];
    await cloud.restate(site.gatewayId, 2);
    await until(() => cloud.results(site.gatewayId, cloud.holds[0]?.command_id ?? '').length === 1);
    await clock.advance(70_000);
    expect(site.hardware.view(1).holdOn).toBe(true);
    await clock.advance(1_500);
    await relayReported(site, { relay: 'hold', on: false, cause: 'lease_end' });
    const switched = cloud
      .of(site.gatewayId)
      .records.filter((record) => record.kind === 'relay' && record.relay === 'hold');
    expect(switched).toHaveLength(2);
  });
});

test('a session message that the network brings late does not undo a newer one', async () => {
  const site = await online();
  await cloud.restate(site.gatewayId, 3);
  cloud.holds = [{ command_id: randomUUID(), door: 1, on: true, release_at: null, version: 9 }];
  await cloud.restate(site.gatewayId, 2);
  await unlock(site);
  expect(site.hardware.view(1).holdOn).toBe(false);
});

import { randomUUID } from 'node:crypto';
import { toTimestamp } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { clock, cloud, hold, online, relayReported, relaysOf, unlock, until } from './stage.js';

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

describe('a session message that was under way for 12 s', () => {
  /** The cloud states the session in answer to a heartbeat, and the network keeps that and what follows. */
  async function restatedLate(site: Awaited<ReturnType<typeof online>>) {
    await clock.advance(61_000);
    await until(() => heartbeats(site.gatewayId).length > 1);
    const said = clock.now();
    cloud.now = () => said;
    await clock.advance(12_000);
    await cloud.restate(site.gatewayId, 2);
  }

  test('makes no command fresh that has expired', async () => {
    const site = await online();
    await restatedLate(site);
    // Issued at the time that it says, and so two seconds past its end.
    const { result } = await unlock(site);
    expect(result).toMatchObject({ outcome: 'expired', detail: 'expires_at has passed' });
    expect(relaysOf(site)).toEqual([]);
  });

  test('does not keep a hold beyond its end', async () => {
    const site = await online();
    const release_at = toTimestamp(clock.now() + 90_000);
    await hold(site, { release_at });
    cloud.holds = [{ command_id: randomUUID(), door: 1, on: true, release_at, version: 2 }];
    await restatedLate(site);
    await until(() => cloud.results(site.gatewayId, cloud.holds[0]?.command_id ?? '').length === 1);
    await clock.advance(16_000);
    expect(site.hardware.view(1).holdOn).toBe(true);
    await clock.advance(1_500);
    expect(site.hardware.view(1).holdOn).toBe(false);
  });
});

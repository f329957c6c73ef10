import { afterAll, describe, expect, test } from '@jest/globals';
import { DOORCTL } from '../../src/audit/record.js';
import { handOverKey } from '../../src/keys/manage.js';
import { closeDoor, presentKey } from '../../src/locking-system/reader.js';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'error' });
afterAll(() => world.close());

const { archive, lab, main } = world.ids;
const events = async () => (await world.call('GET', '/events')).body.data;
const handedOver = async (fields: object = {}) => {
  await world.clock.advance(61_000);
  const { id } = (await world.issue(fields)).body;
  await handOverKey(world.context, null, id, DOORCTL);
  return (await world.call('GET', `/keys/${id}`)).body;
};

describe('at the reader of a locking-system lock', () => {
  test('a key handed over opens, and the event says whose it is', async () => {
    const key = await handedOver();
    expect(await presentKey(world.context, archive, key.id)).toEqual({ granted: true, reason: null });
    const [event] = await events();
    expect(event).toEqual({
      id: expect.any(Number),
      type: 'access.granted',
      occurred_at: new Date(world.clock.now()).toISOString(),
      result: 'success',
      reason: null,
      source: 'locksys',
      api_key: null,
      lock: { id: archive, name: 'archive', place: 'Ground floor' },
      location: { id: lab, name: 'Lab' },
      person: key.person,
      key: { id: key.id, name: 'Front doors' },
    });
    expect((await world.told('access.granted')).at(-1)?.data).toEqual(event);
  });

  test('its close inherits the person and the key', async () => {
    const key = await handedOver();
    await presentKey(world.context, archive, key.id);
    await world.clock.advance(4_000);
    await closeDoor(world.context, archive);
    expect((await events())[0]).toMatchObject({
      type: 'door.closed',
      result: 'success',
      person: key.person,
      key: { id: key.id },
    });
    await world.clock.advance(120_000);
    await world.due.runDue();
    expect((await events())[0].type).toBe('door.closed');
  });

  test('a close that does not come is told as left open, once', async () => {
    const key = await handedOver();
    await presentKey(world.context, archive, key.id);
    await world.clock.advance(59_999);
    await world.due.runDue();
    expect((await events())[0].type).toBe('access.granted');
    await world.clock.advance(1);
    await world.due.runDue();
    await world.due.runDue();
    const [left, granted] = await events();
    expect([left.type, left.key.id, granted.type]).toEqual(['door.left_open', key.id, 'access.granted']);
  });

  test('what does not open is told with its reason', async () => {
    const reasons = [];
    for (const key of [
      await handedOver({ security_groups: ['CLEANING'] }),
      await handedOver({ starts_at: new Date(world.clock.now() + 3_600_000).toISOString() }),
    ]) {
      reasons.push((await presentKey(world.context, archive, key.id)).reason);
      expect((await events())[0]).toMatchObject({
        type: 'access.denied',
        result: 'denied',
        reason: reasons.at(-1),
        key: { id: key.id },
      });
    }
    const returned = await handedOver();
    await world.call('DELETE', `/keys/${returned.id}`);
    reasons.push((await presentKey(world.context, archive, returned.id)).reason);
    reasons.push((await presentKey(world.context, archive, null)).reason);
    expect((await events())[0]).toMatchObject({ reason: 'unknown_key', person: null, key: null });
    expect(reasons).toEqual(['no_access', 'outside_time_window', 'no_access', 'unknown_key']);
  });

  test('events of one moment keep a time of their own each', async () => {
    await Promise.all(Array.from({ length: 4 }, () => presentKey(world.context, archive, null)));
    const times = (await events()).slice(0, 4).map(({ occurred_at }: { occurred_at: string }) => occurred_at);
    expect(new Set(times).size).toBe(4);
  });

  test('a remote lock has no such reader', async () => {
    await expect(presentKey(world.context, main, null)).rejects.toThrow('No such resource');
    await expect(closeDoor(world.context, 999_999)).rejects.toThrow('No such resource');
  });
});

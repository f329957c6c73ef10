import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RawGateway } from '../raw-gateway.js';
import { createService, eventually, type Process } from './processes.js';

/* An emergency over two processes, with a gateway on each: every door is accounted for, whichever process is asked. */

const service = await createService();
let one: Process;
let other: Process;
let back: RawGateway;
const { hq } = service.site.locations as { hq: number };

beforeAll(async () => {
  [one, other] = await Promise.all([service.start('api,edge'), service.start('api,edge,worker')]);
  [, back] = await Promise.all([connect(one, 'gw1'), connect(other, 'gw2')]);
}, 60_000);
afterAll(() => service.close());

/** A gateway that carries out holds and answers probes. */
async function connect(at: Process, ref: 'gw1' | 'gw2'): Promise<RawGateway> {
  const gateway = await service.connect(at, ref, { byHand: true });
  gateway.client.on('message', (topic, payload) => {
    // What is under way when the connection is cut goes nowhere.
    if (topic.endsWith('/down/command')) answer(gateway, JSON.parse(payload.toString())).catch(() => {});
  });
  return gateway;
}
async function answer(
  gateway: RawGateway,
  { id: command_id, door, on }: { id: string; door: number; on: boolean },
) {
  await gateway.send([
    gateway.record({ door, kind: 'relay', relay: 'hold', on, cause: 'command', command_id }),
    gateway.record({ door, kind: 'result', command_id, outcome: 'confirmed' }),
  ]);
}
const declare = (at: Process, mode: string, more: object = {}) =>
  service.call(at, 'POST', `/locations/${hq}/emergency`, { mode, reason: 'Smoke', ...more });
const settled = (at: Process, id: string) =>
  eventually(async () => {
    const { body } = await service.call(at, 'GET', `/emergencies/${id}?wait=5`);
    return body.counts.pending === 0 && body;
  }, 30_000);
const states = ({ doors }: { doors: { lock: { name: string }; state: string; reason: string | null }[] }) =>
  doors.map(({ lock, state, reason }) => [lock.name, state, reason]).sort();

test('an evacuation declared at one process is confirmed by the doors of both, and read alike at each', async () => {
  const { status, body } = await declare(one, 'evacuation');
  expect([status, body.doors.length]).toEqual([202, 2]);
  const here = await settled(one, body.id);
  const there = await settled(other, body.id);
  expect(states(here)).toEqual([
    ['Back door', 'confirmed', null],
    ['Front door', 'confirmed', null],
  ]);
  expect(states(there)).toEqual(states(here));
  // It ends at the other one.
  const ended = await declare(other, 'none');
  expect([ended.status, ended.body.ended_at === null]).toEqual([200, false]);
  expect((await service.call(one, 'GET', `/emergencies/${body.id}`)).body.ended_at).toBe(ended.body.ended_at);
});

test('a gateway that is away is named, whichever process is asked', async () => {
  await back.end(true);
  await eventually(async () => {
    const { body } = await service.call(one, 'GET', '/locks');
    return body.data.some(
      ({ name, online }: { name: string; online: boolean }) => name === 'Back door' && !online,
    );
  });
  const { body } = await declare(one, 'evacuation');
  expect(states(await settled(other, body.id))).toEqual([
    ['Back door', 'unreachable', 'offline'],
    ['Front door', 'confirmed', null],
  ]);
  await declare(other, 'none');
});

test('a lockdown right behind the end of an evacuation is confirmed by the doors of both', async () => {
  back = await connect(other, 'gw2');
  const evacuation = await declare(one, 'evacuation');
  await settled(one, evacuation.body.id);
  await declare(other, 'none');
  const { body } = await declare(other, 'lockdown');
  expect(states(await settled(one, body.id))).toEqual([
    ['Back door', 'confirmed', null],
    ['Front door', 'confirmed', null],
  ]);
});

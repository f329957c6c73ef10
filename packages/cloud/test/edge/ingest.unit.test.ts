import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import type { Context } from '../../src/context.js';
import type { Loaded, Wanted } from '../../src/doors/apply.types.js';
import { createIngest } from '../../src/edge/ingest.js';

test('a thousand messages of a gateway wait while the database is silent, and the next one ends its connection', async () => {
  const silent = {
    gateways: { drawNumber: () => new Promise(() => {}) },
    clock: new TestClock(),
  } as unknown as Context;
  const ingest = createIngest(silent);
  const submit = () =>
    ingest.submit({
      gatewayId: '11111111-1111-4111-8111-111111111111',
      work: { quarantine: { topic: 'up/journal', payload: Buffer.alloc(0), error: 'no JSON' } },
      isWanted: () => true,
    });
  // The first is being written.
  const waiting = Array.from({ length: 1_001 }, submit);
  await expect(submit()).rejects.toThrow('too many messages wait for this gateway');
  await expect(Promise.race([...waiting, 'still waiting'])).resolves.toBe('still waiting');
});

test('a group takes two thousand records, so that what waits is shared with the other group', async () => {
  const groups: number[] = [];
  const loaded: Loaded = {
    gateways: new Map(),
    doors: new Map(),
    doorsByLock: new Map(),
    commands: new Map(),
    marks: new Map(),
    readers: new Map(),
    subscribed: new Set(),
    moving: new Set(),
  };
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const doors = {
    async load({ marks }: Wanted) {
      groups.push(marks.length);
      await released;
      return loaded;
    },
    write: async () => 0,
  };
  const context = {
    doors: { transaction: (work: (within: typeof doors) => unknown) => work(doors) },
    clock: new TestClock(),
    config: {},
    ids: {},
  } as unknown as Context;
  const ingest = createIngest(context);
  const records = Array.from({ length: 100 }, (_, index) => ({
    kind: 'unknown' as const,
    name: 'later',
    seq: index + 1,
  }));
  const sent = Array.from({ length: 40 }, (_, index) => {
    const gatewayId = `gateway ${index}`;
    const input = { kind: 'journal' as const, gateway_id: gatewayId, journal: 'journal', records };
    const raw = { topic: 'up/journal', payload: Buffer.alloc(0) };
    return ingest.submit({ gatewayId, work: { input, raw }, isWanted: () => true });
  });
  release();
  await Promise.all(sent);
  expect(groups).toEqual([1, 1, 20, 18]);
});

test('records of those online do not wait for a crowd of births', async () => {
  let groups = 0;
  const busy = {
    doors: {
      transaction: () => {
        groups++;
        return new Promise(() => {});
      },
    },
    clock: new TestClock(),
  } as unknown as Context;
  const ingest = createIngest(busy);
  const submit = (gatewayId: string, input: object) =>
    void ingest.submit({
      gatewayId,
      work: {
        input: { gateway_id: gatewayId, ...input } as never,
        raw: { topic: '', payload: Buffer.alloc(0) },
      },
      isWanted: () => true,
    });
  const born = { kind: 'presence', input: { kind: 'birth', connection: 1, birth: {} } };
  for (let gateway = 0; gateway < 1_000; gateway++) submit(`back ${gateway}`, born);
  expect(groups).toBe(1);
  submit('online', { kind: 'journal', journal: 'journal', records: [] });
  expect(groups).toBe(2);
});

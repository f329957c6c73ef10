import { TestClock } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
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

/** A database that takes one group after another when it is let; each group is the gateways in it. */
function held() {
  const groups: { gateways: string[]; awake: string[]; whole: string[]; done: () => void }[] = [];
  const clock = new TestClock();
  const doors = {
    load: ({ marks, awakeGatewayIds, wholeGatewayIds }: Wanted) =>
      new Promise<never>((_, reject) => {
        // An answer of the database that is about the data sets the messages aside, which ends the group.
        groups.push({
          gateways: marks.map(({ gateway_id }) => gateway_id),
          awake: [...awakeGatewayIds],
          whole: [...wholeGatewayIds],
          done: () => reject(Object.assign(new Error('no such door'), { code: '22000' })),
        });
      }),
  };
  const context = {
    doors: { transaction: (work: (within: typeof doors) => unknown) => work(doors) },
    gateways: { drawNumber: async () => 1, setAside: async () => {}, prune: async () => {} },
    log: { warn: () => {} },
    clock,
  } as unknown as Context;
  const ingest = createIngest(context);
  const record = (gatewayId: string) => {
    const input = {
      kind: 'journal',
      gateway_id: gatewayId,
      journal: 'journal',
      records: [{ seq: 1 }],
    } as never;
    const raw = { topic: 'up/journal', payload: Buffer.alloc(0) };
    void ingest.submit({ gatewayId, work: { input, raw }, isWanted: () => true }).catch(() => {});
  };
  const presence = (kind: 'heartbeat' | 'birth', gatewayId: string) => {
    const input = {
      kind: 'presence',
      gateway_id: gatewayId,
      input: { kind, connection: 1, session: 's', birth: {} },
    } as never;
    const raw = { topic: 'up/heartbeat', payload: Buffer.alloc(0) };
    void ingest.submit({ gatewayId, work: { input, raw }, isWanted: () => true }).catch(() => {});
  };
  return { ingest, groups, clock, record, presence };
}

test('births go in groups, 20 ms apart', async () => {
  const { groups, clock, presence } = held();
  for (const gateway of ['a', 'b', 'c']) presence('birth', gateway);
  groups[0]?.done();
  await clock.advance(19);
  expect(groups.map(({ whole }) => whole)).toEqual([['a']]);
  await clock.advance(1);
  expect(groups.map(({ whole }) => whole)).toEqual([['a'], ['b', 'c']]);
});

describe('heartbeats', () => {
  test('go in groups, as no one waits for them', async () => {
    const { groups, clock, presence } = held();
    for (const gateway of ['a', 'b', 'c']) presence('heartbeat', gateway);
    expect(groups.map(({ awake }) => awake)).toEqual([['a']]);
    groups[0]?.done();
    await clock.advance(249);
    expect(groups).toHaveLength(1);
    await clock.advance(1);
    expect(groups[1]?.awake).toEqual(['b', 'c']);
  });

  test('wait for no more of them than one group takes', async () => {
    const { groups, presence } = held();
    presence('heartbeat', 'a');
    groups[0]?.done();
    await new Promise(setImmediate);
    for (let gateway = 0; gateway < 64; gateway++) presence('heartbeat', `gateway ${gateway}`);
    expect(groups.map(({ awake }) => awake.length)).toEqual([1, 64]);
  });

  test('hold up nothing of the same gateway, and no birth', () => {
    const { groups, presence, record } = held();
    for (const gateway of ['a', 'b']) presence('heartbeat', gateway);
    record('b');
    expect(groups.map(({ awake }) => awake)).toEqual([['a'], ['b']]);
    presence('birth', 'c');
    expect(groups).toHaveLength(2);
    groups[1]?.done();
  });
});

describe('records', () => {
  test('of gateways that report within 50 ms go together', async () => {
    const { groups, clock, record } = held();
    for (const gateway of ['a', 'b', 'c']) record(gateway);
    expect(groups.map(({ gateways }) => gateways)).toEqual([['a']]);
    await clock.advance(49);
    record('d');
    expect(groups).toHaveLength(1);
    await clock.advance(1);
    expect(groups[1]?.gateways).toEqual(['b', 'c', 'd']);
  });

  test('that fill a group wait for no others', () => {
    const { groups, record } = held();
    for (let gateway = 0; gateway < 65; gateway++) record(`gateway ${gateway}`);
    expect(groups.map(({ gateways }) => gateways.length)).toEqual([1, 64]);
  });

  test('of one gateway alone go one after the other', async () => {
    const { groups, record } = held();
    for (let count = 1; count <= 3; count++) {
      record('a');
      expect(groups.map(({ gateways }) => gateways)).toEqual(Array(count).fill(['a']));
      groups.at(-1)?.done();
      await new Promise(setImmediate);
    }
  });
});

describe('a gateway whose answer someone waits for', () => {
  test('goes before all that wait, with what it sent before and what it sends next', async () => {
    const { ingest, groups, record } = held();
    for (let gateway = 0; gateway < 500; gateway++) record(`gateway ${gateway}`);
    expect(groups.map(({ gateways }) => gateways.length)).toEqual([1, 64]);
    ingest.prefer('gateway 400');
    expect(groups.at(-1)?.gateways).toEqual(['gateway 400']);
    for (const another of ['a', 'b', 'c']) {
      ingest.prefer(another);
      record(another);
    }
    expect(groups.slice(3).map(({ gateways }) => gateways)).toEqual([['a']]);
    groups[2]?.done();
    await new Promise(setImmediate);
    expect(groups[4]?.gateways).toEqual(['b', 'c']);
  });

  test('has no more of the database than two groups', () => {
    const { ingest, groups, record } = held();
    for (let gateway = 0; gateway < 500; gateway++) record(`gateway ${gateway}`);
    for (let gateway = 0; gateway < 500; gateway++) ingest.prefer(`gateway ${gateway}`);
    expect(groups).toHaveLength(4);
  });

  test('is in one lane when its answer is late while it waits, and in one group at a time', async () => {
    const { ingest, groups, clock, record } = held();
    for (const gateway of ['a', 'b', 'c']) ingest.prefer(gateway);
    // Both groups of what is awaited are under way, as while the database is away.
    for (const gateway of ['a', 'b', 'c']) record(gateway);
    await clock.advance(10_000);
    record('c');
    record('c');
    groups[0]?.done();
    await clock.advance(1_000);
    expect(groups.map(({ gateways }) => gateways)).toEqual([['a'], ['b'], ['c']]);
    // The two messages of its group are refused together, then each by itself.
    for (const index of [2, 3, 4]) {
      groups[index]?.done();
      await clock.advance(1_000);
    }
    groups[1]?.done();
    await clock.advance(1_000);
    expect(groups.slice(3).map(({ gateways }) => gateways)).toEqual([['c'], ['c'], ['c']]);
  });

  test('waits as the others once its answer is late', async () => {
    const { ingest, groups, clock, record } = held();
    for (let gateway = 0; gateway < 500; gateway++) record(`gateway ${gateway}`);
    ingest.prefer('late');
    await clock.advance(10_000);
    record('late');
    expect(groups).toHaveLength(2);
  });
});

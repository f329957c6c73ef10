import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { grouped } from '../../src/edge/grouped.js';
import { createRhythm } from '../../src/edge/rhythm.js';

interface Call {
  gatewayId: string;
  n: number;
}

/** A database that answers when it is let. */
function held({ paceMs = 0 } = {}) {
  const clock = new TestClock();
  const groups: { calls: Call[]; answer: () => void; fail: () => void }[] = [];
  const call = grouped(
    createRhythm(clock, paceMs),
    (calls: Call[]) =>
      new Promise<number[]>((resolve, reject) => {
        groups.push({
          calls,
          answer: () => resolve(calls.map(({ n }) => n)),
          fail: () => reject(new Error('no answer')),
        });
      }),
  );
  return { clock, groups, call };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

const sizes = ({ groups }: ReturnType<typeof held>) => groups.map(({ calls }) => calls.length);

test('what comes in while a group is in work goes into the next, and each call gets its own answer', async () => {
  const database = held();
  const { groups, call } = database;
  const first = call({ gatewayId: 'first', n: 30 });
  await settled();
  const answers = Array.from({ length: 30 }, (_, n) => call({ gatewayId: `gateway ${n}`, n }));
  await settled();
  expect(sizes(database)).toEqual([1]);
  groups[0]?.answer();
  await settled();
  expect(sizes(database)).toEqual([1, 30]);
  groups[1]?.answer();
  expect(await Promise.all([...answers, first])).toEqual(Array.from({ length: 31 }, (_, n) => n));
});

test('calls that follow from one commit go together', async () => {
  const database = held();
  const committed = Promise.resolve();
  for (let n = 0; n < 10; n++)
    void committed.then(() => database.call({ gatewayId: `gateway ${n}`, n })).catch(() => {});
  await settled();
  expect(sizes(database)).toEqual([10]);
});

test('a group begins at the pace, or when it is full', async () => {
  const database = held({ paceMs: 20 });
  const { clock, groups, call } = database;
  const calls = (count: number) => {
    for (let n = 0; n < count; n++) void call({ gatewayId: `gateway ${n}`, n }).catch(() => {});
  };
  calls(1);
  await settled();
  groups[0]?.answer();
  await settled();
  calls(2);
  await clock.advance(19);
  calls(1);
  await settled();
  expect(sizes(database)).toEqual([1]);
  await clock.advance(1);
  await settled();
  expect(sizes(database)).toEqual([1, 2]);
  groups[1]?.answer();
  await settled();
  calls(64);
  await settled();
  expect(sizes(database)).toEqual([1, 2, 64]);
});

test('a gateway is in a group once, and its calls keep their sequence', async () => {
  const { groups, call } = held();
  const first = call({ gatewayId: 'a', n: 0 });
  const later = [
    call({ gatewayId: 'a', n: 1 }),
    call({ gatewayId: 'a', n: 2 }),
    call({ gatewayId: 'b', n: 3 }),
  ];
  for (const expected of [[0, 3], [1], [2]]) {
    await settled();
    expect(groups.at(-1)?.calls.map(({ n }) => n)).toEqual(expected);
    groups.at(-1)?.answer();
    await settled();
  }
  expect(await Promise.all([first, ...later])).toEqual([0, 1, 2, 3]);
});

test('a group that fails fails its calls, and no others', async () => {
  const { groups, call } = held();
  const first = call({ gatewayId: 'a', n: 0 });
  const second = call({ gatewayId: 'a', n: 1 });
  await settled();
  groups[0]?.fail();
  await expect(first).rejects.toThrow('no answer');
  await settled();
  groups[1]?.answer();
  expect(await second).toBe(1);
});

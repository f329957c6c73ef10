import { expect, test } from '@jest/globals';
import { grouped } from '../../src/edge/grouped.js';

interface Call {
  gatewayId: string;
  n: number;
}

/** A database that answers when it is let. */
function held() {
  const groups: { calls: Call[]; answer: () => void; fail: () => void }[] = [];
  const call = grouped(
    (calls: Call[]) =>
      new Promise<number[]>((resolve, reject) => {
        groups.push({
          calls,
          answer: () => resolve(calls.map(({ n }) => n)),
          fail: () => reject(new Error('no answer')),
        });
      }),
  );
  return { groups, call };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('what comes in while a group is in work goes into the next, and each call gets its own answer', async () => {
  const { groups, call } = held();
  const answers = Array.from({ length: 30 }, (_, n) => call({ gatewayId: `gateway ${n}`, n }));
  expect(groups.map(({ calls }) => calls.length)).toEqual([1]);
  groups[0]?.answer();
  await settled();
  expect(groups.map(({ calls }) => calls.length)).toEqual([1, 29]);
  groups[1]?.answer();
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

test('a gateway is in a group once, and its calls keep their sequence', async () => {
  const { groups, call } = held();
  const first = call({ gatewayId: 'a', n: 0 });
  const later = [
    call({ gatewayId: 'a', n: 1 }),
    call({ gatewayId: 'a', n: 2 }),
    call({ gatewayId: 'b', n: 3 }),
  ];
  for (const expected of [[0], [1, 3], [2]]) {
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
  groups[0]?.fail();
  await expect(first).rejects.toThrow('no answer');
  await settled();
  groups[1]?.answer();
  expect(await second).toBe(1);
});

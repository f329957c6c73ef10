import { expect, test } from '@jest/globals';
import { createPace } from '../../src/edge/pace.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a crowd begins in sequence, some in each turn', async () => {
  const begun: number[] = [];
  const pace = createPace((n: number) => void begun.push(n));
  for (let n = 0; n < 40; n++) pace.enter(n);
  const counts: number[] = [];
  for (let each = 0; each < 4; each++) {
    await turn();
    counts.push(begun.length);
  }
  expect(counts).toEqual([16, 32, 40, 40]);
  expect(begun).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

test('while much is in work the others wait, and none is lost', async () => {
  let begun = 0;
  const done: (() => void)[] = [];
  const pace = createPace(() => {
    begun++;
    void pace.during(new Promise<void>((resolve) => done.push(resolve)));
  });
  for (let n = 0; n < 1_000; n++) pace.enter(n);
  for (let each = 0; each < 20; each++) await turn();
  expect(begun).toBe(64);
  while (done.length > 0) {
    for (const one of done.splice(0)) one();
    for (let each = 0; each < 20; each++) await turn();
  }
  expect(begun).toBe(1_000);
});

test('work that fails is over too', async () => {
  let begun = 0;
  const pace = createPace(() => {
    begun++;
  });
  const failing = Array.from({ length: 64 }, () => pace.during(Promise.reject(new Error('away'))));
  pace.enter(1);
  await Promise.allSettled(failing);
  await turn();
  expect(begun).toBe(1);
});

test('those that ask for nothing hold up none', async () => {
  let begun = 0;
  const pace = createPace(() => {
    begun++;
  });
  for (let n = 0; n < 1_000; n++) pace.enter(n);
  for (let each = 0; each < 63; each++) await turn();
  expect(begun).toBe(1_000);
});

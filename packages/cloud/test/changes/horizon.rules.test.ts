import { expect, test } from '@jest/globals';
import {
  afterLook,
  type Horizon,
  NO_HORIZON,
  pauseAfter,
  waitingSince,
} from '../../src/changes/horizon.rules.js';

const look = (last: number, xmin: number, next = xmin, epoch = 1) => ({ epoch, last, xmin, next });
const all = (...looks: ReturnType<typeof look>[]): Horizon =>
  looks.reduce((horizon, one, at) => afterLook(horizon, one, at), NO_HORIZON);

test('with no transaction under way, all that was drawn is decided', () => {
  expect(all(look(7, 100)).safe).toBe(7);
});

test('what a transaction under way may have drawn waits until it has ended', () => {
  const waiting = all(look(7, 100), look(9, 100, 102));
  expect(waiting.safe).toBe(7);
  expect(waitingSince(waiting)).toBe(1);
  // Another one has begun meanwhile, and may have drawn more.
  expect(all(look(7, 100), look(9, 100, 102), look(12, 102, 103)).safe).toBe(9);
  expect(waitingSince(all(look(7, 100), look(9, 100, 102), look(12, 103)))).toBeNull();
});

test('under writes that never pause, the horizon follows', () => {
  const looks = Array.from({ length: 200 }, (_, at) => look(10 * at, 100 + at, 103 + at));
  // Decided three looks later.
  expect(all(...looks).safe).toBe(10 * 196);
});

test('a transaction without an end holds back what is drawn behind its beginning, and nothing before', () => {
  const looks = Array.from({ length: 500 }, (_, at) => look(10 + at, 100, 101 + at));
  const held = all(look(7, 100), ...looks);
  expect(held.safe).toBe(7);
  expect(waitingSince(held)).toBe(1);
  expect(held.pending.length).toBeLessThan(100);
  expect(afterLook(held, look(600, 1_000), 501).safe).toBe(600);
});

test('a transaction that writes no change holds nothing back', () => {
  const held = all(look(7, 100), look(7, 100, 105));
  expect(held.safe).toBe(7);
  expect(waitingSince(held)).toBeNull();
});

test('where the database is another one, what was known of it is forgotten', () => {
  expect(all(look(70, 100), look(50, 40, 60, 2)).safe).toBe(0);
  expect(all(look(70, 100), look(50, 90, 95, 1)).safe).toBe(0);
  expect(all(look(70, 100), look(50, 40, 40, 2)).safe).toBe(50);
});

test.each([20, 80, 150, 400, 1_500])(
  'a transaction of %i ms keeps readers an eighth longer at most',
  (lasts) => {
    let waited = 0;
    while (waited < lasts) waited += pauseAfter(waited);
    expect(waited - lasts).toBeLessThanOrEqual(Math.max(5, lasts / 8));
  },
);

test('a transaction without an end is looked at twice a second', () => {
  expect(pauseAfter(3_600_000)).toBe(500);
});

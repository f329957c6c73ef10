import { expect, test } from '@jest/globals';
import { nextAttemptAt } from '../../src/queue/ladder.rules.js';

test('after each failed attempt the next comes by the next step of the ladder, and after the last none', () => {
  const delays = [10, 200];
  expect([1, 2, 3].map((attempt) => nextAttemptAt(delays, attempt, 5_000))).toEqual([5_010, 5_200, null]);
});

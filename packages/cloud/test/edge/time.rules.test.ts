import { TestClock, toTimestamp } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { isTimeDue } from '../../src/edge/time.rules.js';

const MINUTE = 60_000;

/** So long after the last session message, a gateway whose clock is so far off. */
async function isDue(since: number, error: number | null, doubted = false): Promise<boolean> {
  const clock = new TestClock();
  const sent = { timeSentAt: clock.monotonic(), isClockDoubted: doubted };
  await clock.advance(since);
  return isTimeDue(sent, error === null ? undefined : toTimestamp(clock.now() + error), clock);
}

test.each([
  ['a gateway that does not say its time, after 44 min', 44 * MINUTE, null, false],
  ['a gateway that does not say its time, after 45 min', 45 * MINUTE, null, true],
  ['a clock that is right, after 44 min', 44 * MINUTE, 0, false],
  ['a clock that is right, after 45 min', 45 * MINUTE, 0, true],
  ['a clock 2 s ahead', MINUTE, 2_000, false],
  ['a clock 11 s ahead', MINUTE, 11_000, true],
  ['a clock 11 s behind', MINUTE, -11_000, true],
  ['a clock 11 s ahead, sent a moment ago', 1_000, 11_000, false],
])('%s: the time is sent again: %#', async (_, since, error, expected) => {
  expect(await isDue(since, error)).toBe(expected);
});

test('a command refused as expired is a reason, too', async () => {
  expect(await isDue(MINUTE, null, true)).toBe(true);
  expect(await isDue(1_000, null, true)).toBe(false);
});

test('before the first session message there is nothing to send again', () => {
  expect(isTimeDue({}, toTimestamp(0), new TestClock())).toBe(false);
});

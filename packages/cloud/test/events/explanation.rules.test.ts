import { expect, test } from '@jest/globals';
import { inWords } from '../../src/events/explanation.rules.js';

const NONE = { gap: false, unread: false, release: false };
const MINUTE = 60_000;

test.each([
  [0, '0.000 s'],
  [42_500, '42.500 s'],
  [59_999, '59.999 s'],
  [MINUTE, '1 min'],
  [23.5 * MINUTE, '23 min'],
  [60 * MINUTE, '1 h'],
  [6 * 60 * MINUTE + 34 * MINUTE, '6 h 34 min'],
  [24 * 60 * MINUTE, '1 day'],
  [80 * 60 * MINUTE, '3 days'],
])('an unlock %i ms before an opening is said to be %s old', (age, words) => {
  expect(inWords('forced', age, null, NONE)).toBe(
    `Opened with nothing in the last 10 s to explain it: the last confirmed unlock was ${words} before, no press of the exit button is known, and the door was not held open.`,
  );
});

import { describe, expect, it } from '@jest/globals';
import { nextTest, whenTested } from '../src/door-test.js';

const ZONE = 'Europe/Helsinki';

describe('when a door was tested', () => {
  it('is said by the clock of the place, with UTC behind it', () => {
    expect(whenTested('2026-11-26T19:14:03.000Z', '2026-11-26T19:19:40.000Z', ZONE)).toBe(
      '26 November 2026, 21:14 to 21:19, Europe/Helsinki (19:14 UTC)',
    );
  });

  it('names both days over midnight there', () => {
    expect(whenTested('2026-06-30T20:58:00.000Z', '2026-06-30T21:03:00.000Z', ZONE)).toBe(
      '30 June 2026, 23:58 to 1 July 2026, 00:03, Europe/Helsinki (20:58 UTC)',
    );
  });
});

describe('the next test', () => {
  it.each([
    ['2026-11-26T19:19:40.000Z', '26 November 2027'],
    ['2026-12-31T23:00:00.000Z', '1 January 2028'],
    ['2028-02-29T10:00:00.000Z', '28 February 2029'],
  ])('after %s is by %s', (finished, due) => {
    expect(nextTest(finished, ZONE)).toBe(due);
  });
});

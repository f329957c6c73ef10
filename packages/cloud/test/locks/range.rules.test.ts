import { describe, expect, test } from '@jest/globals';
import { LONGEST_RANGE_MS, stepOf, stepsOf, weekOf } from '../../src/locks/range.rules.js';

const HOUR = 3_600_000;

describe('the steps in which events are counted', () => {
  test.each([
    [1_000, 1_000],
    [60_000, 1_000],
    [HOUR, 60_000],
    [24 * HOUR, 15 * 60_000],
    [7 * 24 * HOUR, HOUR],
    [31 * 24 * HOUR, 4 * HOUR],
  ])('of a range of %d ms are %d ms long', (range, step) => {
    expect(stepOf(0, range)).toBe(step);
  });

  test('are never more than a page can draw', () => {
    for (let range = 1_000; range <= LONGEST_RANGE_MS; range *= 1.3)
      expect(range / stepOf(0, range)).toBeLessThanOrEqual(186);
  });

  test('sum what is of one step, with its alarms', () => {
    const counts = [
      { type: 'door.closed', step: 4, count: 2 },
      { type: 'door.opened', step: 1, count: 3 },
      { type: 'door.forced', step: 1, count: 1 },
    ];
    expect(stepsOf(counts, 1_000, 10)).toEqual([
      { at: 1_010, all: 4, alarms: 1 },
      { at: 1_040, all: 2, alarms: 0 },
    ]);
  });
});

describe('a week', () => {
  test('begins on Monday at the place, for each of its days', () => {
    const expected = { date: '2026-01-05', start: Date.parse('2026-01-04T22:00:00Z') };
    for (const date of ['2026-01-05', '2026-01-07', '2026-01-11'])
      expect(weekOf(date, 'Europe/Helsinki')).toMatchObject(expected);
  });

  test('has an hour more where summer time ends', () => {
    const { start, end } = weekOf('2026-10-25', 'Europe/Helsinki');
    expect((end - start) / HOUR).toBe(169);
  });
});

import { describe, expect, test } from '@jest/globals';
import { countAlarms } from '../../src/weekly/count.rules.js';
import { isTooLate, nextReport, periodAt } from '../../src/weekly/week.rules.js';

const HELSINKI = 'Europe/Helsinki';
const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString();

describe('a weekly report', () => {
  test.each([
    ['2026-01-07T06:00:00Z', 'the next Monday', '2026-01-12T05:00:00.000Z'],
    ['2026-01-12T04:59:59Z', 'later the same day', '2026-01-12T05:00:00.000Z'],
    ['2026-01-12T05:00:00Z', 'a week behind the one that is due now', '2026-01-19T05:00:00.000Z'],
    ['2026-03-24T06:00:00Z', 'at the same hour in summer', '2026-03-30T04:00:00.000Z'],
  ])('that is asked for at %s is due %s', (now, _, due) => {
    expect(iso(nextReport({ day: 'mon', hour: 7 }, HELSINKI, at(now)))).toBe(due);
  });

  test('of an hour that summer time skips is due at the hour behind it', () => {
    const due = nextReport({ day: 'sun', hour: 3 }, HELSINKI, at('2026-03-28T12:00:00Z'));
    expect(iso(due)).toBe('2026-03-29T01:00:00.000Z');
  });

  test('is sent up to a day late, and not later', () => {
    const due = at('2026-01-12T05:00:00Z');
    expect([isTooLate(due, due + 86_400_000), isTooLate(due, due + 86_400_001)]).toEqual([false, true]);
  });

  test('is of whole local days, until yesterday or with today', () => {
    const now = at('2026-01-12T05:00:00Z');
    const { dates, start, weekStart, end } = periodAt(now, HELSINKI, false);
    expect([dates.length, dates.at(-7), dates.at(-1)]).toEqual([56, '2026-01-05', '2026-01-11']);
    expect([iso(start), iso(weekStart), iso(end)]).toEqual([
      '2025-11-16T22:00:00.000Z',
      '2026-01-04T22:00:00.000Z',
      '2026-01-11T22:00:00.000Z',
    ]);
    expect(periodAt(now, HELSINKI, true).dates.at(-1)).toBe('2026-01-12');
  });
});

describe('alarms of eight weeks', () => {
  const period = periodAt(at('2026-01-12T05:00:00Z'), HELSINKI, false);
  const counted = countAlarms(
    [
      { date: '2026-01-05', kind: 'forced', cause: null, count: 2 },
      { date: '2026-01-05', kind: 'forced', cause: 'bounce', count: 5 },
      { date: '2026-01-11', kind: 'offline', cause: null, count: 1 },
      { date: '2026-01-04', kind: 'left_open', cause: 'just_past', count: 3 },
      { date: '2025-11-17', kind: 'fault', cause: null, count: 9 },
    ],
    period,
  );

  test('are counted by day and by week, nuisance apart', () => {
    expect(counted.days.map(({ real, nuisance }) => [real, nuisance])).toEqual([
      [2, 5],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
    expect(counted.weeks.map(({ date, real, nuisance }) => [date, real, nuisance])).toEqual([
      ['2025-11-17', 9, 0],
      ...['2025-11-24', '2025-12-01', '2025-12-08', '2025-12-15', '2025-12-22'].map((date) => [date, 0, 0]),
      ['2025-12-29', 0, 3],
      ['2026-01-05', 3, 5],
    ]);
  });

  test('are compared with the week before, by kind and by cause', () => {
    expect(counted.kinds).toEqual([
      { name: 'forced', count: 7, before: 0 },
      { name: 'offline', count: 1, before: 0 },
      { name: 'left_open', count: 0, before: 3 },
    ]);
    expect(counted.causes).toEqual([
      { name: 'bounce', count: 5, before: 0 },
      { name: 'unexplained', count: 2, before: 0 },
      { name: 'just_past', count: 0, before: 3 },
    ]);
  });
});

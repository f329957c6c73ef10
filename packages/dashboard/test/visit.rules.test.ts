import { describe, expect, test } from '@jest/globals';
import { countsOf, pathOf, usualEnd } from '../src/visitors/visit.rules.js';

const UTC = (at: number) => new Date(at).toISOString().slice(11, 16);

describe('the form of a visit', () => {
  test.each([
    ['2026-01-07T09:00:00Z', '2026-01-07T18:00'],
    ['2026-01-07T15:59:00Z', '2026-01-07T18:00'],
    ['2026-01-07T16:30:00Z', '2026-01-07T18:30'],
    ['2026-01-07T23:30:00Z', '2026-01-08T01:30'],
  ])('offers the end of the working day, or two hours: at %s', (now, end) =>
    expect(usualEnd('UTC', Date.parse(now), UTC)).toBe(end),
  );

  test('draws each dark module of a code as a square', () => {
    const modules = [
      [true, false],
      [false, true],
    ];
    expect(pathOf(modules)).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
  });

  test('counts who is expected, who came, and who is gone', () => {
    const visitors = [{ state: 'came' }, { state: 'came' }, { state: 'ended' }] as const;
    expect(countsOf(visitors)).toEqual({ expected: 0, came: 2, ended: 1 });
  });
});

import { describe, expect, test } from '@jest/globals';
import { judgeKey } from '../../src/premises/access.rules.js';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 7, hour));
const key = { handed_over_at: at(6), returned_at: null, starts_at: at(8), expires_at: at(17) };

describe('a key at a moment', () => {
  test.each([
    ['opens from its start', key, 8, 'opens'],
    ['does not open before', key, 7, 'not_yet'],
    ['does not open from its end on', key, 17, 'expired'],
    ['opens for ever without an end', { ...key, expires_at: null }, 23, 'opens'],
    ['does not open before it was handed over', { ...key, starts_at: at(1) }, 5, 'not_handed_over'],
    ['does not open where it never was', { ...key, handed_over_at: null }, 9, 'not_handed_over'],
    ['opens until it was returned', { ...key, returned_at: at(12) }, 11, 'opens'],
    ['does not open from its return on', { ...key, returned_at: at(12) }, 12, 'returned'],
  ] as const)('%s', (_, times, hour, verdict) => {
    expect(judgeKey(times, at(hour))).toBe(verdict);
  });
});

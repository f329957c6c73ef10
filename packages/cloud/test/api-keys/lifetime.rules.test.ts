import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  defaultExpiry,
  expiryAfter,
  latestExpiry,
  MAX_LIFETIME_DAYS,
} from '../../src/api-keys/lifetime.rules.js';

const at = (time: number) => new Date(time).toISOString();

test.each([
  ['2026-01-07T06:00:00.000Z', '2027-01-07T06:00:00.000Z', '2028-01-07T06:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z', '2030-02-28T23:59:59.999Z'],
  ['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z', '2029-03-01T00:00:00.000Z'],
])('a key of %s ends at %s unless said otherwise, and at %s at the latest', (made, usual, last) => {
  expect([at(defaultExpiry(Date.parse(made))), at(latestExpiry(Date.parse(made)))]).toEqual([usual, last]);
});

test('the longest selectable lifetime is accepted at any time of creation', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2124-01-01'), noInvalidDate: true }),
      (made) => {
        expect(expiryAfter(made.getTime(), MAX_LIFETIME_DAYS)).toBeLessThanOrEqual(
          latestExpiry(made.getTime()),
        );
      },
    ),
  );
});

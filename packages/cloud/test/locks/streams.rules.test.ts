import { expect, test } from '@jest/globals';
import { placeFor } from '../../src/locks/pages/streams.rules.js';

const MAX = 10;
const streams = (...accounts: number[]) =>
  new Set(accounts.map((accountId, number) => ({ accountId, number })));

test('a single account may use all streams, and no more', () => {
  expect(placeFor(streams(...Array(MAX - 1).fill(1)), 1, MAX)).toBe('opens');
  expect(placeFor(streams(...Array(MAX).fill(1)), 1, MAX)).toBe('refused');
});

test('another account replaces the newest stream of the account with the most', () => {
  expect(placeFor(streams(2, ...Array(MAX - 1).fill(1)), 2, MAX)).toMatchObject({ accountId: 1, number: 9 });
  expect(placeFor(streams(...Array(MAX).fill(1)), 3, MAX)).toMatchObject({ accountId: 1, number: 9 });
});

test('it takes at most an even share, so that streams do not alternate', () => {
  expect(placeFor(streams(1, 1, 1, 1, 1, 1, 2, 2, 2, 2), 2, MAX)).toMatchObject({ accountId: 1, number: 5 });
  expect(placeFor(streams(1, 1, 1, 1, 1, 2, 2, 2, 2, 2), 2, MAX)).toBe('refused');
  expect(placeFor(streams(1, 1, 1, 1, 1, 2, 2, 2, 2, 2), 1, MAX)).toBe('refused');
});

import { describe, expect, test } from '@jest/globals';
import { mayHandOver, stepsFor } from '../src/people/key-steps.js';
import type { Key } from '../src/types.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const key = (fields: Partial<Key>): Key => ({
  id: 1,
  name: 'Front doors',
  state: 'handed_over',
  person: null,
  location: { id: 1, name: 'HQ' },
  security_groups: ['STAFF'],
  starts_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  handed_over_at: null,
  returned_at: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  invitation: null,
  ...fields,
});
const labels = (fields: Partial<Key>) =>
  stepsFor(key(fields), { begins: false, holds: false }).map(({ label }) => label);

describe('a key is handed over', () => {
  test.each<[string, Partial<Key>, boolean, boolean]>([
    ['when it was returned', { state: 'returned' }, false, true],
    [
      'when its invitation was cancelled',
      { state: null, invitation: { id: 1, state: 'cancelled' } },
      false,
      true,
    ],
    ['when its phone was removed', { invitation: { id: 1, state: 'activated' } }, false, true],
    ['not while it is on a phone', { invitation: { id: 1, state: 'activated' } }, true, false],
    ['not while another link is on its way', { invitation: { id: 1, state: 'pending' } }, false, false],
    ['not when its time is over', { expires_at: '2026-11-23T11:59:59Z' }, false, false],
  ])('%s', (_, fields, isOnPhone, may) => {
    expect(mayHandOver(key(fields), isOnPhone, NOW)).toBe(may);
  });
});

test('a key whose invitation is pending or was cancelled can be taken back', () => {
  expect(labels({ state: null, invitation: { id: 1, state: 'pending' } })).toEqual([
    'Send again',
    'Cancel invitation',
    'Allow first-person-in',
    'Allow hold open',
    'Take back',
  ]);
  expect(labels({ state: null, invitation: { id: 1, state: 'cancelled' } })).toContain('Take back');
});

test('a returned key with a new invitation can be taken back, and cannot be marked', () => {
  expect(labels({ state: 'returned', invitation: { id: 1, state: 'pending' } })).toEqual([
    'Send again',
    'Cancel invitation',
  ]);
});

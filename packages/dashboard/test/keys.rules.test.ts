import { describe, expect, test } from '@jest/globals';
import { stateOf } from '../src/keys/words.rules.js';
import type { ReviewedKey } from '../src/types.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const IN_USE = {
  state: 'handed_over',
  starts_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  invitation: null,
} as const;

describe('the state of a key, on every page', () => {
  test.each<[string, 'good' | 'warning' | 'quiet', Partial<ReviewedKey>]>([
    ['In use', 'good', {}],
    ['In use', 'good', { expires_at: '2026-11-23T12:00:01Z' }],
    ['Ended', 'quiet', { expires_at: '2026-11-23T12:00:00Z' }],
    ['Ended', 'quiet', { state: null, expires_at: '2026-11-23T12:00:00Z' }],
    ['Starts later', 'quiet', { starts_at: '2026-11-23T12:00:01Z' }],
    ['Taken back', 'quiet', { state: 'returned', expires_at: '2026-11-23T12:00:00Z' }],
    ['Not activated', 'warning', { state: null }],
    ['Not activated', 'warning', { state: null, invitation: { id: 1, state: 'pending' } }],
    ['Link ran out', 'warning', { state: null, invitation: { id: 1, state: 'expired' } }],
  ])('%s, %s: %j', (words, tone, change) => {
    expect(stateOf({ ...IN_USE, ...change }, NOW)).toEqual({ words, tone });
  });
});

import { describe, expect, test } from '@jest/globals';
import { nextStep, visitState } from '../../src/visitors/visit.rules.js';

const T = 1_000_000;

describe('a visit', () => {
  test.each([
    ['is expected until a door was opened', { until: T + 1, is_returned: false, came_at: null }, 'expected'],
    ['has come once a door was opened', { until: T + 1, is_returned: false, came_at: T - 5 }, 'came'],
    ['has ended at its end', { until: T, is_returned: false, came_at: T - 5 }, 'ended'],
    ['has ended where its key was returned', { until: T + 1, is_returned: true, came_at: null }, 'ended'],
    ['without an end goes on', { until: null, is_returned: false, came_at: null }, 'expected'],
  ] as const)('%s', (_, visit, state) => expect(visitState(visit, T)).toBe(state));
});

describe('a visit that is due', () => {
  const due = { until: T, ended_at: null, made_person: true, has_other_keys: false };
  test.each([
    ['ends at its end', {}, { kind: 'end' }],
    ['waits where the key was given longer', { until: T + 9 }, { kind: 'later', at: T + 9 }],
    ['is none any more where the key has no end', { until: null }, { kind: 'keep' }],
    ['is forgotten with the person that it made', { ended_at: T - 9 }, { kind: 'forget', erase: true }],
    [
      'leaves a person who was known before',
      { ended_at: T - 9, made_person: false },
      { kind: 'forget', erase: false },
    ],
    [
      'leaves a person who has another key',
      { ended_at: T - 9, has_other_keys: true },
      { kind: 'forget', erase: false },
    ],
  ] as const)('%s', (_, more, step) => expect(nextStep({ ...due, ...more }, T)).toEqual(step));
});

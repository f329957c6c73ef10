import { describe, expect, test } from '@jest/globals';
import { inTurn, titleAt, titleOf, troubleOf } from '../src/emergencies/words.js';

const lockdown = { mode: 'lockdown', drill: false, ended_at: null } as const;
const evacuation = { mode: 'evacuation', drill: false, ended_at: null } as const;
const refused = { state: 'refused', reason: 'device_error' } as const;
const away = { state: 'unreachable', reason: 'offline' } as const;

describe('an emergency in words', () => {
  test('a drill is never taken for the real thing', () => {
    expect(titleOf({ mode: 'evacuation', drill: true })).toBe('Evacuation drill');
    expect(titleAt({ mode: 'lockdown', drill: false }, 'HQ')).toBe('Lockdown at HQ');
  });
  test.each([
    [away, lockdown, 'Its gateway is offline. Go and look.'],
    [refused, lockdown, 'Its relay does not switch. It may stand open: go and look.'],
    [away, evacuation, 'Its gateway is offline. Open it by hand.'],
    [away, { ...lockdown, drill: true }, 'Its gateway is offline.'],
    [away, { ...lockdown, ended_at: '2026-01-07T07:00:00.000Z' }, 'Its gateway is offline.'],
    [{ state: 'confirmed', reason: null } as const, lockdown, null],
  ])('%j in %j: %j', (door, emergency, words) => {
    expect(troubleOf(door, emergency)).toBe(words);
  });
  test('doors that need a person come first', () => {
    const doors = ['confirmed', 'pending', 'unreachable', 'refused'].map((state) => ({
      state: state as 'pending',
    }));
    expect(inTurn(doors, () => 0).map(({ state }) => state)).toEqual([
      'refused',
      'unreachable',
      'pending',
      'confirmed',
    ]);
  });
});

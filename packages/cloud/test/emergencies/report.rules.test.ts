import { describe, expect, test } from '@jest/globals';
import { inTurn, secondsAfter, titleOf } from '../../src/emergencies/report.rules.js';

describe('the report of an emergency', () => {
  test.each([
    ['lockdown', false, 'Lockdown at HQ'],
    ['evacuation', true, 'Evacuation drill at HQ'],
  ] as const)('of a %s (drill: %s) is titled %j', (mode, drill, title) => {
    expect(titleOf({ mode, drill, location: { name: 'HQ' } })).toBe(title);
  });
  test('lists what needs a person first, then by name', () => {
    const door = (id: number, name: string, state: 'confirmed' | 'refused' | 'unreachable') => ({
      ...{ id, name, state },
    });
    const doors = [door(1, 'B', 'confirmed'), door(2, 'Z', 'refused'), door(3, 'A', 'confirmed')];
    expect(inTurn(doors).map(({ id }) => id)).toEqual([2, 3, 1]);
  });
  test('counts from the beginning, and never below it', () => {
    const since = new Date('2026-01-07T06:15:01.950Z');
    expect(secondsAfter(since, since.getTime() + 1_240)).toBe('1.2 s');
    expect(secondsAfter(since, since.getTime() - 5)).toBe('0.0 s');
  });
});

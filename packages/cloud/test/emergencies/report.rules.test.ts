import { describe, expect, test } from '@jest/globals';
import { inTurn, secondsAfter, titleOf, whenAt } from '../../src/emergencies/report.rules.js';
import { REPORT_WORDS } from '../../src/emergencies/report-words.rules.js';

describe('the report of an emergency', () => {
  test.each([
    ['lockdown', false, 'en', 'Lockdown at HQ'],
    ['evacuation', true, 'en', 'Evacuation drill at HQ'],
    ['lockdown', true, 'fi', 'Lukitusharjoitus: HQ'],
    ['evacuation', false, 'de', 'Räumung: HQ'],
  ] as const)('of a %s (drill: %s) is titled in %s %j', (mode, drill, language, title) => {
    expect(titleOf(REPORT_WORDS[language], { mode, drill, location: { name: 'HQ' } })).toBe(title);
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
  test.each([
    ['en-GB', /^27 November 2026.+23:15:02, Europe\/Helsinki \(21:15:02 UTC\)$/],
    ['fi-FI', /^27\. marraskuuta 2026.+23\.15\.02, Europe\/Helsinki \(21:15:02 UTC\)$/],
  ])('has the time of the place, in %s', (locale, words) => {
    expect(whenAt(new Date('2026-11-27T21:15:02.400Z'), 'Europe/Helsinki', locale)).toMatch(words);
  });
});

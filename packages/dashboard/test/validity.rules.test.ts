import { describe, expect, it } from '@jest/globals';
import { bodyOf, type Choice, FROM_NOW, validityOf } from '../src/people/validity.rules.js';

const ZONE = 'Europe/Helsinki';
/** Wednesday, 7 January 2026, 14:00 in Helsinki. */
const NOW = Date.parse('2026-01-07T12:00:00Z');

const ofChoice = (choice: Partial<Choice>, now = NOW) => {
  const validity = validityOf({ ...FROM_NOW, ...choice }, now, ZONE);
  return typeof validity === 'string' ? validity : bodyOf(validity);
};

describe('the validity of a key', () => {
  it.each<[string, Partial<Choice>, object]>([
    ['from now without an end', {}, {}],
    ['today', { end: 'today' }, { expires_at: '2026-01-07T22:00:00.000Z' }],
    ['a week, its last day whole', { end: 'week' }, { expires_at: '2026-01-14T22:00:00.000Z' }],
    ['a month', { end: 'month' }, { expires_at: '2026-02-07T22:00:00.000Z' }],
    [
      'until a time there',
      { end: 'until', until: '2026-03-01T08:30' },
      { expires_at: '2026-03-01T06:30:00.000Z' },
    ],
    [
      'a day that is to come',
      { start: '2026-06-01T08:00', end: 'today' },
      { starts_at: '2026-06-01T05:00:00.000Z', expires_at: '2026-06-01T21:00:00.000Z' },
    ],
    [
      'a week over the change of the clock',
      { start: '2026-03-27T09:00', end: 'week' },
      { starts_at: '2026-03-27T07:00:00.000Z', expires_at: '2026-04-03T21:00:00.000Z' },
    ],
    [
      'a month from the last of January',
      { start: '2026-01-31T00:00', end: 'month' },
      { starts_at: '2026-01-30T22:00:00.000Z', expires_at: '2026-02-28T22:00:00.000Z' },
    ],
  ])('%s', (_, choice, body) => {
    expect(ofChoice(choice)).toEqual(body);
  });

  it.each<[Partial<Choice>, RegExp]>([
    [{ end: 'until' }, /Choose a date and a time for the end/],
    [{ end: 'until', until: '2026-01-07T13:59' }, /after the start/],
    [{ start: '2026-02-01T00:00', end: 'until', until: '2026-01-31T00:00' }, /after the start/],
    [{ start: '2026-01-01T00:00', end: 'today' }, /still to come/],
    [{ start: 'soon' }, /for the start/],
  ])('%j is refused in words', (choice, words) => {
    expect(ofChoice(choice)).toMatch(words);
  });
});

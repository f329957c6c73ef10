import { describe, expect, test } from '@jest/globals';
import { cityOf, zoneOf, zoneWords } from '../src/words/zone.rules.js';
import { wordsOf } from '../src/words/zone-words.js';

const NOW = Date.parse('2026-11-22T21:20:00Z');
const EVENT = '2026-11-22T21:15:17.600Z';

describe('one moment, in every language and place', () => {
  test.each(['en-US', 'en-GB', 'sv-SE', 'de-DE', 'fi-FI', 'ar-EG', 'ja-JP'])(
    'is of 24 hours, to the second at most, in %s',
    (language) => {
      const words = zoneWords('Europe/Stockholm', () => NOW, language);
      const said = [
        words.time(EVENT),
        words.clock(EVENT),
        words.moment(EVENT),
        words.instant(EVENT),
        words.exactly(EVENT),
        words.dateTime(EVENT),
      ];
      for (const text of said) {
        expect(text).not.toMatch(/\b[ap]\.?m\b|[.,]6\b|600/i);
        expect(text).not.toContain('午');
      }
    },
  );

  test('is written the same wherever it is to the second', () => {
    const words = zoneWords('Europe/Stockholm', () => NOW, 'en-US');
    expect(words.clock(EVENT)).toBe('22:15:17');
    expect(words.instant(EVENT)).toBe('22:15:17');
    expect(words.exactly(EVENT)).toContain('22:15:17');
    expect(words.wall(EVENT)).toBe('2026-11-22T22:15:17');
    expect(words.time(EVENT)).toBe('22:15');
  });

  test.each([
    ['2026-11-22T12:00:00Z', 'Today'],
    ['2026-11-21T12:00:00Z', 'Yesterday'],
    ['2026-11-20T12:00:00Z', 'Nov 20, 2026'],
    // Already the next day there.
    ['2026-11-20T23:30:00Z', 'Yesterday'],
  ])('%s belongs to the day called %s', (at, heading) => {
    expect(zoneWords('Europe/Stockholm', () => NOW, 'en-US').dayHeading(at)).toBe(heading);
  });

  test.each([
    ['2026-11-22T12:00:00Z', '13:00', '13:00:00', 'Sun, Nov 22, 13:00'],
    ['2026-11-23T12:00:00Z', 'Mon, Nov 23, 13:00', 'Mon, Nov 23, 13:00:00', 'Mon, Nov 23, 13:00'],
    ['2027-11-23T12:00:00Z', 'Nov 23, 2027, 13:00', 'Nov 23, 2027, 13:00:00', 'Nov 23, 2027, 13:00'],
    // Already the next year there.
    ['2026-12-31T23:30:00Z', 'Jan 1, 2027, 00:30', 'Jan 1, 2027, 00:30:00', 'Jan 1, 2027, 00:30'],
  ])('%s has its year where that is not the present one', (at, moment, instant, dateTime) => {
    const words = zoneWords('Europe/Stockholm', () => NOW, 'en-US');
    expect([words.moment(at), words.instant(at), words.dateTime(at)]).toEqual([moment, instant, dateTime]);
  });

  test('takes as long to make words of as once', () => {
    expect(wordsOf('Europe/Stockholm', () => NOW)).toBe(wordsOf('Europe/Stockholm', () => NOW));
  });
});

describe('whose time is in force', () => {
  const locations = [
    { id: 1, timezone: 'Europe/Helsinki' },
    { id: 3, timezone: 'Europe/Stockholm' },
  ];
  test.each([
    ['site', 3, 'Europe/Stockholm'],
    ['site', 1, 'Europe/Helsinki'],
    ['mine', 3, 'Asia/Tokyo'],
    // For an unknown place or no place: the time zone of the chosen location.
    ['site', null, 'Europe/Helsinki'],
    ['site', 99, 'Europe/Helsinki'],
  ] as const)('%s: a time at location %s is shown in %s', (whose, locationId, zone) => {
    expect(zoneOf(whose, locations, locationId, 1, 'Asia/Tokyo')).toBe(zone);
  });

  test.each([
    ['Europe/Stockholm', 'Stockholm'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    ['UTC', 'UTC'],
  ])('%s is called %s', (zone, city) => {
    expect(cityOf(zone)).toBe(city);
  });
});

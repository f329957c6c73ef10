import { describe, expect, test } from '@jest/globals';
import { CalendarFault, readCalendar } from '../src/week/calendar-file.js';

const TODAY = '2026-01-07';
const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  'DTSTAMP:20250101T000000Z',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:one']),
  ...lines,
  'END:VEVENT',
];
const file = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...events.flat(), 'END:VCALENDAR', ''].join(
    '\r\n',
  );
const dates = (...events: string[][]) => readCalendar(file(...events), TODAY).days.map(({ date }) => date);

describe('an iCalendar file', () => {
  test('gives its all-day events, by date, with their names', () => {
    const text = file(
      event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas', 'UID:a'),
      event('DTSTART;VALUE=DATE:20260501', 'SUMMARY:Labour Day', 'UID:b'),
      event('DTSTART;VALUE=DATE:20260501', 'SUMMARY:Walpurgis', 'UID:c'),
    );
    expect(readCalendar(text, TODAY)).toEqual({
      days: [
        { date: '2026-05-01', names: ['Labour Day', 'Walpurgis'], uid: 'b' },
        { date: '2026-12-25', names: ['Christmas'], uid: 'a' },
      ],
      leftOut: [],
      uids: ['a', 'b', 'c'],
    });
  });

  test('gives every day of a longer event, whose end is outside', () =>
    expect(dates(event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'))).toEqual([
      '2026-12-24',
      '2026-12-25',
      '2026-12-26',
    ]));

  test('repeats what repeats, from long ago until two years from now, without its exceptions', () => {
    expect(dates(event('DTSTART;VALUE=DATE:20001206', 'RRULE:FREQ=YEARLY'))).toEqual([
      '2026-12-06',
      '2027-12-06',
    ]);
    expect(
      dates(event('DTSTART;VALUE=DATE:20001206', 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20261206')),
    ).toEqual(['2027-12-06']);
    expect(dates(event('DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY;COUNT=3'))).toEqual([
      '2026-01-12',
      '2026-01-19',
    ]);
  });

  test('moves the one day of a repeated event that was moved, and drops one that was cancelled', () => {
    const master = event('UID:m', 'DTSTART;VALUE=DATE:20001206', 'RRULE:FREQ=YEARLY');
    const moved = event('UID:m', 'RECURRENCE-ID;VALUE=DATE:20261206', 'DTSTART;VALUE=DATE:20261207');
    expect(dates(master, moved)).toEqual(['2026-12-07', '2027-12-06']);
    expect(dates(master, [...moved.slice(0, -1), 'STATUS:CANCELLED', 'END:VEVENT'])).toEqual(['2027-12-06']);
  });

  test('leaves out what has a time, or no date, and names it', () => {
    const text = file(
      event('UID:a', 'DTSTART:20261224T120000Z', 'DTEND:20261224T180000Z', 'SUMMARY:Party'),
      event('UID:b', 'SUMMARY:Some day'),
      event('UID:c', 'DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=HOURLY', 'SUMMARY:Often'),
    );
    expect(readCalendar(text, TODAY)).toEqual({
      days: [],
      leftOut: [
        'Party: it has a time, and exceptions are whole days',
        'Some day: it has no date',
        'Often: it repeats within a day',
      ],
      uids: ['a', 'b', 'c'],
    });
  });

  test('says nothing of days that are past or far away', () =>
    expect(
      dates(event('UID:a', 'DTSTART;VALUE=DATE:20260106'), event('UID:b', 'DTSTART;VALUE=DATE:20300101')),
    ).toEqual([]));

  test.each([
    ['', 'This is not an iCalendar file'],
    ['name,date\nx,y', 'This is not an iCalendar file'],
    [
      `BEGIN:VCALENDAR\r\n${event('DTSTART;VALUE=DATE:20260501').join('\r\n').repeat(0)}nonsense`,
      'cannot be read',
    ],
    [
      file(...Array.from({ length: 2_001 }, (_, i) => event(`UID:${i}`, 'DTSTART;VALUE=DATE:20260501'))),
      '2001 events',
    ],
  ])('refuses what it cannot use, in words', (text, words) => {
    expect(() => readCalendar(text, TODAY)).toThrow(CalendarFault);
    expect(() => readCalendar(text, TODAY)).toThrow(words);
  });
});

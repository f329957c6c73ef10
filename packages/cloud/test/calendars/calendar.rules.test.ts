import { describe, expect, test } from '@jest/globals';
import {
  type CalendarFields,
  calendarVersion,
  daysOf,
  overlapsOf,
  renewalAfter,
  type SetDay,
  yearOf,
  yearsAt,
} from '../../src/calendars/calendar.rules.js';
import { namedIn, publicHolidays } from '../../src/calendars/holidays.js';
import { DAYS } from '../../src/doors/schedule/schedule.rules.js';
import { type CalendarDay, type CalendarSource, entriesOf } from '../../src/doors/store/calendars.js';

const morning = { from: '08:00', to: '12:00', first_person_in: false };
const set = (date: string, blocks: SetDay['blocks'], uid: string | null = null): SetDay => ({
  date,
  name: 'Set',
  blocks,
  uid,
});
const calendar = (id: string, ...days: [date: string, ...blocks: (typeof morning)[]][]): CalendarSource => {
  const said = days.map(
    ([date, ...blocks]): CalendarDay => ({ date, name: `Day of ${id}`, source: 'hand', blocks }),
  );
  return { id, name: id, days: said, entries: entriesOf([], said) };
};
const door = (...dates: string[]): CalendarSource => ({
  id: null,
  name: '',
  days: [],
  entries: dates.map((date) => ({ date, blocks: [] })),
});

describe('the dates of a calendar', () => {
  const holidays = [
    { date: '2026-12-25', name: 'Christmas Day' },
    { date: '2026-12-06', name: 'Independence Day' },
  ];

  test('are those set by hand or from a file, and holidays, closed, by date', () => {
    expect(daysOf([set('2026-12-24', [morning], 'eve@office')], holidays)).toEqual([
      { date: '2026-12-06', name: 'Independence Day', source: 'holiday', blocks: [] },
      { date: '2026-12-24', name: 'Set', source: 'file', blocks: [morning] },
      { date: '2026-12-25', name: 'Christmas Day', source: 'holiday', blocks: [] },
    ]);
  });

  test('where one is set, the holiday does not count: other hours, or as every week', () => {
    const days = daysOf([set('2026-12-25', [morning]), set('2026-12-06', null)], holidays);
    expect(days).toEqual([{ date: '2026-12-25', name: 'Set', source: 'hand', blocks: [morning] }]);
  });

  test('two holidays of one date are one day with both names', () => {
    const twice = daysOf(
      [],
      [
        { date: '2024-05-09', name: 'Ascension Day' },
        { date: '2024-05-09', name: 'Liberation Day' },
      ],
    );
    expect(twice.map(({ name }) => name)).toEqual(['Ascension Day, Liberation Day']);
  });
});

describe('public holidays', () => {
  test.each([
    ['en', 'Good Friday'],
    ['fi', 'pitkäperjantai'],
    ['sv', 'långfredagen'],
    ['de', 'Karfreitag'],
  ] as const)('have their names in the language that is asked for: %s', async (language, name) => {
    const days = await publicHolidays({ country: 'FI', region: null }, [2026], language);
    expect(days.find(({ date }) => date === '2026-04-03')?.name).toBe(name);
  });
  test('are named in another language than a calendar keeps them in, and days that people set are not', async () => {
    const days = daysOf(
      [set('2026-04-03', [morning])],
      await publicHolidays({ country: 'FI', region: null }, [2026]),
    );
    const named = await namedIn('de', days, { country: 'FI', region: null });
    expect(named.map(({ date }) => date)).toEqual(days.map(({ date }) => date));
    expect(named.find(({ date }) => date === '2026-04-03')).toEqual(
      days.find(({ date }) => date === '2026-04-03'),
    );
    expect(named.find(({ date }) => date === '2026-01-01')?.name).toBe('Neujahr');
  });
  test.each([
    ['FI', null, '2026-12-06', true],
    ['FI', null, '2027-03-26', true],
    ['DE', null, '2026-01-06', false],
    ['DE', 'BY', '2026-01-06', true],
    ['DE', 'BY', '2026-08-08', false],
    ['DE', 'BY.A', '2026-08-08', true],
    // A holiday of several days is each of them.
    ['SA', null, '2026-03-21', true],
    // Half a day.
    ['IS', null, '2026-12-24', false],
  ])('of %s %s: %s is one: %s', async (country, region, date, is) => {
    const found = await publicHolidays({ country, region }, [2026, 2027]);
    expect(found.some((one) => one.date === date)).toBe(is);
  });

  test('are known for the year before and three years ahead, and looked up again with each month', () => {
    const now = Date.parse('2026-12-31T23:59:59Z');
    expect(yearsAt(now)).toEqual([2025, 2026, 2027, 2028, 2029]);
    expect(renewalAfter(now)).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(renewalAfter(Date.parse('2027-01-01T00:00:00Z'))).toEqual(new Date('2027-02-01T00:00:00Z'));
  });
});

describe('overlaps', () => {
  const eve = '2026-12-24';
  const hq = calendar('HQ', [eve], ['2026-12-25']);
  const site = calendar('Site', [eve, morning]);

  test('of doors alike are one, with who wins and all its doors; those that differ come first', () => {
    const found = overlapsOf(
      [
        { locks: [1, 2], places: [[door('2026-12-25')], [site], [hq]] },
        { locks: [3], places: [[door()], [site], [hq]] },
      ],
      '2026-01-01',
    );
    expect(found).toEqual([
      expect.objectContaining({
        date: eve,
        wins: [{ kind: 'calendar', name: 'Site' }],
        loses: [{ kind: 'calendar', name: 'HQ' }],
        differs: true,
        locks: [1, 2, 3],
      }),
      expect.objectContaining({
        date: '2026-12-25',
        wins: [{ kind: 'door', name: '' }],
        loses: [{ kind: 'calendar', name: 'HQ' }],
        differs: false,
        locks: [1, 2],
      }),
    ]);
  });

  test('of the past, and of other calendars than the one asked for, are none', () => {
    const doors = [{ locks: [1], places: [[door()], [site], [hq]] }];
    expect(overlapsOf(doors, '2026-12-25')).toEqual([]);
    expect(overlapsOf(doors, '2026-01-01', 'other')).toEqual([]);
    expect(overlapsOf(doors, '2026-01-01', 'HQ')).toHaveLength(1);
  });
});

test('a year has its dates with who says so, and the week around them', () => {
  const own: CalendarSource = {
    ...door('2026-05-01'),
    entries: [
      { date: '2026-05-01', blocks: [] },
      { days: ['mon'], ...morning },
    ],
  };
  const year = yearOf([[own], [calendar('HQ', ['2026-05-01', morning], ['2027-05-01'])]], 2026);
  expect(year.days).toEqual([
    {
      date: '2026-05-01',
      name: 'Day of HQ',
      blocks: [],
      wins: [{ kind: 'door', name: '' }],
      loses: [{ kind: 'calendar', name: 'HQ' }],
      differs: true,
    },
  ]);
  expect(Object.keys(year.week)).toEqual([...DAYS]);
  expect([year.week.mon, year.week.tue, year.week_by]).toEqual([[morning], [], [{ kind: 'door', name: '' }]]);
});

test('the version of a calendar changes with all that is saved, and with nothing else', () => {
  const fields: CalendarFields = {
    name: 'Holidays',
    weekly: [],
    set_days: [set('2026-12-24', [])],
    holidays: { country: 'FI', region: null },
    locks: [2, 1],
    locations: [3],
  };
  const changes: Partial<CalendarFields>[] = [
    { name: 'Other' },
    { weekly: [{ days: ['mon'], ...morning }] },
    { set_days: [set('2026-12-24', null)] },
    { set_days: [set('2026-12-24', [], 'uid')] },
    { holidays: { country: 'FI', region: '01' } },
    { holidays: null },
    { locks: [1] },
    { locations: [] },
  ];
  const versions = changes.map((change) => calendarVersion({ ...fields, ...change }));
  expect(new Set([calendarVersion(fields), ...versions]).size).toBe(changes.length + 1);
  expect(calendarVersion({ ...fields, locks: [1, 2] })).toBe(calendarVersion(fields));
});

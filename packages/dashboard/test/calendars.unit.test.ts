import { describe, expect, test } from '@jest/globals';
import {
  bodyOf,
  type Draft,
  type DraftDay,
  draftOf,
  faultsIn,
  freshIdOf,
  takeFile,
} from '../src/calendars/calendar.rules.js';
import { dayWords, doorsWords, whoWords } from '../src/calendars/calendar-words.js';
import type { Calendar, Year } from '../src/calendars/types.js';
import { dayBeside, monthsOf, partOpen } from '../src/calendars/year.rules.js';

const hours = (from: string, to: string) => ({ from, to, first_person_in: false });
const day = (date: string, fields: Partial<DraftDay> = {}): DraftDay => ({
  id: 1,
  date,
  name: '',
  kind: 'closed',
  blocks: [],
  uid: null,
  ...fields,
});

const calendar: Calendar = {
  id: '',
  name: 'House',
  location: { id: 1, name: 'HQ' },
  today: '2026-01-07',
  weekly: [{ days: ['mon', 'tue'], ...hours('08:00', '17:00') }],
  set_days: [
    { date: '2026-12-06', name: 'Open house', blocks: null, uid: null },
    { date: '2026-12-24', name: 'Eve', blocks: [hours('08:00', '12:00')], uid: 'eve' },
    { date: '2026-12-31', name: '', blocks: [], uid: null },
  ],
  holidays: { country: 'FI', region: null },
  days: [],
  locks: [{ id: 7, name: 'Main', place: '', location: { id: 1, name: 'HQ' } }],
  locations: [{ id: 1, name: 'HQ' }],
  doors: 2,
  version: '',
  changed: { at: '2026-01-07T06:00:00.000Z', by: 'Olga' },
};

describe('a calendar while it is changed', () => {
  test('comes back as it was, with ids that are each its own', () => {
    const draft = draftOf(calendar);
    const { name, weekly, set_days, holidays } = calendar;
    expect(bodyOf(draft)).toEqual({ name, weekly, set_days, holidays, locks: [7], locations: [1] });
    expect(draft.days.map(({ kind }) => kind)).toEqual(['as_usual', 'open', 'closed']);
    expect(freshIdOf(draft)).toBe(7);
  });

  test('says what is missing: a date, a date twice, hours', () => {
    const draft: Draft = {
      ...draftOf(calendar),
      days: [
        day('', { id: 50 }),
        day('2026-12-24', { id: 51 }),
        day('2026-12-24', { id: 52 }),
        day('2026-12-25', { id: 53, kind: 'open' }),
      ],
    };
    expect([...faultsIn(draft).keys()]).toEqual([50, 52, 53]);
  });
});

describe('a file', () => {
  const file = (uids: string[], ...days: [date: string, uid: string][]) => ({
    uids,
    days: days.map(([date, uid]) => ({ date, uid, names: [uid] })),
    leftOut: [],
  });
  const taken = (days: DraftDay[], given: ReturnType<typeof file>) =>
    takeFile(days, given, '2026-01-07', 100);
  const dates = (days: DraftDay[]) => days.map(({ date, uid }) => [date, uid]);

  test('adds its days as closed days with their names', () => {
    const { days, ...counts } = taken([], file(['a', 'b'], ['2026-05-01', 'a'], ['2026-12-25', 'b']));
    expect(days).toMatchObject([
      { id: 100, date: '2026-05-01', name: 'a', kind: 'closed', uid: 'a' },
      { id: 101, date: '2026-12-25' },
    ]);
    expect(counts).toEqual({ added: 2, replaced: 0, removed: 0, kept: [] });
  });

  test('read again replaces its events by UID: one that moved leaves its day, one that is gone too', () => {
    const before = [
      day('2026-05-01', { uid: 'a' }),
      day('2026-06-01', { uid: 'b' }),
      day('2026-07-01', { uid: 'c' }),
    ];
    const again = taken(before, file(['a', 'b'], ['2026-05-02', 'a'], ['2026-06-01', 'b']));
    expect(dates(again.days)).toEqual([
      ['2026-05-02', 'a'],
      ['2026-06-01', 'b'],
      ['2026-07-01', 'c'],
    ]);
    expect(again).toMatchObject({ added: 1, replaced: 1, removed: 1 });
    expect(taken(again.days, file(['a', 'b'], ['2026-05-02', 'a'], ['2026-06-01', 'b']))).toMatchObject({
      added: 0,
      replaced: 2,
      removed: 0,
    });
  });

  test('leaves what was set by hand, days of other events, and the past', () => {
    const before = [
      day('2025-12-25', { uid: 'a' }),
      day('2026-05-01', { kind: 'as_usual' }),
      day('2026-06-01', { uid: 'other' }),
    ];
    const after = taken(before, file(['a', 'b'], ['2026-05-01', 'a'], ['2026-06-01', 'b']));
    expect(dates(after.days)).toEqual(dates(before));
    expect(after.kept.map(({ date }) => date)).toEqual(['2026-05-01', '2026-06-01']);
  });
});

test('who wins is named, and of many doors the first', () => {
  const wins = [
    { kind: 'door' as const, name: '' },
    { kind: 'calendar' as const, name: 'House' },
  ];
  expect(whoWords(wins, 'the door')).toBe('the door and “House”');
  expect(doorsWords({ doors: 2, door_names: ['A', 'B'] })).toBe('A, B');
  expect(doorsWords({ doors: 9, door_names: ['A', 'B'] })).toBe('A, B and 7 more');
});

describe('a year', () => {
  const year: Year = {
    name: 'Main',
    year: 2026,
    today: '2026-01-07',
    week: { mon: [hours('06:00', '18:00')], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
    week_by: [{ kind: 'door', name: '' }],
    days: [
      {
        date: '2026-01-05',
        name: 'Inventory',
        blocks: [],
        wins: [{ kind: 'calendar', name: 'House' }],
        loses: [{ kind: 'calendar', name: 'Region' }],
        differs: true,
      },
      {
        date: '2026-01-06',
        name: '',
        blocks: [hours('10:00', '12:00')],
        wins: [{ kind: 'door', name: '' }],
        loses: [],
        differs: false,
      },
    ],
  };
  const months = monthsOf(year);
  const found = (date: string) =>
    months.flatMap(({ weeks }) => weeks.flat()).find((one) => one?.date === date);

  test('has each of its days once, in weeks from Monday on', () => {
    const days = months.flatMap(({ weeks }) => weeks.flat()).filter((one) => one !== null);
    expect(days).toHaveLength(365);
    expect(new Set(days.map(({ date }) => date)).size).toBe(365);
    expect(months[0]?.weeks[0]?.map((one) => one?.number ?? null)).toEqual([null, null, null, 1, 2, 3, 4]);
    expect(months[1]?.weeks).toHaveLength(4 + 1);
    expect(
      monthsOf({ ...year, year: 2028 })[1]
        ?.weeks.flat()
        .filter(Boolean),
    ).toHaveLength(29);
  });

  test('shows what each day is, how long it is open, and who says so', () => {
    expect(found('2026-01-05')).toMatchObject({ look: 'closed', open: 0 });
    expect(found('2026-01-06')).toMatchObject({ look: 'exception', open: 2 / 24 });
    expect(found('2026-01-12')).toMatchObject({ look: 'week', open: 0.5 });
    expect(found('2026-01-13')).toMatchObject({ look: 'none', open: 0 });
    const words = (date: string) =>
      dayWords(found(date) as NonNullable<ReturnType<typeof found>>, 'the door');
    expect(words('2026-01-05')).toBe('Inventory: closed. Set by “House”, not by “Region”');
    expect(words('2026-01-06')).toBe('10:00–12:00. Set by the door');
    expect(words('2026-01-12')).toBe('as every week, 06:00–18:00');
    expect(words('2026-01-13')).toBe('no hours');
  });

  test('counts blocks that overlap once, and those over midnight up to it', () => {
    expect(partOpen([hours('06:00', '12:00'), hours('08:00', '18:00')])).toBe(0.5);
    expect(partOpen([hours('18:00', '06:00')])).toBe(0.25);
    expect(partOpen([hours('00:00', '24:00')])).toBe(1);
  });

  test.each([
    ['2026-01-07', 'ArrowLeft', '2026-01-06'],
    ['2026-01-07', 'ArrowDown', '2026-01-14'],
    ['2026-01-01', 'ArrowLeft', '2026-01-01'],
    ['2026-12-31', 'ArrowDown', '2026-12-31'],
    ['2026-01-31', 'PageDown', '2026-02-28'],
    ['2026-03-31', 'PageUp', '2026-02-28'],
    ['2026-05-05', 'Home', '2026-01-01'],
    ['2026-05-05', 'End', '2026-12-31'],
    ['2026-05-05', 'Enter', null],
  ])('from %s, %s goes to %s', (from, key, to) => {
    expect(dayBeside(from, key, 2026)).toBe(to);
  });
});

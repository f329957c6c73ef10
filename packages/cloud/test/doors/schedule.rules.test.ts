import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  blocksAround,
  DAYS,
  type ScheduleEntry,
  scheduleAt,
} from '../../src/doors/schedule/schedule.rules.js';

const daily = (from: string, to: string): ScheduleEntry[] => [
  { days: [...DAYS], from, to, first_person_in: false },
];
const times = (schedule: ScheduleEntry[], zone: string, date: string) =>
  blocksAround(schedule, zone, Date.parse(`${date}T12:00:00Z`), { ahead: 2 })
    .map((block) => [new Date(block.start).toISOString(), new Date(block.end).toISOString()])
    .filter(([start]) => start?.startsWith(date) || start?.startsWith(dayBefore(date)));
const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
const hasBlock = (schedule: ScheduleEntry[], zone: string, date: string, start: string, end: string) =>
  expect(times(schedule, zone, date)).toContainEqual([start, end]);

describe('the changes of summer time', () => {
  // Zone, date, block, and where it lies on the time line.
  test.each([
    // Helsinki 2026: 03:00 jumps to 04:00 on 29 March; 04:00 falls back to 03:00 on 25 October.
    [
      'Europe/Helsinki',
      '2026-03-29',
      '08:00',
      '17:00',
      '2026-03-29T05:00:00.000Z',
      '2026-03-29T14:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-03-29',
      '03:30',
      '05:00',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-03-29',
      '01:00',
      '03:30',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-10-25',
      '08:00',
      '17:00',
      '2026-10-25T06:00:00.000Z',
      '2026-10-25T15:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-10-25',
      '03:00',
      '04:00',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-10-25',
      '03:15',
      '03:45',
      '2026-10-25T00:15:00.000Z',
      '2026-10-25T00:45:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-10-25',
      '02:00',
      '05:00',
      '2026-10-24T23:00:00.000Z',
      '2026-10-25T03:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-10-25',
      '04:00',
      '05:00',
      '2026-10-25T02:00:00.000Z',
      '2026-10-25T03:00:00.000Z',
    ],
    // New York 2026: 02:00 jumps to 03:00 on 8 March; 02:00 falls back to 01:00 on 1 November.
    [
      'America/New_York',
      '2026-03-08',
      '02:30',
      '04:00',
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T08:00:00.000Z',
    ],
    [
      'America/New_York',
      '2026-11-01',
      '01:00',
      '02:00',
      '2026-11-01T05:00:00.000Z',
      '2026-11-01T06:00:00.000Z',
    ],
    // Lord Howe moves by half an hour: 02:00 jumps to 02:30 on 4 October; 02:00 falls back to 01:30 on 5 April.
    [
      'Australia/Lord_Howe',
      '2026-10-04',
      '02:15',
      '03:00',
      '2026-10-03T15:30:00.000Z',
      '2026-10-03T16:00:00.000Z',
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-05',
      '01:30',
      '02:00',
      '2026-04-04T14:30:00.000Z',
      '2026-04-04T15:00:00.000Z',
    ],
    // Casablanca leaves summer time for Ramadan: 03:00 falls back to 02:00 on 15 February 2026, and returns on 22 March.
    [
      'Africa/Casablanca',
      '2026-02-15',
      '02:00',
      '03:00',
      '2026-02-15T01:00:00.000Z',
      '2026-02-15T02:00:00.000Z',
    ],
    [
      'Africa/Casablanca',
      '2026-03-22',
      '02:30',
      '04:00',
      '2026-03-22T02:00:00.000Z',
      '2026-03-22T03:00:00.000Z',
    ],
    // The Azores change at midnight: 00:00 jumps to 01:00 on 29 March; 01:00 falls back to 00:00 on 25 October.
    [
      'Atlantic/Azores',
      '2026-03-29',
      '00:30',
      '02:00',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
    ],
    [
      'Atlantic/Azores',
      '2026-10-25',
      '00:00',
      '01:00',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
    ],
    // Ends inside the hour that comes twice or is skipped, starts there, and nights over the change.
    [
      'Europe/Helsinki',
      '2026-10-25',
      '01:00',
      '03:30',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-10-25',
      '03:30',
      '05:00',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T03:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-03-28',
      '22:00',
      '06:00',
      '2026-03-28T20:00:00.000Z',
      '2026-03-29T03:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-03-28',
      '20:00',
      '03:30',
      '2026-03-28T18:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'Europe/Helsinki',
      '2026-10-24',
      '22:00',
      '06:00',
      '2026-10-24T19:00:00.000Z',
      '2026-10-25T04:00:00.000Z',
    ],
    [
      'America/New_York',
      '2026-11-01',
      '00:30',
      '01:30',
      '2026-11-01T04:30:00.000Z',
      '2026-11-01T05:30:00.000Z',
    ],
    [
      'America/New_York',
      '2026-03-07',
      '18:00',
      '02:30',
      '2026-03-07T23:00:00.000Z',
      '2026-03-08T07:00:00.000Z',
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-03',
      '22:00',
      '06:00',
      '2026-10-03T11:30:00.000Z',
      '2026-10-03T19:00:00.000Z',
    ],
    [
      'Africa/Casablanca',
      '2026-02-14',
      '22:00',
      '06:00',
      '2026-02-14T21:00:00.000Z',
      '2026-02-15T06:00:00.000Z',
    ],
    [
      'Atlantic/Azores',
      '2026-03-28',
      '22:00',
      '24:00',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'Atlantic/Azores',
      '2026-10-24',
      '22:00',
      '24:00',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
    ],
  ])('%s on %s, %s to %s', (zone, date, from, to, start, end) => {
    hasBlock(daily(from, to), zone, date, start, end);
  });
  test('a dated exception on the day of a change follows the same rules, and stands for the whole day', () => {
    const schedule: ScheduleEntry[] = [
      ...daily('08:00', '17:00'),
      { date: '2026-03-29', blocks: [{ from: '03:30', to: '05:00', first_person_in: false }] },
      { date: '2026-10-25', blocks: [] },
    ];
    const on = (date: string) =>
      times(schedule, 'Europe/Helsinki', date).filter(([start]) => start?.startsWith(date));
    expect(on('2026-03-29')).toEqual([['2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z']]);
    expect(on('2026-10-25')).toEqual([]);
  });
  test('a block wholly inside the skipped hour does not happen', () => {
    expect(
      times(daily('03:10', '03:40'), 'Europe/Helsinki', '2026-03-29').map(([start]) => start),
    ).not.toContain('2026-03-29T01:00:00.000Z');
  });
});

describe('a week', () => {
  const schedule: ScheduleEntry[] = [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '17:00', first_person_in: true },
    { date: '2026-12-24', blocks: [] },
    { date: '2026-12-26', blocks: [{ from: '10:00', to: '12:00', first_person_in: false }] },
  ];
  const at = (time: string) => scheduleAt(schedule, 'Europe/Helsinki', Date.parse(time));
  test.each([
    ['2026-12-21T05:59:59.999Z', 0, '2026-12-21T06:00:00.000Z'],
    ['2026-12-21T06:00:00.000Z', 1, '2026-12-21T15:00:00.000Z'],
    ['2026-12-21T14:59:59.999Z', 1, '2026-12-21T15:00:00.000Z'],
    ['2026-12-21T15:00:00.000Z', 0, '2026-12-22T06:00:00.000Z'],
    ['2026-12-24T09:00:00.000Z', 0, '2026-12-25T06:00:00.000Z'],
    ['2026-12-26T09:00:00.000Z', 1, '2026-12-26T10:00:00.000Z'],
  ])('at %s %i blocks are in force, and the next border is %s', (time, active, border) => {
    const found = at(time);
    expect(found.active).toHaveLength(active);
    expect(new Date(found.nextBorder ?? 0).toISOString()).toBe(border);
  });
  test('a block that ends at or before its start ends the next day', () => {
    hasBlock(
      daily('22:00', '06:00'),
      'UTC',
      '2026-06-01',
      '2026-06-01T22:00:00.000Z',
      '2026-06-02T06:00:00.000Z',
    );
    hasBlock(
      daily('00:00', '24:00'),
      'UTC',
      '2026-06-01',
      '2026-06-01T00:00:00.000Z',
      '2026-06-02T00:00:00.000Z',
    );
  });
  test('without blocks there is no border', () => {
    expect(scheduleAt([], 'UTC', 0)).toEqual({ active: [], stretch: null, nextBorder: null });
  });
});

test('in any zone and week, borders come in order and a block never lasts more than its wall time and the clock change', () => {
  const minute = fc.integer({ min: 0, max: 1_439 });
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(
      fc.constantFrom(
        'Europe/Helsinki',
        'America/New_York',
        'Australia/Lord_Howe',
        'Africa/Casablanca',
        'Atlantic/Azores',
      ),
      fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }),
      minute,
      minute,
      (zone, now, from, to) => {
        const wall = ((to - from + 1_440) % 1_440 || 1_440) * 60_000;
        for (const block of blocksAround(daily(clock(from), clock(to)), zone, now)) {
          expect(block.end - block.start).toBeLessThanOrEqual(wall + 3_600_000);
          expect(block.end - block.start).toBeGreaterThanOrEqual(wall - 3_600_000);
        }
      },
    ),
    { numRuns: 200 },
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  decidedDates,
  effectiveSchedule,
  effectiveWeek,
  type ScheduleSource,
} from '../../src/doors/schedule/effective.rules.js';
import { type BlockTimes, DAYS, type ScheduleEntry } from '../../src/doors/schedule/schedule.rules.js';

/* A door's own schedule before calendars at the door, at its location, and above. */

const block = (from: string, to: string): BlockTimes => ({ from, to, first_person_in: false });
const on = (date: string, ...blocks: BlockTimes[]): ScheduleEntry => ({ date, blocks });
const weekly = (from: string, to: string): ScheduleEntry => ({ days: [...DAYS], ...block(from, to) });
const says = (...entries: ScheduleEntry[]): ScheduleSource => ({ entries });

const EVE = '2026-12-24';
const CLOSED = on(EVE);
const MORNING = on(EVE, block('08:00', '12:00'));
const EVENING = on(EVE, block('18:00', '20:00'));
const NOTHING = says();

describe('a date is decided by the nearest place that names it', () => {
  test.each<[string, ScheduleSource[][], BlockTimes[] | null]>([
    ['no one names it', [[says(weekly('08:00', '17:00'))], [NOTHING]], null],
    ['the door opens where a calendar closes', [[says(MORNING)], [says(CLOSED)]], [block('08:00', '12:00')]],
    ['the door closes where a calendar opens', [[says(CLOSED)], [says(MORNING)]], []],
    [
      'a calendar closes a day of the door’s own week',
      [[says(weekly('08:00', '17:00'))], [says(CLOSED)]],
      [],
    ],
    [
      'a calendar at the location before one above it',
      [[NOTHING], [says(MORNING)], [says(CLOSED)]],
      [block('08:00', '12:00')],
    ],
    [
      'a place that says nothing is passed over',
      [[NOTHING], [NOTHING], [says(EVENING)]],
      [block('18:00', '20:00')],
    ],
    ['at one place the calendar that closes', [[NOTHING], [says(MORNING), says(CLOSED), says(EVENING)]], []],
    [
      'at one place calendars that open, together',
      [[NOTHING], [says(MORNING), says(EVENING)]],
      [block('08:00', '12:00'), block('18:00', '20:00')],
    ],
    [
      'the same hours of two calendars are one block',
      [[NOTHING], [says(MORNING), says(MORNING)]],
      [block('08:00', '12:00')],
    ],
  ])('%s', (_, places, blocks) => {
    const found = effectiveSchedule(places).filter((entry) => 'date' in entry);
    expect(found).toEqual(blocks === null ? [] : [{ date: EVE, blocks }]);
  });
});

describe('the week is that of the nearest place that has one', () => {
  const [own, near, far] = [weekly('08:00', '17:00'), weekly('07:00', '09:00'), weekly('06:00', '22:00')];
  test.each<[string, ScheduleSource[][], ScheduleEntry[]]>([
    ['the door’s own before all', [[says(own)], [says(near)], [says(far)]], [own]],
    ['the nearest calendar where the door has none', [[says(CLOSED)], [says(near)], [says(far)]], [near]],
    ['all calendars of one place', [[NOTHING], [says(near), says(far)]], [near, far]],
    ['none', [[says(CLOSED)], [says(MORNING)]], []],
  ])('%s', (_, places, entries) => {
    expect(effectiveWeek(places).flatMap((source) => source.entries.filter((one) => 'days' in one))).toEqual(
      entries,
    );
  });
});

test('an overlap names who wins, who loses, and whether it matters', () => {
  const [own, near, far] = [says(MORNING), says(CLOSED), says(MORNING)];
  const [decided] = decidedDates([[own], [near], [far]]);
  expect(decided).toMatchObject({ wins: [own], loses: [near, far], differs: true });
  const [same] = decidedDates([[says(CLOSED)], [says(CLOSED)]]);
  expect(same?.differs).toBe(false);
});

const times = fc.constantFrom(block('08:00', '12:00'), block('18:00', '20:00'), block('22:00', '06:00'));
const entry = fc.oneof(
  fc.record({ date: fc.constantFrom('2026-12-24', '2026-12-25', '2026-12-26'), blocks: fc.array(times) }),
  times.map((one): ScheduleEntry => ({ days: ['mon', 'tue'], ...one })),
);
const sources = fc.array(
  fc.array(entry, { maxLength: 4 }).map((entries) => says(...entries)),
  {
    maxLength: 3,
  },
);
const places = fc.array(sources, { minLength: 1, maxLength: 4 });

describe('whatever calendars say', () => {
  const words = (schedule: readonly ScheduleEntry[]) => schedule.map((one) => JSON.stringify(one)).sort();
  const shown = (given: ScheduleSource[][]) =>
    effectiveSchedule(given).map((one) =>
      'date' in one ? { ...one, blocks: [...one.blocks].sort((a, b) => (a.from < b.from ? -1 : 1)) } : one,
    );

  test('each date has one exception, and a door with its own is never moved by others', () =>
    fc.assert(
      fc.property(places, (given) => {
        const dates = effectiveSchedule(given).flatMap((one) => ('date' in one ? [one.date] : []));
        expect(new Set(dates).size).toBe(dates.length);
        const own = says(on('2026-12-24', block('01:00', '02:00')), weekly('03:00', '04:00'));
        const whole = effectiveSchedule([[own], ...given]);
        expect(words(whole)).toEqual(expect.arrayContaining(words(own.entries)));
        expect(whole.filter((one) => 'days' in one)).toHaveLength(1);
      }),
    ));

  test('the sequence of calendars at one place changes nothing', () =>
    fc.assert(
      fc.property(places, (given) => {
        const turned = given.map((one) => [...one].reverse());
        expect(words(shown(turned))).toEqual(words(shown(given)));
      }),
    ));

  test('a place that says nothing can be left out', () =>
    fc.assert(
      fc.property(places, fc.nat(4), (given, index) => {
        const more = [...given.slice(0, index), [NOTHING], ...given.slice(index)];
        expect(effectiveSchedule(more)).toEqual(effectiveSchedule(given));
      }),
    ));
});

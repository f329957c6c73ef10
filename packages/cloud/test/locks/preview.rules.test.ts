import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideDesired } from '../../src/doors/hold/desired.rules.js';
import { noHold } from '../../src/doors/hold/hold.rules.js';
import type { Hold } from '../../src/doors/hold/hold.types.js';
import { DAYS, type ScheduleEntry, scheduleAt } from '../../src/doors/schedule/schedule.rules.js';
import { daysAhead, effectOfSaving, scheduleVersion } from '../../src/locks/preview.rules.js';

const ZONE = 'Europe/Helsinki';
const HOUR = 3_600_000;
const at = (time: string): number => Date.parse(time);
const daily = (from: string, to: string, first_person_in = false): ScheduleEntry => ({
  days: [...DAYS],
  from,
  to,
  first_person_in,
});

describe('the days ahead', () => {
  test('are fourteen of the place’s own calendar, from today, each with its blocks', () => {
    // A Wednesday at HQ, still Tuesday in London an hour ago.
    const days = daysAhead([daily('08:00', '17:00')], ZONE, at('2026-01-06T22:30:00Z'));
    expect(days).toHaveLength(14);
    expect(days[0]).toMatchObject({ date: '2026-01-07', day: 'wed', clock_change: null });
    expect(days[13]?.date).toBe('2026-01-20');
    expect(days.every((day) => day.end - day.start === 24 * HOUR)).toBe(true);
    expect(days[0]?.blocks).toMatchObject([{ from: '08:00', to: '17:00', is_rest: false, goes_on: false }]);
  });

  test('show a block over midnight on both of its days', () => {
    const night: ScheduleEntry = { days: ['wed'], from: '22:00', to: '06:00', first_person_in: true };
    const [wednesday, thursday] = daysAhead([night], ZONE, at('2026-01-07T06:00:00Z'), 2);
    expect(wednesday?.blocks).toMatchObject([{ from: '22:00', to: '24:00', goes_on: true, is_rest: false }]);
    expect(thursday?.blocks).toMatchObject([{ from: '00:00', to: '06:00', is_rest: true, goes_on: false }]);
  });

  test.each([
    ['2026-03-29', { at: '03:00', minutes: 60 }, 23],
    ['2026-10-25', { at: '04:00', minutes: -60 }, 25],
  ])('say of %s that the clock is changed, and how long the day is', (date, clock_change, hours) => {
    const [day] = daysAhead([], ZONE, at(`${date}T10:00:00Z`), 1);
    expect(day).toMatchObject({ date, clock_change });
    expect(((day?.end ?? 0) - (day?.start ?? 0)) / HOUR).toBe(hours);
  });

  test('show blocks that touch as one, over every midnight too', () => {
    const whole = daysAhead([daily('00:00', '24:00')], ZONE, at('2026-01-07T10:00:00Z'));
    for (const { blocks } of whole)
      expect(blocks).toMatchObject([{ from: '00:00', to: '24:00', is_rest: true, goes_on: true }]);
    const halves = [daily('08:00', '12:00'), daily('11:00', '17:00')];
    const [today] = daysAhead(halves, ZONE, at('2026-01-07T10:00:00Z'));
    expect(today?.blocks).toMatchObject([{ from: '08:00', to: '17:00' }]);
  });
  test('show an exception in place of the weekly blocks, a closed day as one without any', () => {
    const schedule: ScheduleEntry[] = [
      daily('08:00', '17:00'),
      { date: '2026-01-08', blocks: [] },
      { date: '2026-01-09', blocks: [{ from: '10:00', to: '12:00', first_person_in: false }] },
    ];
    const days = daysAhead(schedule, ZONE, at('2026-01-07T06:00:00Z'), 3);
    expect(days.map(({ is_exception, blocks }) => [is_exception, blocks.map((one) => one.from)])).toEqual([
      [false, ['08:00']],
      [true, []],
      [true, ['10:00']],
    ]);
  });

  const time = fc
    .integer({ min: 0, max: 95 })
    .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`);
  const weekly = fc
    .record({
      days: fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1 }),
      from: time,
      to: time,
      first_person_in: fc.boolean(),
    })
    .filter(({ from, to }) => from !== to);

  test('agree with the rules that hold the door, at every moment and in every zone', () => {
    fc.assert(
      fc.property(
        fc.array(weekly, { maxLength: 6 }),
        fc.constantFrom(ZONE, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'),
        fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
        fc.integer({ min: 0, max: 13 * 24 * 60 }),
        (schedule, timezone, now, minutes) => {
          const days = daysAhead(schedule, timezone, now);
          const moment = (days[0]?.start ?? 0) + minutes * 60_000;
          const shown = days
            .flatMap((day) => day.blocks)
            .filter((block) => block.start <= moment && moment < block.end);
          const held = scheduleAt(schedule, timezone, moment).active;
          expect(shown.length).toBe(held.length);
          for (const [index, day] of days.entries())
            if (index > 0) expect(day.start).toBe(days[index - 1]?.end);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('saving a schedule', () => {
  const now = at('2026-01-07T10:00:00Z'); // 12:00 at HQ
  const facts = (schedule: ScheduleEntry[]) => ({
    schedule,
    timezone: ZONE,
    on: false,
  });
  const office = [daily('08:00', '17:00')];
  const morning = [daily('08:00', '11:00')];
  const end = at('2026-01-07T15:00:00Z');

  test.each([
    ['opens a door into whose hours it puts this moment', null, morning, office, [false, true, end]],
    ['closes it where it takes them away', null, office, morning, [true, false, null]],
    ['changes nothing now where both say the same', null, office, office, [true, true, end]],
  ] as const)('%s', (_, hold, before, after, [held_before, held_after, until]) => {
    expect(effectOfSaving(hold, facts([...before]), after, now)).toMatchObject({
      held_before,
      held_after,
      until,
      override: null,
    });
  });

  test('waits for the first person where its block does, and goes on where someone has come in', () => {
    const waiting = [daily('08:00', '17:00', true)];
    const later = [daily('08:00', '18:00', true)];
    expect(effectOfSaving(null, facts(waiting), later, now)).toMatchObject({
      held_after: false,
      is_waiting: true,
    });
    const armed = decideDesired(
      { hold: noHold, on: false },
      { kind: 'arm', at: now - 1_000, cause: { source: 'exit_button', actor: null } },
      { now: now - 1_000, schedule: scheduleAt(waiting, ZONE, now - 1_000) },
    ).state.hold;
    expect(effectOfSaving(armed, facts(waiting), later, now)).toMatchObject({
      held_before: true,
      held_after: true,
      until: at('2026-01-07T16:00:00Z'),
      is_waiting: false,
    });
  });

  test('yields to a mode that someone set', () => {
    const cause = { source: 'manager' as const, actor: null };
    const hold: Hold = { ...noHold, override: { mode: 'closed', until: end, cause } };
    expect(effectOfSaving(hold, facts(morning), office, now)).toMatchObject({
      held_after: false,
      override: 'closed',
      is_waiting: false,
    });
  });
});

describe('the version of a schedule', () => {
  test('is of what it says, not of how the database keeps it', () => {
    const entry = { days: ['mon' as const], from: '08:00', to: '17:00', first_person_in: false };
    const turned = { to: '17:00', first_person_in: false, from: '08:00', days: ['mon' as const] };
    expect(scheduleVersion([entry], 'none')).toBe(scheduleVersion([turned], 'none'));
    for (const other of [[{ ...entry, to: '18:00' }], [{ ...entry, first_person_in: true }], []])
      expect(scheduleVersion(other, 'none')).not.toBe(scheduleVersion([entry], 'none'));
    expect(scheduleVersion([entry], 'all_keys')).not.toBe(scheduleVersion([entry], 'none'));
  });
});

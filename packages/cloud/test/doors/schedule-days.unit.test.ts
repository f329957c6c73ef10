import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DAYS, type ScheduleEntry, scheduleAt } from '../../src/doors/schedule/schedule.rules.js';
import { rememberedScheduleAt } from '../../src/doors/schedule/schedule-days.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-28T00:00:00Z');
const daily = (from: string, to: string): ScheduleEntry[] => [
  { days: [...DAYS], from, to, first_person_in: false },
];
const schedules = [daily('08:00', '17:00'), daily('00:00', '24:00'), daily('22:00', '06:00'), []];

test('a day that is remembered says what the schedule says, in any sequence of moments and zones', () => {
  const question = fc.tuple(
    fc.constantFrom(...schedules),
    fc.constantFrom('Europe/Helsinki', 'America/New_York', 'UTC'),
    fc.integer({ min: 0, max: 72 }),
  );
  fc.assert(
    fc.property(fc.array(question, { maxLength: 20 }), (questions) => {
      for (const [schedule, timezone, hours] of questions) {
        const now = START + hours * HOUR;
        expect(rememberedScheduleAt(schedule, timezone, now)).toEqual(scheduleAt(schedule, timezone, now));
      }
    }),
    { numRuns: 50 },
  );
});

test('a schedule that repeats over every midnight has neither a start nor an end', () => {
  const forever = daily('00:00', '24:00');
  expect(rememberedScheduleAt(forever, 'UTC', START)).toEqual({
    active: [{ start: null, end: null, first_person_in: false }],
    stretch: { start: null, end: null },
    nextBorder: null,
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ScheduleEntry } from '../src/types.js';
import { copyDay, faultsOf, overlaps, toDraft, toSaved } from '../src/week/editor.rules.js';
import { changesOf, effectWords } from '../src/week/schedule-words.js';
import type { SchedulePreview } from '../src/week/types.js';
import { comingExceptions, DAYS, timeOf } from '../src/week/week.rules.js';
import { dateIn, instantIn, zoneWords } from '../src/words/zone.rules.js';

const office = { days: ['mon', 'tue'], from: '08:00', to: '17:00', first_person_in: false };
const draftOf = (...schedule: ScheduleEntry[]) => toDraft({ schedule, toggle_policy: 'none' });
const bare = ({ from, to, first_person_in }: { from: string; to: string; first_person_in: boolean }) =>
  `${from} ${to} ${first_person_in}`;

describe('a schedule while it is changed', () => {
  const time = fc.integer({ min: 0, max: 95 }).map((n) => timeOf(n * 15));
  const block = fc
    .record({ from: time, to: time, first_person_in: fc.boolean() })
    .filter(({ from, to }) => from !== to);
  const weekly = fc
    .record({ days: fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1 }), block })
    .map(({ days, block: times }) => ({ days, ...times }));

  test('says day by day what it said before, and is saved as the same', () => {
    fc.assert(
      fc.property(fc.array(weekly, { maxLength: 6 }), (schedule) => {
        const saved = toSaved(draftOf(...schedule));
        for (const day of DAYS) {
          const of = (entries: readonly (typeof office)[]) =>
            entries
              .filter(({ days }) => days.includes(day))
              .map((one) => bare({ ...one, to: one.to === '00:00' ? '24:00' : one.to }))
              .sort();
          expect(of(saved.weekly)).toEqual(of(schedule));
        }
        for (const entry of saved.weekly) expect(new Set(entry.days).size).toBe(entry.days.length);
        expect(changesOf(schedule, 'none', draftOf(...schedule))).toEqual([]);
      }),
    );
  });

  test('copies a day to others and leaves the rest', () => {
    const copied = copyDay(draftOf(office), 'mon', ['wed', 'sun']);
    expect(toSaved(copied).weekly).toEqual([{ ...office, days: ['mon', 'tue', 'wed', 'sun'] }]);
    const ids = DAYS.flatMap((day) => copied.week[day].map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is not saved with hours that are none, or a date twice', () => {
    const draft = draftOf(office, { date: '2026-12-24', blocks: [] }, { date: '2026-12-25', blocks: [] });
    expect(faultsOf(draft).size).toBe(0);
    const [monday] = draft.week.mon;
    if (monday) monday.to = '';
    const [, christmas] = draft.exceptions;
    if (christmas) christmas.date = '2026-12-24';
    expect([...faultsOf(draft).values()]).toEqual([
      'Give it a beginning and an end.',
      'This date is there already.',
    ]);
  });

  test('says which blocks run into each other, over midnight too', () => {
    const at = (from: string, to: string) => ({ from, to, first_person_in: false });
    expect(overlaps([at('08:00', '12:00'), at('12:00', '17:00')])).toBe(false);
    expect(overlaps([at('08:00', '12:30'), at('12:00', '17:00')])).toBe(true);
    expect(overlaps([at('20:00', '02:00'), at('23:00', '24:00')])).toBe(true);
  });
});

describe('the exceptions to come', () => {
  test('are today’s and those after it, soonest first', () => {
    const on = (date: string) => ({ date, blocks: [] });
    const schedule = [on('2026-12-25'), on('2026-01-07'), on('2026-01-06'), office];
    const door = { schedule, day_ends_at: '2026-01-07T22:00:00.000Z' };
    const coming = comingExceptions(door, (at) => dateIn('Europe/Helsinki', at));
    expect(coming.map(({ date }) => date)).toEqual(['2026-01-07', '2026-12-25']);
  });
});

describe('what will change', () => {
  test('is one for days that change alike, and for each exception', () => {
    const before: ScheduleEntry[] = [office, { date: '2026-12-24', blocks: [] }];
    const after = draftOf(
      { ...office, to: '18:00' },
      { ...office, days: ['sun'], from: '22:00', to: '04:00', first_person_in: true },
      { date: '2026-12-25', blocks: [] },
    );
    after.toggle_policy = 'all_keys';
    const changes = changesOf(before, 'none', after);
    expect(changes.slice(0, 2)).toEqual([
      'Monday, Tuesday: 08:00–18:00, instead of 08:00–17:00',
      'Sunday: 22:00–04:00 the next day (first person), instead of closed',
    ]);
    expect(changes[2]).toBe('Thu, 24 Dec 2026: as every week, instead of closed');
    expect(changes[3]).toBe('Fri, 25 Dec 2026: closed, instead of as every week');
    expect(changes[4]).toBe('Who begins a block that waits: Anyone, instead of No one');
  });

  const effect: SchedulePreview['effect'] = {
    held_before: false,
    held_after: false,
    until: null,
    override: null,
    is_waiting: false,
    online: true,
    has_hold_relay: true,
  };
  const until = '2026-01-07T15:00:00.000Z';
  test.each([
    [{}, 'Nothing changes at this moment.'],
    [{ held_after: true, until }, 'Saving opens the door at once until 17:00.'],
    [
      { held_after: true, until, online: false },
      'Saving opens the door at once until 17:00. Its gateway is offline: it happens when that is back.',
    ],
    [{ held_before: true }, 'Saving closes the door at once.'],
    [{ held_before: true, held_after: true, until }, 'The door stays held open until 17:00.'],
    [{ is_waiting: true }, 'A block is on: the door is held open as soon as the first person comes in.'],
    [
      { override: 'closed' as const },
      'The door is closed for the rest of its block. The schedule counts again after that.',
    ],
    [
      { has_hold_relay: false, held_after: true },
      'No hold relay is wired to this door, so a schedule does nothing for it yet.',
    ],
  ])('at once is said for %j', (change, words) => {
    expect(effectWords({ ...effect, ...change }, () => '17:00')).toBe(words);
  });
});

describe('the clock at the door', () => {
  test('is read and set wherever the browser is', () => {
    expect(instantIn('Europe/Helsinki', '2026-01-07T08:00')).toBe(Date.parse('2026-01-07T06:00:00Z'));
    expect(instantIn('America/New_York', '2026-07-07T08:00:30')).toBe(Date.parse('2026-07-07T12:00:30Z'));
    expect(dateIn('Europe/Helsinki', Date.parse('2026-01-06T22:30:00Z'))).toBe('2026-01-07');
    expect(instantIn('UTC', '')).toBeNaN();
    const words = zoneWords('Europe/Helsinki', () => Date.parse('2026-01-07T06:00:00Z'), 'en');
    expect(words.moment('2026-01-07T15:00:00Z')).toBe('17:00');
    expect(words.moment('2026-01-08T15:00:00Z')).toBe('Thu, Jan 8, 17:00');
  });

  test.each([
    ['today', '2026-01-07T15:00:11.987Z', '17:00:11'],
    ['yesterday there, though today in Greenwich', '2026-01-06T21:59:59Z', 'Tue, Jan 6, 23:59:59'],
    ['another day', '2026-02-01T15:00:11Z', 'Sun, Feb 1, 17:00:11'],
    ['another year', '2025-12-31T15:00:11Z', 'Dec 31, 2025, 17:00:11'],
  ])('is said to the second where something happened: %s', (_, at, said) => {
    const words = zoneWords('Europe/Helsinki', () => Date.parse('2026-01-07T06:00:00Z'), 'en');
    expect(words.instant(at)).toBe(said);
  });

  test('of an hour that comes twice is the first, and skips what is skipped', () => {
    expect(instantIn('Europe/Helsinki', '2026-10-25T03:30')).toBe(Date.parse('2026-10-25T00:30:00Z'));
    expect(instantIn('Europe/Helsinki', '2026-03-29T03:30')).toBe(Date.parse('2026-03-29T01:30:00Z'));
  });

  test('shows the time that it was set to, whenever there is such a time', () => {
    const zones = ['Europe/Helsinki', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) }).map((at) => at - (at % 1_000)),
        (zone, at) => {
          const words = zoneWords(zone, () => at, 'en');
          const wall = `${words.date(at)}T${words.clock(at)}`;
          const found = instantIn(zone, wall);
          expect(`${words.date(found)}T${words.clock(found)}`).toBe(wall);
          expect(found).toBeLessThanOrEqual(at);
        },
      ),
      { numRuns: 300 },
    );
  });
});

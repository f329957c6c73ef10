import type { EventType } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { clustersOf, daysOf, type Mark, passagesOf, runsOf } from '../src/past/fold.rules.js';
import {
  afterKey,
  around,
  LONGEST_MS,
  moved,
  SHORTEST_MS,
  shareOf,
  ticksOf,
  wheelFactor,
  within,
  zoomed,
} from '../src/past/window.rules.js';
import { endsOf, lengthWords, runWords } from '../src/past/words.js';
import { zoneWords } from '../src/words/zone.rules.js';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-26T17:00:00Z');
const day = { from: NOW - 48 * HOUR, to: NOW - 24 * HOUR };

describe('the stretch that is shown', () => {
  test('keeps the moment under the pointer where it is, whatever the zoom', () => {
    const at = day.from + 6 * HOUR;
    for (const factor of [0.5, 0.1, 1.7])
      expect(shareOf(zoomed(day, factor, 0.25, NOW), at)).toBeCloseTo(0.25, 3);
  });

  test('is a second at the shortest and a month at the longest', () => {
    const length = ({ from, to }: typeof day) => to - from;
    expect(length(zoomed(day, 1e-9, 0.5, NOW))).toBe(SHORTEST_MS);
    expect(length(zoomed(day, 1e9, 0.5, NOW))).toBe(LONGEST_MS);
    expect(length(within({ from: NOW, to: NOW - 5 }, NOW))).toBe(SHORTEST_MS);
  });

  test('moves by a share of itself, and never far behind now', () => {
    expect(moved(day, -0.5, NOW)).toEqual({ from: day.from - 12 * HOUR, to: day.to - 12 * HOUR });
    const latest = moved(day, 10, NOW);
    expect(latest.to).toBe(NOW + 1.2 * HOUR);
    expect(latest.to - latest.from).toBe(24 * HOUR);
  });

  test('stands around a moment', () => {
    expect(around(day.to, HOUR, NOW)).toEqual({ from: day.to - HOUR / 2, to: day.to + HOUR / 2 });
  });

  test.each([
    ['+', 12],
    ['=', 12],
    ['-', 48],
  ])('is zoomed by the key %s', (key, hours) => {
    const next = afterKey(day, key, NOW);
    expect(next && next.to - next.from).toBe(hours * HOUR);
  });

  test('is moved by a page, and by no other key', () => {
    expect(afterKey(day, 'PageUp', NOW)?.to).toBe(day.from);
    expect(afterKey(day, 'x', NOW)).toBeNull();
  });

  test('doubles by one turn of the wheel at the maximum, either way', () => {
    expect([wheelFactor(400), wheelFactor(-400), wheelFactor(9_999), wheelFactor(0)]).toEqual([2, 0.5, 2, 1]);
  });

  test.each([
    [1_000, '1 s'],
    [90_000, '1.5 min'],
    [24 * HOUR, '1 d'],
    [31 * 24 * HOUR, '31 d'],
  ])('of %d ms is called %s', (length, words) => {
    expect(lengthWords({ from: 0, to: length })).toBe(words);
  });
});

describe('its ends in words', () => {
  const words = zoneWords('Europe/Helsinki', () => NOW, 'en-US');
  test.each([
    ['a week up to now', NOW - 7 * 24 * HOUR, NOW, 'Thu, Nov 19, 19:00 – Thu, Nov 26, 19:00'],
    ['an hour of today', NOW - HOUR, NOW, '18:00:00 – 19:00:00'],
    [
      'an hour of another day',
      NOW - 25 * HOUR,
      NOW - 24 * HOUR,
      'Wed, Nov 25, 18:00:00 – Wed, Nov 25, 19:00:00',
    ],
    ['over midnight', NOW - 20 * HOUR, NOW, 'Wed, Nov 25, 23:00 – Thu, Nov 26, 19:00'],
  ])('%s', (_, from, to, said) => {
    const ends = endsOf({ from, to }, words);
    expect(`${ends.from} – ${ends.to}`).toBe(said);
  });
});

describe('the times on its axis', () => {
  const offset = () => 2 * HOUR;

  test('are round on the wall clock of the place, and no more than asked for', () => {
    const ticks = ticksOf(day, 8, offset);
    expect(ticks.length).toBeLessThanOrEqual(8);
    for (const { at, step } of ticks) expect((at + 2 * HOUR) % step).toBe(0);
    expect(ticks.every(({ at }) => at >= day.from && at < day.to)).toBe(true);
  });

  test('stay round behind a change of summer time', () => {
    const change = Date.parse('2026-10-25T01:00:00Z');
    const summer = (at: number) => (at < change ? 3 : 2) * HOUR;
    const ticks = ticksOf({ from: change - 24 * HOUR, to: change + 48 * HOUR }, 4, summer);
    expect(ticks.map(({ at }) => (at + summer(at)) % (24 * HOUR))).toEqual([0, 0, 0]);
  });
});

let last = 0;
const mark = (at: number, type: EventType, who: string | null = null): Mark => ({
  id: ++last,
  at,
  type,
  who,
  reason: null,
  why: null,
});

describe('marks that lie close together', () => {
  test('are one, coloured by the most urgent of them', () => {
    const clusters = clustersOf(
      [
        mark(0, 'access.granted'),
        mark(10, 'door.opened'),
        mark(20, 'access.denied'),
        mark(500, 'door.closed'),
      ],
      100,
    );
    expect(clusters.map(({ marks, urgent }) => [marks.length, urgent.type])).toEqual([
      [3, 'access.denied'],
      [1, 'door.closed'],
    ]);
  });

  test('do not hide an alarm, and do not run on for ever', () => {
    expect(
      clustersOf([mark(0, 'door.opened'), mark(1, 'door.forced'), mark(2, 'door.closed')], 100),
    ).toHaveLength(3);
    const many = Array.from({ length: 100 }, (_, index) => mark(index * 50, 'door.opened'));
    expect(clustersOf(many, 100).length).toBeGreaterThan(10);
  });
});

describe('runs of the same', () => {
  const enter = (at: number, who: string) => [
    mark(at, 'access.granted', who),
    mark(at + 2_000, 'door.opened'),
    mark(at + 8_000, 'door.closed', who),
  ];

  test('are folded into a line that names who came', () => {
    const runs = runsOf(
      passagesOf([...enter(0, 'Anna'), ...enter(60_000, 'Ben'), ...enter(120_000, 'Anna')]),
    );
    expect(runs).toHaveLength(1);
    expect(runWords(runs[0] as (typeof runs)[0])).toBe('Came in 3 times: Anna, Ben');
  });

  test('are of one day each, and of one passage a line too', () => {
    const days = daysOf([...enter(0, 'Anna'), ...enter(60_000, 'Anna')], (at) => (at < 60_000 ? 'a' : 'b'));
    expect(days.map(({ date, at, runs }) => [date, at, runs.map(runWords)])).toEqual([
      ['a', 0, ['Came in: Anna']],
      ['b', 60_000, ['Came in: Anna']],
    ]);
  });

  test('of two are shown one by one, and an exit ends a run', () => {
    const leave = [
      mark(90_000, 'door.exit_button'),
      mark(91_000, 'door.opened'),
      mark(95_000, 'door.closed'),
    ];
    const runs = runsOf(passagesOf([...enter(0, 'Anna'), ...enter(60_000, 'Ben'), ...leave]));
    expect(runs.map(({ kind }) => kind)).toEqual(['in', 'in', 'out']);
  });

  test('never fold what was forced, refused or left open', () => {
    const forced = (at: number) => [
      mark(at, 'door.opened'),
      mark(at, 'door.forced'),
      mark(at + 9_000, 'door.closed'),
    ];
    const runs = runsOf(
      passagesOf([...forced(0), ...forced(60_000), ...forced(120_000), mark(200_000, 'access.denied')]),
    );
    expect(runs.map(({ kind }) => kind)).toEqual(['forced', 'forced', 'forced', 'other']);
    expect(runs.map(runWords)).toEqual([null, null, null, null]);
    const left = [
      mark(0, 'access.granted'),
      mark(1_000, 'door.opened'),
      mark(61_000, 'door.left_open'),
      mark(99_000, 'door.closed'),
    ];
    expect(passagesOf(left)).toEqual([{ kind: 'other', marks: left }]);
  });
});

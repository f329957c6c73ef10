import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hoursOf } from '../src/overview/hours.rules.js';
import { between, linesOf, startsOf } from '../src/overview/lines.rules.js';
import type { Shown, Status } from '../src/overview/status.rules.js';

const at = (id: number, location: string, status: Status = 'closed') =>
  ({ lock: { id, location: { id: location.length, name: location } }, status }) as unknown as Shown;
const idsOf = (shown: readonly Shown[]) => shown.map(({ lock }) => lock.id);

describe('the list of doors', () => {
  it('has no heading where all doors are at one location', () => {
    const [line, ...more] = linesOf([at(1, 'HQ'), at(2, 'HQ')], 3);
    expect(line).toMatchObject({ kind: 'doors', position: 1 });
    expect(more).toEqual([]);
  });

  it('has a heading for each location, and for what needs attention above them', () => {
    const lines = linesOf([at(3, 'Lab', 'forced'), at(1, 'HQ'), at(2, 'HQ', 'offline'), at(4, 'Lab')], 1);
    expect(
      lines.map((line) => (line.kind === 'heading' ? `${line.name} ${line.count}` : idsOf(line.shown))),
    ).toEqual(['null 1', [3], 'HQ 2', [1], [2], 'Lab 1', [4]]);
  });

  it('shows each door once, in lines of so many, numbered without a gap', () => {
    const door = fc.record({
      location: fc.constantFrom('A', 'BB', 'CCC'),
      status: fc.constantFrom<Status>('forced', 'left_open', 'offline', 'closed'),
    });
    fc.assert(
      fc.property(fc.array(door), fc.integer({ min: 1, max: 6 }), (doors, columns) => {
        const shown = doors.map(({ location, status }, index) => at(index, location, status));
        const lines = linesOf(shown, columns).filter((line) => line.kind === 'doors');
        let next = 1;
        for (const line of lines) {
          expect(line.shown.length).toBeLessThanOrEqual(columns);
          expect(line.position).toBe(next);
          next += line.shown.length;
        }
        const ids = lines.flatMap((line) => idsOf(line.shown));
        expect(ids.toSorted((a, b) => a - b)).toEqual(idsOf(shown));
      }),
    );
  });
});

describe('the lines in sight', () => {
  const lines = linesOf([at(1, 'HQ'), at(2, 'HQ'), at(3, 'Lab'), at(4, 'Lab')], 1);
  const starts = startsOf(lines);

  it('begin where the ones above end', () => {
    expect(starts).toEqual([0, 38, 124, 210, 248, 334, 420]);
    expect(startsOf([])).toEqual([0]);
  });

  it.each([
    ['all of the screen', 0, 420, [0, 6]],
    ['a line of which the last pixel is in sight', 37, 125, [0, 3]],
    ['no line that only touches the edge', 38, 124, [1, 2]],
    ['none above the list', -500, 0, [0, 0]],
    ['none below it', 420, 900, [6, 6]],
    ['none where nothing can be seen', 1, 1, [0, 0]],
  ])('are %s', (_, top, bottom, expected) => {
    expect(between(starts, top, bottom)).toEqual(expected);
  });

  it('leave out none that is in sight, and have none that is not', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 50 });
    const edge = fc.integer({ min: -200, max: 3_000 });
    fc.assert(
      fc.property(heights, edge, fc.integer({ min: 0, max: 1_000 }), (sizes, top, height) => {
        const all = [0];
        for (const size of sizes) all.push((all.at(-1) ?? 0) + size);
        const [from, to] = between(all, top, top + height);
        for (let index = 0; index < sizes.length; index++) {
          const isInSight = Math.min(all[index + 1] ?? 0, top + height) > Math.max(all[index] ?? 0, top);
          expect(index >= from && index < to).toBe(isInSight);
        }
      }),
    );
  });
});

describe('today as a line', () => {
  const midnight = Date.parse('2026-10-25T00:00:00Z');
  const bucket = (hour: number, granted: number, alarms: number) => ({
    at: new Date(midnight + hour * 3_600_000).toISOString(),
    granted,
    denied: 0,
    alarms,
    movements: 0,
    holds: 0,
    maintenance: 0,
    presence: 0,
  });

  it('counts each hour, alarms among all', () => {
    const hours = hoursOf([bucket(0, 2, 1), bucket(9, 4, 0)], midnight);
    expect(hours).toHaveLength(24);
    expect([hours[0], hours[9], hours[10]]).toEqual([
      { all: 3, alarms: 1 },
      { all: 4, alarms: 0 },
      { all: 0, alarms: 0 },
    ]);
  });

  it('keeps the 25th hour of a day on which clocks go back', () => {
    expect(hoursOf([bucket(23, 1, 0), bucket(24, 2, 0)], midnight)[23]).toEqual({ all: 3, alarms: 0 });
  });
});

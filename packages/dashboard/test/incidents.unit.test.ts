import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endOf, type Happening, incidentsOf } from '../src/alarms/incidents.rules.js';
import { spanWords, storyOf } from '../src/alarms/story.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 6, 23, 15, seconds)).toISOString();
const alarm = (
  kind: Happening['kind'],
  from: number,
  to: number | null,
  lock_id: number | null = 1,
): Happening => ({
  kind,
  lock_id,
  gateway_id: lock_id === null ? 'g' : null,
  started_at: at(from),
  ended_at: to === null ? null : at(to),
});
const clock = (time: string) => time.slice(11, 19);

describe('incidents', () => {
  it('are one for a door that was forced and then left open', () => {
    const found = incidentsOf([alarm('left_open', 60, 107), alarm('forced', 0, 107)]);
    expect(found).toHaveLength(1);
    expect(storyOf(found[0] as [Happening], clock, 0)).toBe(
      'forced 23:15:00, left open 23:16:00, open for 1 min 47 s, closed',
    );
  });

  it.each<[string, Happening[], number]>([
    ['two openings', [alarm('left_open', 200, 300), alarm('forced', 0, 107)], 2],
    ['two doors', [alarm('forced', 60, 107, 2), alarm('forced', 0, 107)], 2],
    ['forced twice', [alarm('forced', 60, 70), alarm('forced', 0, 107)], 2],
    ['a door and its gateway', [alarm('offline', 60, 70, null), alarm('forced', 0, 107)], 2],
    ['one that lasts', [alarm('left_open', 60, null), alarm('forced', 0, null)], 1],
  ])('%s', (_, alarms, count) => {
    expect(incidentsOf(alarms)).toHaveLength(count);
  });

  it('last while any of their alarms does', () => {
    expect(endOf([alarm('forced', 0, 10), alarm('left_open', 5, null)])).toBeNull();
    expect(endOf([alarm('forced', 0, 10), alarm('left_open', 5, 20)])).toBe(at(20));
  });

  it('are worded while they last', () => {
    expect(storyOf([alarm('forced', 0, null)], clock, Date.parse(at(8)))).toBe(
      'forced 23:15:00, open for 8 s, not closed yet',
    );
    expect(storyOf([alarm('offline', 0, null, null)], clock, Date.parse(at(3_700)))).toBe(
      'offline 23:15:00, for 1 h 1 min now',
    );
    expect(storyOf([alarm('offline', 0, 130, null)], clock, 0)).toBe(
      'offline 23:15:00, for 2 min 10 s, back 23:17:10',
    );
  });

  it('lose no alarm', () => {
    const one = fc
      .tuple(
        fc.constantFrom('forced', 'left_open', 'offline'),
        fc.nat(500),
        fc.option(fc.nat(500)),
        fc.nat(3),
      )
      .map(([kind, from, long, lock]) =>
        alarm(kind as Happening['kind'], from, long === null ? null : from + long, lock === 0 ? null : lock),
      );
    fc.assert(
      fc.property(fc.array(one), (alarms) => {
        const found = incidentsOf(alarms).flat();
        expect(new Set(found)).toEqual(new Set(alarms));
        expect(found).toHaveLength(alarms.length);
      }),
    );
  });
});

it.each([
  [-5, '0 s'],
  [47_999, '47 s'],
  [60_000, '1 min'],
  [107_000, '1 min 47 s'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('%d ms are %s', (length, words) => {
  expect(spanWords(length)).toBe(words);
});

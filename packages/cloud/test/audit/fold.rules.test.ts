import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Foldable, MIN_FOLDED, runsOf } from '../../src/audit/fold.rules.js';

const START = Date.parse('2026-01-07T06:00:00Z');
const ANNA = { type: 'user' as const, id: 'a', name: 'Anna' };
const BO = { type: 'user' as const, id: 'b', name: 'Bo' };

/** Entries, the newest first, each so many seconds before the one before it. */
function entries(...given: [action: string, seconds?: number, actor?: Foldable['actor']][]): Foldable[] {
  let at = START;
  return given.map(([action, seconds = 1, actor = ANNA]) => {
    at -= seconds * 1_000;
    return { at: new Date(at), actor, action };
  });
}
const lengths = (list: readonly Foldable[]) => runsOf(list).map(({ length }) => length);
const CREATE = 'person.create';

describe('entries that one act has written', () => {
  test('are one run, with those of a second kind between them', () => {
    const imported = entries([CREATE], ['key.issue'], [CREATE], ['key.issue'], [CREATE], ['key.issue']);
    expect(lengths(imported)).toEqual([6]);
  });

  test.each<[string, [string, number?, Foldable['actor']?][], number[]]>([
    ['a short one is shown entry by entry', [[CREATE], [CREATE], [CREATE]], [1, 1, 1]],
    ['four are folded', [[CREATE], [CREATE], [CREATE], [CREATE]], [4]],
    ['ten seconds still belong to it', [[CREATE], [CREATE, 10], [CREATE, 10], [CREATE, 10]], [4]],
    ['eleven do not', [[CREATE], [CREATE, 11], [CREATE], [CREATE]], [1, 1, 1, 1]],
    ['another person begins another', [[CREATE], [CREATE], [CREATE, 1, BO], [CREATE]], [1, 1, 1, 1]],
    [
      'a third kind begins another',
      [[CREATE], ['key.issue'], [CREATE], [CREATE], ['person.update'], [CREATE]],
      [4, 1, 1],
    ],
    [
      'unlocks are never folded',
      [['lock.unlock'], ['lock.unlock'], ['lock.unlock'], ['lock.unlock'], ['lock.unlock']],
      [1, 1, 1, 1, 1],
    ],
  ])('%s', (_, given, expected) => {
    expect(lengths(entries(...given))).toEqual(expected);
  });

  test('lose and reorder none', () => {
    const one = fc.tuple(
      fc.constantFrom(CREATE, 'key.issue', 'lock.unlock', 'alarm.acknowledge'),
      fc.integer({ min: 0, max: 20 }),
      fc.constantFrom(ANNA, BO),
    );
    fc.assert(
      fc.property(fc.array(one), (given) => {
        const list = entries(...given);
        const runs = runsOf(list);
        expect(runs.flat()).toEqual(list);
        for (const { length } of runs) expect(length === 1 || length >= MIN_FOLDED).toBe(true);
      }),
    );
  });
});

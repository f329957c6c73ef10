import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CAUSES, judgeNoise } from '../../src/noise/noise.rules.js';
import { replay } from '../../src/noise/replay.rules.js';
import { type Habits, type Label, live } from './year.js';

const QUIET: Habits = {
  passagesADay: 8,
  pressAfter: 0,
  slow: 0,
  bounce: 0,
  holds: 0,
  daily: null,
  forcedAYear: 2,
  leftOpenAYear: 2,
  left_open_ms: 60_000,
};
const DOORS: readonly Partial<Habits>[] = [
  {},
  { passagesADay: 2, forcedAYear: 0, leftOpenAYear: 0 },
  { passagesADay: 25, pressAfter: 0.05, forcedAYear: 8 },
  { passagesADay: 40, slow: 0.04, forcedAYear: 6 },
  { passagesADay: 30, bounce: 0.03, forcedAYear: 6 },
  { passagesADay: 30, holds: 0.03, leftOpenAYear: 10 },
  { daily: 6.2, forcedAYear: 8 },
  {
    passagesADay: 30,
    pressAfter: 0.03,
    slow: 0.02,
    bounce: 0.02,
    holds: 0.02,
    forcedAYear: 8,
    leftOpenAYear: 8,
  },
  { passagesADay: 20, pressAfter: 0.02, daily: 20.5, forcedAYear: 5, left_open_ms: 30_000 },
  { passagesADay: 15, holds: 0.05, bounce: 0.05, left_open_ms: 180_000, leftOpenAYear: 12 },
];

describe('a labelled year of ten doors', () => {
  const judged: { label: Label; cause: Label }[] = [];
  for (const seed of [7, 11, 2026])
    for (const [index, change] of DOORS.entries()) {
      const habits = { ...QUIET, ...change };
      const { events, labels } = live(seed * 100 + index, habits);
      const settings = { left_open_ms: habits.left_open_ms, window_ms: 10_000, timezone: 'Europe/Helsinki' };
      for (const { id, cause } of judgeNoise(events, settings))
        judged.push({ label: labels.get(id) as Label, cause: cause ?? 'real' });
    }
  const share = (part: typeof judged, whole: typeof judged) => part.length / whole.length;
  const labelled = (label: Label) => judged.filter((one) => one.label === label);
  const taken = (cause: Label) => judged.filter((one) => one.cause === cause);

  test('has enough of everything, the real ones too', () => {
    for (const label of [...CAUSES, 'real'] as const)
      expect([label, labelled(label).length > 150]).toEqual([label, true]);
  });

  test('nuisance is found, and what is real is not taken for it', () => {
    const isNuisance = ({ cause }: { cause: Label }) => cause !== 'real';
    const nuisance = judged.filter(({ label }) => label !== 'real');
    expect(share(nuisance.filter(isNuisance), nuisance)).toBeGreaterThanOrEqual(0.95);
    const found = judged.filter(isNuisance);
    expect(
      share(
        found.filter(({ label }) => label !== 'real'),
        found,
      ),
    ).toBeGreaterThanOrEqual(0.95);
  });

  test.each([...CAUSES, 'real'] as const)('%s: precision and recall are at least 0.95', (cause) => {
    const right = judged.filter((one) => one.label === cause && one.cause === cause);
    expect(share(right, labelled(cause))).toBeGreaterThanOrEqual(0.95);
    expect(share(right, taken(cause))).toBeGreaterThanOrEqual(0.95);
  });
});

describe('a replay', () => {
  const habits = fc.record({
    passagesADay: fc.integer({ min: 1, max: 60 }),
    pressAfter: fc.double({ min: 0, max: 0.3, noNaN: true }),
    slow: fc.double({ min: 0, max: 0.3, noNaN: true }),
    bounce: fc.double({ min: 0, max: 0.3, noNaN: true }),
    holds: fc.double({ min: 0, max: 0.3, noNaN: true }),
    daily: fc.option(fc.integer({ min: 0, max: 23 })),
    forcedAYear: fc.integer({ min: 0, max: 500 }),
    leftOpenAYear: fc.integer({ min: 0, max: 500 }),
    left_open_ms: fc.integer({ min: 1, max: 600 }).map((seconds) => seconds * 1_000),
  });

  test('with the settings of today is what was reported live', () => {
    fc.assert(
      fc.property(fc.integer(), habits, (seed, lived) => {
        const { events } = live(seed, lived, 14);
        const replayed = replay(events, { window_ms: 10_000, left_open_ms: lived.left_open_ms });
        const times = (type: string) => events.filter((one) => one.type === type).map(({ at }) => at);
        expect(replayed.forced.map(({ at }) => at)).toEqual(times('door.forced'));
        expect(replayed.left_open).toEqual(times('door.left_open'));
      }),
      { numRuns: 60 },
    );
  });

  test('with a longer window ends alarms of those who are slow, and begins none', () => {
    const { events } = live(5, { ...QUIET, passagesADay: 40, slow: 0.05, forcedAYear: 6 });
    const forcedBy = (window_ms: number) => replay(events, { window_ms, left_open_ms: 60_000 }).forced.length;
    const counts = [10_000, 12_000, 15_000, 30_000].map(forcedBy);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts[0] as number).toBeGreaterThan((counts[2] as number) * 2);
    // Real ones have no press behind them.
    expect(counts[3] as number).toBeGreaterThanOrEqual(5);
  });

  test('with a longer time until left open ends those that were just past it', () => {
    const { events } = live(6, { ...QUIET, passagesADay: 40, holds: 0.05, leftOpenAYear: 10 });
    const leftBy = (left_open_ms: number) =>
      replay(events, { window_ms: 10_000, left_open_ms }).left_open.length;
    expect(leftBy(60_000)).toBeGreaterThan(leftBy(120_000) * 5);
    expect(leftBy(120_000)).toBeGreaterThanOrEqual(9);
  });
});

import { describe, expect, test } from '@jest/globals';
import { type Outcome, runSeeds } from './crew.js';

/** Short lives: `npm run simulate` has the long ones, of other seeds each day. */
const CHAOS = { hours: 3, gateways: 4, chaos: true };
const MINUTE = 60_000;

async function outcomesOf(
  settings: typeof CHAOS & { rollbacks?: boolean; moves?: boolean },
  seeds: readonly number[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await runSeeds({ settings, seeds, workers: 2, fingerprints: true }, (outcome) => {
    outcomes.push(outcome);
    return undefined;
  });
  return outcomes.sort((a, b) => a.settings.seed - b.settings.seed);
}

describe('the real agent and the real rules in a simulated world', () => {
  test(
    'keep every promise where nothing goes wrong',
    async () => {
      const [outcome] = await outcomesOf({ ...CHAOS, chaos: false }, [1]);
      expect(outcome?.story ?? '').toBe('');
      expect(outcome?.figures.events).toBeGreaterThan(150);
    },
    MINUTE,
  );
  test(
    'keep every promise through lost links, crashes, power cuts, bad disks, wrong clocks and slow subscribers',
    async () => {
      const outcomes = await outcomesOf(CHAOS, [1, 2]);
      const broken = outcomes.filter(({ violations }) => violations > 0);
      expect(broken.map(({ story, rules }) => story ?? rules.join()).join('\n')).toBe('');
      expect(outcomes).toHaveLength(2);
    },
    2 * MINUTE,
  );
  test(
    'lose nothing and do nothing twice where the database is set back to earlier moments',
    async () => {
      const outcomes = await outcomesOf({ ...CHAOS, chaos: false, rollbacks: true }, [1, 2]);
      const broken = outcomes.filter(({ violations }) => violations > 0);
      expect(broken.map(({ story, rules }) => story ?? rules.join()).join('\n')).toBe('');
      expect(outcomes.reduce((sum, { figures }) => sum + (figures.restores ?? 0), 0)).toBeGreaterThan(1);
    },
    2 * MINUTE,
  );
  test(
    'lose nothing, do nothing twice and move no door where an account goes to another installation',
    async () => {
      const outcomes = await outcomesOf({ ...CHAOS, chaos: false, moves: true }, [1, 2, 3]);
      const broken = outcomes.filter(({ violations }) => violations > 0);
      expect(broken.map(({ story, rules }) => story ?? rules.join()).join('\n')).toBe('');
      expect(outcomes.reduce((sum, { figures }) => sum + (figures.moves ?? 0), 0)).toBe(3);
    },
    2 * MINUTE,
  );
  test(
    'live the same life twice from the same seed',
    async () => {
      const settings = { ...CHAOS, hours: 1 };
      const [[first], [second], [other]] = [
        await outcomesOf(settings, [21]),
        await outcomesOf(settings, [21]),
        await outcomesOf(settings, [22]),
      ];
      expect(first?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
      expect(second).toEqual(first);
      expect(other?.fingerprint).not.toBe(first?.fingerprint);
    },
    MINUTE,
  );
});

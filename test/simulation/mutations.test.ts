import { expect, test } from '@jest/globals';
import { runSeeds, type Told } from './crew.js';
import { MUTATIONS } from './mutations.mjs';

const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);
const SETTINGS = { hours: 6, gateways: 4, chaos: true };
/** The rest is proved by `npm run simulate -- --mutations`: here it would take too long. */
const PROVED_HERE = 10;

// Without this proof, an oracle that sees nothing would be content with everything.
test.each(MUTATIONS.slice(0, PROVED_HERE))(
  'the oracle finds out that $name',
  async ({ name }) => {
    let found: Told | null = null;
    await runSeeds(
      { settings: SETTINGS, seeds: SEEDS, workers: 2, mutation: name, stories: 0 },
      (outcome) => {
        if (outcome.violations === 0) return undefined;
        found ??= outcome;
        return 'stop';
      },
    );
    expect(found).toMatchObject({
      violations: expect.any(Number),
      rules: expect.arrayContaining([expect.any(String)]),
    });
    // It is the oracle that speaks, not a simulation that broke down.
    expect((found as Told | null)?.rules).not.toContain('the simulation itself failed');
  },
  240_000,
);

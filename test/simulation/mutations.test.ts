import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { type Outcome, runSeeds } from './crew.js';
import { MUTATIONS } from './mutations.mjs';

const SETTINGS = { hours: 6, gateways: 4, chaos: true };
const MAX_SEEDS = 200;
/** One of each world. All are proved by `npm run simulate -- --mutations`: here it would take too long. */
const PROVED_HERE = [
  ...MUTATIONS.slice(0, 1),
  ...MUTATIONS.filter(({ settings }) => settings?.rollbacks).slice(0, 1),
  ...MUTATIONS.filter(({ settings }) => settings?.moves).slice(0, 1),
];
const PROCESSES = 2;

/** By the name of the bug. */
const found = new Map<string, Promise<Outcome | null>>();

beforeAll(() => {
  const lanes: Promise<unknown>[] = Array.from({ length: PROCESSES }, () => Promise.resolve());
  for (const [index, { name, seed, settings }] of PROVED_HERE.entries()) {
    const lane = index % PROCESSES;
    const outcome = (lanes[lane] as Promise<unknown>).then(() => firstFailure(name, seed, settings));
    lanes[lane] = outcome.catch(() => null);
    found.set(name, outcome);
  }
});

async function firstFailure(
  mutation: string,
  likely: number,
  own: { rollbacks?: boolean; moves?: boolean; chaos: boolean } | undefined,
): Promise<Outcome | null> {
  let failure: Outcome | null = null;
  const others = Array.from({ length: MAX_SEEDS }, (_, index) => index + 1);
  const seeds = [likely, ...others.filter((seed) => seed !== likely)];
  await runSeeds(
    { settings: { ...SETTINGS, ...own }, seeds, workers: 1, mutation, stories: 0 },
    (outcome) => {
      if (outcome.violations === 0) return undefined;
      failure ??= outcome;
      return 'stop';
    },
  );
  return failure;
}

// Without this proof, an oracle that sees nothing would be content with everything.
test.each(PROVED_HERE)(
  'the oracle finds out that $name',
  async ({ name }) => {
    const failure = await found.get(name);
    expect(failure).toMatchObject({
      violations: expect.any(Number),
      rules: expect.arrayContaining([expect.any(String)]),
    });
    // It is the oracle that speaks, not a simulation that broke down.
    expect(failure?.rules).not.toContain('the simulation itself failed');
  },
  240_000,
);

test.each(MUTATIONS)('the sources still have the line where $name', ({ file, find }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(find);
});

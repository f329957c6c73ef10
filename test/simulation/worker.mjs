// One process of the simulation: runs the seeds that it is given, and shrinks what fails.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { MUTATIONS } from './mutations.mjs';

// Errors are part of the game here, and their stacks cost more than all else.
Error.stackTraceLimit = 0;
const mutation = process.argv[2] || null;
const mutations = MUTATIONS.filter(({ name }) => name === mutation);
if (mutation && mutations.length === 0) throw new Error(`there is no mutation "${mutation}"`);
register('./loader.mjs', import.meta.url, { data: { mutations } });
const { useLightAborts } = await import('./abort.ts');
useLightAborts();
const { simulate } = await import('./simulate.ts');
const { shrink } = await import('./shrink.ts');
const { describe, historyOf } = await import('./history.ts');

process.on('message', async ({ settings, explain, fingerprints, history }) => {
  try {
    const outcome = await simulate(settings);
    const { violations, figures, world } = outcome;
    const text = fingerprints || history ? historyOf(world) : null;
    const fingerprint = text === null ? null : createHash('sha256').update(text).digest('hex');
    if (history) writeFileSync(history, text);
    const rules = [...new Set(violations.map(({ rule }) => rule))];
    const story = violations.length > 0 && explain ? describe(await shrink(outcome)) : null;
    process.send({ settings, rules, figures, fingerprint, violations: violations.length, story });
  } catch (error) {
    process.send({
      settings,
      rules: ['the simulation itself failed'],
      figures: {},
      fingerprint: null,
      violations: 1,
      story: `seed ${settings.seed}: ${error?.name}: ${error?.message}`,
    });
  }
});
process.on('disconnect', () => process.exit());
process.send('ready');

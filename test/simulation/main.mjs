// npm run simulate -- --seed 7 --hours 24 --gateways 10 --chaos: the real agent and the real rules in a simulated
// world, watched by an oracle. With --seeds 200 as many seeds, in two processes.
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { MUTATIONS } from './mutations.mjs';

register('./loader.mjs', import.meta.url, { data: { mutations: [] } });
const { runSeeds } = await import('./crew.ts');

const HELP = `npm run simulate -- [--seed N | --seeds COUNT] [--from N] [--hours H] [--gateways G] [--chaos | --rollbacks | --moves] [--workers W] [--stories S] [--history FILE] [--mutation NAME | --mutations [--part K/N]]`;
const number = (text, least) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) fail(`${text} is not a whole number of at least ${least}`);
  return value;
};
function fail(message) {
  console.error(`${message}\n${HELP}`);
  process.exit(1);
}

let options;
try {
  const text = (fallback) => ({ type: 'string', default: fallback });
  options = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: text('1'),
      hours: text('24'),
      gateways: text('10'),
      workers: text('2'),
      stories: text('3'),
      chaos: { type: 'boolean', default: false },
      rollbacks: { type: 'boolean', default: false },
      moves: { type: 'boolean', default: false },
      history: { type: 'string' },
      mutation: { type: 'string' },
      mutations: { type: 'boolean', default: false },
      part: text('1/1'),
      help: { type: 'boolean', default: false },
    },
  }).values;
} catch (error) {
  fail(error.message);
}
if (options.seed !== undefined && options.seeds !== undefined)
  fail('--seed is one seed, --seeds so many of them: give one of the two');
if (options.history !== undefined && options.seeds !== undefined)
  fail('--history writes down one seed: name it by --seed');
if (options.help) {
  console.log(HELP);
  process.exit(0);
}

const settings = {
  hours: number(options.hours, 1),
  gateways: number(options.gateways, 1),
  chaos: options.chaos,
  rollbacks: options.rollbacks,
  moves: options.moves,
};
const first = options.seed === undefined ? number(options.from, 0) : number(options.seed, 0);
const count = number(options.seeds ?? '1', 1);
if (options.mutations) {
  process.exitCode = (await proveMutations()) ? 0 : 1;
  process.exit();
}
const seeds = Array.from({ length: count }, (_, index) => first + index);
const began = performance.now();
const failed = [];
const totals = {};
let done = 0;
const progress = setInterval(showProgress, process.stderr.isTTY ? 2_000 : 60_000);
await runSeeds(
  {
    settings,
    seeds,
    workers: number(options.workers, 1),
    stories: number(options.stories, 0),
    mutation: options.mutation,
    fingerprints: count === 1,
    history: options.history,
  },
  (outcome) => {
    done++;
    for (const [name, value] of Object.entries(outcome.figures)) totals[name] = (totals[name] ?? 0) + value;
    if (count === 1) console.log(`seed ${outcome.settings.seed}: fingerprint ${outcome.fingerprint}`);
    if (outcome.violations === 0) return;
    const { seed } = outcome.settings;
    failed.push({ seed, story: outcome.story ?? `seed ${seed}: ${outcome.rules.join('; ')}` });
    // At once, for those who wait; below by seed.
    if (count > 1) console.error(`seed ${seed} failed: ${outcome.rules.join('; ')}`);
  },
);
clearInterval(progress);
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
// What is printed here says nothing of this machine or this hour: the same seed gives the same, byte for byte.
failed.sort((a, b) => a.seed - b.seed);
for (const { story } of failed) console.log(story);
console.log(
  `${count} seeds, ${count * settings.hours * settings.gateways} gateway hours: ` +
    Object.entries(totals)
      .map(([name, value]) => `${value} ${name}`)
      .join(', '),
);
console.log(
  failed.length === 0
    ? 'every promise was kept'
    : `${failed.length} seeds failed: ${failed.map(({ seed }) => seed).join(' ')}`,
);
console.error(`${((performance.now() - began) / 1000).toFixed(1)} s`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** How far it is, for those who wait: a thousand seeds take more than an hour. */
function showProgress() {
  const left = done === 0 ? '' : `, about ${minutesLeft()} min left`;
  const line = `${done} of ${count} seeds, ${failed.length} failed${left}`;
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

function minutesLeft() {
  const spent = performance.now() - began;
  return Math.ceil(((spent / done) * (count - done)) / 60_000);
}

/** How soon each deliberate bug is found. */
async function proveMutations() {
  let all = true;
  const [part, parts] = options.part.split('/').map((each) => number(each, 1));
  const chosen = MUTATIONS.filter((_, index) => index % parts === part % parts);
  for (const { name, settings: own, seed: likely } of chosen) {
    const start = performance.now();
    let found = null;
    const others = Array.from({ length: 200 }, (_, index) => index + 1);
    const seeds = [likely, ...others.filter((seed) => seed !== likely)];
    await runSeeds(
      {
        settings: { ...settings, ...own },
        seeds,
        workers: number(options.workers, 1),
        mutation: name,
        stories: 0,
      },
      (outcome) => {
        if (outcome.violations === 0) return undefined;
        found ??= outcome;
        return 'stop';
      },
    );
    const by = found ? `seed ${found.settings.seed}: ${found.rules.join('; ')}` : 'NOT FOUND';
    console.log(`${name} (${((performance.now() - start) / 1000).toFixed(1)} s): ${by}`);
    all &&= found !== null;
  }
  return all;
}

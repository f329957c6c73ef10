// npm run fuzz [-- TARGET… --seconds N --seed N --save]: inputs from outside are made up, guided by what they reach, and
// must break nothing: no error but the declared ones, no run of over a second, no end of memory, and what a target says
// besides. First the kept corpus runs again. `--save` renews the corpus by the fewest inputs that reach as much.
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { requireFrom } from '../../scripts/tools.mjs';
import { save } from './corpus.mjs';

const HANGS_AFTER_MS = 30_000;
const MAX_MEMORY_MB = 768;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '1' },
    seed: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
});
requireFrom('fuzz');
const seed = Number(values.seed ?? Date.now() % 1_000_000);
let passed = 0;
let failed = 0;
console.log(`seed ${seed}, ${values.seconds} s each`);
for (let names = positionals; names !== null; ) names = await run(names);
console.log(`Tests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${passed + failed} total`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

/** Runs these targets, all where none is named; returns those that are left where one takes the thread down, else null. */
function run(names) {
  // The runs so far, the length of the input under way, and the input.
  const shared = new SharedArrayBuffer(1 << 16);
  const state = new Int32Array(shared, 0, 2);
  const worker = new Worker(new URL('worker.mjs', import.meta.url), {
    workerData: { names, seed, milliseconds: Number(values.seconds) * 1_000, shared },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  return new Promise((resolve) => {
    let left = names;
    let under = null;
    let seen = 0;
    let since = performance.now();
    const watch = setInterval(() => {
      const runs = Atomics.load(state, 0);
      if (runs !== seen || under === null) since = performance.now();
      seen = runs;
      if (performance.now() - since > HANGS_AFTER_MS) fell(`hangs for ${HANGS_AFTER_MS / 1_000} s`);
    }, 1_000);
    const end = (rest) => {
      clearInterval(watch);
      void worker.terminate();
      resolve(rest);
    };
    const fell = (what) => {
      report(under ?? 'start', { what, bytes: new Uint8Array(shared, 8, state[1]) });
      end(under === null || left.length === 1 ? null : left.filter((name) => name !== under));
    };
    worker.on('message', ({ all, begins, finding, name, ...result }) => {
      if (all) left = all;
      else if (begins) under = begins;
      else if (name) {
        left = left.filter((one) => one !== name);
        if (finding) report(name, finding);
        else conclude(name, result);
      } else end(null);
    });
    worker.on('error', (error) =>
      fell(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `needs more than ${MAX_MEMORY_MB} MB` : error.stack),
    );
  });
}

function conclude(name, { runs, edges, kept }) {
  passed++;
  console.log(`ok     ${name}: ${runs} inputs, ${edges} edges`);
  if (values.save) save(name, kept);
}

function report(name, { what, bytes }) {
  failed++;
  console.log(
    `FAILED ${name}: ${what}\n       input: ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`,
  );
}

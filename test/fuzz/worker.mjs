// Runs targets one after another on instrumented code, in a thread that main.mjs ends where one hangs.
import { register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { toolFile } from '../../scripts/tools.mjs';
import { root } from '../kills/place.mjs';
import { createRandom } from '../kills/random.mjs';
import { corpusOf } from './corpus.mjs';
import { attempt, Coverage, instruments, wordFrom } from './engine.mjs';
import { createMutator } from './mutate.mjs';

const { seed, milliseconds, shared } = workerData;
const current = { state: new Int32Array(shared, 0, 2), bytes: new Uint8Array(shared, 8) };

globalThis.Fuzzer = instruments;
globalThis.__jazzer_registerSourceMap = () => undefined;
register(pathToFileURL(toolFile('fuzz', '@jazzer.js/instrumentor/dist/esm-loader.mjs')), {
  data: {
    includes: [path.join(root, 'packages/'), path.join(root, 'node_modules/zod/')],
    excludes: ['/src/generated/', '/locales/'],
    coverage: false,
    seed,
  },
});
const { z } = await import('zod');
// Otherwise zod compiles its checks to code that is not instrumented.
z.config({ jitless: true });
const { targets } = await import('./targets.mjs');

const names = workerData.names.length > 0 ? workerData.names : Object.keys(targets);
const unknown = names.filter((name) => !(name in targets));
if (unknown.length > 0) throw new Error(`${unknown} is none of ${Object.keys(targets).join(', ')}`);
parentPort.postMessage({ all: names });
for (const name of names) parentPort.postMessage({ name, ...(await fuzz(name, targets[name])) });
parentPort.postMessage({});

async function fuzz(name, target) {
  parentPort.postMessage({ begins: name });
  const random = createRandom(seed);
  const coverage = new Coverage();
  const kept = [];
  let runs = 0;
  const run = async (bytes) => {
    current.bytes.set(bytes);
    current.state[1] = bytes.length;
    Coverage.reset();
    const finding = await attempt(target, bytes);
    Atomics.store(current.state, 0, ++runs);
    if (finding) return { ...finding, bytes };
    if (coverage.takesMore()) kept.push(Buffer.from(bytes));
    return null;
  };
  const words = target.words ?? [];
  const mutate = createMutator({
    random,
    others: () => random.pick(kept),
    words: () => wordFrom(random, words),
  });
  for (const bytes of [
    Buffer.alloc(0),
    ...target.seeds.map((text) => Buffer.from(text)),
    ...corpusOf(name),
  ]) {
    const finding = await run(bytes);
    if (finding) return { finding, runs, edges: coverage.reached };
  }
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    // What was found last is the least explored.
    const base = random.chance(0.5)
      ? kept[kept.length - 1 - Math.floor(random.next() ** 2 * kept.length)]
      : random.pick(kept);
    const finding = await run(mutate(base ?? Buffer.alloc(0)));
    if (finding) return { finding, runs, edges: coverage.reached };
  }
  return { runs, edges: coverage.reached, kept: await fewest(target, kept) };
}

/** The smallest inputs that together reach what all of them do. */
async function fewest(target, kept) {
  const coverage = new Coverage();
  const chosen = [];
  for (const bytes of kept.toSorted((a, b) => a.length - b.length)) {
    Coverage.reset();
    await attempt(target, bytes);
    if (coverage.takesMore()) chosen.push(bytes);
  }
  return chosen;
}

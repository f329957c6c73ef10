// Journals as a busy agent does and plays its cloud, until it is stopped. Facts go to a file, one a line, written before
// anything else happens: `had SEQ N` where the cloud has a record, `durable N` where record N was promised.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { systemClock } from '@door-access/protocol';
import { createRandom } from '../../../../test/kills/random.mjs';
import { Journal, levelStore } from '../../dist/index.js';

const [folder, facts, first, seed] = process.argv.slice(2);
const file = openSync(facts, 'a');
const say = (line) => writeSync(file, `${line}\n`);
const random = createRandom(Number(seed));
const below = (max) => Math.floor(random.next() * max);
const BOOT = '00000000-0000-4000-8000-00000000000b';
const stamp = () => ({ boot: BOOT, mono_ms: 0, at: new Date(0).toISOString(), clock: 'local' });
const journal = await Journal.open({
  home: levelStore(folder),
  clock: systemClock,
  newId: randomUUID,
  owner: 'gateway',
  log: { info: () => undefined, warn: (line) => say(`warning ${line}`) },
  stamp,
});
say(`journal ${journal.id}`);
process.on('exit', () => closeSync(file));
// The process that cuts the power is gone.
process.stdin.on('end', () => process.exit()).resume();

/** The cloud takes some at a time, is slow at times, and is away at others. */
async function drain() {
  const never = new AbortController().signal;
  for (;;) {
    const batch = await journal.next({ records: below(20) + 1, bytes: 60_000 }, never);
    for (const { seq, json } of batch.entries) say(`had ${seq} ${JSON.parse(json).n ?? 'gap'}`);
    journal.forget(batch);
    if (below(40) === 0) await systemClock.sleep(below(300));
    else if (below(3) === 0) await systemClock.sleep(1);
  }
}

async function write(lane) {
  for (let n = Number(first) + lane; ; n += 3) {
    const padding = 'x'.repeat(below(8) === 0 ? below(3000) : below(100));
    const record = { ...stamp(), door: 1, kind: 'contact', state: 'open', snapshot: false, n, padding };
    const fate = await journal.append([record], [{ key: `lane/${lane}`, value: String(n) }]);
    if (fate === 'durable') say(`durable ${n}`);
    if (below(30) === 0) await systemClock.sleep(below(20));
  }
}

// The cloud's session message.
const had = [...readFileSync(facts, 'utf8').matchAll(/^had (\d+) /gm)].map(([, seq]) => Number(seq));
journal.cloudHas([{ journal: journal.id, last_seq: Math.max(0, ...had) }]);
void drain();
for (const lane of [0, 1, 2]) void write(lane);

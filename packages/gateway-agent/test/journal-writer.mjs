// Appends numbered records as fast as it can and plays the cloud, until it is killed. One line to stdout for each
// fact: `durable N` once record N is promised, `sent SEQ N` for what a cloud would have had, `id UUID` at the start.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { systemClock } from '@door-access/protocol';
import { Journal, levelStore } from '../dist/index.js';

const [folder, first, mode] = process.argv.slice(2);
const say = (line) => writeSync(1, `${line}\n`);
const stamp = () => ({ boot: randomUUID(), mono_ms: 0, at: new Date(0).toISOString(), clock: 'local' });
const log = { info: () => undefined, warn: (line) => say(`warning ${line}`) };
const journal = await Journal.open({
  home: levelStore(folder),
  clock: systemClock,
  newId: randomUUID,
  owner: 'gateway',
  log,
  stamp,
});
say(`id ${journal.id}`);
for (const [name, value] of journal.notes('number/')) say(`noted ${name.slice(7)} ${value}`);

async function send() {
  for (;;) {
    const batch = await journal.next({ records: 7, bytes: 60_000 }, new AbortController().signal);
    for (const { seq, json } of batch.entries) say(`sent ${seq} ${JSON.parse(json).n ?? 'gap'}`);
    journal.forget(batch);
    if (mode === 'drain' && journal.depth === 0) {
      await journal.close();
      say('drained');
      process.exit(0);
    }
  }
}

async function write(offset) {
  for (let n = Number(first) + offset; ; n += 3) {
    const fate = await journal.append(
      [{ ...stamp(), door: 1, kind: 'contact', state: 'open', snapshot: false, n }],
      [{ key: `number/${offset}`, value: String(n) }],
    );
    if (fate === 'durable') say(`durable ${n}`);
  }
}

void send();
if (mode === 'drain') {
  if (journal.depth === 0) process.exit(0);
} else for (const offset of [0, 1, 2]) void write(offset);

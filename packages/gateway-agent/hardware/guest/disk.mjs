// Journals on a disk until the machine loses power; at each start it reports everything that the disk has kept.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { systemClock } from '../../../protocol/dist/clock.js';
import { Journal } from '../../dist/journal/journal.js';
import { levelStore } from '../../dist/journal/level/level-store.js';

const say = (name, value = {}) => writeSync(1, `@${name} ${JSON.stringify(value)}\n`);
const BOOT = randomUUID();
const stamp = () => ({ boot: BOOT, mono_ms: 0, at: new Date(0).toISOString(), clock: 'local' });
const log = { info: () => undefined, warn: (line) => say('warning', { line }) };
const journal = await Journal.open({
  home: levelStore('/data/journal'),
  clock: systemClock,
  newId: randomUUID,
  log,
  stamp,
});
say('journal', { id: journal.id, depth: journal.depth, last: journal.lastSeq });
while (journal.depth > 0) {
  const batch = await journal.next({ records: 100, bytes: 60_000 }, new AbortController().signal);
  for (const { seq, json } of batch.entries) say('had', { seq, n: JSON.parse(json).n ?? 'gap' });
  journal.forget(batch);
}
say('ready');
let n = journal.lastSeq * 1000;
for (;;) {
  const burst = Array.from({ length: 1 + Math.floor(Math.random() * 5) }, () => ++n);
  const records = burst.map((each) => ({
    ...stamp(),
    door: 1,
    kind: 'contact',
    state: 'open',
    snapshot: false,
    n: each,
    padding: 'x'.repeat(Math.random() * 2000),
  }));
  if ((await journal.append(records)) === 'durable') say('durable', { first: burst[0], last: burst.at(-1) });
}

// Opens the journals that it is given, as a restarted agent does; damage may end it, and then it is started again.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { systemClock } from '@door-access/protocol';
import { Journal, levelStore } from '../../dist/index.js';

const BOOT = '00000000-0000-4000-8000-00000000000c';
const stamp = () => ({ boot: BOOT, mono_ms: 0, at: new Date(0).toISOString(), clock: 'local' });

process.on('message', async ({ folder, fresh, cloudHas }) => {
  const said = [];
  const began = performance.now();
  const journal = await Journal.open({
    home: levelStore(path.join(folder, 'journal')),
    clock: systemClock,
    newId: randomUUID,
    owner: 'gateway',
    log: { info: () => undefined, warn: (line) => said.push(line) },
    stamp,
  });
  const openMs = performance.now() - began;
  const fates = [];
  for (const n of fresh) {
    const record = { ...stamp(), door: 1, kind: 'contact', state: 'open', snapshot: false, n };
    fates.push(await journal.append([record]));
  }
  // The cloud's session message.
  journal.cloudHas([cloudHas]);
  const records = [];
  while (journal.depth > 0) {
    const batch = await Promise.race([
      journal.next({ records: 100, bytes: 60_000 }, new AbortController().signal),
      systemClock.sleep(5000).then(() => null),
    ]);
    if (batch === null) break;
    for (const { json } of batch.entries) records.push({ journal: batch.journal, ...JSON.parse(json) });
    journal.forget(batch);
  }
  const left = journal.depth;
  await journal.close();
  process.send({ said, openMs, fates, records, left });
});

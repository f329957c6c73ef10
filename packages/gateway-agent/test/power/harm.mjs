// What a loss of power, or a card that lies about its writes, does to a journal's files.
import { readdirSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Does one harm, chosen by chance, to the files in the folder. `loss` is what it may cost of what was promised: nothing;
 * something, which must be reported; or something that leaves no trace on the disk.
 */
export function harm(folder, facts, random) {
  const { name, loss, harm: doIt } = random.pick(KINDS);
  const otherwise = doIt(folder, facts, random);
  return { name, loss: otherwise ?? loss };
}

const below = (random, max) => Math.floor(random.next() * Math.max(1, max));

/** The newest log, and how much of it is promised: all up to the last record whose promise was given, or that was sent. */
export function newestLog(folder, { newest }) {
  const name = readdirSync(folder)
    .filter((each) => each.endsWith('.log'))
    .sort()
    .at(-1);
  if (!name) return null;
  const file = path.join(folder, name);
  const bytes = readFileSync(file);
  // What else is in the same batch is promised with the record.
  const last = batchesOf(bytes).findLast(({ data }) => newest.some((n) => data.includes(`"n":${n},`)));
  return { file, bytes, promised: last?.end ?? 0 };
}

/** The log's batches, put together again where a block's edge divides them, each with where it ends. */
function batchesOf(bytes) {
  const batches = [];
  let parts = [];
  for (let at = 0; at + 7 <= bytes.length; ) {
    const left = 32_768 - (at % 32_768);
    if (left < 7) {
      at += left;
      continue;
    }
    const type = bytes[at + 6];
    if (type === 0) break;
    const end = at + 7 + bytes.readUInt16LE(at + 4);
    // 1 is whole, 2 the first part, 3 a middle one, 4 the last.
    if (type <= 2) parts = [];
    parts.push(bytes.subarray(at + 7, end));
    if (end <= bytes.length && (type === 1 || type === 4)) batches.push({ end, data: Buffer.concat(parts) });
    at = end;
  }
  return batches;
}

function flip(file, random, from, bits) {
  const bytes = readFileSync(file);
  if (bytes.length === 0) return;
  for (let bit = 0; bit < bits; bit++) {
    const at = from + below(random, bytes.length - from);
    bytes[at] ^= 1 << below(random, 8);
  }
  writeFileSync(file, bytes);
}

const KINDS = [
  { name: 'killed', loss: 'none', harm: () => undefined },
  {
    name: 'torn',
    loss: 'none',
    harm(folder, facts, random) {
      const log = newestLog(folder, facts);
      if (log) truncateSync(log.file, log.promised + below(random, log.bytes.length - log.promised + 1));
    },
  },
  {
    name: 'torn, zeros behind',
    loss: 'none',
    harm(folder, facts, random) {
      const log = newestLog(folder, facts);
      if (!log) return;
      const from = log.promised + below(random, log.bytes.length - log.promised + 1);
      const kept = log.bytes.subarray(0, from);
      writeFileSync(
        log.file,
        Buffer.concat([kept, Buffer.alloc(log.bytes.length - from + below(random, 9000))]),
      );
    },
  },
  {
    name: 'bits of the tail flipped',
    loss: 'reported',
    harm(folder, facts, random) {
      const log = newestLog(folder, facts);
      if (log) flip(log.file, random, Math.max(0, log.bytes.length - 4096), 1 + below(random, 8));
    },
  },
  {
    name: 'rubbish behind the tail',
    loss: 'reported',
    harm(folder, facts, random) {
      const log = newestLog(folder, facts);
      const rubbish = Buffer.from(Array.from({ length: 1 + below(random, 5000) }, () => below(random, 256)));
      if (log) writeFileSync(log.file, Buffer.concat([log.bytes, rubbish]));
    },
  },
  {
    name: 'promised writes missing',
    loss: 'silent',
    harm(folder, _facts, random) {
      const name = readdirSync(folder)
        .filter((each) => each.endsWith('.log'))
        .sort()
        .at(-1);
      if (name)
        truncateSync(path.join(folder, name), below(random, statSync(path.join(folder, name)).size + 1));
    },
  },
  {
    name: 'bits of any file flipped',
    loss: 'reported',
    harm(folder, _facts, random) {
      const name = random.pick(
        readdirSync(folder)
          .filter((each) => each !== 'LOCK')
          .sort(),
      );
      flip(path.join(folder, name), random, 0, 1 + below(random, 8));
    },
  },
  {
    name: 'a file missing',
    loss: 'reported',
    harm(folder, _facts, random) {
      const names = readdirSync(folder).sort();
      const name = random.pick(names);
      unlinkSync(path.join(folder, name));
      // While the log before it is still there, LevelDB has not yet named the newest one anywhere.
      const logs = names.filter((each) => each.endsWith('.log'));
      return logs.length > 1 && name === logs.at(-1) ? 'silent' : undefined;
    },
  },
];

// What a loss of power, or a card that lies about its writes, does to a journal's files.
import { readdirSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Does one harm, chosen by chance, to the files in the folder. `loss` is what it may cost of what was promised: nothing;
 * something, which has to be told; or what nobody can know of, as the disk took it away without a trace.
 */
export function harm(folder, facts, random) {
  const { name, loss, harm: doIt } = random.pick(KINDS);
  doIt(folder, facts, random);
  return { name, loss };
}

const below = (random, most) => Math.floor(random.next() * Math.max(1, most));

/** The newest log, and how much of it is promised: all up to the last record whose promise was given, or that was sent. */
function newestLog(folder, { newest }) {
  const name = readdirSync(folder)
    .filter((each) => each.endsWith('.log'))
    .sort()
    .at(-1);
  if (!name) return null;
  const file = path.join(folder, name);
  const bytes = readFileSync(file);
  const at = Math.max(...newest.map((n) => bytes.lastIndexOf(`"n":${n},`)));
  // The record ends with its padding; what follows in the same batch is promised with it, and is kept as well.
  const end = at < 0 ? 0 : bytes.indexOf('"}', at) + 2;
  return { file, bytes, promised: Math.min(bytes.length, endOfBatch(bytes, end)) };
}

/** End of the log's record that holds this position. */
function endOfBatch(bytes, position) {
  for (let at = 0; at + 7 <= bytes.length; ) {
    const left = 32_768 - (at % 32_768);
    if (left < 7) at += left;
    else {
      const length = bytes.readUInt16LE(at + 4);
      const type = bytes[at + 6];
      at += 7 + length;
      if (at >= position && (type === 1 || type === 4)) return at;
      if (type === 0) break;
    }
  }
  return bytes.length;
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
    loss: 'told',
    harm(folder, facts, random) {
      const log = newestLog(folder, facts);
      if (log) flip(log.file, random, Math.max(0, log.bytes.length - 4096), 1 + below(random, 8));
    },
  },
  {
    name: 'rubbish behind the tail',
    loss: 'told',
    harm(folder, facts, random) {
      const log = newestLog(folder, facts);
      const rubbish = Buffer.from(Array.from({ length: 1 + below(random, 5000) }, () => below(random, 256)));
      if (log) writeFileSync(log.file, Buffer.concat([log.bytes, rubbish]));
    },
  },
  {
    name: 'promised writes missing',
    loss: 'untold',
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
    loss: 'told',
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
    loss: 'told',
    harm(folder, _facts, random) {
      unlinkSync(path.join(folder, random.pick(readdirSync(folder).sort())));
    },
  },
];

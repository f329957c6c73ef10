import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { unseal } from '../sealed.js';
import { readLog } from './level-log.js';
import { numbers, readTable, type Version } from './level-table.js';

/*
 * Builds a new store from all sound data of a damaged one. LevelDB's own repair aborts the process on some kinds of
 * damage, and drops a whole table if its index is damaged.
 */

const WRITE_SIZE = 500;
const HEADER = 12;
const salvagedOf = (folder: string): string => `${folder}.salvaged`;
const replacedOf = (folder: string): string => `${folder}.replaced`;

/** Replaces the damaged store once everything is on disk. */
export async function salvage(folder: string): Promise<void> {
  const target = salvagedOf(folder);
  rmSync(target, { recursive: true, force: true });
  const level = new ClassicLevel<string, string>(target, { writeBufferSize: 1 << 20, cacheSize: 1 << 20 });
  await level.open();
  try {
    // Where each key was found last: values are read a second time, as they may not fit in memory.
    const newest = new Map<string, number>();
    for (const { key, sequence } of versionsIn(folder))
      if (sequence >= (newest.get(key) ?? 0)) newest.set(key, sequence);
    const batch: { type: 'put'; key: string; value: string }[] = [];
    for (const { key, value, sequence } of versionsIn(folder)) {
      if (value === null || sequence !== newest.get(key)) continue;
      batch.push({ type: 'put', key, value });
      if (batch.length === WRITE_SIZE) await level.batch(batch.splice(0));
    }
    // Syncing the last record syncs all before it in the log.
    await level.batch(batch.splice(0), { sync: true });
  } finally {
    await level.close();
  }
  // Each a single step, so that a power cut leaves either the old store or the new one whole.
  renameSync(folder, replacedOf(folder));
  renameSync(target, folder);
  rmSync(replacedOf(folder), { recursive: true, force: true });
}

/** A salvage interrupted by a power cut: a complete one is used, an incomplete one starts anew. */
export function finishSalvage(folder: string): void {
  const target = salvagedOf(folder);
  if (existsSync(target) && !existsSync(folder)) renameSync(target, folder);
  for (const left of [target, replacedOf(folder)]) rmSync(left, { recursive: true, force: true });
}

function* versionsIn(folder: string): Generator<Version> {
  for (const name of readdirSync(folder).sort()) {
    const isLog = name.endsWith('.log');
    if (!isLog && !/\.(ldb|sst)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    // Without its footer the index of a table looks like a block of entries, but its values carry no seal.
    for (const version of isLog ? readBatches(bytes) : readTable(bytes))
      if (version.value === null || unseal(version.key, version.value) !== null) yield version;
  }
}

/** A batch: the sequence of its first change and their count, then each: its kind, its key and, where it sets it, its value. */
function* readBatches(log: Buffer): Generator<Version> {
  for (const bytes of readLog(log).batches) {
    const batch = Buffer.from(bytes);
    if (batch.length < HEADER) continue;
    const first = Number(batch.readBigUInt64LE(0));
    let at = HEADER;
    const text = () => {
      const [size = 0, taken = 0] = numbers(batch.subarray(at), 1);
      at += taken + size;
      return batch.toString('utf8', at - size, at);
    };
    for (let change = 0; at < batch.length; change++) {
      const isSet = batch[at++] === 1;
      yield { key: text(), value: isSet ? text() : null, sequence: first + change };
    }
  }
}

import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { systemClock, toTimestamp } from '@door-access/protocol';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Journal, type NewRecord } from '../src/journal/journal.js';
import { isInUse } from '../src/journal/level/level-folder.js';
import { levelStore } from '../src/journal/level/level-store.js';
import { recordKey, recordsAfter } from '../src/journal/load.js';
import { listLog } from './world.js';

const WRITER = fileURLToPath(new URL('journal-writer.mjs', import.meta.url));
const record = (mono_ms: number, padding = ''): NewRecord => ({
  boot: `00000000-0000-4000-8000-00000000000b${padding}`,
  mono_ms,
  at: toTimestamp(0),
  clock: 'local',
  door: 1,
  kind: 'contact',
  state: 'open',
  snapshot: false,
});

let folder: string;
let log: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-journal-'));
  log = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (place = join(folder, 'journal'), maxWaiting = 1000): Promise<Journal> =>
  Journal.open({
    home: levelStore(place),
    clock: systemClock,
    newId: randomUUID,
    owner: 'gateway',
    log: listLog(log),
    stamp: () => ({ boot: randomUUID(), mono_ms: 0, at: toTimestamp(0), clock: 'local' }),
    maxWaiting,
  });

async function everything(journal: Journal) {
  const all: { seq: number; kind: string; mono_ms: number; from_seq?: number; to_seq?: number }[] = [];
  while (journal.depth > 0) {
    const batch = await journal.next({ records: 100, bytes: 60_000 }, new AbortController().signal);
    all.push(...batch.entries.map(({ json }) => JSON.parse(json)));
    journal.forget(batch);
  }
  return all;
}

/** Runs the writer until it has said so many lines, then kills it. */
function runWriter(first: number, lines: number, mode = 'write'): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, join(folder, 'journal'), String(first), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      if (said.length === lines) child.kill('SIGKILL');
    });
    child.once('close', () => resolve(said));
  });
}

test('killed at eight random moments, the journal loses nothing it promised and gives no number twice', async () => {
  const moments = fc.sample(fc.integer({ min: 2, max: 400 }), { numRuns: 8 });
  const said: string[] = [];
  let first = 0;
  for (const lines of moments) {
    said.push(...(await runWriter(first, lines)));
    first += 100_000;
  }
  said.push(...(await runWriter(first, Number.POSITIVE_INFINITY, 'drain')));
  const words = said.map((line) => line.split(' '));
  const of = (what: string) => words.filter(([word]) => word === what);
  expect(of('warning')).toEqual([]);
  expect(new Set(of('id').map(([, id]) => id)).size).toBe(1);
  const cloud = new Map<string, string>();
  for (const [, seq = '', n = ''] of of('sent')) {
    expect(cloud.get(seq) ?? n).toBe(n);
    cloud.set(seq, n);
  }
  const reported = new Set(cloud.values());
  for (const [, n] of of('durable')) expect(reported.has(n as string)).toBe(true);
  expect([...cloud.keys()].map(Number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: cloud.size }, (_, index) => index + 1),
  );
  // A note is never older or newer than the record that it was written with.
  for (const [, , n] of of('noted')) expect(reported.has(n as string)).toBe(true);
}, 60_000);

test('a second journal on the same folder is refused', async () => {
  const journal = await open();
  await expect(open()).rejects.toThrow('another agent already runs on');
  await journal.close();
});

(process.platform === 'linux' ? test : test.skip)(
  'whether a journal is in use is seen without touching it',
  async () => {
    expect(isInUse(join(folder, 'journal'))).toBe(false);
    const journal = await open();
    expect(isInUse(join(folder, 'journal'))).toBe(true);
    await journal.close();
    expect(isInUse(join(folder, 'journal'))).toBe(false);
  },
);

function newestFile(ending: RegExp): string {
  const names = readdirSync(join(folder, 'journal')).filter((name) => ending.test(name));
  return join(folder, 'journal', names.sort().at(-1) as string);
}

test('a record torn by a loss of power is dropped, and the journal goes on without a gap', async () => {
  const first = await open();
  await first.append([record(1)]);
  await first.append([record(2)]);
  await first.close();
  const file = newestFile(/\.log$/);
  truncateSync(file, statSync(file).size - 5);
  const second = await open();
  await second.append([record(3)]);
  expect((await everything(second)).map(({ seq, mono_ms }) => [seq, mono_ms])).toEqual([
    [1, 1],
    [2, 3],
  ]);
  await second.close();
});

test('a store whose manifest is gone is repaired, and the numbers jump', async () => {
  const first = await open();
  await first.append([record(1), record(2)]);
  await first.close();
  unlinkSync(newestFile(/^MANIFEST/));
  const second = await open();
  expect(second.id).toBe(first.id);
  await second.append([record(3)]);
  const records = await everything(second);
  expect(records.map(({ kind }) => kind)).toEqual(['contact', 'contact', 'gap', 'contact']);
  expect(records[3]?.seq).toBeGreaterThan(1_000_000);
  expect(log.join()).toContain('has been repaired');
  await second.close();
});

test('a store of rubbish is set aside and a new journal begun', async () => {
  const first = await open();
  for (let index = 0; index < 50; index++) await first.append([record(index)]);
  await first.close();
  for (const name of readdirSync(join(folder, 'journal'))) {
    const file = openSync(join(folder, 'journal', name), 'r+');
    writeSync(file, Buffer.alloc(Math.max(64, statSync(join(folder, 'journal', name)).size), 0xa5), 0);
    closeSync(file);
  }
  const second = await open();
  expect(second.id).not.toBe(first.id);
  expect(await second.append([record(1)])).toBe('durable');
  expect(readdirSync(folder)).toContain('journal.damaged-1');
  await second.close();
});

test('a damaged store is kept as it was, and of many such copies the newest', async () => {
  for (let damage = 0; damage < 5; damage++) {
    const journal = await open();
    await journal.append([record(damage)]);
    await journal.close();
    unlinkSync(newestFile(/^MANIFEST/));
  }
  const journal = await open();
  expect(
    readdirSync(folder)
      .filter((name) => name.includes('damaged'))
      .sort(),
  ).toEqual(['journal.damaged-3', 'journal.damaged-4', 'journal.damaged-5']);
  await journal.close();
});

test('a store that ends the process is repaired after some starts, and one that does not is trusted', async () => {
  const first = await open();
  for (let index = 0; index < 50; index++) await first.append([record(index)]);
  await first.close();
  // As processes leave it that ended soon after they had opened the store.
  writeFileSync(join(folder, 'journal.opening'), '7');
  const trusted = await open();
  expect(trusted.depth).toBe(50);
  expect(log).toEqual([]);
  await trusted.close();
  const [table] = readdirSync(join(folder, 'journal')).filter((name) => name.endsWith('.ldb'));
  const file = openSync(join(folder, 'journal', table as string), 'r+');
  writeSync(file, Buffer.alloc(200, 0xa5), 0, 200, 100);
  closeSync(file);
  writeFileSync(join(folder, 'journal.opening'), '7');
  const repaired = await open();
  expect(log.join()).toMatch(/has been repaired|was set aside/);
  expect(await repaired.append([record(51)])).toBe('durable');
  await repaired.close();
  expect(readdirSync(folder)).not.toContain('journal.opening');
});

const canMount = process.getuid?.() === 0 && process.platform === 'linux';
(canMount ? test : test.skip)(
  'on a disk that is really full the journal waits, and reports a gap once there is room',
  async () => {
    const mount = join(folder, 'small');
    mkdirSync(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mount]);
    try {
      const journal = await open(join(mount, 'journal'), 20);
      await journal.append([record(1)]);
      const ballast = openSync(join(mount, 'ballast'), 'w');
      try {
        for (;;) writeSync(ballast, Buffer.alloc(4096));
      } catch {
        // Full.
      }
      closeSync(ballast);
      const fates = new Set<string>();
      for (let index = 0; index < 200; index++)
        fates.add(await journal.append([record(index, 'x'.repeat(2000))]));
      expect([...fates].sort()).toEqual(expect.arrayContaining(['kept', 'lost']));
      const tookAgain = new Promise<void>((resolve) => {
        const push = log.push.bind(log);
        log.push = (line: string) => {
          if (line.includes('takes records again')) resolve();
          return push(line);
        };
      });
      unlinkSync(join(mount, 'ballast'));
      await tookAgain;
      await journal.append([record(999)]);
      const records = await everything(journal);
      const gap = records.find(({ kind }) => kind === 'gap');
      expect(gap?.seq).toBe((gap?.to_seq ?? 0) + 1);
      expect(records.at(-1)?.mono_ms).toBe(999);
      let expected = 1;
      for (const { seq, kind, from_seq } of records) {
        expect(kind === 'gap' ? from_seq : seq).toBe(expected);
        expected = seq + 1;
      }
      await journal.close();
    } finally {
      execFileSync('umount', [mount]);
    }
  },
  30_000,
);

test('a folder that cannot be written does not keep the agent from starting', async () => {
  writeFileSync(join(folder, 'file'), '');
  const journal = await open(join(folder, 'file', 'journal'));
  expect(await journal.append([record(1)])).toBe('kept');
  await journal.close();
});

describe('a journal of many tables, ten of them damaged', () => {
  const RECORDS = 6000;
  /** What is done to each, and how much of it may be lost. */
  const harms: [string, (bytes: Buffer) => Buffer, number][] = [
    [
      'with a hole in the middle',
      (bytes) => bytes.fill(0xa5, bytes.length >> 1, (bytes.length >> 1) + 4096),
      0.05,
    ],
    ['zeroed in the middle', (bytes) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 4096), 0.05],
    ['without their index', (bytes) => bytes.fill(0xa5, bytes.length - 200), 0.05],
    ['cut in half', (bytes) => bytes.subarray(0, bytes.length >> 1), 0.55],
  ];

  test.each(harms)('%s: all that is sound is kept', async (_name, harm, lost) => {
    const home = levelStore(join(folder, 'journal'));
    const { store } = await home.open();
    await store.write([{ key: 'm/journal', value: 'the-journal' }], { sync: true });
    for (let from = 0; from < RECORDS; from += 100)
      await store.write(
        Array.from({ length: 100 }, (_each, index) => ({
          key: recordKey(from + index + 1),
          value: JSON.stringify({ seq: from + index + 1, padding: randomBytes(2400).toString('base64') }),
        })),
        { sync: false },
      );
    await store.write([{ key: recordKey(RECORDS), value: null }], { sync: true });
    await store.close();
    const tables = readdirSync(join(folder, 'journal')).filter((name) => name.endsWith('.ldb'));
    const damaged = tables.sort().slice(0, 10);
    expect(damaged).toHaveLength(10);
    const perTable = RECORDS / tables.length;
    for (const name of damaged) {
      const file = join(folder, 'journal', name);
      writeFileSync(file, harm(readFileSync(file)));
    }
    const { store: opened, repaired } = await home.open({ repair: true });
    const records = await opened.entries(recordsAfter(0));
    await opened.close();
    expect(repaired).toBe(true);
    expect(records.every(([, value]) => value !== null)).toBe(true);
    expect(records.map(([key]) => key)).not.toContain(recordKey(RECORDS));
    expect(records.length).toBeGreaterThan(RECORDS - damaged.length * perTable * lost);
  });
});

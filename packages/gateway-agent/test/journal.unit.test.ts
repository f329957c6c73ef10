import { TestClock, toTimestamp } from '@door-access/protocol';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MemoryDisk } from '../../../test/memory-disk.js';
import { type Batch, Journal, type JournalOptions, type NewRecord } from '../src/journal/journal.js';
import { StoreLockedError } from '../src/journal/store.js';
import { listLog } from './world.js';

const BOOT = '00000000-0000-4000-8000-00000000000b';
const record = (mono_ms: number): NewRecord => ({
  boot: BOOT,
  mono_ms,
  at: toTimestamp(mono_ms),
  clock: 'local',
  door: 1,
  kind: 'contact',
  state: 'open',
  snapshot: false,
});

let disk: MemoryDisk;
let clock: TestClock;
let ids: number;
let log: string[];

beforeEach(() => {
  disk = new MemoryDisk();
  clock = new TestClock();
  ids = 0;
  log = [];
});

let current: Journal | undefined;
const open = async (options: Partial<JournalOptions> = {}): Promise<Journal> => {
  current = await Journal.open(withDefaults(options));
  return current;
};
const withDefaults = (options: Partial<JournalOptions>): JournalOptions => ({
  home: disk,
  clock,
  newId: () => `journal-${++ids}`,
  log: listLog(log),
  stamp: () => ({ boot: BOOT, mono_ms: 0, at: toTimestamp(0), clock: 'local' }),
  ...options,
});

/** After power loss: what was open is gone, and what was not synced. */
const reopen = (options: Partial<JournalOptions> = {}): Promise<Journal> => {
  current?.kill();
  disk.losePower();
  return open(options);
};

async function batch(journal: Journal, records = 100, bytes = 60_000): Promise<Batch> {
  return journal.next({ records, bytes }, new AbortController().signal);
}
const contents = ({ entries }: Batch) => entries.map(({ json }) => JSON.parse(json));
const numbers = ({ entries }: Batch) => entries.map(({ seq }) => seq);

describe('numbers', () => {
  test('seq rises by one from 1, in the order of appending', async () => {
    const journal = await open();
    await Promise.all([journal.append([record(1)]), journal.append([record(2), record(3)])]);
    expect(contents(await batch(journal)).map(({ seq, mono_ms }) => [seq, mono_ms])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  test('a restart after power loss goes on where it was, with everything durable still there', async () => {
    const first = await open();
    expect(await first.append([record(1), record(2)])).toBe('durable');
    const second = await reopen();
    expect(second.id).toBe(first.id);
    await second.append([record(3)]);
    expect(numbers(await batch(second))).toEqual([1, 2, 3]);
  });

  test('numbers are never given twice, even where everything was acknowledged before the restart', async () => {
    const first = await open();
    await first.append([record(1), record(2)]);
    first.forget(await batch(first));
    await first.close();
    const second = await open();
    expect(second.depth).toBe(0);
    await second.append([record(3)]);
    expect(numbers(await batch(second))).toEqual([3]);
  });

  test('what was acknowledged but not forgotten on disk is sent again under its old numbers', async () => {
    const first = await open();
    await first.append([record(1)]);
    disk.gate = () => new Promise(() => undefined);
    first.forget(await batch(first));
    disk.gate = async () => undefined;
    const second = await reopen();
    expect(contents(await batch(second))).toMatchObject([{ seq: 1, mono_ms: 1 }]);
  });
});

describe('group commit', () => {
  test('everything appended while a write is under way shares the next synced write', async () => {
    const journal = await open();
    const before = disk.syncs;
    let go: () => void = () => undefined;
    disk.gate = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    const first = journal.append([record(0)]);
    await clock.advance(0);
    const rest = Promise.all(Array.from({ length: 50 }, (_, index) => journal.append([record(index + 1)])));
    disk.gate = async () => undefined;
    go();
    await Promise.all([first, rest]);
    expect(disk.syncs - before).toBe(2);
  });

  test('a record and a note that belong together are on disk together or not at all', async () => {
    const journal = await open();
    await journal.append([record(1)], [{ key: 'command/a', value: 'done' }]);
    void journal.append([record(2)], [{ key: 'command/b', value: 'done' }]);
    disk.kill();
    const second = await reopen();
    expect(second.notes('command/')).toEqual([['command/a', 'done']]);
    expect(numbers(await batch(second))).toEqual([1]);
  });

  test('forgetting costs no synced write', async () => {
    const journal = await open();
    await journal.append([record(1)]);
    const before = disk.syncs;
    journal.forget(await batch(journal));
    await clock.advance(0);
    expect(disk.keys().filter((key) => key.startsWith('r/'))).toEqual([]);
    expect(disk.syncs).toBe(before);
  });
});

describe('reading', () => {
  test('a batch keeps to its number of records and bytes, and never is empty', async () => {
    const journal = await open();
    await journal.append(Array.from({ length: 250 }, (_, index) => record(index)));
    expect((await batch(journal)).entries).toHaveLength(100);
    const { entries } = await batch(journal, 100, 1000);
    const size = entries.reduce((sum, { json }) => sum + json.length + 1, 0);
    expect(size).toBeLessThanOrEqual(1000);
    expect((await batch(journal, 100, 1)).entries).toHaveLength(1);
  });

  test('a long backlog is read from disk in order, batch after batch', async () => {
    const journal = await open();
    for (let index = 0; index < 3; index++) {
      await journal.append(Array.from({ length: 600 }, (_, one) => record(index * 600 + one)));
    }
    const seen: number[] = [];
    while (journal.depth > 0) {
      const next = await batch(journal);
      seen.push(...numbers(next));
      journal.forget(next);
    }
    expect(seen).toEqual(Array.from({ length: 1800 }, (_, index) => index + 1));
  });

  test('a reader waits until there is something, and an abort ends the wait', async () => {
    const journal = await open();
    const waiting = batch(journal);
    await journal.append([record(1)]);
    expect(numbers(await waiting)).toEqual([1]);
    journal.forget(await waiting);
    const giveUp = new AbortController();
    const aborted = journal.next({ records: 1, bytes: 1000 }, giveUp.signal);
    giveUp.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
  });

  test('a record damaged on disk is left out and does not spoil the others', async () => {
    const first = await open();
    await first.append([record(1), record(2), record(3)]);
    await first.close();
    const { store } = await disk.open();
    await store.write([{ key: 'r/0000000000000002', value: '{"se' }], { sync: true });
    const second = await reopen();
    expect(numbers(await batch(second))).toEqual([1, 3]);
    expect(log.join()).toContain('record 2 is damaged');
  });
});

describe('no room', () => {
  test('while the disk refuses, appending does not wait for it, and nothing is lost once it takes writes again', async () => {
    const journal = await open();
    await journal.append([record(1)]);
    disk.full = true;
    expect(await journal.append([record(2)])).toBe('kept');
    expect(await journal.append([record(3)])).toBe('kept');
    disk.full = false;
    await clock.advance(1000);
    expect(contents(await batch(journal)).map(({ kind, mono_ms }) => [kind, mono_ms])).toEqual([
      ['contact', 1],
      ['contact', 2],
      ['contact', 3],
    ]);
  });

  test('what finds no room in memory either is told as a gap whose number follows what was lost', async () => {
    const journal = await open({ maxWaiting: 2 });
    disk.full = true;
    await journal.append([record(1)]);
    await journal.append([record(2)]);
    expect(await journal.append([record(3)])).toBe('lost');
    expect(await journal.append([record(4), record(5)])).toBe('lost');
    disk.full = false;
    await clock.advance(1000);
    await journal.append([record(6)]);
    expect(contents(await batch(journal))).toMatchObject([
      { seq: 1, kind: 'contact' },
      { seq: 2, kind: 'contact' },
      { seq: 6, kind: 'gap', door: null, from_seq: 3, to_seq: 5 },
      { seq: 7, kind: 'contact', mono_ms: 6 },
    ]);
  });

  test('beyond its bound the journal keeps the old and tells the new as a gap, once there is room', async () => {
    const journal = await open({ maxRecords: 3 });
    await journal.append([record(1), record(2), record(3)]);
    expect(await journal.append([record(4)])).toBe('lost');
    expect(await journal.append([record(5)])).toBe('lost');
    const full = await batch(journal);
    expect(numbers(full)).toEqual([1, 2, 3]);
    journal.forget(full);
    expect(contents(await batch(journal))).toMatchObject([{ seq: 6, kind: 'gap', from_seq: 4, to_seq: 5 }]);
  });

  test('a gap not told before a restart is told after it', async () => {
    const first = await open({ maxRecords: 1 });
    await first.append([record(1)]);
    await first.append([record(2)]);
    const second = await reopen();
    expect(contents(await batch(second))).toMatchObject([
      { seq: 1, kind: 'contact' },
      { seq: 3, kind: 'gap', from_seq: 2, to_seq: 2 },
    ]);
  });

  test('notes are kept even where records find no room', async () => {
    const first = await open({ maxRecords: 1 });
    await first.append([record(1)]);
    await first.append([record(2)], [{ key: 'command/a', value: 'done' }]);
    expect((await reopen()).note('command/a')).toBe('done');
  });

  test('a disk that is full at the very start does not keep the agent from starting', async () => {
    disk.full = true;
    const journal = await open();
    expect(await journal.append([record(1)])).toBe('kept');
    disk.full = false;
    await clock.advance(1000);
    expect(numbers(await batch(journal))).toEqual([1]);
    expect(journal.id).toMatch(/^journal-\d+$/);
  });

  test('trouble is said once when it begins and once when it ends', async () => {
    const journal = await open();
    disk.full = true;
    await journal.append([record(1)]);
    await clock.advance(60_000);
    disk.full = false;
    await clock.advance(10_000);
    expect(log).toEqual([
      expect.stringContaining('No space left'),
      expect.stringContaining('takes records again'),
    ]);
  });
});

describe('damage', () => {
  test('one journal has one agent', async () => {
    await open();
    await expect(open()).rejects.toThrow(StoreLockedError);
  });

  test('after a repair numbers start far above what was found, as some may be gone that the cloud has had', async () => {
    const first = await open();
    await first.append([record(1)]);
    disk.damaged = true;
    const second = await reopen();
    await second.append([record(2)]);
    expect(second.id).toBe(first.id);
    expect(contents(await batch(second))).toMatchObject([
      { seq: 1 },
      { kind: 'gap', from_seq: 2, to_seq: 1_000_001, seq: 1_000_002 },
      { seq: 1_000_003, mono_ms: 2 },
    ]);
  });

  test('a crash right after a repair does not undo the jump', async () => {
    const first = await open();
    await first.append([record(1)]);
    disk.damaged = true;
    await reopen();
    const third = await reopen();
    await third.append([record(2)]);
    expect(contents(await batch(third)).at(-2)).toMatchObject({ kind: 'gap', to_seq: 1_000_001 });
  });

  test('a journal beyond repair is set aside, and a new one with a new id begun', async () => {
    const first = await open();
    await first.append([record(1)]);
    disk.hopeless = true;
    const second = await reopen();
    expect(second.id).not.toBe(first.id);
    await second.append([record(2)]);
    // How much was lost nobody knows, so the gap is as short as one can be.
    expect(contents(await batch(second))).toMatchObject([
      { seq: 2, kind: 'gap', from_seq: 1, to_seq: 1 },
      { seq: 3, mono_ms: 2 },
    ]);
    expect(log.join()).toContain('set aside');
  });

  test('numbers that the cloud has, but the disk has lost, are not given again', async () => {
    const first = await open();
    await first.append([record(1), record(2)]);
    first.forget(await batch(first));
    await first.append([record(3)]);
    // The disk forgets all of it but its beginning, though it had promised.
    current?.kill();
    disk.losePower();
    const store = (await disk.open()).store;
    await store.write(
      [...disk.keys().filter((key) => key.startsWith('r/')), 'm/forgotten'].map((key) => ({
        key,
        value: null,
      })),
      { sync: true },
    );
    await store.close();
    const second = await open();
    await second.append([record(4), record(5)]);
    second.cloudHas(second.id, 3);
    await second.append([record(6)]);
    const records = contents(await batch(second));
    expect(records.map(({ kind, mono_ms }) => (kind === 'gap' ? kind : mono_ms))).toEqual(['gap', 4, 5, 6]);
    expect(records[0].seq).toBe(records[0].to_seq + 1);
    for (const { seq } of records) expect(seq).toBeGreaterThan(3);
    expect(second.depth).toBe(4);
    // Heard again, it is no news.
    second.cloudHas(second.id, 3);
    expect(contents(await batch(second))).toEqual(records);
  });

  test('what the cloud has because it was sent since the start is no loss', async () => {
    const journal = await open();
    await journal.append([record(1), record(2)]);
    // Taken by the cloud; the acknowledgement was lost.
    await batch(journal);
    journal.cloudHas(journal.id, 2);
    expect(numbers(await batch(journal))).toEqual([1, 2]);
  });

  /** Numbers that only someone else can have used. */
  const FORGED = Number.MAX_SAFE_INTEGER - 1;

  test('a journal whose numbers someone else has used up is replaced by a new one with all unsent records', async () => {
    const first = await open();
    await first.append([record(1), record(2)]);
    first.forget(await batch(first, 1));
    const before = first.id;
    first.cloudHas(before, FORGED);
    await first.append([record(3)], [{ key: 'met', value: 'yes' }]);
    const sent = await batch(first);
    expect(first.id).not.toBe(before);
    expect(contents(sent).map(({ seq, mono_ms }) => [seq, mono_ms])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    // An acknowledgement of the old journal is ignored.
    first.cloudHas(before, FORGED);
    const second = await reopen();
    expect([second.id, second.note('met'), second.depth]).toEqual([first.id, 'yes', 2]);
    second.forget(await batch(second));
    await second.append([record(4)]);
    expect(numbers(await batch(second))).toEqual([3]);
  });

  test('a new journal waits for a disk that refuses writes, without losing records', async () => {
    const journal = await open();
    await journal.append([record(1)]);
    disk.full = true;
    journal.cloudHas(journal.id, FORGED);
    await clock.advance(5_000);
    disk.full = false;
    await clock.advance(20_000);
    expect(contents(await batch(journal)).map(({ seq, mono_ms }) => [seq, mono_ms])).toEqual([[1, 1]]);
    expect(journal.id).not.toBe('journal-1');
  });

  test('a journal whose numbers were already used up is replaced at the start', async () => {
    await open();
    current?.kill();
    disk.losePower();
    const store = (await disk.open()).store;
    const gap = { seq: FORGED + 1, boot: BOOT, mono_ms: 1, at: toTimestamp(1), clock: 'local', door: null };
    const poisoned = { ...gap, kind: 'gap', from_seq: 4, to_seq: FORGED };
    const edge = { ...record(5), seq: FORGED + 2 };
    await store.write(
      [poisoned, edge].map((one) => ({ key: `r/${one.seq}`, value: JSON.stringify(one) })),
      { sync: true },
    );
    await store.close();
    const journal = await open();
    expect(contents(await batch(journal)).map(({ seq, mono_ms }) => [seq, mono_ms])).toEqual([[1, 5]]);
  });

  test('a journal beyond repair on a full disk is begun anew once there is room', async () => {
    const first = await open();
    disk.hopeless = true;
    disk.full = true;
    const second = await reopen();
    const fate = second.append([record(2)]);
    await clock.advance(5_000);
    disk.full = false;
    await clock.advance(20_000);
    expect(await fate).toBe('kept');
    expect(second.id).not.toBe(first.id);
    expect(contents(await batch(second))).toMatchObject([{ seq: 1, mono_ms: 2 }]);
  });
});

type Step = 'append' | 'full' | 'room' | 'power' | 'send' | 'tick';
test('whatever happens to disk and power, the cloud loses nothing durable, sees no number twice, and every hole is told', async () => {
  const steps = fc.array(
    fc.constantFrom<Step>('append', 'append', 'append', 'full', 'room', 'power', 'send', 'tick'),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      disk = new MemoryDisk();
      clock = new TestClock();
      const options = { maxWaiting: 3, maxRecords: 8 };
      let journal = await open(options);
      let count = 0;
      const durable = new Set<number>();
      /** What the cloud holds of each number. */
      const cloud = new Map<number, string>();
      const send = async () => {
        if (journal.depth === 0) return;
        const giveUp = new AbortController();
        const next = journal.next({ records: 2, bytes: 10_000 }, giveUp.signal).catch(() => null);
        await clock.advance(0);
        giveUp.abort(new Error('nothing durable'));
        const sent = await next;
        if (!sent) return;
        for (const { seq, json } of sent.entries) {
          expect(cloud.get(seq) ?? json).toBe(json);
          cloud.set(seq, json);
        }
        journal.forget(sent);
      };
      for (const step of sequence) {
        if (step === 'append') {
          const mono = ++count;
          void journal.append([record(mono)]).then((fate) => fate === 'durable' && durable.add(mono));
        } else if (step === 'full') disk.full = true;
        else if (step === 'room') disk.full = false;
        else if (step === 'tick') await clock.advance(11_000);
        else if (step === 'send') await send();
        else {
          disk.full = false;
          journal = await reopen(options);
        }
      }
      disk.full = false;
      await clock.advance(11_000);
      for (let round = 0; journal.depth > 0 && round < 100; round++) await send();
      expect(journal.depth).toBe(0);
      const records = [...cloud].sort(([a], [b]) => a - b).map(([, json]) => JSON.parse(json));
      const told = new Set(records.map(({ mono_ms }) => mono_ms));
      for (const mono of durable) expect(told.has(mono)).toBe(true);
      let expected = 1;
      for (const { seq, kind, from_seq, to_seq } of records) {
        if (kind === 'gap') {
          expect(from_seq).toBe(expected);
          expect(seq).toBe(to_seq + 1);
        } else expect(seq).toBe(expected);
        expected = seq + 1;
      }
    }),
    { numRuns: 300 },
  );
});

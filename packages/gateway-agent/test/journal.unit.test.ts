import { TestClock, toTimestamp } from '@door-access/protocol';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MemoryDisk } from '../../../test/memory-disk.js';
import { type Batch, Journal, type JournalOptions } from '../src/journal/journal.js';
import { soundRecords } from '../src/journal/records.js';
import { StoreLockedError } from '../src/journal/store.js';
import { BOOT, listLog, record } from './world.js';

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
  owner: 'gateway',
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
    expect(disk.keys()).toContain('m/forgotten');
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

  test('a record whose number is damaged on disk is passed once, and does not hold up those behind it', async () => {
    const { store } = await disk.open();
    const sound = JSON.stringify({ seq: 4, ...record(4) });
    await store.write(
      [
        { key: 'r/0000000000000004', value: sound },
        { key: 'r/00000000000p0003', value: sound },
      ],
      { sync: true },
    );
    const damaged: string[] = [];
    const note = (key: string) => {
      if (damaged.push(key) > 3) throw new Error('passed again and again');
    };
    expect((await soundRecords(store, 0, 1, note)).map(({ seq }) => seq)).toEqual([4]);
    expect(await soundRecords(store, 4, 1, note)).toEqual([]);
    expect(damaged).toEqual(['r/00000000000p0003']);
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

  test('records without room in memory are reported as a gap whose number follows what was lost', async () => {
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

  test('beyond its bound the journal keeps the old records and reports the new as a gap, once there is room', async () => {
    const journal = await open({ maxRecords: 3 });
    await journal.append([record(1), record(2), record(3)]);
    expect(await journal.append([record(4)])).toBe('lost');
    expect(await journal.append([record(5)])).toBe('lost');
    const full = await batch(journal);
    expect(numbers(full)).toEqual([1, 2, 3]);
    journal.forget(full);
    expect(contents(await batch(journal))).toMatchObject([{ seq: 6, kind: 'gap', from_seq: 4, to_seq: 5 }]);
  });

  test('a gap not reported before a restart is reported after it', async () => {
    const first = await open({ maxRecords: 1 });
    await first.append([record(1)]);
    await first.append([record(2)]);
    const second = await reopen();
    const full = await batch(second);
    expect(numbers(full)).toEqual([1]);
    second.forget(full);
    expect(contents(await batch(second))).toMatchObject([{ seq: 3, kind: 'gap', from_seq: 2, to_seq: 2 }]);
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

describe('a disk that refuses', () => {
  const sendAll = async (journal: Journal) => {
    const sent = await batch(journal);
    journal.forget(sent);
    return contents(sent);
  };

  test('records in memory are sent and forgotten, and their numbers go on once the disk takes records again', async () => {
    const journal = await open();
    await journal.append([record(1)]);
    disk.full = true;
    await journal.append([record(2)]);
    await journal.append([record(3)]);
    expect((await sendAll(journal)).map(({ seq }) => seq)).toEqual([1]);
    expect((await sendAll(journal)).map(({ seq }) => seq)).toEqual([2, 3]);
    expect([journal.depth, journal.refusing]).toEqual([0, true]);
    await journal.append([record(4)]);
    disk.full = false;
    await clock.advance(10_000);
    await journal.append([record(5)]);
    expect((await sendAll(journal)).map(({ seq, mono_ms }) => [seq, mono_ms])).toEqual([
      [4, 4],
      [5, 5],
    ]);
    await clock.advance(0);
    await journal.close();
    const second = await open();
    expect(second.depth).toBe(0);
    await second.append([record(6)]);
    expect(numbers(await batch(second))).toEqual([6]);
  });

  test('records that only the disk has are sent before those in memory', async () => {
    const first = await open();
    await first.append([record(1), record(2)]);
    const journal = await reopen();
    disk.full = true;
    await journal.append([record(3)]);
    expect((await sendAll(journal)).map(({ seq }) => seq)).toEqual([1, 2]);
    expect((await sendAll(journal)).map(({ seq }) => seq)).toEqual([3]);
  });

  test('a process that ends loses what was in memory only: a gap is reported, and no number is given twice', async () => {
    const first = await open();
    first.cloudHas([]);
    await first.append([record(1)]);
    disk.full = true;
    await first.append([record(2), record(3)]);
    await sendAll(first);
    expect(numbers(await batch(first))).toEqual([2, 3]);
    disk.full = false;
    const second = await reopen();
    await second.append([record(4)]);
    second.cloudHas([{ journal: second.id, last_seq: 3 }]);
    // Its acknowledgement was in memory only: it is sent again under its old number, and the cloud ignores it.
    const [again, ...reported] = await sendAll(second);
    expect(again).toMatchObject({ seq: 1, mono_ms: 1 });
    expect(reported).toMatchObject([{ kind: 'gap' }, { kind: 'contact', mono_ms: 4 }]);
    for (const { seq } of reported) expect(seq).toBeGreaterThan(3);
  });

  test('what the cloud had from memory is not given again either where the disk still refuses after a restart', async () => {
    const first = await open();
    first.cloudHas([]);
    await first.append([record(1)]);
    await sendAll(first);
    await first.close();
    const second = await open();
    disk.full = true;
    await second.append([record(4)]);
    second.cloudHas([{ journal: second.id, last_seq: 3 }]);
    const reported = await sendAll(second);
    expect(reported.map(({ kind }) => kind)).toEqual(['gap', 'contact']);
    for (const { seq } of reported) expect(seq).toBeGreaterThan(3);
    disk.full = false;
    await clock.advance(10_000);
    await second.append([record(5)]);
    expect((await sendAll(second))[0].seq).toBe(reported[1].seq + 1);
  });

  /** The cloud has records 2 and 3, which were in memory only and are lost. */
  const forgetful = async (): Promise<string> => {
    const journal = await open();
    journal.cloudHas([]);
    await journal.append([record(1)]);
    await sendAll(journal);
    disk.full = true;
    await journal.append([record(2), record(3)]);
    await sendAll(journal);
    disk.full = false;
    return journal.id;
  };
  const drain = async (journal: Journal) => {
    const reported: { seq: number; kind: string; mono_ms: number }[] = [];
    while (journal.depth > 0) reported.push(...(await sendAll(journal)));
    return reported;
  };

  test('what a start wrote that the cloud never heard is not taken for what had its numbers before', async () => {
    const id = await forgetful();
    const unheard = await reopen();
    await unheard.append([record(4)]);
    await unheard.append([record(5)]);
    const journal = await reopen();
    await journal.append([record(6)]);
    journal.cloudHas([{ journal: id, last_seq: 3 }]);
    const reported = await drain(journal);
    const edges = reported
      .filter(({ kind }) => kind === 'contact')
      .map(({ seq, mono_ms }) => [seq > 3, mono_ms]);
    expect(edges.filter(([, mono]) => mono !== 1)).toEqual([
      [true, 4],
      [true, 5],
      [true, 6],
    ]);
  });

  test('what went out after the cloud was heard keeps its number, whenever the power goes', async () => {
    const id = await forgetful();
    const unheard = await reopen();
    await unheard.append([record(4)]);
    const heard = await reopen();
    heard.cloudHas([{ journal: id, last_seq: 3 }]);
    const sent = await batch(heard);
    const journal = await reopen();
    journal.cloudHas([{ journal: id, last_seq: sent.entries.at(-1)?.seq ?? 0 }]);
    expect(await drain(journal)).toEqual(contents(sent));
  });

  test('a start whose first session finds all in order sends nothing before it could not be mistaken later', async () => {
    const first = await open();
    await first.append([record(1)]);
    first.cloudHas([]);
    // The disk is slow; the cloud must not get records that a later start could not know to be sent.
    let go: () => void = () => undefined;
    disk.gate = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    let isSent = false;
    const sent = batch(first).then((one) => {
      isSent = true;
      return one;
    });
    await clock.advance(1000);
    expect(isSent).toBe(false);
    disk.gate = async () => undefined;
    go();
    const [entry] = (await sent).entries;
    const second = await reopen();
    second.cloudHas([{ journal: second.id, last_seq: 1 }]);
    expect((await batch(second)).entries).toEqual([entry]);
  });

  test('what a start has on disk before its first session waits for the disk, or a later start would send it twice', async () => {
    const first = await open();
    await first.append([record(1)]);
    disk.full = true;
    first.cloudHas([]);
    let isSent = false;
    const sent = batch(first).then((one) => {
      isSent = true;
      return one;
    });
    await clock.advance(60_000);
    expect(isSent).toBe(false);
    disk.full = false;
    await clock.advance(10_000);
    expect(numbers(await sent)).toEqual([1]);
  });

  test('a renumbered record is sent once, however often the cloud reports its position until the disk accepts it', async () => {
    const id = await forgetful();
    const unheard = await reopen();
    await unheard.append([record(4)]);
    const journal = await reopen();
    disk.full = true;
    for (let session = 0; session < 3; session++) {
      journal.cloudHas([{ journal: id, last_seq: 3 }]);
      await clock.advance(20_000);
    }
    await journal.append([record(5)]);
    disk.full = false;
    await clock.advance(10_000);
    const reported = (await drain(journal)).filter(({ seq }) => seq > 3);
    expect(reported.map(({ kind, mono_ms }) => (kind === 'gap' ? kind : mono_ms))).toEqual(['gap', 4, 5]);
  });

  test('what the cloud has of a journal counts for it too where its disk could be read only later', async () => {
    const id = await forgetful();
    current?.kill();
    disk.losePower();
    disk.refusesToOpen = true;
    const journal = await open();
    await journal.append([record(4)]);
    expect(journal.id).not.toBe(id);
    journal.cloudHas([{ journal: id, last_seq: 3 }]);
    disk.refusesToOpen = false;
    await clock.advance(10_000);
    expect(journal.id).toBe(id);
    await journal.append([record(5)]);
    const reported = (await drain(journal)).filter(({ mono_ms }) => mono_ms > 3);
    expect(reported.map(({ seq, mono_ms }) => [seq > 3, mono_ms])).toEqual([
      [true, 4],
      [true, 5],
    ]);
  });

  test('a record under way from memory is not sent again under the number of another journal', async () => {
    const first = await open();
    first.cloudHas([]);
    await first.append([record(1)]);
    await sendAll(first);
    current?.kill();
    disk.losePower();
    disk.refusesToOpen = true;
    const journal = await open();
    await journal.append([record(2)]);
    const underWay = await batch(journal);
    disk.refusesToOpen = false;
    await clock.advance(30_000);
    await journal.append([record(3)]);
    journal.forget(underWay);
    await clock.advance(30_000);
    expect((await drain(journal)).map(({ mono_ms }) => mono_ms).filter((mono) => mono > 1)).toEqual([3]);
    expect([journal.id, journal.refusing]).toEqual([first.id, false]);
  });

  test('a cloud that does not say how far it has a journal gets nothing from memory', async () => {
    const journal = await open();
    journal.cloudHas(undefined);
    disk.full = true;
    await journal.append([record(1)]);
    let isSent = false;
    const sent = batch(journal).then((one) => {
      isSent = true;
      return one;
    });
    await clock.advance(1000);
    expect(isSent).toBe(false);
    disk.full = false;
    await clock.advance(10_000);
    expect(numbers(await sent)).toEqual([1]);
  });

  test('from the start begins a journal in memory, which goes on when the disk takes records', async () => {
    disk.full = true;
    const journal = await open();
    await journal.append([record(1)]);
    expect(await sendAll(journal)).toMatchObject([{ seq: 1 }]);
    const { id } = journal;
    disk.full = false;
    await clock.advance(1000);
    expect(await journal.append([record(2)])).toBe('durable');
    expect(journal.id).toBe(id);
    expect(await sendAll(journal)).toMatchObject([{ seq: 2, mono_ms: 2 }]);
  });

  test('records lost for want of memory are reported as a gap as soon as the cloud has taken the rest', async () => {
    const journal = await open({ maxWaiting: 2 });
    disk.full = true;
    await journal.append([record(1), record(2)]);
    expect(await journal.append([record(3)])).toBe('lost');
    await sendAll(journal);
    expect(await sendAll(journal)).toMatchObject([{ seq: 4, kind: 'gap', from_seq: 3, to_seq: 3 }]);
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
    // The number of lost records is unknown, so the gap is as short as possible.
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
    // The disk loses all but the beginning, contrary to its promise.
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
    second.cloudHas([{ journal: second.id, last_seq: 3 }]);
    await second.append([record(6)]);
    const records = contents(await batch(second));
    expect(records.map(({ kind, mono_ms }) => (kind === 'gap' ? kind : mono_ms))).toEqual(['gap', 4, 5, 6]);
    expect(records[0].seq).toBe(records[0].to_seq + 1);
    for (const { seq } of records) expect(seq).toBeGreaterThan(3);
    expect(second.depth).toBe(4);
    // A repeat changes nothing.
    second.cloudHas([{ journal: second.id, last_seq: 3 }]);
    expect(contents(await batch(second))).toEqual(records);
  });

  test('what the cloud has because it was sent since the start is no loss', async () => {
    const journal = await open();
    await journal.append([record(1), record(2)]);
    // Received by the cloud; the acknowledgement was lost.
    await batch(journal);
    journal.cloudHas([{ journal: journal.id, last_seq: 2 }]);
    expect(numbers(await batch(journal))).toEqual([1, 2]);
  });

  /** Numbers that only someone else can have used. */
  const FORGED = Number.MAX_SAFE_INTEGER - 1;

  test('a journal whose numbers someone else has used up is replaced by a new one with all unsent records', async () => {
    const first = await open();
    await first.append([record(1), record(2)]);
    first.forget(await batch(first, 1));
    const before = first.id;
    first.cloudHas([{ journal: before, last_seq: FORGED }]);
    await first.append([record(3)], [{ key: 'met', value: 'yes' }]);
    const sent = await batch(first);
    expect(first.id).not.toBe(before);
    expect(contents(sent).map(({ seq, mono_ms }) => [seq, mono_ms])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    // An acknowledgement of the old journal is ignored.
    first.cloudHas([{ journal: before, last_seq: FORGED }]);
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
    journal.cloudHas([{ journal: journal.id, last_seq: FORGED }]);
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
test('whatever happens to disk and power, the cloud loses nothing durable, sees no number twice, and every hole is reported', async () => {
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
      /** The cloud speaks first in every session; a start may end before it has one. */
      let isHeard = false;
      let count = 0;
      const durable = new Set<number>();
      /** The cloud's record of each number. */
      const cloud = new Map<number, string>();
      const send = async () => {
        if (journal.depth === 0) return;
        if (!isHeard) journal.cloudHas([{ journal: journal.id, last_seq: Math.max(0, ...cloud.keys()) }]);
        isHeard = true;
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
          isHeard = false;
        }
      }
      disk.full = false;
      await clock.advance(11_000);
      for (let round = 0; journal.depth > 0 && round < 100; round++) await send();
      expect(journal.depth).toBe(0);
      const records = [...cloud].sort(([a], [b]) => a - b).map(([, json]) => JSON.parse(json));
      const reported = new Set(records.map(({ mono_ms }) => mono_ms));
      for (const mono of durable) expect(reported.has(mono)).toBe(true);
      const edges = records.filter(({ kind }) => kind !== 'gap').map(({ mono_ms }) => mono_ms);
      expect(edges).toEqual([...new Set(edges)]);
      let expected = 1;
      for (const { seq, kind, from_seq, to_seq } of records) {
        if (kind === 'gap') {
          // The disk may have lost what the cloud had from memory.
          expect(from_seq).toBeLessThanOrEqual(expected);
          expect(seq).toBe(to_seq + 1);
        } else expect(seq).toBe(expected);
        expected = seq + 1;
      }
    }),
    { numRuns: 300 },
  );
});

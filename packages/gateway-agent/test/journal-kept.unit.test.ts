import { TestClock, toTimestamp } from '@door-access/protocol';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MemoryDisk } from '../../../test/memory-disk.js';
import { type Batch, Journal, type JournalOptions } from '../src/journal/journal.js';
import { BOOT, listLog, record } from './world.js';

const DAY_MS = 24 * 3_600_000;

let disk: MemoryDisk;
let clock: TestClock;
let log: string[];
let now: number;
beforeEach(() => {
  disk = new MemoryDisk();
  clock = new TestClock();
  log = [];
  now = 0;
});

const open = (options: Partial<JournalOptions> = {}): Promise<Journal> =>
  Journal.open({
    home: disk,
    clock,
    newId: () => 'journal-1',
    owner: 'gateway',
    log: listLog(log),
    stamp: () => ({ boot: BOOT, mono_ms: 0, at: toTimestamp(now), clock: 'synced' }),
    ...options,
  });

const batch = (journal: Journal, records = 100): Promise<Batch> =>
  journal.next({ records, bytes: 60_000 }, new AbortController().signal);
const numbers = ({ entries }: Batch) => entries.map(({ seq }) => seq);
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Appends so many records, and the cloud acknowledges each hundred. */
async function acknowledged(journal: Journal, records: number): Promise<void> {
  for (let done = 0; done < records; done += 100) {
    await journal.append(Array.from({ length: Math.min(100, records - done) }, (_, index) => record(index)));
    journal.forget(await batch(journal));
    await clock.advance(0);
  }
}

/** All that is sent until a number has been. */
async function sentUntil(journal: Journal, last: number, records = 100): Promise<number[]> {
  const sent: number[] = [];
  while (sent.at(-1) !== last) {
    const next = await batch(journal, records);
    sent.push(...numbers(next));
    journal.forget(next);
  }
  return sent;
}
const kept = () => disk.keys().filter((key) => key.startsWith('r/')).length;
const says = (last_seq: number, journal = 'journal-1') => [{ journal, last_seq }];

describe('a cloud that has less than it once had', () => {
  test('gets everything after what it has again, in order, and then what is new', async () => {
    const journal = await open();
    await acknowledged(journal, 250);
    journal.cloudHas(says(130));
    await journal.append([record(1), record(2)]);
    expect(await sentUntil(journal, 252)).toEqual(upTo(252, 131));
    expect(journal.depth).toBe(0);
  });

  test('gets all that is kept where it does not name the journal', async () => {
    const journal = await open();
    await acknowledged(journal, 120);
    journal.cloudHas(says(7, 'another'));
    expect(await sentUntil(journal, 120)).toEqual(upTo(120));
  });

  test('gets it after a restart of the gateway too, and after a loss of power', async () => {
    const first = await open();
    first.cloudHas([]);
    await acknowledged(first, 50);
    // With this synced write goes all that was written before it.
    await first.append([record(51)]);
    first.kill();
    disk.losePower();
    const second = await open();
    second.cloudHas(says(20));
    expect(await sentUntil(second, 51)).toEqual(upTo(51, 21));
  });

  test('gets the rest again where the connection broke while it was sent', async () => {
    const journal = await open();
    await acknowledged(journal, 90);
    journal.cloudHas(says(0));
    journal.forget(await batch(journal, 30));
    await batch(journal, 30);
    journal.cloudHas(says(30));
    expect(await sentUntil(journal, 90)).toEqual(upTo(90, 31));
  });

  test('may be set back once more while it gets it', async () => {
    const journal = await open();
    await acknowledged(journal, 90);
    journal.cloudHas(says(60));
    journal.forget(await batch(journal, 10));
    journal.cloudHas(says(5));
    expect(await sentUntil(journal, 90)).toEqual(upTo(90, 6));
  });

  test('gets nothing again where it has everything, does not say, or says it within a connection', async () => {
    const journal = await open();
    await acknowledged(journal, 40);
    journal.cloudHas(says(40));
    journal.cloudHas(undefined);
    journal.cloudHas(says(10), false);
    await journal.append([record(41)]);
    expect(numbers(await batch(journal))).toEqual([41]);
  });

  test('does not keep new records waiting for a disk that refuses', async () => {
    const journal = await open();
    await acknowledged(journal, 40);
    disk.full = true;
    await journal.append([record(41)]);
    await clock.advance(0);
    journal.cloudHas(says(10));
    expect(numbers(await batch(journal))).toEqual([41]);
  });

  test('gets no records of the gateway that this machine was before', async () => {
    const first = await open({ owner: 'another gateway' });
    await acknowledged(first, 40);
    await first.close();
    const second = await open();
    second.cloudHas([]);
    await second.append([record(41)]);
    expect(numbers(await batch(second))).toEqual([41]);
    await clock.advance(0);
    expect(kept()).toBe(1);
    await second.close();
    const third = await open();
    third.cloudHas([]);
    expect(numbers(await batch(third))).toEqual([41]);
  });

  test('whatever the moments of acknowledgements, restarts and set-backs, it ends with every number', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('append' as const), records: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ do: fc.constant('send' as const), records: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ do: fc.constant('lose the acknowledgement' as const) }),
      fc.record({ do: fc.constant('restart' as const) }),
      fc.record({ do: fc.constant('set back' as const), to: fc.integer({ min: 0, max: 99 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        disk = new MemoryDisk();
        let journal = await open();
        /** As a cloud takes them: above its mark, and what it skips is a hole. */
        let has: number[] = [];
        let appended = 0;
        const mark = () => has.at(-1) ?? 0;
        const connect = () => journal.cloudHas(mark() > 0 ? says(mark()) : []);
        const send = async (records: number, isAcknowledged = true) => {
          const aborted = new AbortController();
          const next = journal.next({ records, bytes: 60_000 }, aborted.signal).catch(() => null);
          for (let turn = 0; turn < 20; turn++) await clock.advance(0);
          aborted.abort(new Error('nothing to send'));
          const sent = await next;
          if (!sent) return false;
          has.push(...numbers(sent).filter((seq) => seq > mark()));
          if (isAcknowledged) journal.forget(sent);
          return true;
        };
        connect();
        for (const one of steps) {
          if (one.do === 'append') {
            await journal.append(Array.from({ length: one.records }, (_, index) => record(index)));
            appended += one.records;
          } else if (one.do === 'send') await send(one.records);
          else if (one.do === 'lose the acknowledgement') {
            await send(10, false);
            connect();
          } else if (one.do === 'restart') {
            await journal.close();
            journal = await open();
            connect();
          } else {
            has = has.slice(0, Math.floor((has.length * one.to) / 100));
            connect();
          }
        }
        while (await send(100));
        expect(has).toEqual(upTo(appended));
        await journal.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe('how much is kept', () => {
  test('keeping costs no synced write, and appending writes as often as without it', async () => {
    const journal = await open();
    await journal.append([record(1)]);
    const before = disk.syncs;
    journal.forget(await batch(journal));
    await clock.advance(0);
    expect([kept(), disk.syncs]).toEqual([1, before]);
  });

  test('what was acknowledged more than seven days ago goes, segment by segment', async () => {
    const journal = await open();
    await acknowledged(journal, 1000);
    now += 4 * DAY_MS;
    await acknowledged(journal, 300);
    expect(kept()).toBe(1300);
    now += 3.5 * DAY_MS;
    await acknowledged(journal, 100);
    expect(kept()).toBe(400);
    journal.cloudHas(says(0));
    expect(await sentUntil(journal, 1400)).toEqual(upTo(1400, 1001));
  });

  test('beyond the room for it the oldest goes first', async () => {
    const journal = await open({ maxKeptBytes: 200_000 });
    await acknowledged(journal, 3000);
    expect(kept()).toBeGreaterThan(300);
    expect(kept()).toBeLessThan(1300);
    journal.cloudHas(says(0));
    const sent = await sentUntil(journal, 3000);
    expect(sent).toEqual(upTo(3000, sent[0]));
  });

  test('none is kept where the setting says so', async () => {
    const journal = await open({ keepDays: 0 });
    await acknowledged(journal, 100);
    expect(kept()).toBe(0);
  });

  test('a segment whose note is damaged goes with the next one that is dropped', async () => {
    const first = await open();
    await acknowledged(first, 1200);
    await first.close();
    const [, note] = disk.keys().filter((key) => key.startsWith('k/'));
    const { store } = await disk.open();
    await store.write([{ key: note as string, value: null }], { sync: true });
    await store.close();
    const second = await open();
    now += 8 * DAY_MS;
    await acknowledged(second, 100);
    expect(kept()).toBe(100);
  });
});

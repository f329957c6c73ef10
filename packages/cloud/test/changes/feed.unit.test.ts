import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { ChangeFeed, type Reader } from '../../src/changes/feed.js';
import type { Context } from '../../src/context.js';
import { Nudge } from '../../src/nudge.js';

const ACCOUNT = 1;
const TYPE = 'person.updated';

/** A database whose last change is `last`; `reading` holds up those who read changes. */
function fakeDatabase(clock: TestClock) {
  const made = { last: 10, reading: Promise.resolve() };
  const row = (seq: number) => ({
    account_id: ACCOUNT,
    seq,
    location_id: 1,
    type: TYPE,
    occurred_at: new Date(clock.now()),
    recorded_at: new Date(clock.now()),
    id: '00000000-0000-4000-8000-000000000001',
    data: {},
    above: [1],
  });
  const answers: Record<string, (values: never) => object[] | Promise<object[]>> = {
    'changes-last': () => [{ last: made.last, epoch: 1 }],
    'changes-under-way': () => [{ xmin: 100, next: 100 }],
    'changes-living-keys': ([ids]: [number[]]) => ids.map((id) => ({ id, location_id: 1, scopes: [] })),
    'changes-tail': async ([, [from]]: [unknown, [number]]) => {
      const { last } = made;
      await made.reading;
      return Array.from({ length: last - from }, (_, index) => row(from + index + 1));
    },
  };
  const query = async ({ name, values }: { name: string; values: never }) => ({
    rows: await answers[name]?.(values),
  });
  return Object.assign(made, { query });
}

test('a reader that joins while changes are read for one that has left is handed what comes, once', async () => {
  const clock = new TestClock();
  const nudge = new Nudge();
  const pool = fakeDatabase(clock);
  const secrets = { derive: () => Buffer.alloc(32) };
  const feed = new ChangeFeed({ pool, clock, nudge, secrets, log: { warn: () => {} } } as unknown as Context);
  const readerAt = (seq: number) => {
    const handed: number[] = [];
    const reader = {
      handed,
      types: [TYPE],
      caller: { accountId: ACCOUNT, locationId: 1, apiKey: { id: 1 }, scopes: new Set() },
      position: { seq, at: 0, epoch: 1 },
      take: (changes: { position: { seq: number } }[]) =>
        handed.push(...changes.map(({ position }) => position.seq)),
      end: () => {},
    };
    return reader as unknown as Reader & { handed: number[] };
  };

  const first = readerAt(10);
  feed.join(first);
  await clock.advance(100);
  let read = () => {};
  pool.reading = new Promise((resolve) => {
    read = resolve;
  });
  pool.last = 11;
  nudge.emit('change', ACCOUNT);
  await clock.advance(100);
  feed.leave(first);
  const second = readerAt(11);
  feed.join(second);
  await clock.advance(100);
  pool.reading = Promise.resolve();
  read();
  await clock.advance(100);

  for (const seq of [12, 13, 14]) {
    pool.last = seq;
    nudge.emit('change', ACCOUNT);
    await clock.advance(1_000);
  }
  expect(second.handed).toEqual([12, 13, 14]);
});

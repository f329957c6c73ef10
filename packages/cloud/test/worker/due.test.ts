import { randomUUID } from 'node:crypto';
import { systemClock, TestClock } from '@door-access/protocol';
import { afterAll, expect, test } from '@jest/globals';
import { createDueWorker } from '../../src/worker/due.js';
import { DUTIES, type Duty } from '../../src/worker/duties.js';
import { emptyContext } from '../site/site-context.js';

const context = { ...(await emptyContext()), clock: systemClock };
afterAll(() => context.prisma.$disconnect());

test('a duty that waits long for each row is alive with many of them, and all are done', async () => {
  const clock = new TestClock();
  let left = 60;
  const slow: Duty = {
    name: 'slow',
    atOnce: 5,
    due: async (_context, _now, limit) => Array.from({ length: Math.min(left, limit) }, (_, id) => id),
    next: async () => null,
    async run(_context, ids) {
      for (const _ of ids) await clock.sleep(10_000).then(() => left--);
    },
  };
  const worker = createDueWorker({ ...context, clock }, [slow]);
  const done = worker.runDue();
  for (let second = 0; second < 600; second += 10) {
    await clock.advance(10_000);
    expect(worker.isAlive()).toBe(true);
  }
  expect([await done, left]).toEqual([60, 0]);
  expect(DUTIES.filter(({ atOnce }) => atOnce === 5).map(({ name }) => name)).toEqual([
    'directory-keys',
    'visitor',
  ]);
});

test('a row that stays due though its duty was done is looked at again after a pause', async () => {
  // Of a lock that has no door any more: nothing can be said of it.
  await context.pool.query(
    `insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, expires_at, due_at, note)
     values ($1, 1, 1, $1, 'unlock', 'sent', $2, $2, $2, '')`,
    [randomUUID(), new Date(0)],
  );
  const looks: number[] = [];
  const { pool } = context;
  const query = pool.query;
  const seen = new Promise<void>((resolve) => {
    pool.query = ((...asked: unknown[]) => {
      if ((asked[0] as { name?: string }).name === 'due-command' && looks.push(systemClock.monotonic()) === 5)
        resolve();
      return Reflect.apply(query, pool, asked);
    }) as typeof query;
  });
  const worker = createDueWorker(context);
  worker.start();
  await seen;
  await worker.stop();
  expect((looks[4] as number) - (looks[0] as number)).toBeGreaterThan(190);
});

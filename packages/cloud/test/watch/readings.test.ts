import { randomUUID } from 'node:crypto';
import { TestClock } from '@door-access/protocol';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { testDatabase } from '../../../../test/setup/database.js';
import { readConfig } from '../../src/config.js';
import type { Context } from '../../src/context.js';
import { unhurried } from '../../src/database/pool.js';
import { postgresStores } from '../../src/stores.js';
import { ReadinessChecks } from '../../src/watch/readiness.js';
import { DatabaseReadings, MAX_WAITING_COUNTED } from '../../src/watch/readings.js';

const { pool, url } = await testDatabase();
const ROWS = 120_000;

function contextOf(clock: TestClock): Context {
  const tools = { clock, pool, ids: { uuid: () => randomUUID() } } as unknown as Context;
  return {
    ...tools,
    ...postgresStores(tools),
    config: readConfig({ DATABASE_URL: url }),
    log: pino({ level: 'silent' }),
  };
}

/** Lets what runs beside it come as far as it can. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

it('waiting deliveries are counted from the index alone, and no further than the maximum', async () => {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      unhurried(
        `insert into delivery (id, subscription_id, event_type, event_id, status, next_attempt_at, payload)
     select gen_random_uuid(), ('00000000-0000-4000-8000-00000000000' || (n % 10))::uuid, 'door.opened', n::text,
       'pending', now(), '{}'
     from generate_series(1, $1::int) n`,
        [ROWS],
      ),
    );
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze delivery');
  const { rows } = await pool.query(
    `explain (analyze, format json)
     select count(*)::int as waiting from (select from delivery where next_attempt_at is not null order by next_attempt_at limit ${MAX_WAITING_COUNTED}) w`,
  );
  const text = JSON.stringify(rows);
  expect(text).toContain('"Index Only Scan"');
  expect(text).not.toContain('"Seq Scan"');
  const readings = new DatabaseReadings(contextOf(new TestClock()));
  readings.start();
  await until(() => readings.value('deliveriesWaiting') !== null);
  expect(readings.value('deliveriesWaiting')).toBe(MAX_WAITING_COUNTED);
  await readings.stop();
});

it('the database is asked at a pace, and what it does not answer in time is absent', async () => {
  const clock = new TestClock();
  const context = contextOf(clock);
  let asked = 0;
  const answers: ((rows: object) => void)[] = [];
  const slow = {
    query({ name }: { name: string }) {
      if (name !== 'watch-boards-failed') return pool.query('select 1').then(() => ({ rows: [] }));
      asked += 1;
      return new Promise((resolve) => {
        answers.push(resolve);
      });
    },
  };
  const readings = new DatabaseReadings({ ...context, pool: slow } as unknown as Context);
  readings.start();
  await until(() => asked === 1);
  answers.at(-1)?.({ rows: [{ failed: 3 }] });
  await until(() => readings.value('boardsFailed') === 3);
  for (let scrapes = 0; scrapes < 100; scrapes++) readings.value('boardsFailed');
  expect(asked).toBe(1);
  await clock.advance(15_000);
  await until(() => asked === 2);
  await clock.advance(5_000);
  await until(() => readings.value('boardsFailed') === null);
  // The slow one is not asked again while it is busy.
  await clock.advance(60_000);
  expect(asked).toBe(2);
  const stopped = readings.stop();
  answers.at(-1)?.({ rows: [{ failed: 3 }] });
  await stopped;
});

it('a check that does not end in two seconds has failed, and no one else asks meanwhile', async () => {
  const clock = new TestClock();
  let asked = 0;
  const readiness = new ReadinessChecks({
    clock,
    pool: {
      query() {
        asked += 1;
        return new Promise(() => {});
      },
    } as never,
  });
  readiness.add('worker', () => true);
  readiness.begin();
  const answers = Promise.all([readiness.look(), readiness.look()]);
  await clock.advance(2_000);
  expect(await answers).toEqual([
    { status: 'not_ready', checks: { database: 'failed', worker: 'ok' } },
    { status: 'not_ready', checks: { database: 'failed', worker: 'ok' } },
  ]);
  expect(asked).toBe(1);
});

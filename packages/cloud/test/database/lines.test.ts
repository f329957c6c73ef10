import { afterAll, expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { createPool } from '../../src/database/pool.js';

const database = await testDatabase();
const pool = createPool(database.url, { onError: () => {}, applicationName: 'lines' });
afterAll(() => pool.end());

interface Asked {
  rows: { pid: number; value: number }[];
}
const brief = (text: string, values: unknown[] = [], name?: string) =>
  pool.query({ text, values, brief: true, ...(name ? { name } : {}) } as { text: string }) as Promise<Asked>;
const ask = (value: number) =>
  brief('select pg_backend_pid() as pid, $1::int as value', [value], 'lines-ask').then(({ rows }) => rows[0]);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const pids = (answers: readonly ({ pid: number } | undefined)[]) => new Set(answers.map((one) => one?.pid));

/** Ends the connection whose statement sleeps, once one does. */
async function endAsleep(): Promise<void> {
  const ending = `select pg_terminate_backend(pid) from pg_stat_activity
                  where application_name = 'lines' and wait_event = 'PgSleep'`;
  while ((await database.pool.query(ending)).rowCount === 0);
}

test('brief statements of one turn share a connection, and each has its own answer', async () => {
  const answers = await Promise.all(numbers(10).map(ask));
  expect(answers.map((answer) => answer?.value)).toEqual(numbers(10));
  expect(pids(answers).size).toBe(1);
});

test('more than 16 at a time have another connection, up to four in all', async () => {
  expect(pids(await Promise.all(numbers(17).map(ask))).size).toBe(2);
  const answers = await Promise.all(numbers(200).map(ask));
  expect(answers.map((answer) => answer?.value)).toEqual(numbers(200));
  expect(pids(answers).size).toBe(4);
});

test('one that fails leaves the answers of the others', async () => {
  const failed = brief('select 1 / $1::int', [0]);
  const answers = Promise.all(numbers(5).map(ask));
  await expect(failed).rejects.toThrow(/division by zero/);
  expect((await answers).map((answer) => answer?.value)).toEqual(numbers(5));
});

test('the plan is the one that is kept, whatever the values', async () => {
  const { rows } = (await brief('show plan_cache_mode')) as unknown as { rows: object[] };
  expect(rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
});

test('a brief statement in a transaction runs on its connection', async () => {
  const client = await pool.connect();
  await client.query(
    'begin; create temporary table seen (value int) on commit drop; insert into seen values (7)',
  );
  const config = { text: 'select value from seen', brief: true };
  expect((await client.query(config)).rows).toEqual([{ value: 7 }]);
  await client.query('commit');
  client.release();
});

test('a connection that is lost fails what it carries, and the next statement has a new one', async () => {
  const carried = Promise.allSettled([brief('select pg_sleep(5)'), ask(1), ask(2)]);
  await endAsleep();
  expect((await carried).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await ask(4)).toMatchObject({ value: 4 });
});

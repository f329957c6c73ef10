import { expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { createPool } from '../../src/database/pool.js';

const database = await testDatabase();

test('bigint comes as a number and timestamptz as a Date', async () => {
  const { rows } = await database.pool.query(
    "SELECT 9007199254740991::int8 AS id, timestamptz '2026-03-29 03:30+03' AS at",
  );
  expect(rows).toEqual([{ id: Number.MAX_SAFE_INTEGER, at: new Date('2026-03-29T00:30:00Z') }]);
});

test('a bigint that no number can hold is an error, not a near miss', async () => {
  await expect(database.pool.query('SELECT 9007199254740993::int8')).rejects.toThrow(/9007199254740993/);
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a statement ends at its deadline', async () => {
  const pool = createPool(database.url, { onError: () => {}, statementTimeout: 50 });
  await expect(pool.query('SELECT pg_sleep(5)')).rejects.toThrow(/statement timeout/);
  await pool.end();
});

test('an idle connection that is lost is reported, and replaced by the next query', async () => {
  const errors: Error[] = [];
  const pool = createPool(database.url, { onError: (error) => errors.push(error), applicationName: 'lost' });
  await pool.query('SELECT 1');
  const removed = new Promise((resolve) => pool.once('remove', resolve));
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lost'",
  );
  await removed;
  expect(errors.length).toBeGreaterThan(0);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a connection lost while in use fails what is asked of it, and nothing else', async () => {
  const errors: Error[] = [];
  const pool = createPool(database.url, {
    onError: (error) => errors.push(error),
    applicationName: 'in use',
  });
  const client = await pool.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'in use'",
  );
  await ended;
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  expect(errors).toEqual([]);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

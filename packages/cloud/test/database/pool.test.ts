import net from 'node:net';
import { expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { type BriefQuery, createPool, unhurried } from '../../src/database/pool.js';

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

test('no statement is compiled, whatever the server is set to', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.pool.query(`ALTER DATABASE "${name}" SET jit = on`);
  const pool = createPool(database.url, { onError: () => {} });
  for (const brief of [false, true]) {
    const query: BriefQuery = { text: 'SHOW jit', brief };
    expect((await pool.query(query)).rows).toEqual([{ jit: 'off' }]);
  }
  await pool.end();
  await database.pool.query(`ALTER DATABASE "${name}" RESET jit`);
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

/** Passes bytes on until it falls silent: from then on what is sent over the connections of before is lost. */
async function cable(to: URL) {
  const sockets: net.Socket[] = [];
  let cut = 0;
  const server = net.createServer((near) => {
    const number = sockets.length;
    const far = net.connect(Number(to.port), to.hostname);
    sockets.push(near, far);
    near.on('data', (bytes) => number >= cut && far.write(bytes));
    far.on('data', (bytes) => near.write(bytes));
    for (const socket of [near, far]) socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return {
    url: url.href,
    fallSilent: () => {
      cut = sockets.length;
    },
    remove: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test.each([
  ['connections', {}],
  ['connections that brief statements share', { brief: true }],
])('%s to a database that has fallen silent are given up, and new ones serve', async (_, sharing) => {
  const line = await cable(new URL(database.url));
  const pool = createPool(line.url, { onError: () => {}, max: 2, answerTimeout: 300 });
  const ask = (text: string) => pool.query({ text, ...sharing });
  await Promise.all([ask('SELECT 1'), ask('SELECT 1')]);
  line.fallSilent();
  const lost = await Promise.allSettled([ask('SELECT 2'), ask('SELECT 2')]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await ask('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
  await pool.end();
  line.remove();
});

test('a statement that takes as long as it takes outlives that bound', async () => {
  const pool = createPool(database.url, { onError: () => {}, answerTimeout: 100 });
  const { rows } = await pool.query(unhurried('SELECT $1::int AS one, pg_sleep(0.5)', [1]));
  expect(rows).toMatchObject([{ one: 1 }]);
  await expect(pool.query('SELECT pg_sleep(0.5)')).rejects.toThrow(/timeout/);
  await pool.end();
});

import { connect } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { eventually, startWatched } from './world.js';

const watched = await startWatched({ ROLES: 'worker,edge', PORT: '0' });
let isStopped = false;
afterAll(async () => {
  if (!isStopped) await watched.close();
});

const ready = async () => {
  const answer = await fetch(`${watched.watchOrigin}/readyz`);
  return { status: answer.status, body: await answer.json() };
};
const pause = () => watched.cloud.context.clock.sleep(20);

it('a process shows the checks of its roles alone, on METRICS_PORT where it has no API', async () => {
  const raw = await watched.connect();
  expect(await ready()).toEqual({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok', broker: 'ok', worker: 'ok' } },
  });
  await raw.end();
  await expect(fetch(`${watched.origin}/healthz`)).rejects.toThrow();
});

it('a database that is away makes the process not ready, and health goes on', async () => {
  const { pool } = watched.cloud.context;
  const query = pool.query;
  pool.query = (() => Promise.reject(new Error('gone'))) as never;
  const seen = await eventually(ready, ({ status }) => status === 503, pause);
  expect(seen.body).toMatchObject({ status: 'not_ready', checks: { database: 'failed', broker: 'ok' } });
  expect((await fetch(`${watched.watchOrigin}/healthz`)).status).toBe(200);
  pool.query = query;
  await eventually(ready, ({ status }) => status === 200, pause);
});

it('from the moment at which a stop begins the process is not ready', async () => {
  const { context } = watched.cloud;
  // The stop waits for this connection of the pool, as it does for work under way.
  const client = await context.pool.connect();
  const stopping = watched.close();
  isStopped = true;
  expect((await ready()).status).toBe(503);
  client.release();
  await stopping;
  const port = Number(new URL(watched.watchOrigin).port);
  await expect(
    new Promise((resolve, reject) => connect(port, '127.0.0.1', () => resolve('open')).once('error', reject)),
  ).rejects.toThrow(/ECONNREFUSED/);
});

// Job queues on PostgreSQL that do what a delivery takes: a job each, the same signed POST to the same receivers, done when
// it is recorded as done. Each is set up for the most that its interface gives.
import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import { sign } from '../packages/cloud/dist/deliveries/signature.rules.js';
import { requireFrom } from '../scripts/tools.mjs';

const peers = requireFrom('perf');
const QUEUE = 'deliver';

/** POSTs a delivery; rejects where it fails. */
async function deliver(agent, { id, url, secret, created_at, data }) {
  const body = Buffer.from(JSON.stringify({ id, type: 'door.opened', created_at, data }));
  const t = Math.floor(Date.now() / 1000);
  const answer = await agent.request({
    origin: new URL(url).origin,
    path: '/hook',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'X-Service-Event': 'door.opened',
      'X-Service-Delivery': id,
      'X-Service-Timestamp': String(t),
      'X-Service-Signature': sign(secret, t, body),
    },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode >= 300) throw new Error(`HTTP ${answer.statusCode}`);
}

const jobs = (count, ports, secret, data) =>
  Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    url: `http://127.0.0.1:${ports[index % ports.length]}/hook`,
    secret,
    created_at: new Date().toISOString(),
    data,
  }));

async function untilNone(pool, text) {
  while ((await pool.query(text)).rows[0].count > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** graphile-worker, with its local queue and its batches of completions on. */
async function graphile(pool, inFlight) {
  const { run, runMigrations } = peers('graphile-worker');
  await runMigrations({ pgPool: pool });
  return {
    name: `graphile-worker ${peers('graphile-worker/package.json').version}`,
    async fill(deliveries) {
      await pool.query(`select graphile_worker.add_job('${QUEUE}', job) from json_array_elements($1) job`, [
        JSON.stringify(deliveries),
      ]);
    },
    async work() {
      const agent = new Agent();
      const runner = await run({
        pgPool: pool,
        concurrency: inFlight,
        noHandleSignals: true,
        logger: silent(),
        taskList: { [QUEUE]: (job) => deliver(agent, job) },
        preset: {
          worker: { localQueue: { size: 2 * inFlight }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        },
      });
      return {
        recorded: () => untilNone(pool, 'select count(*)::int from graphile_worker._private_jobs'),
        async end() {
          await runner.stop();
          await agent.close();
        },
      };
    },
  };
}

const silent = () => new (peers('graphile-worker').Logger)(() => () => {});

/** pg-boss, by fetch and complete: its own loop waits at least half a second between batches. */
async function boss(pool, inFlight) {
  const PgBoss = peers('pg-boss');
  const queue = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  queue.on('error', (error) => console.error(error));
  await queue.start();
  await queue.createQueue(QUEUE);
  const LOOPS = 4;
  return {
    name: `pg-boss ${peers('pg-boss/package.json').version}`,
    fill: (deliveries) => queue.insert(deliveries.map((data) => ({ name: QUEUE, data }))),
    async work() {
      const agent = new Agent();
      const loops = Promise.all(
        Array.from({ length: LOOPS }, async () => {
          for (;;) {
            const found = await queue.fetch(QUEUE, { batchSize: inFlight / LOOPS });
            if (found.length === 0) return;
            await Promise.all(found.map(({ data }) => deliver(agent, data)));
            await queue.complete(
              QUEUE,
              found.map(({ id }) => id),
            );
          }
        }),
      );
      return { recorded: () => loops, end: () => agent.close() };
    },
    stop: () => queue.stop({ graceful: false }),
  };
}

/** Those that run on this Node.js; each `rate` fills a backlog and returns the deliveries a second. */
export async function openPeers(pool, { inFlight, ports, secret, data, sink }) {
  const opened = [await graphile(pool, inFlight), await boss(pool, inFlight)];
  return opened.map((peer) => ({
    name: peer.name,
    async rate(count) {
      await peer.fill(jobs(count, ports, secret, data));
      const all = sink.call({ task: 'receive', count });
      const { recorded, end } = await peer.work();
      const began = await all;
      await recorded();
      const rate = count / ((Date.now() - began) / 1000);
      await end();
      return rate;
    },
    stop: async () => peer.stop?.(),
  }));
}

// Deliveries a second to local receivers, claimed, signed, sent and recorded; against POSTs of the same size by an undici
// pool alone. For information: the limits in flight per subscription and origin are there on purpose.
import { randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { median, quick, report, say } from './lib/report.mjs';
import { furnish, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const SUBSCRIPTIONS = 20;
const ROUNDS = 3;
const DELIVERIES = quick ? 2_000 : 6_000;
const FLOOR_IN_FLIGHT = 50;
const PAYLOAD = {
  lock: { id: 1, name: 'Main', place: 'Hall' },
  location: { id: 1, name: 'HQ' },
  details: {},
};

await withService(async (cloud) => {
  const { context } = cloud;
  const site = await furnish(context, { gateways: 1 });
  const sink = startWorker('webhooks-sink.mjs');
  try {
    const ports = await sink.call({ task: 'listen', count: SUBSCRIPTIONS });
    const subscriptions = await subscribe(context, site, ports);
    const rates = [];
    const floors = [];
    for (let round = 0; round < ROUNDS; round++) {
      const all = sink.call({ task: 'receive', count: DELIVERIES });
      const began = performance.now();
      await context.pool.query(
        `insert into delivery (id, subscription_id, event_type, event_id, next_attempt_at, payload)
         select gen_random_uuid(), ($1::uuid[])[1 + i % $2], 'door.opened', i::text, now(), $3
         from generate_series(1, $4::int) i`,
        [subscriptions, subscriptions.length, PAYLOAD, DELIVERIES],
      );
      context.nudge.emit('delivery');
      await all;
      rates.push(DELIVERIES / ((performance.now() - began) / 1000));
      const received = sink.call({ task: 'receive', count: DELIVERIES });
      await post(ports, DELIVERIES);
      floors.push(DELIVERIES / (await received));
      say(`webhooks: ${Math.round(rates.at(-1))} deliveries/s, floor ${Math.round(floors.at(-1))}`);
    }
    const { rows } = await context.pool.query(`select count(*) from delivery where attempt > 1`);
    report({
      measure: 'webhooks',
      value: median(rates),
      unit: 'deliveries/s',
      better: 'higher',
      floor: median(floors),
      floor_what: `undici Pool POSTs, ${FLOOR_IN_FLIGHT} in flight`,
      subscriptions: SUBSCRIPTIONS,
      spoiled: rows[0].count > 0 ? `${rows[0].count} deliveries needed more than one attempt` : undefined,
    });
  } finally {
    await sink.stop();
  }
});

/** Straight into the table, as one location may hold five. */
async function subscribe({ pool, secrets }, site, ports) {
  const ids = ports.map(() => randomUUID());
  for (const [index, id] of ids.entries())
    await pool.query(
      `insert into subscription (id, account_id, location_id, url, events, secret) values ($1, $2, $3, $4, '{*}', $5)`,
      [
        id,
        site.account,
        site.hq,
        `http://127.0.0.1:${ports[index]}/hook`,
        secrets.seal(randomBytes(32).toString('hex'), id),
      ],
    );
  return ids;
}

async function post(ports, count) {
  const body = JSON.stringify({ id: randomUUID(), type: 'door.opened', created_at: '', data: PAYLOAD });
  const each = Math.ceil(FLOOR_IN_FLIGHT / ports.length);
  const pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: each }));
  let sent = 0;
  await Promise.all(
    Array.from({ length: FLOOR_IN_FLIGHT }, async (_, slot) => {
      const pool = pools[slot % pools.length];
      while (sent < count) {
        sent += 1;
        const headers = { 'content-type': 'application/json' };
        const answer = await pool.request({ method: 'POST', path: '/hook', headers, body });
        await answer.body.dump();
      }
    }),
  );
  await Promise.all(pools.map((pool) => pool.close()));
}

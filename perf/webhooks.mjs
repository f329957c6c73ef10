// Deliveries a second to local receivers, claimed, signed, sent and recorded, of a backlog, from the first request to the
// last record; against POSTs of the same size by an undici pool alone, and beside other job queues that do the same.
// Deliveries in flight are bounded on purpose (docs/behaviour.md): there are as many subscriptions as fill all slots.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import { TIME_FIRST_ID } from '../packages/cloud/dist/deliveries/enqueue.js';
import { median, quick, report, say } from './lib/report.mjs';
import { furnish, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';
import { openPeers } from './webhooks-peers.mjs';

const ORIGINS = 20;
/** Five attempts at a time each: all 200 slots of a process. */
const SUBSCRIPTIONS = 40;
const MANY_SUBSCRIPTIONS = 2_000;
const SLOTS = 200;
const ROUNDS = quick ? 3 : 5;
const DELIVERIES = quick ? 4_000 : 10_000;
const HISTORY = quick ? 100_000 : 1_000_000;
const BURST = 1_000;
const FLOOR_IN_FLIGHT = 50;
/** How much slower a delivery may be with many subscriptions, or a long history. */
const FLAT = 1 / 1.3;
const PAYLOAD = {
  lock: { id: 1, name: 'Main', place: 'Hall' },
  location: { id: 1, name: 'HQ' },
  details: {},
};

await withService(async (cloud) => {
  const { context } = cloud;
  const { pool, nudge } = context;
  const site = await furnish(context, { gateways: 1 });
  const sink = startWorker('webhooks-sink.mjs');
  // As many connections as the service has.
  const { connectionString, max } = pool.options;
  const peerPool = new pg.Pool({ connectionString, max });
  peerPool.on('error', (error) => say(`webhooks: ${error.message}`));
  peerPool.on('connect', (client) => client.on('error', () => {}));
  try {
    const ports = await sink.call({ task: 'listen', count: ORIGINS });
    const few = await subscribe(context, site, ports, SUBSCRIPTIONS);
    const ours = async (subscriptions, count) => {
      await fill(pool, subscriptions, count);
      const all = sink.call({ task: 'receive', count });
      nudge.emit('delivery');
      const began = await all;
      await untilRecorded(pool);
      return count / ((Date.now() - began) / 1000);
    };
    const floor = async () => {
      const all = sink.call({ task: 'receive', count: DELIVERIES });
      await post(ports, DELIVERIES, FLOOR_IN_FLIGHT);
      const began = await all;
      return DELIVERIES / ((Date.now() - began) / 1000);
    };
    const peers = await openPeers(peerPool, {
      inFlight: SLOTS,
      ports,
      secret: randomBytes(32).toString('hex'),
      data: PAYLOAD,
      sink,
    });
    const runs = [
      { name: 'ours', run: () => ours(few, DELIVERIES), rates: [] },
      { name: 'floor', run: floor, rates: [] },
      ...peers.map(({ name, rate }) => ({ name, run: () => rate(DELIVERIES), rates: [] })),
    ];
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { run, rates } of runs) rates.push(await run());
      say(
        `webhooks: ${runs.map(({ name, rates }) => `${name} ${Math.round(rates.at(-1))}`).join(', ')} a second`,
      );
    }
    const [our, bare, ...others] = runs.map(({ name, rates }) => ({ name, rates: rates.slice(1) }));
    const line = { measure: 'webhooks', unit: 'deliveries/s', better: 'higher' };
    const { rows } = await pool.query(`select count(*)::int from delivery_all where attempt > 1`);
    report({
      ...line,
      ...beside(our.rates, bare.rates),
      floor_what: `undici Pool POSTs, ${FLOOR_IN_FLIGHT} in flight`,
      goal: 0.35,
      subscriptions: SUBSCRIPTIONS,
      spoiled: rows[0].count > 0 ? `${rows[0].count} deliveries needed more than one attempt` : undefined,
    });
    for (const { name, rates } of others)
      report({
        ...line,
        case: `ahead of ${name}`,
        peer: name,
        ...beside(our.rates, rates),
        floor_what: `${name}, ${SLOTS} in flight`,
        goal: 1,
      });
    for (const peer of peers) await peer.stop();

    const alone = [];
    const bounded = [];
    for (let round = 0; round <= ROUNDS; round++) {
      alone.push(await ours(few.slice(0, 1), BURST));
      const all = sink.call({ task: 'receive', count: BURST });
      await post(ports.slice(0, 1), BURST, 5);
      bounded.push(BURST / ((Date.now() - (await all)) / 1000));
    }
    report({
      ...line,
      case: `${BURST} waiting for one subscription`,
      value: median(alone.slice(1)),
      floor: median(bounded.slice(1)),
      floor_what: 'undici Pool POSTs, 5 in flight',
      subscriptions: 1,
    });

    const many = await subscribe(context, site, ports, MANY_SUBSCRIPTIONS);
    const spread = [];
    for (let round = 0; round <= ROUNDS; round++) spread.push(await ours(many, DELIVERIES));
    report({
      ...line,
      case: `${MANY_SUBSCRIPTIONS} subscriptions`,
      value: median(spread.slice(1)),
      floor: median(our.rates),
      floor_what: `with ${SUBSCRIPTIONS} subscriptions`,
      goal: FLAT,
      subscriptions: MANY_SUBSCRIPTIONS,
    });

    await remember(pool, few, HISTORY);
    const old = [];
    for (let round = 0; round <= ROUNDS; round++) old.push(await ours(few, DELIVERIES));
    report({
      ...line,
      case: `${HISTORY} deliveries of history`,
      value: median(old.slice(1)),
      floor: median(our.rates),
      floor_what: 'without them',
      goal: FLAT,
      subscriptions: SUBSCRIPTIONS,
    });
  } finally {
    await peerPool.end();
    await sink.stop();
  }
});

/** Of the round whose ratio is the median: a machine that is slow for a while is slow for both. */
function beside(rates, floors) {
  const rounds = rates.map((value, round) => ({ value, floor: floors[round] }));
  return rounds.toSorted((a, b) => a.value / a.floor - b.value / b.floor)[Math.floor(rounds.length / 2)];
}

/** Straight into the table, as one location may hold five. */
async function subscribe({ pool, secrets }, site, ports, count) {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    const url = `http://127.0.0.1:${ports[index % ports.length]}/hook`;
    const secret = `\\x${secrets.seal(randomBytes(32).toString('hex'), id).toString('hex')}`;
    return { id, url, secret };
  });
  await pool.query(
    `insert into subscription (id, account_id, location_id, url, events, secret)
     select id, $1, $2, url, '{*}', secret from json_to_recordset($3) as x(id uuid, url text, secret bytea)`,
    [site.account, site.hq, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

async function fill(pool, subscriptions, count) {
  await pool.query(
    `insert into delivery (id, subscription_id, event_type, event_id, next_attempt_at, payload)
     select ${TIME_FIRST_ID}, ($1::uuid[])[1 + i % $2], 'door.opened', i::text, now(), $3
     from generate_series(1, $4::int) i`,
    [subscriptions, subscriptions.length, PAYLOAD, count],
  );
}

/** Deliveries of the past, each second one. */
async function remember(pool, subscriptions, count) {
  for (let done = 0; done < count; done += 50_000)
    await pool.query(
      `insert into delivery_ended (id, subscription_id, event_type, event_id, status, attempt, response_status, created_at,
         delivered_at, payload)
       select gen_random_uuid(), ($1::uuid[])[1 + i % $2], 'door.opened', i::text, 'delivered', 1, 200, at, at, $3
       from (select i, now() - i * interval '1 second' as at from generate_series($4::int, $5::int) i) past`,
      [subscriptions, subscriptions.length, PAYLOAD, done + 1, Math.min(count, done + 50_000)],
    );
}

async function untilRecorded(pool) {
  const waiting = `select exists (select from delivery where next_attempt_at is not null)`;
  while ((await pool.query(waiting)).rows[0].exists) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function post(ports, count, inFlight) {
  const body = JSON.stringify({ id: randomUUID(), type: 'door.opened', created_at: '', data: PAYLOAD });
  const each = Math.ceil(inFlight / ports.length);
  const pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: each }));
  let sent = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async (_, slot) => {
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

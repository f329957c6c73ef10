// Records a second from 50 gateways through MQTT to PUBACK, which is the commit of all that follows from them; against
// inserts of the very same event rows by pg alone. Then the same with subscribers: writing deliveries, and sending them too.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../packages/cloud/dist/database/migrate.js';
import { day } from './lib/records.mjs';
import { median, percentiles, quick, report, say } from './lib/report.mjs';
import { furnish, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const GATEWAYS = 50;
const DOORS = 4;
/** The first warms up. */
const PLAIN_ROUNDS = quick ? 4 : 6;
/**
 * Subscribers of the rounds that follow. A receiver that is silent keeps its deliveries waiting. With twenty, a round makes
 * twenty times as many as it has records.
 */
const SUBSCRIBED = [
  { field: 'with_one_subscriber', rounds: 3, subscribers: 1, answers: false },
  { field: 'with_20_subscribers', rounds: 1, subscribers: 20, answers: false },
  { field: 'with_one_subscriber_answering', rounds: 1, subscribers: 1, answers: true },
];
const SUBSCRIBED_ROUNDS = SUBSCRIBED.flatMap(({ rounds, ...one }) => Array(rounds).fill(one));
const ROUNDS = PLAIN_ROUNDS + SUBSCRIBED_ROUNDS.length;
const MESSAGES_A_ROUND = quick ? 4 : 16;
const RECORDS_A_ROUND = GATEWAYS * MESSAGES_A_ROUND * 100;
const ROWS_AN_INSERT = 1_000;
const FLOOR_WHAT = `UNNEST inserts of ${ROWS_AN_INSERT} of the same event rows and their scopes, one pg connection`;

/** Columns of the floor's tables. */
const TYPES = {
  event: {
    id: 'bigint',
    account_id: 'int',
    location_id: 'int',
    lock_id: 'int',
    type: 'text',
    occurred_at: 'timestamptz',
    result: 'text',
    reason: 'text',
    source: 'text',
    person_id: 'uuid',
    key_id: 'int',
    api_key_id: 'int',
    gateway_id: 'uuid',
    journal_seq: 'bigint',
    explanation: 'jsonb',
    recorded_at: 'timestamptz',
  },
  event_scope: { location_id: 'int', type: 'text', occurred_at: 'timestamptz', event_id: 'bigint' },
};

await withService(async (cloud) => {
  const { pool } = cloud.context;
  const site = await furnish(cloud.context, { gateways: GATEWAYS, doors: DOORS });
  const start = Date.UTC(2026, 0, 7);
  const gateways = site.gateways.map(({ id, secret }, index) => {
    const names = { journal: randomUUID(), boot: randomUUID() };
    return { id, secret, index, doors: DOORS, start, ...names };
  });
  const messages = ROUNDS * MESSAGES_A_ROUND;
  const worker = startWorker('ingest-load.mjs');
  const floors = { one: await createFloor(pool, 1), two: await createFloor(pool, 2) };
  const receivers = await startReceivers();
  try {
    await worker.call({ task: 'connect', url: cloud.mqttUrl, gateways, messages });
    const sendRound = async (round) => {
      const from = round * MESSAGES_A_ROUND;
      const sent = await worker.call({ task: 'send', from, to: from + MESSAGES_A_ROUND });
      return { rate: RECORDS_A_ROUND / sent.seconds, latencies: sent.latencies };
    };
    const rates = [];
    const floorRates = { one: [], two: [] };
    const latencies = [];
    for (let round = 0; round < PLAIN_ROUNDS; round++) {
      const { rows: before } = await pool.query('select coalesce(max(id), 0) as id from event');
      const sent = await sendRound(round);
      const found = {};
      for (const [connections, floor] of Object.entries(floors))
        found[connections] = RECORDS_A_ROUND / (await floor.insert(pool, before[0].id));
      say(`ingest: round ${round}: ${Math.round(sent.rate)} records/s`);
      say(`ingest: floor ${Math.round(found.one)}, ${Math.round(found.two)}`);
      if (round === 0) continue;
      rates.push(sent.rate);
      latencies.push(...sent.latencies);
      for (const connections of Object.keys(floors)) floorRates[connections].push(found[connections]);
    }
    const ratesOf = Object.fromEntries(SUBSCRIBED.map(({ field }) => [field, []]));
    for (const [index, { field, subscribers, answers }] of SUBSCRIBED_ROUNDS.entries()) {
      await untilSpread(pool);
      await subscribe(cloud.context, site, subscribers, answers ? receivers.answering : receivers.silent);
      const { rate } = await sendRound(PLAIN_ROUNDS + index);
      ratesOf[field].push(rate);
      say(`ingest: ${field}: ${Math.round(rate)} records/s`);
    }
    const subscribed = Object.fromEntries(
      Object.entries(ratesOf).map(([field, found]) => [field, median(found)]),
    );
    const fault = await verify(pool, gateways, messages);
    report({
      measure: 'ingest',
      value: median(rates),
      unit: 'records/s',
      better: 'higher',
      floor: median(floorRates.one),
      floor_what: FLOOR_WHAT,
      goal: 0.9,
      valueGoal: 8_000,
      fault,
      message_ms: percentiles(latencies),
      floor_two_connections: median(floorRates.two),
      ...subscribed,
      share_with_one: subscribed.with_one_subscriber / median(rates),
      share_with_20: subscribed.with_20_subscribers / median(rates),
      lowest: Math.min(...rates),
      highest: Math.max(...rates),
    });
  } finally {
    await worker.stop();
    receivers.close();
    for (const floor of Object.values(floors)) await floor.end();
  }
});

/** The same tables and indexes in a database of their own, as durable as the service's, and what is needed to fill them. */
async function createFloor(source, connections) {
  const target = new URL(source.options.connectionString);
  target.pathname = `/bench_floor_${connections}`;
  await source.query(`create database bench_floor_${connections}`);
  await migrate(target.href);
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: target.href });
      await client.connect();
      return client;
    }),
  );
  return {
    /** Seconds to insert all events after id `after`, with their scopes: every round's, so that the tables grow alike. */
    async insert(from, after) {
      const events = (await from.query('select * from event where id > $1 order by id', [after])).rows;
      const scopes = (
        await from.query('select * from event_scope where event_id > $1 order by event_id', [after])
      ).rows;
      const batches = [];
      const scopesPerEvent = scopes.length / events.length;
      for (let start = 0; start < events.length; start += ROWS_AN_INSERT)
        batches.push([
          unnest('event', events.slice(start, start + ROWS_AN_INSERT)),
          unnest(
            'event_scope',
            scopes.slice(start * scopesPerEvent, (start + ROWS_AN_INSERT) * scopesPerEvent),
          ),
        ]);
      const began = performance.now();
      await Promise.all(
        clients.map(async (client) => {
          for (let batch = batches.shift(); batch; batch = batches.shift()) {
            await client.query('begin');
            for (const statement of batch) await client.query(statement);
            await client.query('commit');
          }
        }),
      );
      return (performance.now() - began) / 1000;
    },
    end: () => Promise.all(clients.map((client) => client.end())),
  };
}

function unnest(table, rows) {
  const columns = Object.entries(TYPES[table]);
  const names = columns.map(([name]) => name).join(', ');
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
  return {
    name: `floor-${table}`,
    text: `insert into ${table} (${names}) select * from unnest(${arrays})`,
    values: columns.map(([name]) => rows.map((row) => row[name])),
  };
}

/** So many active subscriptions to everything at the root; earlier ones receive nothing new. */
async function subscribe({ pool, secrets }, site, count, url) {
  await pool.query(`update subscription set events = '{}'`);
  for (let index = 0; index < count; index++) {
    const id = randomUUID();
    await pool.query(
      `insert into subscription (id, account_id, location_id, url, events, secret) values ($1, $2, $3, $4, '{*}', $5)`,
      [id, site.account, site.hq, url, secrets.seal('secret', id)],
    );
  }
}

/** Until no deliveries of the round before are to be made any more. */
async function untilSpread(pool) {
  while ((await pool.query('select exists (select from outgoing)')).rows[0].exists) await sleep(20);
}

/** One that takes connections and never answers, and one that takes every delivery. */
async function startReceivers() {
  const sockets = new Set();
  const silent = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  const answering = http.createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  const listen = async (server) => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${server.address().port}/`;
  };
  return {
    silent: await listen(silent),
    answering: await listen(answering),
    close() {
      for (const socket of sockets) socket.destroy();
      answering.closeAllConnections();
      silent.close();
      answering.close();
    },
  };
}

/** What is wrong with the events compared with what was sent: nothing, or a line that says it. */
async function verify(pool, gateways, messages) {
  const { rows } = await pool.query(
    `select gateway_id, array_agg(journal_seq || '/' || type) as found from event
     where journal_seq is not null group by gateway_id`,
  );
  const foundOf = new Map(rows.map((row) => [row.gateway_id, row.found]));
  for (const gateway of gateways) {
    const { expected } = day({ ...gateway, messages });
    const found = foundOf.get(gateway.id) ?? [];
    const distinct = new Set(found);
    const missing = expected.filter((one) => !distinct.has(one));
    if (missing.length > 0)
      return `gateway ${gateway.index}: ${missing.length} events missing, first ${missing[0]}`;
    if (found.length !== expected.length)
      return `gateway ${gateway.index}: ${found.length} events where ${expected.length} were due`;
  }
  const { rows: counts } = await pool.query(
    `select (select count(*) from journal_gap) as gaps, (select count(*) from quarantine) as quarantined,
            (select count(*) from journal_mark where last_seq <> $1) as marks`,
    [messages * 100],
  );
  const faults = Object.entries(counts[0]).filter(([, count]) => count > 0);
  return faults.length > 0 ? faults.map(([name, count]) => `${count} ${name}`).join(', ') : undefined;
}

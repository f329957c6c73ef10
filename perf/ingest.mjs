// Records a second from 50 gateways through MQTT to PUBACK, which is the commit of all that follows from them; against
// inserts of the very same event rows by pg alone.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../packages/cloud/dist/database/migrate.js';
import { day } from './lib/records.mjs';
import { median, percentiles, quick, report, say } from './lib/report.mjs';
import { furnish, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const GATEWAYS = 50;
const DOORS = 4;
/** The first round warms up; the last has a subscriber. */
const ROUNDS = quick ? 4 : 6;
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
  const floors = await createFloor(pool.options.connectionString);
  try {
    await worker.call({ task: 'connect', url: cloud.mqttUrl, gateways, messages });
    const rates = [];
    const floorRates = { one: [], two: [] };
    const latencies = [];
    let subscribed = null;
    for (let round = 0; round < ROUNDS; round++) {
      const isLast = round === ROUNDS - 1;
      if (isLast) await subscribe(cloud.context, site);
      const { rows: before } = await pool.query('select coalesce(max(id), 0) as id from event');
      const from = round * MESSAGES_A_ROUND;
      const sent = await worker.call({ task: 'send', from, to: from + MESSAGES_A_ROUND });
      const rate = RECORDS_A_ROUND / sent.seconds;
      say(`ingest: round ${round}: ${Math.round(rate)} records/s${isLast ? ' with a subscriber' : ''}`);
      if (isLast) subscribed = rate;
      else if (round > 0) {
        rates.push(rate);
        latencies.push(...sent.latencies);
        for (const connections of ['one', 'two']) {
          const seconds = await floors.insert(pool, before[0].id, connections === 'one' ? 1 : 2);
          floorRates[connections].push(RECORDS_A_ROUND / seconds);
        }
        say(`ingest: floor ${Math.round(floorRates.one.at(-1))}, ${Math.round(floorRates.two.at(-1))}`);
      }
    }
    const fault = await verify(pool, gateways, messages);
    report({
      measure: 'ingest',
      value: median(rates),
      unit: 'records/s',
      better: 'higher',
      floor: median(floorRates.one),
      floor_what: FLOOR_WHAT,
      goal: 0.3,
      valueGoal: 8_000,
      fault,
      message_ms: percentiles(latencies),
      floor_two_connections: median(floorRates.two),
      with_one_subscriber: subscribed,
      lowest: Math.min(...rates),
      highest: Math.max(...rates),
    });
  } finally {
    await worker.stop();
    await floors.end();
  }
});

/** The same tables and indexes in a database of their own, and what is needed to fill them. */
async function createFloor(url) {
  const target = new URL(url);
  target.pathname = '/bench_floor';
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('create database bench_floor');
  await admin.end();
  await migrate(target.href);
  const clients = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: target.href });
      await client.connect();
      return client;
    }),
  );
  return {
    /** Seconds to insert all events after id `after`, with their scopes; the tables grow as the service's do. */
    async insert(source, after, connections) {
      const events = (await source.query('select * from event where id > $1 order by id', [after])).rows;
      const scopes = (
        await source.query('select * from event_scope where event_id > $1 order by event_id', [after])
      ).rows;
      await clients[0].query('delete from event where id > $1', [after]);
      await clients[0].query('delete from event_scope where event_id > $1', [after]);
      const batches = [];
      const scopesPerEvent = scopes.length / events.length;
      for (let from = 0; from < events.length; from += ROWS_AN_INSERT)
        batches.push([
          unnest('event', events.slice(from, from + ROWS_AN_INSERT)),
          unnest(
            'event_scope',
            scopes.slice(from * scopesPerEvent, (from + ROWS_AN_INSERT) * scopesPerEvent),
          ),
        ]);
      const began = performance.now();
      await Promise.all(
        clients.slice(0, connections).map(async (client) => {
          for (let batch = batches.pop(); batch; batch = batches.pop()) {
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

/** An active subscription to everything at the root; its address has no listener, so only the outbox is measured. */
async function subscribe({ pool, secrets }, site) {
  const id = randomUUID();
  await pool.query(
    `insert into subscription (id, account_id, location_id, url, events, secret)
     values ($1, $2, $3, 'http://127.0.0.1:9/', '{*}', $4)`,
    [id, site.account, site.hq, secrets.seal('secret', id)],
  );
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

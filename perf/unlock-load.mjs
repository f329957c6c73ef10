// Both ends of the unlock measure that are not the service: the caller of the interface, and, for the floor, a
// requester with two commits and a gateway that only answers.
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import pg from 'pg';
import { Client } from 'undici';
import { connect as connectGateway } from './lib/gateway.mjs';
import { day } from './lib/records.mjs';
import { serve } from './lib/worker.mjs';

let ends = [];
let unlocks = 0;
let isQuiet = false;
const reporting = [];

serve({
  /**
   * Unlocks and waits for the end of each command, `count` times or for this long; resolves with the milliseconds of
   * each. With `follow` a second request waits, and `accepted` has the milliseconds of the first.
   */
  async unlock({
    baseUrl,
    tokens,
    locks,
    count = Number.POSITIVE_INFINITY,
    forMs = Number.POSITIVE_INFINITY,
    pauseMs,
    follow = false,
  }) {
    const { origin, pathname } = new URL(baseUrl);
    const client = new Client(origin);
    const ask = async (token, method, path, body) => {
      const answer = await client.request({
        method,
        path: `${pathname}${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        body,
      });
      const value = await answer.body.json();
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
      return value;
    };
    const samples = [];
    const accepted = [];
    const end = performance.now() + forMs;
    for (let index = 0; index < count && performance.now() < end; index++) {
      const token = tokens[unlocks % tokens.length];
      const path = `/locks/${locks[unlocks++ % locks.length]}`;
      const start = performance.now();
      let command = await ask(token, 'POST', `${path}/unlock${follow ? '' : '?wait=5'}`, '{}');
      accepted.push(performance.now() - start);
      if (follow) command = await ask(token, 'GET', `${path}/commands/${command.id}?wait=5`);
      samples.push(performance.now() - start);
      await sleep(pauseMs);
      if (command.status !== 'confirmed') throw new Error(`not confirmed: ${JSON.stringify(command)}`);
    }
    await client.close();
    return { samples, accepted };
  },
  /** Other gateways that report `recordsPerSecond` together, in messages of 100 records; resolves once they are connected. */
  async report({ url, gateways, recordsPerSecond, messages }) {
    const connected = await Promise.all(
      gateways.map(async (gateway) => ({
        connection: await connectGateway({ url, ...gateway }),
        payloads: day({ ...gateway, messages }).payloads,
      })),
    );
    const everyMs = (100 * gateways.length * 1000) / recordsPerSecond;
    for (const [index, { connection, payloads }] of connected.entries()) {
      const first = (index * everyMs) / gateways.length;
      reporting.push(sendAll(connection, payloads, first, everyMs));
    }
  },
  async quiet() {
    isQuiet = true;
    await Promise.all(reporting);
  },
  /** In the answering process: sends back whatever comes. */
  async answer({ url }) {
    const client = await connect(url, 'gateway');
    client.on('message', (_topic, payload) => client.publish('up', payload, { qos: 1 }));
    await client.subscribeAsync('down', { qos: 1 });
  },
  async floor({ url, database, count, pauseMs }) {
    const client = await connect(url, 'requester');
    const db = new pg.Client({ connectionString: database });
    await db.connect();
    await db.query(
      'create table if not exists floor (id int primary key, status text not null, at timestamptz not null default now())',
    );
    await db.query('truncate floor');
    let answered = () => {};
    client.on('message', () => answered());
    await client.subscribeAsync('up', { qos: 1 });
    const samples = [];
    for (let id = 0; id < count; id++) {
      const start = performance.now();
      await db.query({ name: 'a', text: `insert into floor (id, status) values ($1, 'sent')`, values: [id] });
      await new Promise((resolve) => {
        answered = resolve;
        client.publish('down', String(id), { qos: 1 });
      });
      await db.query({
        name: 'b',
        text: `update floor set status = 'confirmed' where id = $1`,
        values: [id],
      });
      samples.push(performance.now() - start);
      await sleep(pauseMs);
    }
    await db.end();
    return { samples };
  },
  async end() {
    await Promise.all(ends.map((client) => client.endAsync()));
    ends = [];
  },
});

async function sendAll(connection, payloads, firstMs, everyMs) {
  await sleep(firstMs);
  for (const payload of payloads) {
    if (isQuiet) break;
    await Promise.all([connection.send(payload), sleep(everyMs)]);
  }
  await connection.end();
}

async function connect(url, clientId) {
  const client = await mqtt.connectAsync(url, { clientId, reconnectPeriod: 0 });
  client.stream.setNoDelay(true);
  ends.push(client);
  return client;
}

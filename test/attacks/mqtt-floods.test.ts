import { once } from 'node:events';
import net from 'node:net';

import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { MAX_WRONG_PER_MINUTE } from '../../packages/cloud/src/edge/login-gate.js';
import { createWorld } from '../world.js';
import { connack, connectOf } from './mqtt-statements.js';

/* Clients that cannot log in cost the broker a bounded number of connections, database queries and log lines. */

const LOGINS_PER_ADDRESS = 20;
const CONNECTIONS = 40;
const logged: { address?: string; refused?: number; msg: string }[] = [];
const world = await createWorld(
  { MQTT_LOGINS_PER_ADDRESS: String(LOGINS_PER_ADDRESS), MQTT_CONNECTIONS: String(CONNECTIONS) },
  { log: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }) },
);
const port = Number(new URL(world.mqttUrl).port);
const { id, secret } = world.gateway;
const login = connectOf(id, secret)();
const wrong = (index: number) => connectOf(id, secret)({ fields: [id, id, `wrong ${index}`] });

const open: net.Socket[] = [];
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await world.close();
});
beforeEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await world.clock.advance(121_000);
  logged.length = 0;
});

/** Linux has all of 127/8 on this machine: each stands for another host. */
async function connect(from: string): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** The code of the CONNACK; none if the connection ends without one. */
async function tryLogin(from: string, bytes: Buffer): Promise<Buffer> {
  const socket = await connect(from);
  const answer: Buffer[] = [];
  socket.on('data', (chunk) => answer.push(chunk));
  socket.write(bytes);
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return Buffer.concat(answer);
}

const asked = async (work: () => Promise<unknown>): Promise<number> => {
  const { pool } = world.context;
  const query = pool.query;
  let count = 0;
  pool.query = ((...given: unknown[]) => {
    if ((given[0] as { name?: string }).name === 'gateway-authenticate') count++;
    return Reflect.apply(query, pool, given);
  }) as typeof query;
  await work();
  pool.query = query;
  return count;
};

test('a flood of wrong secrets is stopped before the database, and logged once a minute with its address', async () => {
  const tries = MAX_WRONG_PER_MINUTE + 200;
  const answers: Buffer[] = [];
  const questions = await asked(async () => {
    for (let index = 0; index < tries; index += 10)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, more) => tryLogin('127.0.0.9', wrong(index + more))),
        )),
      );
  });
  expect(questions).toBeLessThan(MAX_WRONG_PER_MINUTE + 10);
  expect(answers.slice(0, 100)).toEqual(Array(100).fill(connack(4)));
  expect(answers.at(-1)).toEqual(connack(3));
  expect(logged.filter(({ address }) => address === '127.0.0.9')).toHaveLength(1);
  await world.clock.advance(75_000);
  const lines = logged.filter(({ address }) => address === '127.0.0.9');
  expect(lines.map(({ refused }) => refused)).toEqual([1, tries - 1]);
  // The next minute starts anew.
  expect(await tryLogin('127.0.0.9', wrong(0))).toEqual(connack(4));
});

test('a gateway that has logged in before can do so from the address of a flood', async () => {
  expect(await tryLogin('127.0.0.8', login)).toEqual(connack(0));
  for (let index = 0; index < MAX_WRONG_PER_MINUTE + 10; index += 10)
    await Promise.all(Array.from({ length: 10 }, (_, more) => tryLogin('127.0.0.8', wrong(index + more))));
  expect(await tryLogin('127.0.0.8', wrong(0))).toEqual(connack(3));
  expect(await tryLogin('127.0.0.8', login)).toEqual(connack(0));
  expect(await tryLogin('127.0.0.7', login)).toEqual(connack(0));
});

test('a client that opens silent connections loses the oldest, and no one is kept out', async () => {
  const silent: net.Socket[] = [];
  for (let index = 0; index < LOGINS_PER_ADDRESS + 15; index++) silent.push(await connect('127.0.0.6'));
  expect(await tryLogin('127.0.0.6', login)).toEqual(connack(0));
  await Promise.all(silent.slice(0, 15).map((socket) => socket.destroyed || once(socket.resume(), 'close')));
  expect(silent.at(-1)?.destroyed).toBe(false);
  for (const host of ['127.0.0.5', '127.0.0.4', '127.0.0.3'])
    for (let index = 0; index < LOGINS_PER_ADDRESS; index++) await connect(host);
  expect(await tryLogin('127.0.0.2', login)).toEqual(connack(0));
});

test('gateways that have logged in do not count for their address', async () => {
  const { rows } = await world.context.pool.query<{ id: string }>(
    `insert into gateway (id, account_id, location_id, ref, name, secret_hash)
     select gen_random_uuid(), account_id, location_id, 'more-' || n, 'More', secret_hash
     from gateway, generate_series(1, ${LOGINS_PER_ADDRESS + 5}) n where id = $1 returning id`,
    [id],
  );
  for (const gateway of rows)
    expect(await tryLogin('127.0.0.11', connectOf(gateway.id, secret)())).toEqual(connack(0));
  expect(await tryLogin('127.0.0.11', login)).toEqual(connack(0));
});

test('invalid packets are also logged once a minute', async () => {
  for (let index = 0; index < 50; index++) {
    const socket = await connect('127.0.0.12');
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await once(socket.resume(), 'close');
  }

  expect(logged.filter(({ address }) => address === '127.0.0.12')).toHaveLength(1);
  expect(logged).toHaveLength(1);
});

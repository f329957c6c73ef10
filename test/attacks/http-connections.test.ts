import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import net from 'node:net';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { createWorld } from '../world.js';

/* Clients that only hold connections, or never read, neither keep others out nor fill the memory. */

const MAX = 40;
const PER_ADDRESS = 15;
const world = await createWorld({
  HTTP_CONNECTIONS: String(MAX),
  HTTP_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS),
});
const port = Number(new URL(world.baseUrl).port);
const open: net.Socket[] = [];
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await world.close();
});
beforeEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.destroyed || once(socket.destroy(), 'close')));
  await world.clock.advance(61_000);
});

/** Linux has all of 127/8 on this machine: each stands for another host. */
async function connect(from: string): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

const closed = (socket: net.Socket) => socket.destroyed || once(socket.resume(), 'close');
const GET = 'GET /v1/locks HTTP/1.1\r\nHost: doors.example\r\n\r\n';

/** The status line; empty if the connection ends without one. */
async function ask(socket: net.Socket, text = GET): Promise<string> {
  socket.write(text);
  const answered = once(socket, 'data').then(([chunk]) => String(chunk).split('\r\n')[0] ?? '');
  return Promise.race([answered, once(socket, 'close').then(() => '')]);
}
const REFUSED = 'HTTP/1.1 401 Unauthorized';

test('idle connections of one host give way to its own new ones, the longest idle first', async () => {
  const idle: net.Socket[] = [];
  for (let index = 0; index < PER_ADDRESS; index++) {
    const socket = await connect('127.0.0.2');
    // Half of them have made a request, half never send anything.
    if (index % 2) expect(await ask(socket)).toBe(REFUSED);
    idle.push(socket);
  }
  for (let index = 0; index < 5; index++) expect(await ask(await connect('127.0.0.2'))).toBe(REFUSED);
  await Promise.all(idle.slice(0, 5).map(closed));
  expect(await ask(idle[5] as net.Socket)).toBe(REFUSED);
});

test('idle connections of many hosts give way to a host that has fewer', async () => {
  const hosts = ['127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
  for (const host of hosts) for (let index = 0; index < PER_ADDRESS; index++) await connect(host);
  const other = await connect('127.0.0.7');
  expect(await ask(other)).toBe(REFUSED);
  for (const host of hosts) for (let index = 0; index < PER_ADDRESS; index++) await connect(host);
  expect(await ask(other)).toBe(REFUSED);
});

test('requests that never end take at most the limit of one host', async () => {
  const slow = `POST /v1/people HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
  for (let index = 0; index < PER_ADDRESS; index++) (await connect('127.0.0.8')).write(slow);
  // Answered when the service has seen all of them.
  expect((await world.call('GET', '/locks')).status).toBe(200);
  await closed(await connect('127.0.0.8'));
  expect(await ask(await connect('127.0.0.9'))).toBe(REFUSED);
});

test('a reader that stalls is cut off after 30 seconds, and a slow one is not', async () => {
  const texts = (count: number) => 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count);
  const stuck = await connect('127.0.0.10');
  const slow = await connect('127.0.0.11');
  for (const socket of [stuck, slow]) socket.pause().write(texts(24));
  // Until the kernels' own buffers are full.
  for (let index = 0; index < 50; index++) await world.call('GET', '/nothing');
  let taken = 0;
  slow.on('data', (chunk: Buffer) => {
    taken += chunk.length;
  });
  for (let second = 0, asked = 24; second < 40; second++) {
    slow.resume();
    const before = taken;
    while (taken === before) await once(slow, 'data');
    slow.pause();
    // There is always more to come.
    for (; asked < 20 + taken / 250_000; asked++) slow.write(texts(1));
    await world.clock.advance(1_000);
  }
  expect(slow.destroyed).toBe(false);
  await closed(stuck);
});

test('a body far over 64 KB is answered 422 after it was received, and its connection stays usable', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const send = (headers: Record<string, string | number>, chunks: number) =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const request = httpRequest(
        {
          agent,
          port,
          path: '/v1/people',
          method: 'POST',
          headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json', ...headers },
        },
        (response) => {
          ports.add(request.socket?.localPort);
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve([response.statusCode, text]));
        },
      );
      request.on('error', reject);
      for (let index = 0; index < chunks; index++) request.write(Buffer.alloc(1024 * 1024, 'x'));
      request.end();
    });
  const MB = 1024 * 1024;
  for (const headers of [{ 'content-length': 20 * MB }, { 'transfer-encoding': 'chunked' }]) {
    const [status, text] = await send(headers, 20);
    expect([status, JSON.parse(text).error.details]).toEqual([
      422,
      [{ field: '', code: 'invalid', message: 'must be at most 64 KB' }],
    ]);
  }
  // A request that is refused before its body is read keeps the connection, too.
  const [status] = await send({ 'content-length': 20 * MB, authorization: 'Bearer wrong' }, 20);
  expect(status).toBe(401);
  expect(ports.size).toBe(1);
  agent.destroy();
});

test('unlimited pipelined requests end the connection', async () => {
  const socket = await connect('127.0.0.13');
  socket.pause().write(GET.repeat(1_000));
  await closed(socket);
  expect(await ask(await connect('127.0.0.13'), GET)).toBe(REFUSED);
});

test('two Host headers are 400, and the connection ends', async () => {
  const socket = await connect('127.0.0.12');
  const answer: Buffer[] = [];
  socket.on('data', (chunk) => answer.push(chunk));
  socket.write('GET /v1/openapi.json HTTP/1.1\r\nHost: doors.example\r\nhOST: elsewhere.example\r\n\r\n');
  await closed(socket);
  const [head = '', body = ''] = Buffer.concat(answer).toString().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(head).toMatch(/X-Request-Id: /);
  expect(JSON.parse(body).error.code).toBe('invalid_request');
});

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@door-access/protocol';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type BenchServer, startBench } from '../src/bench/server.js';
import { FakeCloud } from './fake-cloud.js';
import { aDoor, aSite, linkState, type Site } from './world.js';

let broker: FakeCloud;
let site: Site;
let api: Server;
let asked: string[];
let received: unknown[];
let readersAnswer: unknown;
const READER = { lock: { id: 7, name: 'Archive', place: 'Basement' }, door: 'closed' };
let bench: BenchServer;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bench-server-'));
  broker = await FakeCloud.start();
  site = aSite(broker);
  await site.agent.start();
  await linkState(site.agent, 'online');
  asked = [];
  received = [];
  readersAnswer = { granted: false, reason: 'no_access', readers: [READER], keys: [], cut: false };
  api = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization}`);
    const path = (incoming.url ?? '').split('?')[0];
    const isReaders = path === '/gateway/readers';
    if (isReaders) incoming.on('data', (chunk) => received.push(JSON.parse(chunk)));
    const body = isReaders
      ? readersAnswer
      : path === '/v1/locks/41/unlock'
        ? { id: 'c1', status: 'sent' }
        : path === '/v1/locks/41/commands/c1'
          ? { id: 'c1', status: 'confirmed' }
          : path === '/v1/events'
            ? {
                data: [
                  {
                    id: 1,
                    type: 'access.granted',
                    occurred_at: '2026-01-07T06:00:01.000Z',
                    lock: { name: '<img src=x>' },
                  },
                ],
              }
            : path === '/v1/door_events'
              ? {
                  data: [
                    {
                      id: 2,
                      type: 'door.opened',
                      occurred_at: '2026-01-07T06:00:02.000Z',
                      explanation: { text: 'unlocked before' },
                    },
                  ],
                }
              : { data: [{ id: 41, online: true, door_state: 'closed' }] };
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const { port } = api.address() as { port: number };
  const { agent, hardware, tap, cable, disk } = site;
  bench = await startBench({
    gateways: [
      {
        agent,
        hardware,
        tap,
        cable,
        store: disk,
        config: {
          file: 'gateway.yaml',
          gatewayId: site.gatewayId,
          secret: '',
          cloudUrl: new URL('mqtt://127.0.0.1'),
          configuredUrl: new URL('mqtt://127.0.0.1'),
          ca: null,
          serviceUrl: new URL(`http://127.0.0.1:${port}`),
          dataDir: folder,
          maxRecords: 1000,
          keepDays: 7,
          // A loaded machine makes the simulated bounces longer than they are.
          doors: [
            {
              ...aDoor({ contact: { debounceMs: 290, normally: 'closed' }, exitButton: { debounceMs: 290 } }),
              driver: 'bench',
              wirings: [],
              lockId: 41,
            },
          ],
        },
      },
    ],
    clock: systemClock,
    host: '127.0.0.1',
    port: 0,
    cloud: { url: `http://127.0.0.1:${port}/v1`, token: 'secret-token' },
  });
});
afterEach(async () => {
  await bench.close();
  await site.agent.stop();
  await broker.close();
  api.closeAllConnections();
  await new Promise<void>((resolve) => api.close(() => resolve()));
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

function ask(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, bench.url),
      { method, headers: { 'content-type': 'application/json', ...headers } },
      (incoming) => {
        let text = '';
        incoming.on('data', (chunk) => (text += chunk));
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const act = async (action: string, body = '') =>
  JSON.parse((await ask('POST', `/gateways/${site.gatewayId}/${action}`, {}, body)).body);

test.each(['/', '/page.js', '/door.js', '/test.js', '/test.css', '/page.css', '/door.css', '/panels.css'])(
  '%s is served under a strict policy',
  async (path) => {
    const { status, headers } = await ask('GET', path);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
  },
);

test.each([
  ['a request under another name (DNS rebinding)', 'GET', '/state', { host: 'evil.example' }, 421],
  ['a post from another page', 'POST', '/gateways/x/network', { origin: 'http://evil.example' }, 403],
  [
    'a cross-site post that hides its page',
    'POST',
    '/gateways/x/network',
    { 'sec-fetch-site': 'cross-site' },
    403,
  ],
  ['a form', 'POST', '/gateways/x/network', { 'content-type': 'text/plain' }, 415],
  ['a file that is none of the page', 'GET', '/../server.js', {}, 404],
  ['another method', 'DELETE', '/state', {}, 405],
])('%s is refused', async (_name, method, path, headers, status) => {
  expect((await ask(method, path, headers)).status).toBe(status);
});

test('a latched door answers that the latch holds; forced, it opens; pushed, it closes', async () => {
  expect(await act('doors/1/open')).toEqual({ ok: false, message: 'The latch holds: the door stays shut.' });
  await act('doors/1/force');
  expect(site.hardware.view(1).leaf).toBe('open');
  await act('doors/1/close');
  expect(site.hardware.view(1).leaf).toBe('closed');
});

test('a press lasts long enough to be one, and lets the door be opened', async () => {
  await act('doors/1/press');
  await act('doors/1/release');
  expect(await act('doors/1/open')).toEqual({ ok: true });
  await broker.until(() => broker.of(site.gatewayId).records.some(({ kind }) => kind === 'exit_button'));
});

test('the board can be unplugged and plugged in again: what it carries is unknown meanwhile', async () => {
  await act('board', '{"plugged":false}');
  const shown = async () => JSON.parse((await ask('GET', '/state')).body).gateways[0];
  expect(await shown()).toMatchObject({ board: false, doors: [{ contact: null }] });
  expect(site.agent.reports()[0]).toMatchObject({
    contact: null,
    contact_fault: 'the board does not answer',
  });
  await act('board', '{"plugged":true}');
  expect(await shown()).toMatchObject({ board: true, doors: [{ contact: 'closed' }] });
});

test('pulling the network plug takes the link down, plugging it in brings it back at once', async () => {
  await act('network', '{"plugged":false}');
  await linkState(site.agent, 'offline');
  await act('network', '{"plugged":true}');
  await linkState(site.agent, 'online');
});

test('an unlock goes the whole way: through the cloud’s interface, and waits for how it ended', async () => {
  expect(await act('doors/1/unlock')).toMatchObject({ ok: true, message: 'confirmed by the gateway' });
  expect(asked).toEqual([
    'POST /v1/locks/41/unlock Bearer secret-token',
    'GET /v1/locks/41/commands/c1?wait=5 Bearer secret-token',
  ]);
});

test('the cloud is asked only while a page is open, and the page never sees the key', async () => {
  expect(asked).toEqual([]);
  const seen = await new Promise<string>((resolve) => {
    const stream = request(new URL('/stream', bench.url), (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += chunk;
        if (!text.includes('unlocked before')) return;
        stream.destroy();
        resolve(text);
      });
    });
    stream.on('error', () => undefined);
    stream.end();
  });
  expect(asked).toHaveLength(4);
  expect(seen).not.toContain('secret-token');
  // Newest first, of both lists.
  expect(seen.indexOf('door.opened')).toBeLessThan(seen.indexOf('access.granted'));
});

test('a busy port is one clear line', async () => {
  const port = Number(new URL(bench.url).port);
  await expect(
    startBench({ gateways: [], clock: systemClock, host: '127.0.0.1', port, cloud: null }),
  ).rejects.toThrow(`--port ${port}: the port is in use`);
});

/** The reported times under test. */
const marks = () =>
  broker.of(site.gatewayId).records.flatMap((record) => (record.kind === 'door_test' ? [record.for_ms] : []));

const testState = async () => JSON.parse((await ask('GET', '/state')).body).test;

/** Plays the person until the test is over: does what is asked with the drawn door, and says yes. */
async function play(): Promise<void> {
  let done = '';
  for (let test = await testState(); test.now !== null; test = await testState()) {
    const demand = `${test.now} ${test.ask}`;
    if (test.isQuestion) await ask('POST', '/test/answer', {}, '{"yes":true}');
    else if (demand !== done) {
      done = demand;
      const [what, body] = {
        contact_open: ['doors/1/open', ''],
        contact_close: ['doors/1/close', ''],
        exit_button: ['doors/1/press', ''],
        forced: [test.ask.includes('push') ? 'doors/1/open' : 'doors/1/close', ''],
        network: ['network', JSON.stringify({ plugged: test.ask.includes('Plug') })],
      }[test.now as string] ?? [null, ''];
      if (test.now === 'forced') await act('doors/1/release');
      if (typeof what === 'string') expect(await act(what, body ?? '')).toEqual({ ok: true });
    }
    await systemClock.sleep(40);
  }
}

test('the guided test is played with the drawn door while the agent runs, and ends in a signed report', async () => {
  expect(await act('doors/1/test')).toEqual({ ok: true });
  expect(await act('doors/1/test')).toMatchObject({
    ok: false,
    message: expect.stringContaining('under way'),
  });
  await play();
  while ((await testState()).outcome === null) await systemClock.sleep(40);
  const { steps, outcome } = await testState();
  expect(steps.map((one: { result: { result: string } }) => one.result.result)).toEqual(
    Array(9).fill('passed'),
  );
  expect(outcome).toMatchObject({ result: 'passed', hasPdf: true });
  const { body } = await ask('GET', '/test/report.json');
  expect(JSON.parse(body).report).toMatchObject({ result: 'passed', door: { driver: 'bench' } });
  expect((await ask('GET', '/test/report.pdf')).headers['content-type']).toBe('application/pdf');
  const pulses = broker.of(site.gatewayId).records.filter((record) => record.kind === 'relay');
  expect(pulses[0]).toMatchObject({ relay: 'strike', on: true, cause: 'bench' });
  await broker.until(() => marks().length === 2);
  expect(marks()).toEqual([900_000, 0]);
  await ask('POST', '/test/stop');
  expect(await testState()).toBeNull();
});

test('a stopped test no longer marks the door, and releases its latch', async () => {
  await act('doors/1/test');
  await broker.until(() => marks().length === 1);
  await ask('POST', '/test/stop');
  await broker.until(() => marks().length === 2);
  expect(marks()).toEqual([900_000, 0]);
  expect(await act('doors/1/open')).toMatchObject({ message: 'The latch holds: the door stays shut.' });
});

test('a key held to a reader is presented with the credential of the gateway, and the refusal is reported', async () => {
  const refused = await ask('POST', '/readers/7/present', {}, '{"key_id":3}');
  expect(JSON.parse(refused.body)).toEqual({
    ok: true,
    message: 'Refused: the key does not open this door.',
  });
  await ask('POST', '/readers/7/close');
  await ask('POST', '/readers/7/leave-open');
  await ask('POST', '/locking-system', {}, '{"connected":false}');
  expect(received).toEqual([
    { act: 'present', lock_id: 7, key_id: 3 },
    { act: 'close', lock_id: 7 },
    { act: 'leave_open', lock_id: 7 },
    { act: 'line', cut: true },
  ]);
  expect(asked[0]).toContain(`Basic ${Buffer.from(`${site.gatewayId}:`).toString('base64')}`);
  expect(JSON.parse((await ask('GET', '/readers')).body).readers).toEqual([READER]);
  expect((await ask('POST', '/readers/7/present', {}, '{"key_id":"x"}')).status).toBe(422);
  expect((await ask('POST', '/readers/0/close')).status).toBe(404);
  expect((await ask('POST', '/locking-system')).status).toBe(422);
});

test('an answer about the readers in an unknown form is an error, and the page keeps what it shows', async () => {
  await ask('GET', '/readers');
  readersAnswer = { readers: 'none', cut: 'no' };
  expect(JSON.parse((await ask('POST', '/readers/7/close')).body)).toEqual({
    ok: false,
    message: expect.stringContaining('unexpected answer'),
  });
  expect(JSON.parse((await ask('GET', '/readers')).body).readers).toEqual([READER]);
});

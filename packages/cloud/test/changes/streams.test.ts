import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { feedOf } from '../../src/changes/feed.js';
import { transaction } from '../../src/context.js';
import { enqueueDeliveries } from '../../src/deliveries/enqueue.js';
import { endpoints } from '../../src/endpoints.js';
import { httpWorld } from '../http/world.js';
import { type OpenStream, openStream } from './reader.js';

/* What a reader that waits costs, and what ends it. */

const world = await httpWorld(endpoints);
const { context, clock, http, account, location } = world;
const url = `http://127.0.0.1:${http.port}/v1/changes`;
const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(() => feedOf(context).stop());

async function stream(token = world.token, query = '?after=now'): Promise<OpenStream> {
  const opened = await openStream(`${url}${query}`, token);
  open.push(opened);
  return opened;
}
async function write(...texts: string[]): Promise<void> {
  const created_at = new Date(clock.now());
  await transaction(context.pool, (client) =>
    enqueueDeliveries(
      client,
      texts.map((name) => ({
        type: 'person.updated',
        location_id: location.id,
        data: { name },
        created_at,
      })),
    ),
  );
  context.nudge.emit('change', account.id);
}
/** Lets time pass, and what it sets going happen. */
async function pass(ms: number): Promise<void> {
  for (const end = clock.now() + ms; clock.now() < end; ) {
    await clock.advance(100);
    await context.pool.query('select 1');
  }
}
/** What comes, while time passes. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  while (!isDone) await pass(100);
  return work;
}

/** The names of the statements that go to the database, but for those of the test itself. */
let sent: string[] = [];
const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [query] = given as [string | { name?: string; text?: string }];
  const name = typeof query === 'string' ? query : (query?.name ?? query?.text ?? '');
  // That of this test, and that of each new connection.
  if (name !== 'select 1' && name !== 'SET jit = off') sent.push(name);
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;

/** The last number drawn, every five seconds; the keys of all readers, every four. */
const LOOKS = new Set(['changes-last', 'changes-living-keys']);
/** Lets time pass until what was asked has been done. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 20; ) {
    sent = [];
    await pass(100);
    quiet = sent.every((name) => LOOKS.has(name)) ? quiet + 1 : 0;
  }
}

test('those who wait issue no statement of their own: what looks for them all costs the same for thirty', async () => {
  const held = Array.from({ length: 20 }, () => stream());
  const streams = await Promise.all(held);
  sent = [];
  const waiting = Array.from({ length: 10 }, () => world.call('GET', '/changes?after=now&wait=30'));
  // On a busy machine the last of them comes late.
  while (sent.filter((name) => name === 'authenticate-api-key').length < waiting.length) await pass(100);
  await settled();
  sent = [];
  await pass(20_000);
  expect(new Set(sent)).toEqual(LOOKS);
  expect(sent.length).toBeLessThanOrEqual(20 / 5 + 20 / 4);
  await pass(10_000);
  for (const answer of await Promise.all(waiting)) expect(answer.json.data).toEqual([]);
  for (const one of streams) one.close();
  await settled();
  sent = [];
  await pass(20_000);
  expect(sent).toEqual([]);
});

test('what comes is read once for all that wait', async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => stream()));
  await settled();
  sent = [];
  const came = Promise.all(streams.map((one) => one.read(1)));
  await write('for all');
  for (const [message] of await passing(came)) expect(message?.data.data.name).toBe('for all');
  expect(sent.filter((name) => name === 'changes-tail')).toHaveLength(1);
});

test('what waited for a transaction that lasted is handed out when that ends, not at the next look', async () => {
  const reader = await stream();
  const older = new pg.Client(context.pool.options.connectionString);
  await older.connect();
  await older.query(`begin; select nextval('event_id_seq') from pg_current_xact_id()`);
  await write('behind it');
  // By now there is a look each half second.
  await pass(8_000);
  let came: unknown;
  void reader.read(1).then(([message]) => {
    came = message?.data.data.name;
  });
  await older.query('commit');
  await older.end();
  context.nudge.emit('change', account.id);
  for (let turn = 0; turn < 20 && came === undefined; turn++) {
    await clock.advance(turn < 10 ? 5 : 0);
    await context.pool.query('select pg_sleep(0.02)');
  }
  expect(came).toBe('behind it');
});

test('a key that expires ends its stream, and no other', async () => {
  const key = await world.key();
  await context.pool.query('update api_key set expires_at = $2 where id = $1', [
    key.id,
    new Date(clock.now() + 30_000),
  ]);
  const [ends, stays] = [await stream(key.token), await stream()];
  await pass(29_000);
  expect(ends.isClosed()).toBe(false);
  // On a busy machine the test's time runs ahead of the question about the keys.
  while (!ends.isClosed()) await pass(100);
  expect(stays.isClosed()).toBe(false);
});

test('a reader that does not take what comes is cut at a megabyte, and misses nothing when it comes back', async () => {
  const from = (await world.call('GET', '/changes?after=now')).json.next_cursor;
  const [quick, slow] = [await stream(), await idleReader(from)];
  // More than the buffers of the network hold.
  const large = 'x'.repeat(50_000);
  await write(...Array.from({ length: 400 }, (_, index) => `${index} ${large}`));
  const came = await passing(quick.read(400));
  await write('the next');
  came.push(...(await passing(quick.read(1))));
  const ids = came.map(({ data }) => data.id);
  expect(new Set(ids).size).toBe(401);
  expect(quick.isClosed()).toBe(false);
  // It sees that it was cut once it reads, with a part of what there was.
  const cursors = await passing(slow.readOn());
  expect(cursors.length).toBeLessThan(401);
  const again = await stream(world.token, `?after=${cursors.at(-1) ?? from}`);
  const rest = await passing(again.read(401 - cursors.length));
  expect(rest.map(({ data }) => data.id)).toEqual(ids.slice(cursors.length));
});

test('a cursor of another account is an invalid request', async () => {
  const other = await world.addAccount('Other');
  const { token } = await world.key(undefined, other.accountId, other.locationId);
  const foreign = (await world.call('GET', '/changes?after=now', { token })).json.next_cursor;
  expect((await world.call('GET', `/changes?after=${foreign}`, { token })).status).toBe(200);
  const answer = await world.call('GET', `/changes?after=${foreign}`);
  expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_request']);
});

/** Opens a stream and reads nothing of it, until `readOn`: the cursors of the messages that came whole. */
async function idleReader(after: string): Promise<{ readOn(): Promise<string[]> }> {
  const asked = request(`${url}?after=${after}`, {
    agent: false,
    headers: { accept: 'text/event-stream', authorization: `Bearer ${world.token}` },
  }).end();
  open.push({ close: () => void asked.destroy() });
  asked.on('error', () => {});
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return {
    async readOn() {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      await new Promise((closed) => response.once('close', closed));
      return text
        .split('\n\n')
        .slice(0, -1)
        .flatMap((block) => /^id: (.*)$/m.exec(block)?.[1] ?? []);
    },
  };
}

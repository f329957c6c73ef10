import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { QueryConfig } from 'pg';
import { makeToken } from '../../src/api-keys/tokens.rules.js';
import { OfToken, rooted } from '../../src/database/of-token.js';
import { endpoints } from '../../src/endpoints.js';
import type { Endpoint } from '../../src/http/endpoint.js';
import { expectError } from './matrix.js';
import { bodyFor, makeRows, nameOf, pathTo, pretendGateways } from './rows.js';
import { callServer, httpWorld } from './world.js';

/* What is looked up by the token, in the same write as its key. */

const world = await httpWorld(endpoints, { settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
const { pool } = world.context;
pretendGateways(world);
const wrongToken = makeToken(Buffer.alloc(24, 7));
const rows = await makeRows(world, world.account.id, world.location.id);
const elsewhere = await world.addAccount('Other');
const others = await makeRows(world, elsewhere.accountId, elsewhere.locationId);

const IDENTIFY = 'authenticate-api-key';

/** The names of the statements that `work` sent. */
async function sent(work: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(pool, 'query');
  await work();
  const names = query.mock.calls.map(([config]) => (config as unknown as QueryConfig).name ?? '');
  query.mockRestore();
  return names;
}

const ask = (endpoint: Endpoint, token: string, query = '') =>
  world.call(endpoint.method, `${pathTo(endpoint, rows)}${query}`, { token, body: bodyFor(endpoint, rows) });

const reads = endpoints.filter(({ method, ahead }) => ahead && method === 'GET');
const named = reads.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const lists = named.filter(([, { path }]) => !path.includes('{'));

beforeEach(() => world.clock.advance(60_000));

it('a statement that takes no location for all locations cannot go ahead', () => {
  const text = 'select 1 from access_key k where $1::int is null or k.location_id = $1';
  const values = [new OfToken(Buffer.alloc(32))];
  expect(() => rooted({ name: 'keys', text, values, brief: true })).toThrow('takes no location for all');
  expect(() => rooted({ name: 'slow', text: 'select $1', values })).toThrow('is not brief');
});

it('lists and single rows go ahead', () => {
  expect(named.map(([name]) => name)).toEqual([
    'GET /locks',
    'GET /locks/{id}',
    'GET /people',
    'GET /people/{id}',
    'GET /keys',
    'GET /events',
    'GET /door_events',
  ]);
});

describe.each(named)('%s', (_name, endpoint) => {
  it('is read while its caller is identified, and once', async () => {
    const names = await sent(() => ask(endpoint, rows.token));
    expect(names.slice(0, 2)).toEqual([IDENTIFY, expect.stringMatching(/-of-token$/)]);
    expect(names.slice(2).filter((name) => !name.startsWith('events-desc'))).toEqual([]);
  });

  it('answers the same as when nothing went ahead', async () => {
    const before = (await ask(endpoint, rows.token)).text;
    const { ahead } = endpoint;
    delete endpoint.ahead;
    const after = (await ask(endpoint, rows.token)).text;
    Object.assign(endpoint, { ahead });
    expect(after).toBe(before);
  });

  it('gives a key of another account nothing of this one', async () => {
    const answer = await ask(endpoint, others.token);
    const own = await ask(endpoint, rows.token);
    expect(answer.text).not.toBe(own.text);
    if (endpoint.path.includes('{')) expectError(answer, 404, 'not_found');
  });

  it('finds nothing for a wrong token, which is 401', async () => {
    const results: unknown[] = [];
    const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<{ rows: unknown[] }>;
    const spy = jest.spyOn(pool, 'query').mockImplementation((async (config: QueryConfig) => {
      const result = await query(config);
      results.push(...result.rows);
      return result;
    }) as never);
    expectError(await ask(endpoint, wrongToken), 401, 'unauthenticated');
    spy.mockRestore();
    expect(results).toEqual([]);
  });

  it('goes behind a missing scope and a wrong query, which read nothing else', async () => {
    const { token } = await world.key(['webhooks:manage']);
    expectError(await ask(endpoint, token), 403, 'insufficient_scope');
    expect(await sent(() => ask(endpoint, rows.token, '?x=1'))).toEqual([IDENTIFY]);
    expectError(await ask(endpoint, rows.token, '?x=1'), 400, 'invalid_request');
  });
});

describe.each(lists)('a page of %s', (_name, endpoint) => {
  it('from a cursor of other filters is refused, though it went ahead', async () => {
    const page = await ask(endpoint, rows.token, '?limit=1');
    const cursor = page.json.next_cursor ?? 'x'.repeat(40);
    const { token } = await world.key();
    const foreign = await world.call('GET', `${endpoint.path}?limit=1&cursor=${cursor}x`, { token });
    expectError(foreign, 400, 'invalid_request');
  });

  it('that finds nothing is looked for again, as its key may have changed', async () => {
    const { accountId, locationId } = await world.addAccount(`Empty of ${endpoint.path}`);
    const { token } = await world.key(undefined, accountId, locationId);
    const names = await sent(async () => expect((await ask(endpoint, token)).json.data).toEqual([]));
    expect(names.length).toBeGreaterThan(2);
  });
});

it('a key over its limit has nothing looked up for it, until its window rolls', async () => {
  const { token } = await world.key();
  const read = () => callServer(world.http.port, 'GET', '/v1/locks', { token });
  await Promise.all(Array.from({ length: 600 }, () => world.call('GET', '/nothing', { token })));
  expectError(await read(), 429, 'rate_limited');
  expect(await sent(read)).toEqual([IDENTIFY]);
  await world.clock.advance(60_000);
  expect(await sent(read)).toEqual([IDENTIFY, 'locks-of-token']);
});

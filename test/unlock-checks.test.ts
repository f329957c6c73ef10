import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { createApiKey } from '../packages/cloud/src/api-keys/create.js';
import { makeToken } from '../packages/cloud/src/api-keys/tokens.rules.js';
import type { Scope } from '../packages/cloud/src/http/endpoint.js';
import { createWorld } from './world.js';

const world = await createWorld();
const { main, side, archive, account, hq, lab } = world.ids;
const gateway = await world.connect();
await gateway.birth([{ door: 1 }, { door: 2 }]);
afterAll(() => world.close());

const { pool } = world.context;
const newKey = (scopes: readonly Scope[], lockIds: number[] = [], locationId = hq) =>
  createApiKey(world.context, { accountId: account, locationId, name: 'Till', scopes, lockIds });
const commands = async () => (await pool.query('select count(*)::int as count from command')).rows[0].count;

describe('the checks of an unlock come in this order', () => {
  const body = { door: 1 };
  test.each([
    ['a token of no key', async () => makeToken(Buffer.alloc(24, 7)), '0/unlock?x', 401, 'unauthenticated'],
    [
      'the scope',
      async () => (await newKey(['catalog:read'])).token,
      '0/unlock?x',
      403,
      'insufficient_scope',
    ],
    ['the path', async () => (await newKey(['locks:control'])).token, 'x/unlock?x', 400, 'invalid_request'],
    [
      'the query',
      async () => (await newKey(['locks:control'])).token,
      '999999/unlock?x',
      400,
      'invalid_request',
    ],
    [
      'the body',
      async () => (await newKey(['locks:control'])).token,
      '999999/unlock',
      422,
      'validation_failed',
    ],
  ] as const)('%s', async (_what, token, path, status, code) => {
    const before = await commands();
    const answer = await world.call('POST', `/locks/${path}`, { token: await token(), body });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(await commands()).toBe(before);
  });

  test.each([
    [
      'a lock outside the location of the key',
      () => newKey(['locks:control'], [], lab),
      main,
      404,
      'not_found',
    ],
    ['a lock that is not listed', () => newKey(['locks:control'], [side]), archive, 403, 'lock_not_allowed'],
    [
      'a lock that is not remote',
      () => newKey(['locks:control'], [archive]),
      archive,
      409,
      'lock_not_remote',
    ],
  ] as const)('%s', async (_what, key, lock, status, code) => {
    const { token } = await key();
    const answer = await world.call('POST', `/locks/${lock}/unlock`, { token, body: {} });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});

describe('the lock is looked up', () => {
  test('while the key is identified, and once', async () => {
    const query = jest.spyOn(pool, 'query');
    expect((await world.call('POST', `/locks/${main}/unlock`, { body: {} })).status).toBe(202);
    const names = query.mock.calls.map(([config]) => (config as unknown as { name: string }).name);
    query.mockRestore();
    expect(names).toEqual(['authenticate-api-key', 'command-target-of-token', 'command-insert']);
  });

  test('when the body has come, if it comes late', async () => {
    const { id, token } = await newKey(['locks:control'], [main]);
    const late = request(`${world.baseUrl}/locks/${main}/unlock`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': '2',
        expect: '100-continue',
      },
    });
    late.flushHeaders();
    await once(late, 'continue');
    // Its identification is behind that of the other.
    await world.call('GET', `/locks/${main}`);
    await pool.query('delete from api_key_lock where api_key_id = $1', [id]);
    late.end('{}');
    const [answer] = await once(late, 'response');
    expect((await json(answer)) as object).toMatchObject({ error: { code: 'lock_not_allowed' } });
  });
});

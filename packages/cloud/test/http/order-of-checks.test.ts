import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeToken } from '../../src/api-keys/tokens.rules.js';
import { expectEnvelope, expectError } from './matrix.js';
import { sampleEndpoints } from './sample-endpoints.js';
import { callServer, httpWorld } from './world.js';

const world = await httpWorld(sampleEndpoints);
const wrongToken = makeToken(Buffer.alloc(24, 7));

beforeEach(() => world.clock.advance(60_000));

describe('authentication comes first', () => {
  it('an unknown path is 401 without a key and 404 with one', async () => {
    for (const path of ['/nothing', '', '/', '/notes/', '//notes', '/notes/1/2', '/Notes']) {
      expectError(await world.call('GET', path, { token: null }), 401, 'unauthenticated');
      expectError(await world.call('GET', path), 404, 'not_found');
    }
  });

  it('an unknown method on a known path is 405 with Allow, and 401 without a key', async () => {
    expectError(await world.call('PUT', '/notes', { token: null }), 401, 'unauthenticated');
    const answer = await world.call('PUT', '/notes');
    expectError(answer, 405, 'invalid_request');
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
    expectError(await world.call('OPTIONS', '/notes'), 405, 'invalid_request');
    const unlockOnly = await world.call('HEAD', '/gadgets/6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10/unlock');
    expect([unlockOnly.status, unlockOnly.headers.allow]).toEqual([405, 'POST']);
  });

  it('a malformed path is 401 without a key and 400 with one', async () => {
    for (const path of ['/%zz', '/notes/%', '/notes/%ff', '/notes/%00']) {
      expectError(await world.call('GET', path, { token: null }), 401, 'unauthenticated');
      expectError(await world.call('GET', path), 400, 'invalid_request');
    }
  });

  it('refuses wrong, mistyped, expired and revoked tokens, and other schemes', async () => {
    const expired = await world.key();
    const revoked = await world.key();
    await world.context.pool.query('UPDATE api_key SET expires_at = $1 WHERE id = $2', [
      new Date(world.clock.now()),
      expired.id,
    ]);
    await world.context.pool.query('UPDATE api_key SET revoked_at = $1 WHERE id = $2', [
      new Date(world.clock.now()),
      revoked.id,
    ]);
    for (const token of [wrongToken, `${world.token.slice(0, -1)}!`, 'x', expired.token, revoked.token]) {
      const answer = await world.call('GET', '/notes', { token });
      expectError(answer, 401, 'unauthenticated');
      expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    for (const Authorization of ['Basic eDp5', 'Bearer', 'Bearer ', world.token])
      expectError(
        await world.call('GET', '/notes', { token: null, headers: { Authorization } }),
        401,
        'unauthenticated',
      );
  });

  it('takes the scheme in any case', async () => {
    const answer = await world.call('GET', '/notes', {
      token: null,
      headers: { Authorization: `bearer ${world.token}` },
    });
    expect(answer.status).toBe(200);
  });
});

describe('after authentication', () => {
  it('path and method come before platform mode, and platform mode before scope', async () => {
    const { accountId, locationId } = await world.addAccount('Reseller', true);
    const { token } = await world.key(['catalog:read'], accountId, locationId);
    expectError(await world.call('GET', '/nothing', { token }), 404, 'not_found');
    expectError(await world.call('PUT', '/notes', { token }), 405, 'invalid_request');
    expectError(await world.call('GET', '/notes?x=1', { token }), 403, 'not_available');
  });

  it('scope comes before query, and query before body', async () => {
    const { token } = await world.key(['catalog:read']);
    expectError(await world.call('POST', '/notes?x=1', { token, body: '{' }), 403, 'insufficient_scope');
    expectError(await world.call('POST', '/notes?x=1', { body: '{' }), 400, 'invalid_request');
    expectError(await world.call('PATCH', '/notes/x', { body: '{' }), 400, 'invalid_request');
    expectError(await world.call('POST', '/notes', { body: '{' }), 422, 'validation_failed');
  });
});

describe('paths, queries and methods', () => {
  it('HEAD behaves as GET without the body', async () => {
    const get = await world.call('GET', '/notes');
    const head = await world.call('HEAD', '/notes');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('a percent-encoded path is the path it encodes', async () => {
    expect((await world.call('GET', '/%6eotes/%31')).status).toBe(200);
  });

  it('a UUID is taken in either case and normalised', async () => {
    const answer = await world.call('POST', '/gadgets/6F1C2A52-7F0B-4A57-9A8E-0D9F3C7B1E10/mode', {
      body: { mode: 'auto' },
    });
    expect(answer.json).toEqual({ id: '6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10', mode: 'auto' });
  });

  it('numeric ids are strict decimals', async () => {
    expect((await world.call('GET', '/notes/2147483647')).status).toBe(200);
    for (const id of ['0', '01', '+1', '1 ', '%201', '1.0', '٣'].map(encodeURI))
      expectError(await world.call('GET', `/notes/${id}`), 400, 'invalid_request');
  });

  it('refuses malformed values, repeated names, and values where a list has a hole', async () => {
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=1e1',
      'limit=',
      'limit=5&limit=5',
      'kind=a&kind=b',
      'kind=a,',
      'kind=c',
      'since=2026-01-07',
      'since=2026-02-30T00:00:00Z',
      'lock_id=x',
      'cursor=',
      'limit=%',
      'limit',
      'limit=5%00',
    ])
      expectError(await world.call('GET', `/notes?${query}`), 400, 'invalid_request');
    for (const query of [
      '',
      'limit=100',
      'kind=a,b',
      'kind=a%2Cb',
      'since=2026-01-07T06:00:00Z',
      'since=2026-01-07T06:00:00%2B02:00',
      'since=2026-01-07T06:00:00.123456Z',
      '&limit=5&',
    ])
      expect([query, (await world.call('GET', `/notes?${query}`)).status]).toEqual([query, 200]);
  });

  it('pages through a list with a cursor that no other list, filter or caller can use', async () => {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await world.call('GET', `/notes?limit=3&kind=a${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.json.data.map((note: { id: number }) => note.id));
      cursor = page.json.next_cursor;
      if (cursor && seen.length === 3) {
        expect((await world.call('GET', `/notes?limit=2&kind=a&cursor=${cursor}`)).json.data).toHaveLength(2);
        const { accountId, locationId } = await world.addAccount('Other');
        const { token } = await world.key(undefined, accountId, locationId);
        const flipped = cursor.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
        for (const [query, given] of [
          [`kind=b&cursor=${cursor}`],
          [`cursor=${cursor}`],
          [`kind=a&cursor=${flipped}`],
          [`kind=a&cursor=${cursor}=`],
          ['kind=a&cursor=x'],
          [`kind=a&cursor=${cursor}`, token],
        ] as const)
          expectError(
            await world.call('GET', `/notes?limit=3&${query}`, given ? { token: given } : {}),
            400,
            'invalid_request',
          );
      }
    } while (cursor);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('takes the absolute form of a request target', async () => {
    const answer = await callServer(world.http.port, 'GET', `http://localhost:${world.http.port}/v1/notes`, {
      token: world.token,
    });
    expect(answer.status).toBe(200);
  });

  it('answers 404 in the envelope beside the base path', async () => {
    for (const path of ['/', '/v2/notes', '/v1x', '/V1/notes', '/favicon.ico', '/%zz'])
      expectError(await callServer(world.http.port, 'GET', path), 404, 'not_found');
  });
});

describe('every answer', () => {
  const asked = (own: string, given = {}) =>
    world.call('GET', '/notes', { ...given, headers: { 'X-Request-Id': own } });

  it("bears the request's own id where that is a UUID", async () => {
    const own = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
    for (const given of [{}, { token: null }, { token: wrongToken }]) {
      const answer = await asked(own.toUpperCase(), given);
      expectEnvelope(answer);
      expect(answer.headers['x-request-id']).toBe(own);
    }
    const beside = await callServer(world.http.port, 'GET', '/none', { headers: { 'X-Request-Id': own } });
    expect(beside.headers['x-request-id']).toBe(own);
  });

  it('bears an id of the service where the request brings no id that is well-formed', async () => {
    for (const own of ['from-outside', '', '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f', `${'a'.repeat(8_000)}`]) {
      const answer = await asked(own);
      expectEnvelope(answer);
      expect(answer.headers['x-request-id']).not.toBe(own);
    }
  });

  it('a 204 has neither body nor content type', async () => {
    const answer = await world.call('DELETE', '/notes/1');
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined]);
  });

  it('the description of the interface is readable without a key, but not with a wrong one', async () => {
    expect((await world.call('GET', '/openapi.json', { token: null })).status).toBe(200);
    expect((await world.call('GET', '/openapi.json')).headers['x-ratelimit-limit']).toBe('600');
    expectError(await world.call('GET', '/openapi.json', { token: wrongToken }), 401, 'unauthenticated');
  });
});

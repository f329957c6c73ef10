import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { hostileBodies, naughtyStrings } from './hostile.js';
import { expectEnvelope, expectError } from './matrix.js';
import { sampleEndpoints } from './sample-endpoints.js';
import { httpWorld } from './world.js';

const world = await httpWorld(sampleEndpoints);
const GADGET = '/gadgets/6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10';

beforeEach(() => world.clock.advance(60_000));

const detailsOf = async (method: string, path: string, body: unknown) => {
  const answer = await world.call(method, path, { body });
  expectError(answer, 422, 'validation_failed');
  return answer.json.error.details.map(
    ({ field, code }: { field: string; code: string }) => `${field}: ${code}`,
  );
};

describe('a body that fails validation', () => {
  it('names each field at fault, with its index in a list', async () => {
    expect(await detailsOf('POST', '/notes', { text: 5, tags: ['a', 1, null], foo: 1, bar: 2 })).toEqual([
      'text: invalid',
      'tags[1]: invalid',
      'tags[2]: invalid',
      'foo: unknown_field',
      'bar: unknown_field',
    ]);
  });

  it('calls a missing field invalid and required', async () => {
    const answer = await world.call('POST', '/notes', { body: {} });
    expect(answer.json.error.details).toEqual([{ field: 'text', code: 'invalid', message: 'required' }]);
    const union = await world.call('POST', `${GADGET}/mode`, { body: { foo: 1 } });
    expect(union.json.error.details).toEqual([
      { field: 'mode', code: 'invalid', message: 'required' },
      { field: 'foo', code: 'unknown_field', message: 'unknown field' },
    ]);
  });

  it('refuses a field that belongs to another form', async () => {
    expect(await detailsOf('POST', `${GADGET}/mode`, { mode: 'auto', expires_at: null })).toEqual([
      'expires_at: unknown_field',
    ]);
  });

  it('names the field with NUL or half a surrogate pair', async () => {
    expect(await detailsOf('POST', '/notes', '{"text":"a\\u0000b","tags":["ok","\\ud800"]}')).toEqual([
      'text: invalid',
      'tags[1]: invalid',
    ]);
    expect(await detailsOf('POST', '/notes', '{"text":"a","x\\u0000":1}')).toEqual(['x\0: unknown_field']);
    expect((await world.call('POST', '/echo', { body: { text: '🔑' } })).json.text).toBe('🔑');
  });

  it('refuses nesting without end', async () => {
    expect(await detailsOf('POST', '/notes', `{"text":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).toEqual([
      ': invalid',
    ]);
  });
});

describe("the body's form", () => {
  it('must be declared as JSON', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
    ])
      expect(
        (await world.call('POST', '/notes', { body: { text: 'x' }, headers: { 'Content-Type': type } }))
          .status,
      ).toBe(201);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'application/jsonx',
      '',
    ])
      expectError(
        await world.call('POST', '/notes', { body: { text: 'x' }, headers: { 'Content-Type': type } }),
        422,
        'validation_failed',
      );
    expectError(
      await world.call('POST', '/notes', { body: { text: 'x' }, headers: { 'Content-Encoding': 'gzip' } }),
      422,
      'validation_failed',
    );
  });

  it('may be absent where every field is optional, or where there is none', async () => {
    expect((await world.call('POST', `${GADGET}/unlock`)).status).toBe(202);
    expect((await world.call('POST', `${GADGET}/ping`)).status).toBe(200);
    expect((await world.call('POST', `${GADGET}/ping`, { body: {} })).status).toBe(200);
    expect(await detailsOf('POST', `${GADGET}/ping`, { foo: 1 })).toEqual(['foo: unknown_field']);
    expect(await detailsOf('POST', '/notes', undefined)).toEqual([': invalid']);
    expect(await detailsOf('PATCH', '/notes/1', {})).toEqual([': invalid']);
  });

  it('counts to 64 KB and not beyond, and the connection survives', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const send = (bytes: number, chunked: boolean) =>
      new Promise<IncomingMessage & { text: string }>((resolve, reject) => {
        const body = Buffer.from(`{"text":"${'x'.repeat(bytes - 11)}"}`);
        const request = httpRequest(
          {
            agent,
            port: world.http.port,
            path: '/v1/echo',
            method: 'POST',
            headers: {
              Authorization: `Bearer ${world.token}`,
              'Content-Type': 'application/json',
              ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length }),
            },
          },
          (response) => {
            ports.add(request.socket?.localPort);
            let text = '';
            response.on('data', (chunk) => (text += chunk));
            response.on('end', () => resolve(Object.assign(response, { text })));
          },
        );
        request.on('error', reject);
        request.end(body);
      });
    for (const chunked of [false, true]) {
      for (const [bytes, message] of [
        [64 * 1024 + 1, /64 KB/],
        [5_000_000, /64 KB/],
        [64 * 1024, /text/],
      ] as const) {
        const answer = await send(bytes, chunked);
        expect([answer.statusCode, JSON.parse(answer.text).error.details]).toEqual([
          422,
          [{ field: bytes > 65_536 ? '' : 'text', code: 'invalid', message: expect.any(String) }],
        ]);
        expect(answer.text).toMatch(message);
      }
      expect((await send(60_000, chunked)).statusCode).toBe(200);
    }
    expect(ports.size).toBe(1);
    agent.destroy();
  });
});

describe('hostile bodies from public collections', () => {
  it('no raw body is ever a 5xx, and what is no JSON object is one detail without a field', async () => {
    for (const { name, expected, bytes: raw } of hostileBodies()) {
      const { token } = await world.key(['events:read', 'people:write']);
      for (const wrap of [false, true]) {
        const body = wrap
          ? Buffer.concat([Buffer.from('{"text":"x","others":'), raw, Buffer.from('}')])
          : raw;
        const answer = await world.call('POST', '/echo', { token, body });
        if (answer.status !== 200) expect([name, answer.status]).toEqual([name, 422]);
        expectEnvelope(answer);
        if (expected !== 'reject' || wrap) continue;
        const [detail] = answer.json.error.details;
        expect([name, detail.field]).toEqual([name, '']);
      }
    }
  });

  it('every naughty string is kept as it is or refused by name', async () => {
    for (const text of naughtyStrings()) {
      const { token } = await world.key(['events:read', 'people:write', 'people:read']);
      const answer = await world.call('POST', '/echo', { token, body: { text, others: [text] } });
      expectEnvelope(answer);
      if (answer.status === 200) expect(answer.json).toEqual({ text, others: [text] });
      else expect([answer.status, answer.json.error.details[0].field]).toEqual([422, 'text']);
      const query = await world.call('GET', `/notes?cursor=${encodeURIComponent(text)}`, { token });
      expect([text, query.status]).toEqual([text, 400]);
      expectEnvelope(query);
      const named = await world.call('POST', '/notes', {
        token,
        body: JSON.stringify({ text: 'x', [text]: 1 }),
      });
      expect(named.status === 422 || text === 'text').toBe(true);
      expectEnvelope(named);
    }
  });
});

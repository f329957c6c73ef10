import { describe, expect, it } from '@jest/globals';
import { type Endpoint, SCOPES } from '../../src/http/endpoint.js';
import type { Answer, HttpWorld } from './world.js';

export type MatrixWorld = Pick<HttpWorld, 'call' | 'key'>;

const UUID = '6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * What every endpoint owes by being declared: 401, 403 by scope, 405 with Allow, 400 for queries and route
 * parameters, 422 for unknown fields and hostile bodies. Call it in a test file with the list and a way to the world.
 */
export function describeEndpoints(endpoints: readonly Endpoint[], world: () => MatrixWorld): void {
  describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    (_name, endpoint) => {
      const path = samplePath(endpoint);
      /** A key of its own each time, so that no limit is met. */
      const call = async (
        method: string,
        target: string,
        given: { body?: unknown; headers?: Record<string, string> } = {},
        scopes = [endpoint.scopes[0] ?? SCOPES[0]],
      ) => world().call(method, target, { token: (await world().key(scopes)).token, ...given });

      it('answers 401 without an API key', async () => {
        expectError(await world().call(endpoint.method, path, { token: null }), 401, 'unauthenticated');
      });

      const others = SCOPES.filter((scope) => !(endpoint.scopes as readonly string[]).includes(scope));
      // An endpoint that any scope may call refuses no key.
      if (others.length > 0)
        it('answers 403 to a key with every scope but its own, before it looks at query or body', async () => {
          const answer = await call(endpoint.method, `${path}?unknown_parameter=1`, {}, others);
          expectError(answer, 403, 'insufficient_scope');
          expect(answer.headers['x-ratelimit-limit']).toBeDefined();
        });

      it('lets each of its scopes in', async () => {
        for (const scope of endpoint.scopes) {
          const answer = await call(endpoint.method, `${path}?unknown_parameter=1`, {}, [scope]);
          expectError(answer, 400, 'invalid_request');
        }
      });

      it('answers 405 with Allow to methods that its path does not have', async () => {
        const declared = new Set(
          endpoints
            .filter((other) => shape(other.path) === shape(endpoint.path))
            .map((other) => other.method as string),
        );
        for (const method of METHODS) {
          if (declared.has(method)) continue;
          const answer = await call(method, path);
          expectError(answer, 405, 'invalid_request');
          const allow = answer.headers.allow?.split(', ').filter((allowed) => allowed !== 'HEAD');
          expect(new Set(allow)).toEqual(declared);
        }
      });

      it('answers 400 to unknown, prototype and malformed query parameters', async () => {
        for (const query of [
          'unknown_parameter=1',
          '__proto__=1',
          'constructor=1',
          '%zz=1',
          'a=%ff',
          'unknown_parameter=%00',
        ])
          expectError(await call(endpoint.method, `${path}?${query}`), 400, 'invalid_request');
        for (const name of queryNames(endpoint))
          expectError(await call(endpoint.method, `${path}?${name}=a&${name}=a`), 400, 'invalid_request');
      });

      if (endpoint.params) {
        it('answers 400 to route parameters of the wrong form', async () => {
          for (const wrong of [
            'not-an-id',
            '%zz',
            '%00',
            '%ff',
            '0x1',
            '1.5',
            '-1',
            '1e3',
            '01',
            '%F0%9F%94%91',
          ])
            expectError(
              await call(endpoint.method, endpoint.path.replaceAll(/\{\w+\}/g, wrong)),
              400,
              'invalid_request',
            );
        });
      }

      if (endpoint.body) {
        it('names every unknown field', async () => {
          const answer = await call(endpoint.method, path, {
            body: '{"__proto__":{},"constructor":1,"unknown_field_x":1}',
          });
          expectError(answer, 422, 'validation_failed');
          for (const field of ['__proto__', 'constructor', 'unknown_field_x'])
            expect(answer.json.error.details).toContainEqual({
              field,
              code: 'unknown_field',
              message: expect.any(String),
            });
        });

        it('answers one detail without a field to a body that is no JSON object', async () => {
          const wholly = [{ field: '', code: 'invalid', message: expect.any(String) }];
          for (const body of [
            '{',
            '[]',
            'null',
            '"text"',
            '1',
            '\ufeff{}',
            Buffer.from([0x7b, 0xff, 0x7d]),
            `{"a":"${'x'.repeat(65_536)}"}`,
          ]) {
            const answer = await call(endpoint.method, path, { body });
            expectError(answer, 422, 'validation_failed');
            expect(answer.json.error.details).toEqual(wholly);
          }
          const answer = await call(endpoint.method, path, {
            body: '{}',
            headers: { 'Content-Type': 'text/plain' },
          });
          expectError(answer, 422, 'validation_failed');
          expect(answer.json.error.details).toEqual(wholly);
        });
      }
    },
  );
}

/** The path with parameters that are well-formed and name nothing. */
export function samplePath(endpoint: Endpoint): string {
  let path = endpoint.path;
  for (const [placeholder, name] of [...endpoint.path.matchAll(/\{(\w+)\}/g)]) {
    const takesNumber = endpoint.params?.safeParse(parameters(endpoint, name ?? '', '2147483647')).success;
    path = path.replace(placeholder, takesNumber ? '2147483647' : UUID);
  }
  return path;
}

/** All parameters, one as given and the others in whichever form lets the whole parse. */
function parameters(endpoint: Endpoint, name: string, value: string): Record<string, string> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const others = names.filter((other) => other !== name);
  for (let choice = 0; choice < 2 ** others.length; choice++) {
    const given = {
      [name]: value,
      ...Object.fromEntries(others.map((other, index) => [other, choice & (1 << index) ? UUID : '1'])),
    };
    if (endpoint.params?.safeParse(given).success) return given;
  }
  return { [name]: value };
}

export function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.json?.error?.code }).toEqual({ status, code });
  expectEnvelope(answer);
}

/** The envelope of every answer, and the request id. */
export function expectEnvelope(answer: Answer): void {
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  if (answer.status < 400) return;
  expect(Object.keys(answer.json)).toEqual(['error']);
  const { error } = answer.json;
  expect(error).toEqual({
    code: expect.any(String),
    message: expect.any(String),
    ...(error.code === 'validation_failed' ? { details: expect.any(Array) } : {}),
  });
  for (const detail of error.details ?? [])
    expect(detail).toEqual({
      field: expect.any(String),
      code: expect.any(String),
      message: expect.any(String),
    });
}

function shape(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

function queryNames(endpoint: Endpoint): string[] {
  const shape = (endpoint.query as { shape?: object } | undefined)?.shape;
  return Object.keys(shape ?? {});
}

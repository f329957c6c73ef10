import { describe, expect, it } from '@jest/globals';
import { api } from '../../src/endpoints.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { sampleEndpoints } from './sample-endpoints.js';
import { httpWorld } from './world.js';

const world = await httpWorld(sampleEndpoints);
const { json: document } = await world.call('GET', '/openapi.json', { token: null });

describe('the description of the interface', () => {
  it('is what the declarations say, and the same every time', () => {
    expect(document).toEqual(
      JSON.parse(JSON.stringify(openApiDocument({ ...api, endpoints: sampleEndpoints }))),
    );
    expect(document.openapi).toBe('3.1.0');
  });

  it('has every endpoint with its scopes, any one of which is enough', () => {
    for (const { method, path, scopes } of sampleEndpoints) {
      const operation = document.paths[path][method.toLowerCase()];
      expect(operation.security).toEqual(scopes.map((scope) => ({ api_key: [scope] })));
      for (const scope of scopes)
        expect(operation.description).toMatch(new RegExp(`Needs the scope .*\`${scope}\``));
    }
  });

  it('names every error that an endpoint can answer, with status and code', () => {
    const { responses } = document.paths['/notes'].post;
    const codes = Object.fromEntries(
      Object.entries<AnyResponse>(responses).map(([status, { content }]) => [
        status,
        Object.values(content?.['application/json'].examples ?? {}).map(({ value }) => value.error.code),
      ]),
    );
    expect(codes).toEqual({
      201: [],
      400: ['invalid_request'],
      401: ['unauthenticated'],
      403: ['insufficient_scope', 'not_available'],
      409: ['idempotency_conflict', 'idempotency_in_progress'],
      422: ['validation_failed'],
      429: ['rate_limited'],
      500: ['server_error'],
    });
    expect(Object.keys(responses[429].headers)).toEqual(
      expect.arrayContaining(['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Reset', 'X-Request-Id']),
    );
    expect(document.paths['/notes/{id}'].get.responses[404]).toBeDefined();
    expect(document.paths['/notes/{id}'].delete.responses[422]).toBeUndefined();
  });

  it('describes parameters as callers write them and bodies as strict', () => {
    const { get, post } = document.paths['/notes'];
    const limit = get.parameters.find(({ name }: { name: string }) => name === 'limit');
    expect(limit).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    });
    const body = post.requestBody.content['application/json'].schema;
    expect(body).toMatchObject({ additionalProperties: false, required: ['text'] });
    expect(body.properties.at).toEqual({ type: 'string', format: 'date-time' });
    const answer = post.responses[201].content['application/json'].schema;
    expect(answer.additionalProperties).toBeUndefined();
    expect(answer.properties.at.anyOf[0]).toMatchObject({ type: 'string', format: 'date-time' });
  });

  it('leaves no reference without its target', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const target = reference.split('/').reduce((at, name) => at?.[name], document);
      expect([reference, target]).toEqual([reference, expect.anything()]);
    }
  });
});

interface AnyResponse {
  content?: { 'application/json': { examples?: Record<string, { value: { error: { code: string } } }> } };
}

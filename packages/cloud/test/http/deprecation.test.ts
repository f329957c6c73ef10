import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { api } from '../../src/endpoints.js';
import { deprecationHeaders } from '../../src/http/deprecation.rules.js';
import { endpoint } from '../../src/http/endpoint.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { httpWorld } from './world.js';

/* An endpoint that is to end says so in every answer, and in the document. */

const deprecated = { since: '2026-11-01', sunset: '2027-11-01', link: 'https://acme.example/changes#old' };
const ending = endpoint({
  for: 'api',
  method: 'GET',
  path: '/old',
  scopes: ['catalog:read'],
  summary: 'Read what is old',
  query: z.strictObject({ word: z.string().optional() }),
  status: 200,
  answer: z.strictObject({ ok: z.boolean() }),
  deprecated,
  async eventStream(_request, response) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end();
  },
  handler: async () => ({ body: { ok: true } }),
});
const staying = endpoint({
  for: 'api',
  method: 'GET',
  path: '/new',
  scopes: ['catalog:read'],
  summary: 'Read what is new',
  status: 200,
  answer: z.strictObject({ ok: z.boolean() }),
  handler: async () => ({ body: { ok: true } }),
});
const world = await httpWorld([ending, staying]);

const HEADERS = {
  deprecation: `@${Date.UTC(2026, 10, 1) / 1_000}`,
  sunset: 'Mon, 01 Nov 2027 00:00:00 GMT',
  link: '<https://acme.example/changes#old>; rel="deprecation"; type="text/html"',
};

test('every answer has the headers, refusals and streams too; others have none', async () => {
  const answers = [
    await world.call('GET', '/old'),
    await world.call('GET', '/old?unknown=1'),
    await world.call('GET', '/old', { token: null }),
    await world.call('GET', '/old', { headers: { accept: 'text/event-stream' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 200]);
  for (const { headers } of answers) expect(headers).toMatchObject(HEADERS);
  const other = await world.call('GET', '/new');
  for (const name of Object.keys(HEADERS)) expect(other.headers).not.toHaveProperty(name);
});

test('the document marks it, says until when, and names the headers', () => {
  const { paths } = openApiDocument({ ...api, endpoints: [ending, staying] }, 'Acme') as unknown as {
    paths: Record<
      string,
      { get: { deprecated?: boolean; description: string; responses: Record<string, { headers: object }> } }
    >;
  };
  const { get } = paths['/old'] as (typeof paths)[string];
  expect(get.deprecated).toBe(true);
  expect(get.description).toMatch(/^Deprecated since 2026-11-01; it may be gone from 2027-11-01 on\./);
  expect(Object.keys(get.responses['200']?.headers ?? {})).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
  );
  expect(paths['/new']?.get).not.toHaveProperty('deprecated');
});

describe('the notice', () => {
  test('is a year at the least', () => {
    expect(() => deprecationHeaders({ ...deprecated, sunset: '2027-10-31' })).toThrow(/less than a year/);
    expect(deprecationHeaders({ ...deprecated, since: '2024-02-29', sunset: '2025-03-01' })).toBeDefined();
  });

  test.each(['soon', '2026-13-01', ''])('names days: %j is none', (since) => {
    expect(() => deprecationHeaders({ ...deprecated, since })).toThrow(/no day/);
  });
});

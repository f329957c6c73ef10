import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it, test } from '@jest/globals';
import { z } from 'zod';
import { endpoint } from '../../src/http/endpoint.js';
import type { Mount } from '../../src/http/mount.js';
import { createPipeline } from '../../src/http/pipeline.js';
import { splitTarget } from '../../src/http/request/target.rules.js';
import { startHttpServer } from '../../src/http/server.js';
import { httpWorld } from './world.js';

const LONG = 'a door '.repeat(5_000);
const answers = (method: 'GET' | 'POST', path: string, text: string) =>
  endpoint({
    method,
    path,
    for: 'page',
    role: null,
    status: 200,
    answer: z.object({ text: z.string() }),
    handler: async () => ({ body: { text }, headers: { 'X-Seen': 'yes' } }),
  });

const { context } = await httpWorld([]);
const pipeline = createPipeline(context, {
  path: '/lists',
  endpoints: [
    answers('GET', '/long', LONG),
    answers('GET', '/short', 'a door'),
    answers('POST', '/long', LONG),
  ],
  compresses: true,
  admit: async () => {},
  identify: async () => ({}),
  count: async () => {},
  permit: () => {},
});
const mount: Mount = {
  path: '/',
  handle: (request, response) => pipeline(request, response, splitTarget(request.url)),
};
const api = { endpoints: [], webhooks: {}, keyOf: () => null, authenticate: async () => null };
const http = await startHttpServer(context, api, { mounts: [mount] });
afterAll(() => http.close());

const send = (method: string, path: string, accepted: string) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const headers = { 'Accept-Encoding': accepted };
    ask({ host: '127.0.0.1', port: http.port, path: `/lists${path}`, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });

it('sends a long list compressed, with the headers of every answer and those of its own', async () => {
  const { headers, body } = await send('GET', '/long', 'gzip, br');
  expect(JSON.parse(gunzipSync(body).toString())).toEqual({ text: LONG });
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
    'x-seen': 'yes',
  });
});

test.each([
  ['a short answer', 'GET', '/short', 'gzip'],
  ['an answer to what writes', 'POST', '/long', 'gzip'],
  ['an answer to a caller that refuses gzip', 'GET', '/long', 'gzip;q=0'],
  ['an answer to a caller that names no encoding', 'GET', '/long', ''],
])('sends %s as it is', async (_, method, path, accepted) => {
  const { headers, body } = await send(method, path, accepted);
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body.toString()).text).toMatch(/^a door/);
});

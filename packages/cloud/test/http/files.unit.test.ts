import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it, test } from '@jest/globals';
import express from 'express';
import { createPages } from '../../src/http/pages/files.js';

const folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
const SCRIPT = `console.log(${JSON.stringify('a door '.repeat(500))});\n`;
await mkdir(path.join(folder, 'assets'));
await writeFile(path.join(folder, 'assets/index-1.js'), SCRIPT);

const pages = createPages(
  { 'Content-Security-Policy': "default-src 'none'" },
  {
    read: (name) => readFile(path.join(folder, name)),
    isPage: (address) => address === '/',
    assetName: (address) => /^\/(assets\/[a-z0-9.-]+)$/.exec(address)?.[1] ?? null,
    hasNotFoundPage: true,
  },
);
const app = express()
  .disable('etag')
  .use((request, response, next) => {
    if (!pages(request, response, request.path)) next();
  });
const server = createServer(app);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const get = (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    ask({ host: '127.0.0.1', port, path: address, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

test.each<[string, 'br' | 'gzip' | 'none']>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, gzip;q=0', 'none'],
  ['', 'none'],
])('a caller that accepts "%s" gets the encoding %s', async (accepted, encoding) => {
  const { status, headers, body } = await get('/assets/index-1.js', { 'Accept-Encoding': accepted });
  const decoded = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes };
  expect([status, headers.vary]).toEqual([200, 'Accept-Encoding']);
  expect(headers['content-encoding'] ?? 'none').toBe(encoding);
  expect(Number(headers['content-length'])).toBe(body.length);
  expect(decoded[encoding](body).toString()).toBe(SCRIPT);
});

it('has its type, the policy and a lifetime', async () => {
  const { headers } = await get('/assets/index-1.js');
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

it('is not sent again to a caller that has it, alone or among others', async () => {
  const { etag = '' } = (await get('/assets/index-1.js')).headers;
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`]) {
    const { status, body } = await get('/assets/index-1.js', { 'If-None-Match': known });
    expect([known, status, body.length]).toEqual([known, 304, 0]);
  }
  expect((await get('/assets/index-1.js', { 'If-None-Match': '"other"' })).status).toBe(200);
});

it('answers HEAD with the headers of GET', async () => {
  const { status, headers, body } = await get('/assets/index-1.js', {}, 'HEAD');
  expect([status, headers['content-length'], body.length]).toEqual([200, String(SCRIPT.length), 0]);
});

it('says what is missing, and finds a build that comes later', async () => {
  expect((await get('/assets/none.js')).status).toBe(404);
  const unbuilt = await get('/');
  expect([unbuilt.status, unbuilt.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Doors</title>');
  const built = await get('/');
  expect([built.status, built.headers['content-type'], built.headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-cache',
  ]);
  // A browser gets a page that says so.
  const lost = await get('/nowhere', { Accept: 'text/html' });
  expect([lost.status, lost.body.toString()]).toEqual([404, built.body.toString()]);
  const { etag = '' } = built.headers;
  expect((await get('/nowhere', { Accept: 'text/html', 'If-None-Match': etag })).status).toBe(404);
});

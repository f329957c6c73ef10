// Chromium: a line of JSON in, a line out; the client runs in a page, or with `worker` in a worker of one. A page may call
// its own origin alone, so its server hands requests on, as the backend of a page would.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILES = {
  '/acts.mjs': 'test/clients/acts.mjs',
  '/client/': 'packages/client/dist/',
  '/openapi-fetch.mjs': 'node_modules/openapi-fetch/dist/index.mjs',
};
const IMPORTS = {
  imports: { '@door-access/client': '/client/index.js', 'openapi-fetch': '/openapi-fetch.mjs' },
};
// Import maps do not reach workers, so the modules that a worker loads name files.
const rewritten = (text) =>
  Object.entries(IMPORTS.imports).reduce(
    (all, [name, file]) => all.replaceAll(`'${name}'`, `'${file}'`),
    text,
  );

let service;
const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(502).end(String(error)));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

async function answer(request, response) {
  const { pathname } = new URL(request.url, origin);
  if (pathname === '/') return void response.setHeader('content-type', 'text/html').end('<!doctype html>');
  if (pathname === '/worker.mjs')
    return void script(response).end(
      "import { play } from '/acts.mjs'; onmessage = async ({ data }) => postMessage(await play(data)); postMessage('ready');",
    );
  const place = Object.keys(FILES).find((one) =>
    one.endsWith('/') ? pathname.startsWith(one) : pathname === one,
  );
  if (place) {
    const chunks = [];
    for await (const chunk of createReadStream(path.join(root, FILES[place], pathname.slice(place.length))))
      chunks.push(chunk);
    return void script(response).end(rewritten(Buffer.concat(chunks).toString()));
  }
  await handOn(request, response);
}

const script = (response) => response.setHeader('content-type', 'text/javascript');

/** A connection that the service cuts is cut for the page too. */
async function handOn(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { host: _host, connection: _connection, ...headers } = request.headers;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const found = await fetch(new URL(request.url, service), {
      method: request.method,
      headers,
      signal: gone.signal,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(found.status, Object.fromEntries(found.headers));
    await pipeline(found.body ?? [], response);
  } catch {
    request.socket.destroy();
  }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
await page.goto(origin);
await page.evaluate(async (inWorker) => {
  if (!inWorker) {
    const { play } = await import('/acts.mjs');
    globalThis.play = play;
    return;
  }
  const worker = new Worker('/worker.mjs', { type: 'module' });
  const next = () =>
    new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data), { once: true }));
  await next();
  globalThis.play = (asked) => {
    const answer = next();
    worker.postMessage(asked);
    return answer;
  };
}, process.argv[2] === 'worker');

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.act === 'connect') {
    service = asked.given.base_url;
    asked.given.base_url = new URL(new URL(service).pathname, origin).href;
  }
  console.log(JSON.stringify(await page.evaluate((one) => globalThis.play(one), asked)));
}
await browser.close();
server.close();

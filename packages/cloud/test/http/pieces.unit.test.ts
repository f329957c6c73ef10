import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { TestClock } from '@door-access/protocol';
import { afterAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Context } from '../../src/context.js';
import { type Endpoint, endpoint, streamed } from '../../src/http/endpoint.js';
import { writeSheet } from '../../src/http/pages/csv.js';
import { sheet } from '../../src/http/pages/csv.rules.js';
import { createPipeline } from '../../src/http/pipeline.js';
import { splitTarget } from '../../src/http/request/target.rules.js';

const PAGE = ['1', '2'];
const logged: object[] = [];
const log = { child: () => log, isLevelEnabled: () => false, warn: (line: object) => logged.push(line) };
const context = {
  clock: new TestClock(),
  ids: { uuid: () => '00000000-0000-4000-8000-000000000001' },
  config: { PUBLIC_URL: null, TRUST_PROXY: 0 },
  log,
} as unknown as Context;
const file = endpoint({
  for: 'page',
  method: 'GET',
  path: '/file',
  role: null,
  status: 200,
  answer: null,
  query: z.strictObject({}),
  handler: streamed,
  stream: ({ signal }: { signal: AbortSignal }, response: never) =>
    writeSheet(
      response,
      'numbers',
      sheet<string>([['number', (row) => row]]),
      {
        read: async (after: string | undefined) => {
          if (after === undefined) return PAGE;
          await setImmediate();
          throw new Error('the database is away');
        },
        positionOf: (row: string) => row,
        describe: (rows) => rows,
        pageSize: PAGE.length,
      },
      signal,
    ),
} as never) as Endpoint;
const pipeline = createPipeline(context, {
  path: '/pages',
  endpoints: [file],
  admit: async () => {},
  identify: async () => ({}) as never,
  count: async () => {},
  permit: () => {},
});
const server = createServer((request, response) =>
  pipeline(request, response, splitTarget(request.url ?? '')),
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());

test('a file whose second page cannot be read is cut: no one takes it for whole, and no one waits for its rest', async () => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/pages/file`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(logged).toMatchObject([{ error: { message: 'the database is away' } }]);
});

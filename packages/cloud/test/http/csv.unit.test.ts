import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { type Source, writeSheet } from '../../src/http/pages/csv.js';

const never = new AbortController().signal;
const sheet = { head: 'number\r\n', line: (row: string) => `${row}\r\n` };
const numbers = (count: number): Source<number, number, string> => ({
  read: async (after = 0) =>
    Array.from({ length: Math.min(2, count - after) }, (_, index) => after + index + 1),
  positionOf: (row) => row,
  describe: (rows) => rows.map(String),
  pageSize: 2,
});

let source = numbers(0);
const server = createServer((_request, response) => {
  writeSheet(response, 'numbers', sheet, source, never).catch(() => {
    response.statusCode = response.headersSent ? 200 : 503;
    response.end();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const asked = async (wanted: Source<number, number, string>) => {
  source = wanted;
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { status: answer.status, lines: (await answer.text()).trim().split('\r\n') };
};

test.each([0, 1, 2, 3, 4, 5])('all of %i rows come, a page at a time, below one head', async (count) => {
  const { lines } = await asked(numbers(count));
  expect(lines).toEqual(['number', ...Array.from({ length: count }, (_, index) => String(index + 1))]);
});

test('no more come than are allowed', async () => {
  expect((await asked({ ...numbers(9), max: 4 })).lines).toEqual(['number', '1', '2', '3', '4']);
});

test('a list that cannot be read is an error, not a table of nothing', async () => {
  const broken = { ...numbers(3), read: () => Promise.reject(new Error('no database')) };
  expect((await asked(broken)).status).toBe(503);
});

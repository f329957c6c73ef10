import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { take, unlock } from '@door-access/client';
import { startSite } from '@door-access/testkit';
import { afterAll, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { press } from './fake-service.js';

/* doors-mcp as assistants start it, against a real service with real doors. */

const bin = fileURLToPath(new URL('../bin/doors-mcp.mjs', import.meta.url));
const site = await startSite({ doors: 2 });
const main = site.door('Main entrance');
afterAll(() => site.close());
const env = { PATH: process.env.PATH ?? '', DOORS_URL: site.url, DOORS_API_KEY: site.apiKey };

const read = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
  const { content } = await client.callTool({ name, arguments: given });
  return JSON.parse((content as { text: string }[])[1]?.text ?? '').data;
};

/** The text of a stream from the start, until it has this. */
async function said(stream: NodeJS.ReadableStream, wanted: RegExp): Promise<RegExpExecArray> {
  let text = '';
  for (;;) {
    const found = wanted.exec(text);
    if (found) return found;
    const [chunk] = await once(stream, 'data');
    text += chunk;
  }
}

/** An assistant that has started the program, and the link to the first thing that a person is to approve. */
async function assistant() {
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin], env, stderr: 'pipe' });
  const client = new Client({ name: 'assistant', version: '1' });
  await client.connect(transport);
  const stderr = transport.stderr as unknown as NodeJS.ReadableStream;
  return { client, links: said(stderr, /http:\/\/\S+\/approve\/[0-9a-f]{64}/) };
}

test('over its standard streams: reads, prepares, and unlocks only as a person approves', async () => {
  const { client, links } = await assistant();

  await main.force();
  await main.close();
  const { doors } = await read(client, 'list_doors');
  expect(doors.map(({ name, door_state }: Record<string, string>) => [name, door_state])).toContainEqual([
    'Main entrance',
    'closed',
  ]);
  const { door_events } = await read(client, 'door_state', { lock_id: main.id });
  expect(door_events[1].explanation.verdict).toBe('forced');

  const before = (await site.unlocked('Main entrance')).length;
  const { action_id } = await read(client, 'preview_unlock', { lock_id: main.id, reason: 'A courier waits' });
  expect(await site.unlocked('Main entrance')).toHaveLength(before);
  const [link] = await links;
  expect((await press(link, 'approve')).status).toBe(200);
  expect(await read(client, 'action_result', { action_id })).toMatchObject({ state: 'confirmed' });
  expect(await site.unlocked('Main entrance')).toHaveLength(before + 1);
  await client.close();
});

test('a drill that a person approves is confirmed by every door, and moves none', async () => {
  const { client, links } = await assistant();
  const { doors } = await read(client, 'list_doors');
  const before = (await site.unlocked('Main entrance')).length;
  const { action_id } = await read(client, 'preview_emergency', {
    location_id: doors[0].location.id,
    mode: 'evacuation',
    drill: true,
    reason: 'The drill of spring',
  });
  const [link] = await links;
  let isOver = false;
  const pressed = press(link, 'approve').finally(() => {
    isOver = true;
  });
  // The page waits for the doors, by the clock of the site.
  while (!isOver) await site.clock.advance({ seconds: 1 });
  expect((await pressed).status).toBe(200);
  expect(await read(client, 'action_result', { action_id })).toMatchObject({
    state: 'confirmed',
    text: 'all 2 doors have confirmed',
  });
  expect(await site.unlocked('Main entrance')).toHaveLength(before);
  await client.close();
});

test('who could open a real door follows its keys', async () => {
  const person = await take(
    site.client.POST('/people', { body: { name: 'Anna Aho', email: 'anna@example.com' } }),
  );
  await take(
    site.client.POST('/keys', {
      body: { person_id: person.id, name: 'Staff', security_groups: ['STAFF'], channel: 'email' },
    }),
  );
  const { client } = await assistant();
  const at = new Date(site.clock.now()).toISOString();
  expect(await read(client, 'who_could_open', { lock_id: main.id, at })).toMatchObject({
    people_with_keys: [],
    keys_that_did_not_open: [
      { person: { name: 'Anna Aho' }, why: 'security group STAFF, but the key was never handed over' },
    ],
  });
  const { next_cursor } = await read(client, 'changes_since');
  await unlock(site.client, main.id);
  await site.settled();
  const { changes } = await read(client, 'changes_since', { after: next_cursor });
  expect(changes.map(({ type }: { type: string }) => type)).toEqual(['access.granted']);
  expect(await read(client, 'door_state', { lock_id: 2_000_000_000 })).toEqual({
    error: expect.stringContaining('not_found'),
    next: 'Call list_doors for the locks that this API key sees, and use an id from there.',
  });
  await client.close();
});

test('over HTTP: for those who have its token', async () => {
  const child: ChildProcess = spawn(process.execPath, [bin, '--http', '0'], {
    env: { ...env, DOORS_MCP_TOKEN: 'a-token' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [, url = ''] = await said(child.stderr as NodeJS.ReadableStream, /Listening on (\S+)\n/);
  const connect = async (token: string, more: Record<string, string> = {}) => {
    const client = new Client({ name: 'assistant', version: '1' });
    const headers = { authorization: `Bearer ${token}`, ...more };
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return client;
  };
  const client = await connect('a-token');
  expect((await read(client, 'list_doors')).doors).toHaveLength(2);
  await client.close();
  await expect(connect('another')).rejects.toThrow('Send Authorization: Bearer');
  await expect(connect('a-token', { origin: 'https://elsewhere.example' })).rejects.toThrow('other origins');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  [{}, [], 'set DOORS_URL (such as https://doors.example/v1) and DOORS_API_KEY in the environment'],
  [{ DOORS_URL: 'http://doors.example', DOORS_API_KEY: 'k' }, [], 'an API key goes over https only'],
  [{ DOORS_URL: 'https://doors.example', DOORS_API_KEY: 'k' }, ['--http', 'x'], '--http: x is no port'],
])('%j %j does not start: %s', async (settings, given, message) => {
  const child = spawn(process.execPath, [bin, ...given], {
    env: { PATH: env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [text, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')]);
  expect([code, Buffer.concat(text).toString()]).toEqual([2, expect.stringContaining(message)]);
});

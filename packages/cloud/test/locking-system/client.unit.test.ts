import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { parse } from 'yaml';
import { startLockingSystem } from '../../../../test/locking-system-server.js';
import { createHttpLockingSystem } from '../../src/locking-system/http.js';

const system = await startLockingSystem();
let now = 0;
let pauses: number[] = [];
let expire: (() => void)[] = [];
/** Pauses pass at once; deadlines come only on request. */
const clock = {
  now: () => now,
  monotonic: () => now,
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (!signal) {
      pauses.push(milliseconds);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      expire.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  },
};
let logged: string[] = [];
const tools = {
  clock,
  ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
  log: pino({ level: 'warn', base: null, timestamp: false }, { write: (line) => logged.push(line) }),
};
const make = (token: string | null = system.token) =>
  createHttpLockingSystem(tools, { url: `${system.url}/`, token });
const clients = [make()];
const client = () => clients.at(-1) as (typeof clients)[number];
const person = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  name: 'Anna',
  email: '',
  phone: '',
  company_name: '',
  title: '',
  language: '',
  location_id: 1,
};

beforeEach(() => {
  system.behave(() => null);
  system.calls.length = 0;
  pauses = [];
  expire = [];
  logged = [];
  clients.push(make());
});
afterAll(async () => {
  for (const one of clients) await one.close();
  await system.close();
});

test('a call whose answer is lost, or that finds the system unwell, is made again with the same Idempotency-Key', async () => {
  let calls = 0;
  system.behave(() => {
    calls += 1;
    return calls === 1 ? 'lost' : calls === 2 ? 503 : null;
  });
  await client().savePerson(person);
  expect(system.people.get(person.id)).toEqual(person);
  expect(new Set(system.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect([system.calls.length, pauses]).toEqual([3, [200, 400]]);
});

test('two calls have an Idempotency-Key each', async () => {
  await client().savePerson(person);
  await client().savePerson(person);
  expect(system.calls[0]?.idempotencyKey).not.toBe(system.calls[1]?.idempotencyKey);
});

test('silence ends with the deadline, three times, and is no refusal', async () => {
  system.behave(() => 'silence');
  system.onSilence = () => expire.at(-1)?.();
  await expect(client().savePerson(person)).rejects.toMatchObject({ kind: 'server_error' });
  expect(system.calls).toHaveLength(3);
});

test.each([400, 404, 409, 422])('%i is a refusal, and not asked twice', async (status) => {
  system.behave(() => status);
  await expect(client().savePerson(person)).rejects.toMatchObject({ kind: 'locksys_rejected' });
  expect(system.calls).toHaveLength(1);
});

test.each([301, 401, 403])('%i is our own mistake, and no refusal', async (status) => {
  system.behave(() => status);
  await expect(client().savePerson(person)).rejects.toMatchObject({ kind: 'server_error' });
});

describe('the log names the setting and the reason, and no secret', () => {
  const reported = async (url: string, token: string | null = system.token) => {
    const one = createHttpLockingSystem(tools, { url, token });
    clients.push(one);
    await expect(one.readFeed('')).rejects.toThrow('does not answer');
    expect(logged).toHaveLength(1);
    return JSON.parse(logged[0] as string);
  };
  const open = new URL(system.url);

  test('where nothing listens, at an address or at a name with several', async () => {
    expect(await reported('http://door:s3cret@127.0.0.1:1/base?token=s3cret')).toEqual({
      level: 40,
      msg: 'LOCKSYS_URL=http://127.0.0.1:1/base: the locking system cannot be used; it is tried again',
      reason: 'connect ECONNREFUSED 127.0.0.1:1',
      failures: 1,
    });
    logged = [];
    expect((await reported('http://localhost:1')).reason).toMatch(/ECONNREFUSED/);
  });

  test('where the token is not taken', async () => {
    expect((await reported(system.url, 'wr0ng')).reason).toBe('HTTP 401, so it does not take LOCKSYS_TOKEN');
    expect(logged[0]).not.toContain('wr0ng');
  });

  test('where something else answers', async () => {
    system.behave(() => 404);
    expect((await reported(system.url)).reason).toBe('HTTP 404, so its paths begin elsewhere');
    expect(JSON.parse(logged[0] as string).msg).toContain(`LOCKSYS_URL=${open.origin}/: `);
  });
});

test('what is gone already counts as deleted', async () => {
  await client().deleteKey(999);
  await client().deletePerson(randomUUID());
});

test('after five calls without an answer no call is made for half a minute, then one call tries', async () => {
  system.behave(() => 500);
  for (let call = 0; call < 5; call++)
    await expect(client().savePerson(person)).rejects.toThrow('does not answer');
  system.calls.length = 0;
  await expect(client().savePerson(person)).rejects.toThrow('does not answer');
  expect(system.calls).toHaveLength(0);
  system.behave(() => null);
  now += 30_000;
  await client().savePerson(person);
  expect(system.calls).toHaveLength(1);
});

test('no more than four changes are under way at once, and no more than sixteen wait', async () => {
  const one = client();
  let inside = 0;
  let highest = 0;
  const leave: (() => void)[] = [];
  const work = () =>
    one.guard(async () => {
      inside += 1;
      highest = Math.max(highest, inside);
      await new Promise<void>((resolve) => leave.push(resolve));
      inside -= 1;
    });
  const calls = Array.from({ length: 20 }, work);
  await expect(work()).rejects.toMatchObject({ kind: 'server_error' });
  for (let left = 0; left < 20; left++) {
    await new Promise((resolve) => setImmediate(resolve));
    leave.shift()?.();
  }
  await Promise.all(calls);
  expect(highest).toBe(4);
});

test('the feed is read page by page, and what it says anew is passed over', async () => {
  const readFeed = client().readFeed;
  const change = (key_id: number) => ({
    type: 'key',
    key_id,
    state: 'returned',
    occurred_at: '2026-01-07T06:00:00+02:00',
  });
  system.happen(change(1), { type: 'something_new' }, change(-1), change(2));
  const first = await readFeed('');
  expect(first).toEqual({
    changes: [{ type: 'key', key_id: 1, state: 'returned', occurred_at: new Date('2026-01-07T04:00:00Z') }],
    cursor: '3',
    more: true,
  });
  expect(await readFeed(first.cursor)).toMatchObject({ changes: [{ key_id: 2 }], more: false });
});

test('every call is one that the contract describes', async () => {
  const file = new URL('../../../../docs/locking-system.openapi.yaml', import.meta.url);
  const { paths, components } = parse(readFileSync(file, 'utf8'));
  const one = client();
  await one.savePerson(person);
  await one.saveKey({
    id: 7,
    name: 'Front doors',
    state: null,
    location_id: 1,
    person: { id: person.id, name: 'Anna', email: '' },
    security_groups: ['STAFF'],
    starts_at: new Date(0),
    expires_at: null,
  });
  await one.deleteKey(7);
  await one.deletePerson(person.id);
  await one.readFeed('');
  const said = system.calls.map(({ method, path }) => {
    const template = Object.keys(paths).find((one) =>
      new RegExp(`^${one.replace('{id}', '[^/]+')}$`).test(path),
    );
    return paths[template ?? '']?.[method.toLowerCase()]?.operationId;
  });
  expect(said).toEqual(['savePerson', 'saveKey', 'deleteKey', 'deletePerson', 'readChanges']);
  expect(Object.keys(person).sort()).toEqual([...components.schemas.Person.required].sort());
});

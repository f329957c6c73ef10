import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RawGateway } from '../raw-gateway.js';
import { createWorld } from '../world.js';
import { type Program, Refusal, startProgram } from './program.js';
import { startProxy } from './proxy.js';

/* One suite for all clients, against the service, with a proxy between them that fails on request. */

const world = await createWorld();
const proxy = await startProxy(world.baseUrl);
const gateway: RawGateway = await world.connect();
await gateway.birth();
afterAll(async () => {
  await proxy.close();
  await world.close();
});

/** As the packages of npm name them, each of a platform. */
const RUNTIMES = 'tools/runtimes/node_modules';
const [deno, bun] =
  process.arch === 'arm64'
    ? ([`${RUNTIMES}/@deno/linux-arm64-glibc/deno`, `${RUNTIMES}/@oven/bun-linux-aarch64/bin/bun`] as const)
    : ([`${RUNTIMES}/@deno/linux-x64-glibc/deno`, `${RUNTIMES}/@oven/bun-linux-x64/bin/bun`] as const);

describe.each([
  ['packages/client', ['node', 'test/clients/driver.mjs']],
  [
    'packages/client in Deno',
    [deno, 'run', '--quiet', '--no-prompt', '--allow-net=127.0.0.1', 'test/clients/driver.mjs'],
  ],
  ['packages/client in Bun', [bun, 'test/clients/driver.mjs']],
  ['packages/client in a page', ['node', 'test/clients/driver-browser.mjs']],
  ['packages/client in a worker', ['node', 'test/clients/driver-browser.mjs', 'worker']],
  ['clients/python', ['python3', 'test/clients/driver.py']],
] as const)('%s', (name, command) => {
  let program: Program;
  beforeAll(async () => {
    program = startProgram(command);
    await program.do('connect', { base_url: proxy.url, api_key: world.token });
  });
  afterAll(() => program.end());
  afterEach(() => {
    expect(proxy.fates).toEqual([]);
    proxy.requests.length = 0;
  });

  const refused = (act: string, given: object): Promise<Record<string, unknown>> =>
    program.do(act, given).then(
      (value) => {
        throw new Error(`${act} answered ${JSON.stringify(value)}`);
      },
      (error: Refusal) => (error instanceof Refusal ? error.fields : Promise.reject(error)),
    );
  const create = (person: object) => program.do('create_person', { person }) as Promise<{ id: string }>;
  const named = (person: string) => `${person} of ${name}`;
  const list = (q: string) => program.do('list_people', { q, limit: 2 }) as Promise<{ name: string }[]>;

  it('makes, reads and deletes a person', async () => {
    const made = await create({ name: named('Anna') });
    expect(await program.do('read_person', { id: made.id })).toEqual(made);
    expect(await program.do('delete_person', { id: made.id })).toBeNull();
    expect(await refused('read_person', { id: made.id })).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('gives the code of a refusal, and each wrong field', async () => {
    expect(await refused('create_person', { person: { name: 'Admin', phone: '040' } })).toMatchObject({
      status: 422,
      code: 'validation_failed',
      details: [
        { field: 'phone', code: 'invalid' },
        { field: 'name', code: 'reserved_name' },
      ],
    });
  });

  it('reads a list to its end, page after page', async () => {
    const prefix = named('List');
    for (let number = 0; number < 5; number++) await create({ name: `${prefix} ${number}` });
    proxy.requests.length = 0;
    expect((await list(prefix)).map((person) => person.name)).toEqual(
      [4, 3, 2, 1, 0].map((number) => `${prefix} ${number}`),
    );
    expect(proxy.requests).toHaveLength(3);
  });

  it('creates one person, though the answer was lost and the next attempt failed', async () => {
    proxy.fates.push('lost', { status: 500, code: 'server_error', retryAfter: 0 });
    const made = await create({ name: named('Once') });
    expect(await list(named('Once'))).toEqual([expect.objectContaining({ id: made.id })]);
    expect(proxy.requests.filter((request) => request === 'POST /people')).toHaveLength(3);
  });

  it('waits out a limit, and a proxy that has no service behind it', async () => {
    proxy.fates.push(
      { status: 429, code: 'rate_limited', retryAfter: 0 },
      { status: 503, code: null, retryAfter: 0 },
    );
    expect(await list(named('Absent'))).toEqual([]);
  });

  it('opens a door: answers when the gateway has confirmed it', async () => {
    const opened = program.do('unlock', { lock_id: world.ids.main, reason: 'test' });
    const { id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: id }),
      gateway.record({ kind: 'result', command_id: id, outcome: 'confirmed' }),
    ]);
    expect(await opened).toMatchObject({ id, status: 'confirmed' });
  });

  it('throws the command that the gateway could not run', async () => {
    const failed = refused('unlock', { lock_id: world.ids.main });
    const { id } = await gateway.next('command');
    const result = { kind: 'result', command_id: id, outcome: 'device_error', detail: 'no answer' };
    await gateway.send([gateway.record(result)]);
    expect(await failed).toMatchObject({
      name: 'CommandFailedError',
      command: { id, status: 'failed', reason: 'device_error' },
    });
  });

  it('follows what happens behind a cursor, each change once, though answers are lost on the way', async () => {
    type Found = { cursor: string; data: { name: string } }[];
    const types = ['person.created'];
    await create({ name: named('Before') });
    const known = (await program.do('all_changes', { types })) as Found;
    const after = known.at(-1)?.cursor;
    proxy.fates.push('lost', { status: 503, code: null, retryAfter: 0 });
    let found: Found | null = null;
    const following = program.do('next_changes', { after, types, count: 3 }).then((changes) => {
      found = changes as Found;
    });
    for (let number = 0; number < 3; number++)
      await world.call('POST', '/people', { body: { name: named(`Followed ${number}`) } });
    // What another transaction still holds up is looked at again after a pause.
    while (found === null) await Promise.race([following, world.clock.advance(10)]);
    expect((found as Found).map(({ data }) => data.name)).toEqual(
      [0, 1, 2].map((number) => named(`Followed ${number}`)),
    );
  });

  it('names a cursor that was made up', async () => {
    const refusal = await refused('next_changes', { after: 'x', types: ['person.created'], count: 1 });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it.each([
    ['failed', { status: 500, code: 'server_error' }],
    ['answers with a proxy', { status: 502, code: null }],
  ] as const)('sends an unlock once where the service %s', async (_, fate) => {
    proxy.fates.push(fate);
    expect(await refused('unlock', { lock_id: world.ids.main })).toMatchObject({ code: 'server_error' });
    expect(proxy.requests).toEqual([`POST /locks/${world.ids.main}/unlock?wait=10`]);
  });

  it('names what it may not open', async () => {
    expect(await refused('unlock', { lock_id: world.ids.archive })).toMatchObject({
      code: 'lock_not_remote',
    });
  });

  describe('verifies a webhook', () => {
    const now = 1_767_765_600;
    const envelope = {
      id: 'd1',
      type: 'access.granted',
      created_at: '2026-01-07T06:00:00.000Z',
      data: { id: 7, occurred_at: '2026-01-07T05:59:00.000Z', person: { name: 'Größe 🚪' } },
    };
    const body = Buffer.from(JSON.stringify(envelope));
    const v1 = (secret: string) => createHmac('sha256', secret).update(`${now}.`).update(body).digest('hex');
    const given = {
      secret: 'whsec_1',
      body_base64: body.toString('base64'),
      signature: `t=${now},v1=${v1('whsec_0')},v1=${v1('whsec_1')}`,
      now,
    };

    it('gives the envelope, and the text that identifies the event', async () => {
      expect(await program.do('verify', given)).toEqual({ envelope, key: 'access.granted:7' });
    });

    it.each([
      ['another secret', { secret: 'whsec_2' }, 'wrong_signature'],
      ['a late one', { now: now + 301 }, 'timestamp_outside_tolerance'],
      ['none', { signature: null }, 'malformed_signature'],
    ])('refuses %s', async (_, change, fault) => {
      expect(await refused('verify', { ...given, ...change })).toMatchObject({ fault });
    });

    it('distinguishes a stale event', async () => {
      expect(await program.do('verify', { ...given, max_age_seconds: 60 })).toMatchObject({ envelope });
      const stale = await refused('verify', { ...given, max_age_seconds: 59 });
      expect(stale).toMatchObject({ name: 'StaleWebhookError', fault: null });
    });
  });
});

describe('the client for Python by itself', () => {
  const cwd = fileURLToPath(new URL('../../clients/python', import.meta.url));

  it.each([
    ['is typed throughout', 'mypy', ['--strict', '--no-error-summary', 'door_access', 'tests']],
    ['passes its own tests', 'python3', ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']],
  ])('%s', (_, program, words) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  });
});

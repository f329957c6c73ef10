import { afterAll, describe, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { createApiKey } from '../../src/api-keys/create.js';
import { revokeApiKey } from '../../src/api-keys/revoke.js';
import { SCOPES, type Scope } from '../../src/http/endpoint.js';
import { openStream } from './reader.js';

/* Section by section what the change feed promises, over HTTP. */

const world = await createWorld();
afterAll(() => world.close());
const { context, ids, clock } = world;

const gateway = await world.connect();
await gateway.birth([{ door: 1 }, { door: 2 }]);

const keyAt = async (locationId: number, scopes: readonly Scope[] = SCOPES) =>
  createApiKey(context, { accountId: ids.account, locationId, name: 'Reader', scopes, lockIds: [] });
const get = (query = '', token = world.token) => world.call('GET', `/changes${query}`, { token });
const now = async () => (await get('?after=now')).body.next_cursor as string;
const person = (name: string, location_id = ids.hq) =>
  world.call('POST', '/people', {
    body: { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@acme.example`, location_id },
  });
/** Lets time pass, and what it sets going happen, until so. */
async function until(isSo: () => boolean, stepMs = 500): Promise<void> {
  while (!isSo()) {
    await clock.advance(stepMs);
    await context.pool.query('select 1');
  }
}
/** What comes, while time passes. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  await until(() => isDone, 10);
  return work;
}
const typesOf = ({ body }: { body: { data: { type: string }[] } }) => body.data.map(({ type }) => type);

describe('pages', () => {
  test('begin at the oldest kept change, in the order of commits, and go on from next_cursor', async () => {
    await person('Anna');
    const all = await get();
    expect(all.status).toBe(200);
    expect(typesOf(all)).toEqual(['lock.online', 'lock.online', 'person.created']);
    expect(all.body.has_more).toBe(false);
    const first = await get('?limit=2');
    expect(first.body.data).toEqual(all.body.data.slice(0, 2));
    expect(first.body.has_more).toBe(true);
    const rest = await get(`?after=${first.body.next_cursor}`);
    expect(rest.body.data).toEqual(all.body.data.slice(2));
    const end = await get(`?after=${rest.body.next_cursor}`);
    expect(end.body).toEqual({ data: [], next_cursor: expect.any(String), has_more: false });
    // Each change's own cursor goes on behind it.
    const behind = await get(`?after=${all.body.data[0].cursor}`);
    expect(behind.body.data).toEqual(all.body.data.slice(1));
  });

  test('a change says what its webhook says, and the command that it came from', async () => {
    const from = await now();
    const command = await world.call('POST', `/locks/${ids.main}/unlock`, { body: {} });
    await gateway.send([
      gateway.record({
        kind: 'relay',
        relay: 'strike',
        on: true,
        cause: 'command',
        command_id: command.body.id,
      }),
      gateway.record({ kind: 'contact', state: 'open', snapshot: false }),
    ]);
    const { body } = await get(`?after=${from}`);
    const listed = await world.call('GET', '/events?type=access.granted');
    expect(body.data).toEqual([
      {
        cursor: expect.any(String),
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
        type: 'access.granted',
        occurred_at: expect.any(String),
        recorded_at: expect.any(String),
        data: { ...listed.body.data[0], command_id: command.body.id },
        command_id: command.body.id,
      },
      expect.objectContaining({ type: 'door.opened', command_id: null }),
    ]);
    expect((await get(`?after=${from}`)).body.data).toEqual(body.data);
  });

  test('what an offline gateway delivers late comes where it is recorded, with its own time', async () => {
    const from = await now();
    const at = clock.now();
    await clock.advance(3_600_000);
    const late = gateway.record({ kind: 'exit_button', pressed: true }) as { mono_ms: number };
    await gateway.send([{ ...late, at: new Date(at).toISOString(), mono_ms: late.mono_ms - 3_600_000 }]);
    const [change] = (await get(`?after=${from}`)).body.data;
    expect(change).toMatchObject({ type: 'door.exit_button', occurred_at: new Date(at).toISOString() });
    expect(Date.parse(change.recorded_at)).toBeGreaterThanOrEqual(at + 3_600_000);
  });

  test.each(['limit=0', 'limit=501', 'wait=31', 'wait=-1', 'types=door.melted', 'after=made-up', 'after='])(
    '%s is an invalid request',
    async (query) => {
      const answer = await get(`?${query}`);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    },
  );

  test('types leave only these, a rare one among many too', async () => {
    const from = await now();
    for (let index = 0; index < 30; index++) await person(`Crowd ${index}`);
    await gateway.send([gateway.record({ kind: 'exit_button', pressed: true })]);
    for (let index = 30; index < 60; index++) await person(`Crowd ${index}`);
    const rare = await get(`?after=${from}&types=door.exit_button,door.forced&limit=1`);
    expect(typesOf(rare)).toEqual(['door.exit_button']);
    expect(typesOf(await get(`?after=${rare.body.next_cursor}&types=door.exit_button`))).toEqual([]);
  });
});

describe('scopes', () => {
  test('people and keys are left out without their scopes, and refused where they are named', async () => {
    const from = await now();
    await person('Bert');
    await gateway.send([gateway.record({ kind: 'exit_button', pressed: true })]);
    const plain = await keyAt(ids.hq, ['events:read']);
    expect(typesOf(await get(`?after=${from}`, plain.token))).toEqual(['door.exit_button']);
    for (const type of ['person.created', 'key.issued']) {
      const named = await get(`?types=${type}`, plain.token);
      expect([named.status, named.body.error.code]).toEqual([403, 'insufficient_scope']);
    }
    const withPeople = await keyAt(ids.hq, ['events:read', 'people:read']);
    expect(typesOf(await get(`?after=${from}`, withPeople.token))).toEqual([
      'person.created',
      'door.exit_button',
    ]);
  });

  test('a key sees its own subtree; a location that moved is judged by where it is now', async () => {
    const from = await now();
    const lab = await keyAt(ids.lab);
    const labFrom = (await get('?after=now', lab.token)).body.next_cursor;
    await person('Of the lab', ids.lab);
    await person('Of hq', ids.hq);
    expect((await get(`?after=${from}`)).body.data).toHaveLength(2);
    const seen = await get(`?after=${labFrom}`, lab.token);
    expect(seen.body.data.map((change: { data: { name: string } }) => change.data.name)).toEqual([
      'Of the lab',
    ]);
    // The lab moves out of the headquarters.
    await context.pool.query('delete from location_ancestor where location_id = $1 and ancestor_id = $2', [
      ids.lab,
      ids.hq,
    ]);
    expect((await get(`?after=${from}`)).body.data).toHaveLength(1);
    await context.pool.query('insert into location_ancestor values ($1, $2, 1)', [ids.lab, ids.hq]);
  });

  test('a cursor belongs to its location: any key there goes on with it, and none elsewhere', async () => {
    const from = await now();
    await person('Carla');
    const other = await keyAt(ids.hq);
    expect(typesOf(await get(`?after=${from}`, other.token))).toEqual(['person.created']);
    const lab = await keyAt(ids.lab);
    const foreign = await get(`?after=${from}`, lab.token);
    expect([foreign.status, foreign.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

test('a cursor older than what is kept is answered 410, with one that goes on', async () => {
  const old = (await get('?limit=1')).body.next_cursor;
  const { oldest_cursor } = (await world.call('GET', '/status')).body;
  const { rows } = await context.pool.query('select min(seq) as seq from change');
  await context.pool.query('update change_floor set seq = $1', [rows[0].seq + 2]);
  for (const expired of [old, oldest_cursor]) {
    const gone = await get(`?after=${expired}`);
    expect([gone.status, gone.body.error.code]).toEqual([410, 'cursor_expired']);
    const again = await get(`?after=${gone.body.error.oldest_cursor}&limit=1`);
    expect(again.body.data).toEqual((await get('?limit=1')).body.data);
  }
  await context.pool.query('update change_floor set seq = 0');
});

describe('waiting', () => {
  test('with nothing new, the answer waits for what comes', async () => {
    const from = await now();
    const waiting = get(`?after=${from}&wait=30`);
    await person('Dora');
    const answer = await passing(waiting);
    expect(typesOf(answer)).toEqual(['person.created']);
    expect(typesOf(await get(`?after=${answer.body.next_cursor}`))).toEqual([]);
  });

  test('with something new it does not wait, and with nothing it ends by itself', async () => {
    const from = await now();
    await person('Emil');
    const found = await get(`?after=${from}&wait=30`);
    expect(typesOf(found)).toEqual(['person.created']);
    const waiting = get(`?after=${found.body.next_cursor}&wait=3`);
    expect((await passing(waiting)).body).toEqual({
      data: [],
      next_cursor: expect.any(String),
      has_more: false,
    });
  });

  test('what was written beside the service, without a nudge, is found within seconds', async () => {
    const from = await now();
    const waiting = get(`?after=${from}&wait=30`);
    await context.pool.query(
      `insert into change (account_id, seq, location_id, type, occurred_at, recorded_at, id, data)
       values ($1, nextval('event_id_seq'), $2, 'person.created', now(), $3, gen_random_uuid(), '{"name":"Silent"}')`,
      [ids.account, ids.hq, new Date(clock.now())],
    );
    expect((await passing(waiting)).body.data).toMatchObject([{ data: { name: 'Silent' } }]);
  });
});

describe('streams', () => {
  test('report what is there and what comes, each with its cursor, and go on from it', async () => {
    const from = await now();
    await person('Frida');
    const stream = await openStream(`${world.baseUrl}/changes?after=${from}`, world.token);
    const [first] = await passing(stream.read(1));
    await person('Gustav');
    const [second] = await passing(stream.read(1));
    expect([first?.event, second?.event]).toEqual(['person.created', 'person.created']);
    expect(first?.data).toMatchObject({ cursor: first?.id, data: { name: 'Frida' } });
    expect(second?.data.data.name).toBe('Gustav');
    stream.close();
    await person('Hedda');
    const again = await openStream(`${world.baseUrl}/changes?after=${from}`, world.token, {
      'Last-Event-ID': first?.id ?? '',
    });
    expect((await passing(again.read(2))).map(({ data }) => data.data.name)).toEqual(['Gustav', 'Hedda']);
    again.close();
    const page = await get(`?after=${from}`);
    expect(page.body.data.slice(0, 2)).toEqual([first?.data, second?.data]);
  });

  test('carries the id of its request and the limits, as every answer', async () => {
    for (const accept of ['text/event-stream', 'application/json']) {
      const aborter = new AbortController();
      const answer = await fetch(`${world.baseUrl}/changes?after=now`, {
        headers: { accept, authorization: `Bearer ${world.token}` },
        signal: aborter.signal,
      });
      const names = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
      expect(names.filter((name) => !answer.headers.has(name))).toEqual([]);
      expect(answer.headers.get('content-type')).toContain(accept);
      aborter.abort();
    }
  });

  test('a comment comes every 15 seconds', async () => {
    const stream = await openStream(`${world.baseUrl}/changes?after=now`, world.token);
    const before = stream.comments();
    const at = clock.now();
    await until(() => stream.comments() > before);
    expect(clock.now() - at).toBeLessThanOrEqual(16_000);
    stream.close();
  });

  test('a revoked key ends its stream and its waiting within five seconds, and no other', async () => {
    const key = await keyAt(ids.hq);
    const [ended, other] = [
      await openStream(`${world.baseUrl}/changes?after=now`, key.token),
      await openStream(`${world.baseUrl}/changes?after=now`, world.token),
    ];
    const waiting = get('?after=now&wait=30', key.token);
    await revokeApiKey(context, { accountId: ids.account, id: key.id });
    await clock.advance(5_000);
    // Whatever the machine takes for it: no more time passes.
    await until(() => ended.isClosed(), 0);
    expect((await passing(waiting)).status).toBe(401);
    expect(other.isClosed()).toBe(false);
    other.close();
  });

  test('an expired cursor is answered before a stream begins', async () => {
    await context.pool.query('update change_floor set seq = 100000');
    const answer = await fetch(`${world.baseUrl}/changes`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${world.token}`,
        'last-event-id': await now(),
      },
    });
    expect(answer.status).toBe(410);
    await context.pool.query('update change_floor set seq = 0');
  });
});

test('the status counts the gateways of the subtree, and its cursors begin and end all changes', async () => {
  const { status, body } = await world.call('GET', '/status');
  expect(status).toBe(200);
  expect(body).toEqual({
    service: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), time: expect.any(String) },
    gateways: { total: 1, online: 1, offline: 0 },
    oldest_cursor: expect.any(String),
    latest_cursor: expect.any(String),
  });
  expect((await get(`?after=${body.oldest_cursor}&limit=500`)).body.data).toEqual(
    (await get('?limit=500')).body.data,
  );
  expect((await get(`?after=${body.latest_cursor}`)).body.data).toEqual([]);
  const lab = await keyAt(ids.lab, ['catalog:read']);
  expect((await world.call('GET', '/status', { token: lab.token })).body.gateways.total).toBe(0);
});

test('a person erased for good is in no change any more', async () => {
  const from = await now();
  const made = await person('Ignatius');
  await world.call('DELETE', `/people/${made.body.id}?hard=true`);
  const soon = await get(`?after=${from}`);
  expect(soon.body.data.map(({ data }: { data: { name: string } }) => data.name)).toEqual(['', 'Ignatius']);
  for (let minute = 0; minute < 17; minute++) {
    await clock.advance(60_000);
    await world.due.runDue();
  }
  const { rows } = await context.pool.query(`select from change where data::text like '%Ignatius%'`);
  expect(rows).toEqual([]);
});

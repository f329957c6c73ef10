import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startLockingSystem } from '../../../../test/locking-system-server.js';
import { activateInvitation } from '../../src/invitations/invitations.js';
import { readLocksysFeed, scheduleFeed } from '../../src/locking-feed/reconcile.js';
import { lockingSystemOf } from '../../src/locking-system/port.js';
import { createPeopleWorld } from '../people/world.js';

const system = await startLockingSystem();
const world = await createPeopleWorld({
  LOCKSYS: 'http',
  LOCKSYS_URL: system.url,
  LOCKSYS_TOKEN: system.token,
  LOG_LEVEL: 'silent',
});
afterAll(async () => {
  await world.close();
  await system.close();
});
beforeEach(async () => {
  system.behave(() => null);
  await world.clock.advance(61_000);
});

const code = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];
/** Lets the clock run for as long as a call takes whose retries sleep. */
async function running<T>(call: Promise<T>): Promise<T> {
  let done = false;
  const settled = call.finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    if (world.clock.sleeping > 0) await world.clock.advance(50);
  }
  return settled;
}
const withResolvers = () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};
const tokenOfLast = async () => (await world.outbox()).at(-1)?.link.split('/').at(-1) ?? '';
const readFeed = async () => {
  await scheduleFeed(world.context);
  await world.due.runDue();
};

describe('a locking system behind HTTP', () => {
  test('hears of people and keys, their changes and their end', async () => {
    const person = await world.person({ name: 'Anna' });
    expect(system.people.get(person.id)).toMatchObject({
      id: person.id,
      name: 'Anna',
      location_id: world.ids.hq,
    });
    await world.call('PUT', `/people/${person.id}`, { body: { name: 'Anna Aho' } });
    expect(system.people.get(person.id)).toMatchObject({ name: 'Anna Aho' });

    const key = (await world.issue({ person_id: person.id })).body;
    expect(system.keys.get(key.id)).toMatchObject({
      id: key.id,
      state: null,
      security_groups: ['STAFF'],
      person: { id: person.id },
    });
    await activateInvitation(world.context, await tokenOfLast());
    expect(system.keys.get(key.id)).toMatchObject({ state: 'handed_over' });
    await world.call('PATCH', `/keys/${key.id}`, { body: { security_groups: ['CLEANING'] } });
    expect(system.keys.get(key.id)).toMatchObject({ security_groups: ['CLEANING'] });
    await world.call('DELETE', `/keys/${key.id}`);
    expect(system.keys.has(key.id)).toBe(false);

    await world.issue({ person_id: person.id });
    await world.call('DELETE', `/people/${person.id}`);
    expect([system.people.has(person.id), system.keys.size]).toEqual([false, 0]);
    expect(system.calls.every(({ authorized }) => authorized)).toBe(true);
  });

  test('that refuses saves nothing here, announces nothing and sends nothing', async () => {
    const person = await world.person();
    const key = (await world.issue({ person_id: person.id })).body;
    const before = [
      await world.reported(),
      await world.outbox(),
      (await world.call('GET', '/people?limit=100')).body,
    ];
    system.behave(() => 422);
    const refused = [
      await world.call('POST', '/people', { body: { name: 'Bo' } }),
      await world.call('PUT', `/people/${person.id}`, { body: { name: 'Cia' } }),
      await world.issue({ person_id: person.id }),
      await world.call('PATCH', `/keys/${key.id}`, { body: { name: 'X' } }),
      await world.call('DELETE', `/keys/${key.id}`),
      await world.call('DELETE', `/people/${person.id}`),
      await world.call('DELETE', `/people/${person.id}?hard=true`),
    ];
    for (const answer of refused) expect(code(answer)).toEqual([409, 'locksys_rejected']);
    expect([
      await world.reported(),
      await world.outbox(),
      (await world.call('GET', '/people?limit=100')).body,
    ]).toEqual(before);
    expect((await world.call('GET', `/keys/${key.id}`)).body).toEqual(key);
  });

  test('that does not answer fails the request, and saves nothing', async () => {
    system.behave(() => 500);
    const answer = await running(world.call('POST', '/people', { body: { name: 'Silent' } }));
    expect(code(answer)).toEqual([500, 'server_error']);
    expect((await world.call('GET', '/people?q=Silent')).body.data).toEqual([]);
  });

  test('a link whose key it refuses stays usable', async () => {
    await world.issue();
    const token = await tokenOfLast();
    system.behave(() => 409);
    const { origin } = world.context;
    const page = await fetch(`${origin}/setup/${token}`, { method: 'POST', redirect: 'manual' });
    expect(page.status).toBe(503);
    system.behave(() => null);
    expect(await activateInvitation(world.context, token)).toBe('activated');
  });
});

describe('while it answers to a new key', () => {
  /** Holds the answer until `go` is called; `asked` resolves when it is asked. */
  const hold = () => {
    const real = lockingSystemOf(world.context);
    const saveKey = real.saveKey.bind(real);
    const asked = withResolvers();
    const gate = withResolvers();
    jest.spyOn(real, 'saveKey').mockImplementationOnce(async (key) => {
      asked.resolve();
      await gate.promise;
      await saveKey(key);
    });
    return { asked: asked.promise, go: () => gate.resolve() };
  };
  const inTransaction = async () => {
    const { rows } = await world.context.pool.query(
      "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    return rows[0].open;
  };

  test('no transaction is open, and the key is the one it was sent', async () => {
    const person = await world.person();
    const { asked, go } = hold();
    const issuing = world.issue({ person_id: person.id });
    await asked;
    expect(await inTransaction()).toBe(0);
    go();
    const { status, body } = await issuing;
    expect(status).toBe(201);
    expect(system.keys.get(body.id)).toMatchObject({ id: body.id, person: { id: person.id } });
  });

  test('a person who is deleted meanwhile gets no key, here or there', async () => {
    const person = await world.person();
    const keys = system.keys.size;
    const { asked, go } = hold();
    const issuing = world.issue({ person_id: person.id });
    await asked;
    expect((await world.call('DELETE', `/people/${person.id}`)).status).toBe(204);
    go();
    expect((await issuing).status).toBe(422);
    expect([system.keys.size, system.people.has(person.id)]).toEqual([keys, false]);
  });

  test('a key whose commit fails is taken back there', async () => {
    const keys = system.keys.size;
    await world.context.pool.query('alter table invitation add constraint no_more check (id < 0) not valid');
    expect((await world.issue()).status).toBe(500);
    await world.context.pool.query('alter table invitation drop constraint no_more');
    expect(system.keys.size).toBe(keys);
  });
});

describe('its feed', () => {
  test('hands keys over and takes them back, each announced once', async () => {
    const key = (await world.issue()).body;
    const change = (state: string, occurred_at: string) => ({
      type: 'key',
      key_id: key.id,
      state,
      occurred_at,
    });
    system.happen(
      change('handed_over', '2026-01-07T04:00:00Z'),
      change('handed_over', '2026-01-07T04:01:00Z'),
      { type: 'key', key_id: 999_999, state: 'returned', occurred_at: '2026-01-07T04:01:00Z' },
      { type: 'weather', rain: true },
      change('returned', '2026-01-07T05:00:00Z'),
    );
    await readFeed();
    await readFeed();
    const announced = (await world.reported()).filter(({ data }) => data.id === key.id);
    expect(announced.map(({ type, data }) => [type, data.occurred_at])).toEqual([
      ['key.activated', '2026-01-07T04:00:00.000Z'],
      ['key.revoked', '2026-01-07T05:00:00.000Z'],
    ]);
    expect((await world.call('GET', `/keys/${key.id}`)).body).toMatchObject({
      state: 'returned',
      returned_at: '2026-01-07T05:00:00.000Z',
      invitation: { state: 'cancelled' },
    });
  });

  test('makes, changes and deletes people, who are its own', async () => {
    const id = randomUUID();
    const saved = (name: string) => ({
      type: 'person_saved',
      person: { id, name, email: 'Fay@ACME.example', phone: '+358 40 555 1111', location_id: world.ids.lab },
    });
    system.happen(saved('Fay'), saved('Fay'), saved('Fay Ford'), {
      type: 'person_saved',
      person: { ...saved('X').person, id: randomUUID(), location_id: 999_999 },
    });
    await readFeed();
    expect((await world.call('GET', `/people/${id}`)).body).toMatchObject({
      name: 'Fay Ford',
      email: 'fay@acme.example',
      phone: '+358405551111',
      location: { id: world.ids.lab },
    });
    // The same person, however the locking system writes what it knows.
    for (const known of [{ email: 'FAY@acme.example' }, { phone: '+358 (40) 5551111' }])
      expect(
        (await world.call('POST', '/people', { body: { name: 'Fay', location_id: world.ids.lab, ...known } }))
          .body.id,
      ).toBe(id);
    expect((await world.call('PUT', `/people/${id}`, { body: { name: 'Gil' } })).status).toBe(403);
    const key = (await world.issue({ person_id: id })).body;
    system.happen({ type: 'person_deleted', person_id: id }, saved('Fay again'));
    await readFeed();
    expect((await world.call('GET', `/people/${id}`)).status).toBe(404);
    const announced = (await world.reported())
      .filter(({ data }) => data.id === id || data.id === key.id)
      .map(({ type }) => type);
    expect(announced).toEqual(['person.created', 'person.updated', 'key.revoked', 'person.deleted']);
  });

  test('cannot give anyone a name that could pass for the service', async () => {
    const id = randomUUID();
    const saved = (name: string, whose = id) => ({
      type: 'person_saved',
      person: { id: whose, name, location_id: world.ids.lab },
    });
    const stranger = randomUUID();
    system.happen(saved('Hal'), saved('Service/Desk'), saved('Admin-Team', stranger));
    await readFeed();
    expect((await world.call('GET', `/people/${id}`)).body.name).toBe('Hal');
    expect((await world.call('GET', `/people/${stranger}`)).status).toBe(404);
  });

  test('reports what happened at the doors', async () => {
    const key = (await world.issue()).body;
    const at = (seconds: number) => new Date(world.clock.now() - 60_000 + seconds * 1_000).toISOString();
    const { archive, main } = world.ids;
    system.happen(
      { type: 'access', lock_id: archive, key_id: key.id, result: 'success', occurred_at: at(0) },
      { type: 'door', lock_id: archive, state: 'closed', occurred_at: at(5) },
      { type: 'access', lock_id: archive, key_id: null, result: 'denied', reason: null, occurred_at: at(9) },
      { type: 'door', lock_id: main, state: 'closed', occurred_at: at(9) },
    );
    await readFeed();
    const { body } = await world.call('GET', `/events?lock_id=${archive}&order=asc`);
    expect(body.data).toMatchObject([
      {
        type: 'access.granted',
        source: 'locksys',
        person: key.person,
        key: { id: key.id },
        occurred_at: at(0),
      },
      { type: 'door.closed', person: key.person, key: { id: key.id } },
      { type: 'access.denied', reason: null, person: null, key: null },
    ]);
    expect((await world.call('GET', `/events?lock_id=${main}`)).body.data).toEqual([]);
  });

  test('that cannot be read is read again later, from where it stopped', async () => {
    const key = (await world.issue()).body;
    system.happen({ type: 'key', key_id: key.id, state: 'handed_over', occurred_at: '2026-01-08T00:00:00Z' });
    system.behave(() => 500);
    await readFeed();
    const { rows } = await world.context.pool.query('select failures, due_at from locksys_feed');
    expect(rows).toEqual([{ failures: 1, due_at: new Date(world.clock.now() + 5_000) }]);
    system.behave(() => null);
    await world.clock.advance(5_000);
    await world.due.runDue();
    expect((await world.call('GET', `/keys/${key.id}`)).body.state).toBe('handed_over');
  });

  test('stays due wherever the database breaks off while its failure is written down', async () => {
    const { pool } = world.context;
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
    system.behave(() => 500);
    for (const answered of [1, 2, 3]) {
      await scheduleFeed(world.context);
      let left = answered;
      const asked = jest
        .spyOn(pool, 'query')
        .mockImplementation(((...given: unknown[]) =>
          left-- > 0 ? query(...given) : Promise.reject(new Error('broken off'))) as never);
      await readLocksysFeed(world.context).catch(() => {});
      asked.mockRestore();
      const { rows } = await pool.query('select due_at is not null as due from locksys_feed');
      expect([answered, rows]).toEqual([answered, [{ due: true }]]);
    }
  });

  test('read by two at once is taken once', async () => {
    const key = (await world.issue()).body;
    system.happen({ type: 'key', key_id: key.id, state: 'handed_over', occurred_at: '2026-01-09T00:00:00Z' });
    await Promise.all([readFeed(), readFeed(), readFeed()]);
    const announced = (await world.reported('key.activated')).filter(({ data }) => data.id === key.id);
    expect(announced).toHaveLength(1);
  });
});

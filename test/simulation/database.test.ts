import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { KEEP_PLANS } from '../../packages/cloud/src/context.js';
import { SecretBox } from '../../packages/cloud/src/secrets/secret-box.js';
import { postgresStores, type Stores } from '../../packages/cloud/src/stores.js';
import { testDatabase } from '../setup/database.js';
import type { Call, End } from './database.js';
import { live, planOf } from './simulate.js';
import type { Delivery, Tables } from './tables.js';
import { World } from './world.js';

const { pool } = await testDatabase();

interface Taken {
  step: Call | End;
  answer: unknown;
}

const SETTINGS = { hours: 1, gateways: 4, chaos: true };

describe('the stores in memory answer as those on PostgreSQL do', () => {
  // Every statement of a life with all its troubles, given to the real ones in the same order.
  test.each([11, 12])(
    'in the life of seed %i',
    async (seed) => {
      const { layout, steps } = planOf({ seed, ...SETTINGS });
      const world = new World(seed, layout);
      const furnished = structuredClone(snapshot(world.database.tables));
      const taken: Taken[] = [];
      world.database.onStep = (step, answer) => taken.push(structuredClone({ step, answer }));
      await live(world, steps, SETTINGS.hours);
      expect(taken.length).toBeGreaterThan(1_500);

      const client = await pool.connect();
      try {
        await empty(client);
        await furnish(client, furnished);
        await replay(client, taken);
        expect(world.database.tables.events.length).toBeGreaterThan(25);
        expect(await stored(client)).toEqual(plain(kept(world.database.tables)));
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    },
    300_000,
  );
});

async function replay(client: pg.PoolClient, taken: readonly Taken[]): Promise<void> {
  const stores = storesOn(client);
  let open = false;
  for (const [index, { step, answer }] of taken.entries()) {
    if (typeof step === 'string') {
      await client.query(step);
      open = false;
      continue;
    }
    if (!open) await client.query(KEEP_PLANS);
    open = true;
    const { on, method } = step;
    // What it writes is known only behind what it reads.
    if (method === 'recorded') continue;
    const recorded = method === 'record' ? recordedBehind(taken, index) : null;
    const what = `${index}: ${on} ${method}`;
    const found = await carryOut(stores, client, step, recorded);
    if (method === 'write') await sameIds(client, answer as Delivery[]);
    const expected = method === 'write' ? (answer as Delivery[]).length : answer;
    if (on === 'outside') continue;
    expect({ what, answer: comparable(found) }).toEqual({ what, answer: comparable(expected) });
  }
}

/** Nothing where the transaction failed before. */
function recordedBehind(taken: readonly Taken[], index: number): unknown {
  const next = taken
    .slice(index, index + 10)
    .find(({ step }) => typeof step === 'string' || step.method === 'recorded');
  return typeof next?.step === 'object' ? next.step.args[0] : NOTHING_RECORDED;
}

const NOTHING_RECORDED = { deliveries: [], subscriptions: [], paused: [] };

/** The product's own stores, on one connection whose transactions begin and end as those in memory did. */
function storesOn(client: pg.PoolClient): Stores {
  const isBorder = (text: unknown) => typeof text === 'string' && /^(BEGIN|COMMIT|ROLLBACK)/.test(text);
  const query = (text: never, values: never) =>
    isBorder(text) ? Promise.resolve({ rows: [] }) : client.query(text, values);
  const { connection } = client;
  const connected = { query, connect: async () => ({ query, connection, release: () => undefined }) };
  return postgresStores({
    pool: connected as unknown as pg.Pool,
    clock: { now: () => 0 } as never,
    ids: { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) },
    secrets: new SecretBox(randomBytes(32)),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: methods of every shape, called as they were in memory
type Methods = Record<string, (...args: any[]) => Promise<unknown>>;

async function carryOut(
  stores: Stores,
  client: pg.PoolClient,
  { on, method, args }: Call,
  recorded: unknown,
) {
  if (on === 'outside') return client.query(OUTSIDE[method] ?? '', args as unknown[]);
  if (method === 'record') {
    let found: unknown;
    await stores.deliveries.record(args[0] as string[], (rows) => {
      found = rows;
      return recorded as never;
    });
    return found;
  }
  const store = on === 'transaction' ? stores.doors.within(client) : stores[on];
  const found = await (store as unknown as Methods)[method]?.(...args);
  // Of a large write: in memory they are made at once.
  const made = method === 'write' ? await spreadAll(stores) : 0;
  return made > 0 ? made : found;
}

async function spreadAll({ deliveries }: Stores): Promise<number> {
  let all = 0;
  for (let made = 1; made > 0; all += made) made = await deliveries.spread();
  return all;
}

const OUTSIDE: Record<string, string> = {
  setStatus: 'update subscription set status = $2, failing_since = null where id = $1',
  follow:
    'with saved as (update lock set schedule = $2::jsonb where id = $1) update door_state set due_at = $3 where lock_id = $1',
  giveGrace: 'update gateway set offline_due_at = least(offline_due_at, $1) where online',
};

/** The ids of new deliveries are chance; they are made the same on both sides. */
async function sameIds(client: pg.PoolClient, deliveries: readonly Delivery[]): Promise<void> {
  for (const { id, subscription_id, event_id } of deliveries)
    await client.query('update delivery set id = $1 where subscription_id = $2 and event_id = $3', [
      id,
      subscription_id,
      event_id,
    ]);
}

/** Lists in an order of their own, where the statement promises none; what differs on the wire alone made alike. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify({ answer: answer ?? null }, (name, value) => {
      if (name === 'secret') return undefined;
      if (isCollection(value)) return sorted([...value.values()]);
      if (Array.isArray(value) && name === 'answer') return sorted(value);
      return name === 'answer' && typeof value === 'number' ? String(value) : value;
    }),
  );

/** Clones are of another realm. */
const isCollection = (value: unknown): value is Map<unknown, unknown> | Set<unknown> =>
  ['[object Map]', '[object Set]'].includes(Object.prototype.toString.call(value));

const sorted = (rows: unknown): unknown[] =>
  (rows as unknown[]).toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** As JSON carries it, with all times written alike. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(inner)
      ? new Date(inner).toISOString()
      : inner,
  );

const snapshot = ({ locations, gateways, locks, doorStates, apiKeys, keys, subscriptions }: Tables) => ({
  phones: [...keys.values()],
  locations: [...locations.values()],
  gateways: [...gateways.values()],
  locks: [...locks.values()],
  doors: [...doorStates.values()],
  keys: [...apiKeys.values()].map((key) => ({ ...key, locks: [...key.locks] })),
  subscriptions: [...subscriptions.values()],
});

async function empty(client: pg.PoolClient): Promise<void> {
  await client.query(
    'truncate account, event, event_scope, journal_mark, journal_gap, command, delivery, delivery_ended, delivery_lease, outgoing, quarantine, list_scope restart identity cascade',
  );
}

async function furnish(
  client: pg.PoolClient,
  { locations, gateways, locks, doors, keys, phones, subscriptions }: ReturnType<typeof snapshot>,
): Promise<void> {
  for (const id of [1, 2])
    await client.query('insert into account (id, name) values ($1, $2)', [id, `account ${id}`]);
  const add = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    return client.query(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    );
  };
  for (const { id, account_id, name, timezone } of locations)
    await add('location', { id, account_id, ref: name, name, timezone });
  for (const { id, ancestors } of locations)
    for (const [depth, ancestor_id] of ancestors.entries())
      await add('location_ancestor', { location_id: id, ancestor_id, depth });
  for (const { id, account_id, location_id, secret_hash } of gateways)
    await add('gateway', {
      id,
      account_id,
      location_id,
      ref: id,
      name: id,
      secret_hash: Buffer.from(secret_hash, 'hex'),
    });
  for (const { schedule, id, ...lock } of locks)
    await add('lock', { ...lock, id, ref: `lock ${id}`, type: 'remote', schedule: JSON.stringify(schedule) });
  for (const { lock_id } of doors) await add('door_state', { lock_id });
  for (const { id, name, locks: allowed } of keys) {
    const location_id = id === 1 ? 1 : 3;
    const rest = {
      account_id: id,
      location_id,
      prefix: name,
      token_hash: Buffer.from(name),
      scopes: [],
      expires_at: '2027-01-01',
    };
    await add('api_key', { id, name, ...rest });
    for (const lock_id of allowed) await add('api_key_lock', { api_key_id: id, lock_id });
  }
  for (const phone of phones) {
    const since = '2026-01-01';
    await add('access_key', { ...phone, starts_at: since, created_at: since, updated_at: since });
  }
  for (const { id, account_id, location_id, url, events } of subscriptions)
    await add('subscription', { id, account_id, location_id, url, events, secret: Buffer.alloc(0) });
}

const at = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** What both keep in the end, in one form. */
function kept({ events, gateways, doorStates, commands, marks, gaps, deliveries, subscriptions }: Tables) {
  return {
    events: events.map(({ id, lock_id, type, occurred_at, journal_seq, reason, scope }) => [
      id,
      lock_id,
      type,
      at(occurred_at),
      journal_seq,
      reason ?? null,
      scope.toSorted(),
    ]),
    gateways: sorted(
      [...gateways.values()].map(
        ({ id, online, online_since, session, connection, offline_due_at, boot }) => [
          id,
          online,
          at(online_since),
          session,
          connection,
          at(offline_due_at),
          boot,
        ],
      ),
    ),
    doors: sorted(
      [...doorStates.values()].map(({ lock_id, contact, strike_on, hold_on, evidence, hold, due_at }) => [
        lock_id,
        contact,
        strike_on,
        hold_on,
        evidence,
        hold,
        at(due_at),
      ]),
    ),
    commands: sorted(
      [...commands.values()].map(({ id, status, reason, confirmed_at, failed_at, switched_at, due_at }) => [
        id,
        status,
        reason,
        at(confirmed_at),
        at(failed_at),
        at(switched_at),
        at(due_at),
      ]),
    ),
    marks: sorted(
      [...marks.values()].map(({ gateway_id, journal, last_seq }) => [gateway_id, journal, last_seq]),
    ),
    gaps: gaps.map(({ gateway_id, journal, from_seq, to_seq, reported }) => [
      gateway_id,
      journal,
      from_seq,
      to_seq,
      reported,
    ]),
    deliveries: sorted(
      [...deliveries.values()].map(({ id, status, attempt, next_attempt_at, delivered_at }) => [
        id,
        status,
        attempt,
        at(next_attempt_at),
        at(delivered_at),
      ]),
    ),
    subscriptions: sorted(
      [...subscriptions.values()].map(({ id, status, failing_since, last_delivery_at }) => [
        id,
        status,
        at(failing_since),
        at(last_delivery_at),
      ]),
    ),
  };
}

async function stored(client: pg.PoolClient) {
  const rows = async (text: string) =>
    plain((await client.query({ text, rowMode: 'array' })).rows) as unknown[];
  return {
    events: await rows(`select e.id::int, lock_id, e.type, e.occurred_at, journal_seq::int, reason,
      array(select s.location_id from event_scope s where s.event_id = e.id order by 1) from event e order by e.id`),
    gateways: sorted(
      await rows(
        'select id, online, online_since, session, connection::int, offline_due_at, boot from gateway',
      ),
    ),
    doors: sorted(
      await rows('select lock_id, contact, strike_on, hold_on, evidence, hold, due_at from door_state'),
    ),
    commands: sorted(
      await rows('select id, status, reason, confirmed_at, failed_at, switched_at, due_at from command'),
    ),
    marks: sorted(await rows('select gateway_id, journal, last_seq::int from journal_mark')),
    gaps: await rows(
      'select gateway_id, journal, from_seq::int, to_seq::int, reported from journal_gap order by id',
    ),
    deliveries: sorted(
      await rows('select id, status, attempt, next_attempt_at, delivered_at from delivery_all'),
    ),
    subscriptions: sorted(await rows('select id, status, failing_since, last_delivery_at from subscription')),
  };
}

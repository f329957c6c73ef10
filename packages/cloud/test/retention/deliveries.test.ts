import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { partitionsOf } from '../../src/database/partitions.js';
import { DAYS, nameOfMonth } from '../../src/database/periods.rules.js';
import { keepAll } from '../../src/retention/keep.js';
import { retentionWorld } from './world.js';

/* Deliveries are kept for 30 days after the day on which they were created, once they have ended. */

const { context, pool, moveTo } = await retentionWorld();
afterAll(() => context.prisma.$disconnect());
const KEPT = 30;
const first = (await partitionsOf(pool, 'delivery_ended'))[1]?.starts_at as number;
const day = (count: number): number => DAYS.of(first, count);

async function made(at: number, status = 'delivered', table = 'delivery_ended'): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into ${table} (id, subscription_id, event_type, event_id, status, attempt, next_attempt_at, created_at, payload)
     values ($1, $1, 'door.opened', '1', $2, 1, case when $2 = 'retrying' then $3::timestamptz end, $3, '{}')`,
    [id, status, new Date(at)],
  );
  return id;
}
const kept = async (): Promise<string[]> =>
  (await pool.query('select id from delivery_all order by created_at')).rows.map(({ id }) => id);
const run = async (days = KEPT) => {
  const config = { ...context.config, RETENTION_DELIVERIES_DAYS: days };
  return (await keepAll({ ...context, config })).find(({ name }) => name === 'deliveries');
};

test('a delivery goes with its day, one that waits stays, and so does what is later', async () => {
  const before = await made(day(-3));
  const last = await made(day(1) - 1, 'exhausted');
  const waiting = await made(day(0), 'retrying', 'delivery');
  const next = await made(day(1));
  moveTo(day(1 + KEPT) - 1);
  await run();
  expect(await kept()).toEqual([before, waiting, last, next]);
  moveTo(day(1 + KEPT));
  expect((await run())?.forgotten).toContain(`delivery_ended_${DAYS.name(first)}`);
  expect(await kept()).toEqual([waiting, next]);
});

test('what a process of an earlier version ended where it waits is moved to its day', async () => {
  const late = await made(day(KEPT), 'delivered', 'delivery');
  moveTo(day(2 + KEPT));
  await run();
  const { rows } = await pool.query(
    'select tableoid::regclass::text as name from delivery_ended where id = $1',
    [late],
  );
  expect(rows).toEqual([{ name: `delivery_ended_${DAYS.name(day(KEPT))}` }]);
});

test('for ever they are kept by months', async () => {
  const before = await kept();
  moveTo(day(100));
  await run(0);
  const names = (await partitionsOf(pool, 'delivery_ended')).map(({ name }) => name);
  expect(names).toContain(`delivery_ended_${nameOfMonth(day(100))}`);
  expect(names).not.toContain(`delivery_ended_${DAYS.name(day(99))}`);
  expect(await kept()).toEqual(before);
});

test('an outcome, a claim and a list lock no day but their own', async () => {
  const { statements } = await import('../../src/database/statement.js');
  await import('../../src/deliveries/postgres-store.js');
  const client = await pool.connect();
  const locked = async (name: string, values: string) => {
    const text = statements.find((one) => one.name === name)?.text;
    await client.query('begin');
    await client.query(`set local plan_cache_mode = force_generic_plan; prepare "${name}" as ${text}`);
    await client.query(`execute "${name}" (${values})`);
    const { rows } = await client.query(
      `select count(*)::int as days from pg_locks where pid = pg_backend_pid() and relation::regclass::text ~ '^delivery_ended_\\d{4}'`,
    );
    await client.query('rollback');
    return rows[0].days;
  };
  try {
    expect(await locked('webhooks-write-outcomes', "'[]', '{}', '{}'")).toBe(0);
    expect(await locked('webhooks-waiting', "'00000000-0000-0000-0000-000000000000', 10")).toBe(0);
    expect(await locked('webhooks-next', 'now()')).toBe(0);
  } finally {
    client.release();
  }
});

import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { partitionsOf } from '../../src/database/partitions.js';
import { monthOf, nameOfMonth } from '../../src/database/periods.rules.js';
import { statements } from '../../src/database/statement.js';
import { keepAll } from '../../src/retention/keep.js';
import { retentionWorld } from './world.js';

/* Commands are kept for 24 months after the month in which they were requested. */

const { context, pool, ids, day, moveTo } = await retentionWorld();
afterAll(() => context.prisma.$disconnect());
const KEPT = 24;
const first = (await partitionsOf(pool, 'command'))[1]?.starts_at as number;

async function requested(at: number): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, expires_at)
     values ($1, $2, $3, $4, 'unlock', 'confirmed', $5, $5)`,
    [id, ids.account, ids.lock, ids.gateway, new Date(at)],
  );
  return id;
}
const kept = async (): Promise<string[]> =>
  (await pool.query('select id from command order by requested_at')).rows.map(({ id }) => id);
const run = async () => (await keepAll(context)).find(({ name }) => name === 'commands');

test('a command goes with its month, and what is later stays', async () => {
  const old = await requested(day(-30));
  const last = await requested(day(1) - 1);
  const next = await requested(day(1));
  moveTo(day(1 + KEPT) - 1);
  // Landed behind the months that were made, which are made now.
  const late = await requested(day(KEPT));
  await run();
  expect(await kept()).toEqual([old, last, next, late]);
  moveTo(day(1 + KEPT));
  expect((await run())?.forgotten).toEqual([`command_${nameOfMonth(monthOf(first))}`]);
  expect(await kept()).toEqual([next, late]);
  const { rows } = await pool.query('select tableoid::regclass::text as name from command where id = $1', [
    late,
  ]);
  expect(rows[0].name).toBe(`command_${nameOfMonth(day(KEPT))}`);
});

test('a group of records without a command looks into no month of commands', async () => {
  const client = await pool.connect();
  const plans: string[] = [];
  const plan = async (name: string, values: string) => {
    const text = statements.find((one) => one.name === name)?.text;
    await client.query(`prepare "${name}" as ${text}`);
    const { rows } = await client.query(`explain (analyze, costs off) execute "${name}" (${values})`);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  };
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await plan('apply-write', "'[]', '[]', '[]', '[]', '[]', '[]', now(), '[]', '[]'");
    await plan('apply-load-named', "'{}', '{}', '{}', '{}', '{}', '{}'");
  } finally {
    client.release();
  }
  for (const text of plans) {
    expect(text).toContain('Subplans Removed');
    expect(text).not.toMatch(/Scan.* on command_\d{4}_\d\d/);
  }
});

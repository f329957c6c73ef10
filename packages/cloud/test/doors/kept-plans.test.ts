import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { apply } from '../../src/doors/apply.js';

/* PostgreSQL keeps the plans of `apply`: those that were made when the tables were empty find rows in large ones as well. */

const MARKS = 2_000;
const GROUPS = 10;

const world = await createWorld();
afterAll(() => world.close());
const { context, ids } = world;
const { pool } = context;

const boot = randomUUID();
const gateway = await world.connect();
await gateway.birth([{ door: 1 }, { door: 2 }]);

let seq = 0;
const journal = randomUUID();
async function press(): Promise<void> {
  seq++;
  const record = {
    seq,
    boot,
    mono_ms: seq,
    at: new Date(context.clock.now()).toISOString(),
    clock: 'synced',
    door: 1,
  };
  const records = [{ ...record, kind: 'exit_button' as const, pressed: seq % 2 === 1 }];
  const input = { kind: 'journal' as const, gateway_id: gateway.id, journal, records, had: seq - 1 };
  await apply(context, [input as Parameters<typeof apply>[1][number]]);
}

/** Rows of a table that were fetched by an index or read in sequence, as the connection that did it says. */
async function read(table: string): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    'select (idx_tup_fetch + seq_tup_read)::int as count from pg_stat_user_tables where relname = $1',
    [table],
  );
  return rows[0].count;
}

test('a record reads its own rows alone, however many have come since the plan was made', async () => {
  // A table that is known to be empty is the cheapest to read whole.
  await pool.query('analyze journal_mark');
  for (let group = 0; group < GROUPS; group++) await press();
  await pool.query(
    `with more as (
       insert into gateway (id, account_id, location_id, ref, name, secret_hash)
       select gen_random_uuid(), $1, $2, 'more ' || n, 'More', '' from generate_series(1, $3::int) n returning id
     )
     insert into journal_mark (gateway_id, journal, last_seq, updated_at)
     select id, gen_random_uuid(), 1, now() from more`,
    [ids.account, ids.hq, MARKS],
  );
  const before = [await read('journal_mark'), await read('door_state'), await read('gateway')];
  for (let group = 0; group < GROUPS; group++) await press();
  const after = [await read('journal_mark'), await read('door_state'), await read('gateway')];
  const counts = after.map((count, index) => count - (before[index] ?? 0));
  for (const count of counts) {
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(20 * GROUPS);
  }
});

import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testDatabase } from '../../../../test/setup/database.js';
import { migrate, migrationsFolder } from '../../src/database/migrate.js';

/* A database of an earlier release, with events, gets its months. */

const FIRST = '20261124230000';
const { url } = await testDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-months-'));
afterAll(async () => {
  await client.end();
  rmSync(folder, { recursive: true });
});

const TIMES = ['1970-01-01', '2026-01-31 23:59:59.999', '2026-02-01', '2026-11-24 08:30', '2090-05-05'];
const all = (table: string) =>
  client.query(`select * from ${table} order by 1, 2, 3, 4`).then(({ rows }) => rows);
const TABLES = ['event', 'event_scope', 'audit', 'command', 'delivery'] as const;
const everything = async () => {
  const rows: Record<string, unknown[]> = {};
  for (const table of TABLES) rows[table] = await all(table);
  return rows;
};
let before: Record<string, unknown[]>;

beforeAll(async () => {
  for (const name of readdirSync(migrationsFolder))
    if (name < FIRST || !/^\d/.test(name))
      cpSync(path.join(migrationsFolder, name), path.join(folder, name), { recursive: true });
  await client.query('drop schema public cascade; create schema public');
  await migrate(url, folder);
  await client.query(
    `insert into event (account_id, location_id, lock_id, type, occurred_at, source, details)
     select 1, 1, 1, 'door.opened', at, 'device', '{"a": 1}' from unnest($1::timestamptz[]) at`,
    [TIMES],
  );
  await client.query(
    `insert into event_scope (location_id, type, occurred_at, event_id) select l, type, occurred_at, id from event, generate_series(1, 2) l`,
  );
  await client.query(
    `insert into audit (id, account_id, sequence, at, actor_type, actor_name, action, subject_type, subject_id, subject_name,
       details, mac, previous_hash, hash)
     select gen_random_uuid(), 1, n, at, 'user', 'Olga', 'lock.unlock', 'lock', '1', 'Main', '{"a": 1}', 'm', 'p', 'h'
     from unnest($1::timestamptz[]) with ordinality as x(at, n)`,
    [TIMES],
  );
  await client.query(
    `insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, expires_at, note, mode, until)
     select gen_random_uuid(), 1, 1, gen_random_uuid(), 'door_mode', 'sent', at, at, 'parcel', 'stay_open', at
     from unnest($1::timestamptz[]) at`,
    [TIMES],
  );
  await client.query(
    `insert into delivery (id, subscription_id, event_type, event_id, status, attempt, next_attempt_at, created_at, payload)
     select gen_random_uuid(), gen_random_uuid(), 'door.opened', n::text, case when n = 1 then 'retrying' else 'delivered' end, 1,
       case when n = 1 then at end, at, '{"a": 1}' from unnest($1::timestamptz[]) with ordinality as x(at, n)`,
    [TIMES],
  );
  before = await everything();
  // Added since.
  for (const event of before.event ?? []) Object.assign(event as object, { command_id: null });
  await migrate(url);
});

test('no event, scope, audit entry, command or delivery is lost or changed, of whatever time', async () => {
  expect(before.event).toHaveLength(TIMES.length);
  for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThanOrEqual(TIMES.length);
  const { delivery, ...others } = await everything();
  expect({ ...others, delivery: await all('delivery_all') }).toEqual(before);
  expect(delivery).toMatchObject([{ status: 'retrying' }]);
});

test('each lies in its month, and there is a place for all other times', async () => {
  const { rows } = await client.query(
    `select tableoid::regclass::text as name from event where occurred_at between '2026-01-01' and '2026-02-02' order by occurred_at`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['event_2026_01', 'event_2026_02']);
  const { rows: ends } = await client.query(
    `select tableoid::regclass::text as name from event where occurred_at not between '2000-01-01' and '2080-01-01' order by occurred_at`,
  );
  expect(ends.map(({ name }) => name)).toEqual(['event_before', 'event_after']);
});

test('numbers go on after the last', async () => {
  const { rows } = await client.query(
    `insert into event (account_id, location_id, lock_id, type, occurred_at, source)
     values (1, 1, 2, 'door.opened', '2026-03-03', 'device') returning id::int`,
  );
  expect(rows[0].id).toBe(TIMES.length + 1);
});

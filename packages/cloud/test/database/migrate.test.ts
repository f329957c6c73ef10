import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { testDatabase } from '../../../../test/setup/database.js';
import { migrate, migrationsFolder } from '../../src/database/migrate.js';

const { url: server } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-migrate-'));
const url = Object.assign(new URL(server), { pathname: '/scratch' }).href;

beforeEach(async () => {
  rmSync(folder, { recursive: true });
  await query(server, 'DROP DATABASE IF EXISTS scratch WITH (FORCE)');
  await query(server, 'CREATE DATABASE scratch');
  write('20260101000000_first', 'CREATE TABLE first (id int);\nINSERT INTO first VALUES (1);\n');
  write('20260102000000_second', 'CREATE TABLE second (id int);\n');
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await query(server, 'DROP DATABASE IF EXISTS scratch WITH (FORCE)');
});

function write(name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, 'migration.sql'), sql);
}

async function query(target: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a database', () => {
  const own = Object.assign(new URL(url), { username: 'tenant', password: 'only-its-own' }).href;
  beforeAll(() =>
    query(
      server,
      "CREATE ROLE tenant LOGIN PASSWORD 'only-its-own'; REVOKE CONNECT ON DATABASE postgres FROM PUBLIC",
    ),
  );
  afterAll(() => query(server, 'GRANT CONNECT ON DATABASE postgres TO PUBLIC; DROP ROLE tenant'));

  test('that is there is enough, as its user may reach no other on a managed server', async () => {
    await query(server, 'ALTER DATABASE scratch OWNER TO tenant');
    expect(await migrate(own, folder)).toHaveLength(2);
  });

  test('that is not there is named where its user may not make it', async () => {
    await query(server, 'DROP DATABASE scratch WITH (FORCE)');
    await expect(migrate(own, folder)).rejects.toThrow(/database "scratch" does not exist/);
  });

  test('that is not there is made', async () => {
    await query(server, 'DROP DATABASE scratch WITH (FORCE)');
    expect(await migrate(url, folder)).toHaveLength(2);
  });

  test('that is refused before anything is written stays as it was', async () => {
    const before = () => Promise.reject(new Error('refused'));
    await expect(migrate(url, folder, { before })).rejects.toThrow('refused');
    expect(await query(url, "SELECT to_regclass('_prisma_migrations') AS made")).toEqual([{ made: null }]);
  });
});

test('all migrations are applied in order of their names, once', async () => {
  expect(await migrate(url, folder)).toEqual(['20260101000000_first', '20260102000000_second']);
  expect(await migrate(url, folder)).toEqual([]);
  write('20260103000000_third', 'CREATE TABLE third (id int);');
  expect(await migrate(url, folder)).toEqual(['20260103000000_third']);
});

test('a migration may take longer than the statement timeout of the database', async () => {
  await query(server, 'ALTER DATABASE scratch SET statement_timeout = 500');
  write('20260103000000_slow', 'SELECT pg_sleep(0.7);');
  expect(await migrate(url, folder)).toHaveLength(3);
});

test('the books are those of prisma migrate', async () => {
  await migrate(url, folder);
  const [row] = await query(url, 'SELECT * FROM _prisma_migrations ORDER BY migration_name DESC');
  expect(row).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    checksum: createHash('sha256').update('CREATE TABLE second (id int);\n').digest('hex'),
    finished_at: expect.any(Date),
    migration_name: '20260102000000_second',
    logs: null,
    rolled_back_at: null,
    started_at: expect.any(Date),
    applied_steps_count: 1,
  });
});

test('one edited after it was applied is refused, and named', async () => {
  await migrate(url, folder);
  write('20260101000000_first', 'CREATE TABLE first (id bigint);');
  await expect(migrate(url, folder)).rejects.toThrow(/20260101000000_first was edited after it was applied/);
});

test('line ends turned around by a checkout are no edit', async () => {
  await migrate(url, folder);
  write('20260101000000_first', 'CREATE TABLE first (id int);\r\nINSERT INTO first VALUES (1);\r\n');
  expect(await migrate(url, folder)).toEqual([]);
});

test('one that fails leaves nothing behind, and those before it stay', async () => {
  write('20260103000000_third', 'CREATE TABLE third (id int);\nINSERT INTO third\n  VALUES (oops);');
  await expect(migrate(url, folder)).rejects.toThrow(
    /20260103000000_third failed and was rolled back: column "oops" does not exist \(migration.sql line 3\)/,
  );
  expect(await query(url, "SELECT to_regclass('second') AS second, to_regclass('third') AS third")).toEqual([
    { second: 'second', third: null },
  ]);
  write('20260103000000_third', 'CREATE TABLE third (id int);');
  expect(await migrate(url, folder)).toEqual(['20260103000000_third']);
});

test('one that is called off half-way is rolled back, and made the next time', async () => {
  write('20260102000000_second', 'CREATE TABLE second (id int); SELECT pg_sleep(60);');
  const calledOff = new AbortController();
  const migrating = migrate(url, folder, { signal: calledOff.signal });
  const sleeping = `FROM pg_stat_activity WHERE datname = 'scratch' AND wait_event = 'PgSleep'`;
  while ((await query(server, `SELECT ${sleeping}`)).length === 0);
  const reason = new Error('called off');
  calledOff.abort(reason);
  await expect(migrating).rejects.toBe(reason);
  // As the server's stop does; a server that goes on notices by itself when the statement has ended.
  await query(server, `SELECT pg_terminate_backend(pid) ${sleeping}`);
  write('20260102000000_second', 'CREATE TABLE second (id int);');
  expect(await migrate(url, folder)).toEqual(['20260102000000_second']);
});

test('one that another tool recorded as failed stops the run', async () => {
  await migrate(url, folder);
  await query(url, "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_second'");
  await expect(migrate(url, folder)).rejects.toThrow(/20260102000000_second failed half-way/);
  await query(
    url,
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL; DROP TABLE second',
  );
  expect(await migrate(url, folder)).toEqual(['20260102000000_second']);
});

test('a database of a newer release is refused', async () => {
  await migrate(url, folder);
  rmSync(path.join(folder, '20260102000000_second'), { recursive: true });
  await expect(migrate(url, folder)).rejects.toThrow(
    /20260102000000_second, which this release does not know/,
  );
});

test('processes that migrate at the same moment apply each migration once', async () => {
  write('20260103000000_slow', 'CREATE TABLE slow (id int); SELECT pg_sleep(0.2);');
  const runner = fileURLToPath(new URL('../../dist/database/migrate.js', import.meta.url));
  const script = `
    const { migrate } = await import(${JSON.stringify(runner)});
    console.log(JSON.stringify(await migrate(${JSON.stringify(url)}, ${JSON.stringify(folder)})));`;
  const outputs = await Promise.all(
    [1, 2, 3].map(() => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])),
  );
  const applied = outputs.map(({ stdout }) => JSON.parse(stdout) as string[]);
  expect(applied.map((names) => names.length).sort()).toEqual([0, 0, 3]);
});

test("the project's own migrations have been applied to every test database", async () => {
  expect(await migrate(server, migrationsFolder)).toEqual([]);
});

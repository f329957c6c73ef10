import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { startCloud } from '../../src/cloud.js';
import { readConfig } from '../../src/config.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.js';
import { createPool } from '../../src/database/pool.js';

/* An acknowledgement is a commit, and the gateway then forgets the record: the service uses no database that could lose it. */

const root = mkdtempSync(path.join(os.tmpdir(), 'door-access-durability-'));
let server: EmbeddedPostgres;
let admin: pg.Client;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dir: path.join(root, 'postgres') });
  admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
}, 60_000);
afterEach(async () => {
  await set('fsync', null);
  await set('synchronous_standby_names', null);
  await admin.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots');
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

/** For the whole server, from its next statement on. */
async function set(name: string, value: string | null): Promise<void> {
  await admin.query(
    value === null ? `alter system reset ${name}` : `alter system set ${name} = ${pg.escapeLiteral(value)}`,
  );
  await admin.query('select pg_reload_conf()');
  await expectSoon(async () => (await admin.query(`show ${name}`)).rows[0][name], value ?? defaults[name]);
}
const defaults: Record<string, string> = { fsync: 'on', synchronous_standby_names: '' };

async function expectSoon(ask: () => Promise<unknown>, wanted: unknown): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if ((await ask()) === wanted) return;
    await admin.query('select pg_sleep(0.01)');
  }
  expect(await ask()).toBe(wanted);
}

async function start(options = '', more: Record<string, string> = {}) {
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) });
  const url = new URL(server.url('door_access'));
  if (options) url.searchParams.set('options', options);
  const config = readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DATABASE_URL: url.href,
    DATA_DIR: root,
    SECRET_KEY: 'ab'.repeat(32),
    ...more,
  });
  try {
    const cloud = await startCloud(config, { log });
    await cloud.stop();
    return { fault: null, warnings: warnings.filter((text) => text.includes('DATABASE')) };
  } catch (error) {
    return { fault: (error as Error).message, warnings };
  }
}

describe('a service', () => {
  test('starts on a PostgreSQL as it comes, without a word', async () => {
    expect(await start()).toEqual({ fault: null, warnings: [] });
  }, 30_000);

  test('does not start where fsync is off, unless DATABASE_ALLOW_LOSS says so, with a warning', async () => {
    await set('fsync', 'off');
    const refused = await start();
    expect(refused.fault).toMatch(/^DATABASE_URL: .*fsync is off.*DATABASE_ALLOW_LOSS=on/);
    const allowed = await start('', { DATABASE_ALLOW_LOSS: 'on' });
    expect(allowed.fault).toBeNull();
    expect(allowed.warnings).toEqual([expect.stringMatching(/^DATABASE_ALLOW_LOSS=on: .*fsync is off/)]);
  }, 30_000);

  test('does not start where its own connections commit asynchronously, whatever others do', async () => {
    expect((await start('-c synchronous_commit=off')).fault).toContain('synchronous_commit is off');
  });

  test('does not start where commits do not wait for the synchronous standby that there is', async () => {
    await set('synchronous_standby_names', 'ANY 1 (b, c)');
    expect((await start('-c synchronous_commit=local')).fault).toContain('synchronous_commit is local');
  });

  test('does not start where a replication slot keeps WAL for a standby that no commit waits for', async () => {
    await admin.query("select pg_create_physical_replication_slot('b')");
    expect((await start()).fault).toContain('synchronous_standby_names is empty');
  });

  test('does not start where a standby follows that no commit waits for; a copy for a backup is none', async () => {
    const follow = async (name: string) => {
      const { rows } = await admin.query('select pg_current_wal_flush_lsn() as lsn');
      const standby = new pg.Client({
        connectionString: server.url('postgres'),
        replication: 'true',
        application_name: name,
      } as pg.ClientConfig);
      standby.on('error', () => {});
      await standby.connect();
      standby.query(`START_REPLICATION PHYSICAL ${rows[0].lsn}`).catch(() => {});
      const count = async () =>
        (await admin.query('select count(*)::int as n from pg_stat_replication')).rows[0].n;
      await expectSoon(count, 1);
      return async () => {
        standby.connection.stream.destroy();
        await expectSoon(count, 0);
      };
    };
    const leave = await follow('b');
    expect((await start()).fault).toContain('1 connected');
    await leave();
    const finish = await follow('pg_receivewal');
    expect((await start()).fault).toBeNull();
    await finish();
  }, 30_000);
});

describe('a commit that no standby has confirmed', () => {
  test('does not count as done, even where PostgreSQL calls it so after a cancellation', async () => {
    const pool = createPool(server.url('postgres'), { onError: () => {}, applicationName: 'waiting' });
    await pool.query('create table kept (id int)');
    await set('synchronous_standby_names', 'nowhere');
    // A pool of before the change is as good as any: the waiting backend reads the setting.
    const written = pool.query('insert into kept values (1)').then(
      () => 'done',
      (error: Error) => error.message,
    );
    const waiting = async () =>
      (
        await admin.query(
          "select count(*)::int as n from pg_stat_activity where application_name = 'waiting' and wait_event = 'SyncRep'",
        )
      ).rows[0].n;
    await expectSoon(waiting, 1);
    await admin.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'waiting' and wait_event = 'SyncRep'",
    );
    expect(await written).toContain('the standby has not confirmed the commit');
    await set('synchronous_standby_names', null);
    expect((await pool.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 1 }]);
    await pool.end();
  });
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { partitionsOf } from '../../src/database/partitions.js';
import { doorctl } from '../doorctl/run.js';

/* What a person sees at a terminal; a database with a month of long ago, and one long stretch up to now. */

const { url, pool } = await testDatabase();
const before = { ...process.env };
beforeAll(async () => {
  Object.assign(process.env, { DATABASE_URL: url, RETENTION_EVENTS_MONTHS: '12' });
  const first = new Date((await partitionsOf(pool, 'event'))[1]?.starts_at as number).toISOString();
  for (const table of ['event', 'event_scope'])
    await pool.query(`
      alter table ${table} detach partition ${table}_before;
      alter table ${table} attach partition ${table}_before for values from (minvalue) to ('2001-01-01Z');
      create table ${table}_2001_01 partition of ${table} for values from ('2001-01-01Z') to ('2001-02-01Z');
      create table ${table}_2001_02 partition of ${table} for values from ('2001-02-01Z') to ('${first}')`);
});
afterAll(() => {
  for (const name of ['DATABASE_URL', 'RETENTION_EVENTS_MONTHS'])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
});
beforeEach(() => {
  process.env.RETENTION_EVENTS_MONTHS = '12';
});

const run = async (...parameters: string[]): Promise<string> => {
  const { code, out, err } = await doorctl('retention', ...parameters);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};

test('status shows what is kept, since when, and what goes next', async () => {
  const [head, events] = (await run('status')).split('\n');
  expect(head).toMatch(/^kept +for +partitions +oldest +rows +size +over +goes next +at$/);
  expect(events).toMatch(/^events +12 months +8 +2001-01 +0 +\d+\.\d MB +1 +event_2001_02 +20\d\d-\d\d-01$/);
});

test('run --plan says what would be forgotten and does nothing; run does it, and then there is nothing left', async () => {
  expect(await run('run', '--plan')).toMatch(
    /^events: would forget event_2001_01; next event_2001_02 on 20/m,
  );
  expect(JSON.parse(await run('run', '--plan', '--json'))).toEqual({
    data: expect.arrayContaining([{ name: 'events', forget: ['event_2001_01'], add: 0 }]),
  });
  expect(await run('run')).toContain('events: forgot event_2001_01\n');
  expect(await run('run')).toContain('events: nothing was past its time\n');
  expect((await partitionsOf(pool, 'event_scope')).map(({ name }) => name)).not.toContain(
    'event_scope_2001_01',
  );
});

test('0 months keep for ever, and what is no number of months is refused', async () => {
  process.env.RETENTION_EVENTS_MONTHS = '0';
  expect((await run('status')).split('\n')[1]).toMatch(/^events +ever .* 0 +- +-$/);
  process.env.RETENTION_EVENTS_MONTHS = 'two';
  const { code, err } = await doorctl('retention', 'status');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'doorctl: RETENTION_EVENTS_MONTHS=two: must be a whole number from 0 to 1200\n',
  });
});

test('what goes is archived, and verify and import say what became of it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-archive-'));
  process.env.RETENTION_ARCHIVE_DIR = folder;
  process.env.RETENTION_COMMANDS_MONTHS = '12';
  try {
    const first = new Date((await partitionsOf(pool, 'command'))[1]?.starts_at as number).toISOString();
    await pool.query(`
      alter table command detach partition command_before;
      alter table command attach partition command_before for values from (minvalue) to ('2001-01-01Z');
      create table command_2001_01 partition of command for values from ('2001-01-01Z') to ('2001-02-01Z');
      create table command_2001_02 partition of command for values from ('2001-02-01Z') to ('${first}');
      insert into account (id, name) values (1, 'Acme');
      insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, expires_at)
        values (gen_random_uuid(), 1, 1, gen_random_uuid(), 'unlock', 'confirmed', '2001-01-02Z', '2001-01-02Z')`);
    expect(await run('run')).toContain('commands: forgot command_2001_01\n');
    const manifest = readdirSync(folder).find((name) => name.endsWith('.json')) as string;
    const file = path.join(folder, manifest);
    expect(await run('verify', file)).toBe(
      'command_2001_01: 1 rows, recorded from 2001-01-02T00:00:00.000Z to 2001-01-02T00:00:00.000Z, as they were written\n',
    );
    const refused = await doorctl('retention', 'import', file);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^doorctl: command_2001_01: was recorded from 2001-01-02 on, and RETENTION_COMMANDS_MONTHS=12 would forget it again; set it to 0/,
      ),
    });
    process.env.RETENTION_COMMANDS_MONTHS = '0';
    expect(await run('import', file)).toBe('command_2001_01: 1 of 1 rows came back\n');
    expect(await run('import', file)).toBe(
      'command_2001_01: 0 of 1 rows came back; the others are here, or their account is not\n',
    );
    expect(await doorctl('retention', 'verify', path.join(folder, 'none'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^doorctl: .*none.json: cannot be read/),
    });
  } finally {
    delete process.env.RETENTION_ARCHIVE_DIR;
    delete process.env.RETENTION_COMMANDS_MONTHS;
    rmSync(folder, { recursive: true });
  }
});

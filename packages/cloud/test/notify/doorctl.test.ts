import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { testDatabase } from '../../../../test/setup/database.js';
import { recordAudit } from '../../src/audit/record.js';
import { readConfig } from '../../src/config.js';
import { enqueueNotice } from '../../src/notify/enqueue.js';
import { openContext } from '../../src/open-context.js';
import { entry } from '../audit/world.js';
import { doorctl } from '../doorctl/run.js';
import { INVITATION, LINK } from './samples.js';

const { url, pool } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-outbox-'));
const before = { ...process.env };
Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: folder });
afterEach(() => {
  jest.restoreAllMocks();
});
const log = pino({ level: 'silent' });
const { context, close } = await openContext(readConfig({ DATABASE_URL: url, DATA_DIR: folder }), log);
const { rows } = await pool.query("insert into account (name) values ('Acme') returning id");
const account_id: number = rows[0].id;
afterAll(async () => {
  await close();
  process.env = before;
  rmSync(folder, { recursive: true, force: true });
});

describe('doorctl outbox', () => {
  test('says so when there is nothing', async () => {
    expect(await doorctl('outbox')).toEqual({ code: 0, out: 'the outbox is empty\n', err: '' });
    expect(JSON.parse((await doorctl('outbox', '--json')).out)).toEqual({ data: [] });
  });

  test('shows messages whole, setup links included, for people and as JSON', async () => {
    const to = 'anna@acme.example';
    await enqueueNotice(pool, context, {
      account_id,
      channel: 'email',
      to,
      language: 'en',
      subject: 'invitation:77',
      kind: 'invitation',
      data: INVITATION,
    });
    const { out } = await doorctl('outbox');
    expect(out).toContain(`email to ${to}  pending`);
    expect(out).toContain('  Your key to HQ: Front doors\n');
    expect(out).toContain(`  ${LINK}\n`);
    const { data } = JSON.parse((await doorctl('outbox', '--json', '--account', 'Acme')).out);
    expect(data).toMatchObject([
      { to, channel: 'email', setup_link: LINK, about: 'invitation:77', text: expect.stringContaining(LINK) },
    ]);
  });

  test('refuses what it cannot take in one line', async () => {
    expect(await doorctl('outbox', '--limit', '0')).toMatchObject({ code: 1, out: '' });
    expect((await doorctl('outbox', '--account', 'Unknown')).err).toContain('there is no account "Unknown"');
  });
});

describe('doorctl audit', () => {
  test('lists who did what', async () => {
    await recordAudit(pool, context, entry(account_id));
    const { out } = await doorctl('audit', 'list');
    expect(out).toContain('api_key 7 "ERP"');
    expect(out).toContain('lock.unlock');
    const { data } = JSON.parse((await doorctl('audit', 'list', '--json')).out);
    expect(data).toMatchObject([{ action: 'lock.unlock', actor: { type: 'api_key' } }]);
  });

  test('verifies, chaining what waits first, and prints an anchor that a later check takes', async () => {
    const { code, out } = await doorctl('audit', 'verify');
    expect(code).toBe(0);
    const anchor = /anchor (\S+)/.exec(out)?.[1] ?? '';
    expect(out).toContain(`account ${account_id} "Acme": whole, 1 entries; anchor ${account_id}:1:`);
    expect((await doorctl('audit', 'verify', '--anchor', anchor)).code).toBe(0);
    expect((await doorctl('audit', 'verify', '--anchor', 'nonsense')).code).toBe(1);
  });

  test('ends with exit code 1 and names the fault when an entry was changed', async () => {
    const client = await pool.connect();
    await client.query("set session_replication_role = 'replica'");
    await client.query("update audit set action = 'lock.nothing'");
    await client.query("set session_replication_role = 'origin'");
    client.release();
    const { code, out, err } = await doorctl('audit', 'verify');
    expect(code).toBe(1);
    expect(out).toContain('BROKEN: entry 1 (lock.nothing) is not as this service wrote it');
    expect(err).toBe('doorctl: the audit log of an account is broken\n');
    const answer = JSON.parse((await doorctl('audit', 'verify', '--json')).out);
    expect(answer).toMatchObject({
      ok: false,
      data: [{ account: { name: 'Acme' }, fault: { sequence: 1 } }],
    });
  });
});

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { testDatabase } from '../../../../test/setup/database.js';
import { connectionInfo, startEmbeddedPostgres } from '../../src/database/embedded.js';
import { hashGatewaySecret } from '../../src/gateways/secret.rules.js';
import { isPassword } from '../../src/users/password.js';
import { EXAMPLE } from '../site/site-context.js';
import { doorctl } from './run.js';

const { url, pool } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-doorctl-'));
const siteFile = path.join(folder, 'site.yaml');
writeFileSync(siteFile, EXAMPLE);
const before = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };

beforeAll(() => {
  Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: folder });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true, force: true });
});

const json = async (...parameters: string[]) => {
  const { code, out, err } = await doorctl(...parameters, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
};

describe('doorctl site apply', () => {
  test('--plan shows what it would do and writes nothing', async () => {
    const { code, out } = await doorctl('site', 'apply', siteFile, '--plan');
    expect(code).toBe(0);
    expect(out).toContain('create  locks main\n');
    expect(out).toContain('10 would be created, 0 would be changed, 0 would be left as they are');
    expect((await pool.query('select from account')).rowCount).toBe(0);
  });

  test('--json prints ids and the new secrets, and the second time only ids', async () => {
    const first = await json('site', 'apply', siteFile);
    expect(first).toMatchObject({
      account: { id: 1 },
      locks: { main: 1, archive: 2 },
      api_keys: { erp: { token: expect.any(String) } },
    });
    const second = await json('site', 'apply', siteFile);
    expect(second.api_keys).toEqual({ erp: { id: first.api_keys.erp.id } });
  });

  test('without --json shows each change, before and after', async () => {
    writeFileSync(siteFile, EXAMPLE.replace('name: Main entrance', 'name: Front door'));
    const { out } = await doorctl('site', 'apply', siteFile);
    expect(out).toContain('change  locks main: name "Main entrance" → "Front door"\n');
    expect(out).toContain('leave   people anna (unchanged)\n');
    expect(out).toContain('0 created, 1 changed, 9 left as they are');
  });

  test('a broken file is reported line by line and changes nothing', async () => {
    const broken = path.join(folder, 'broken.yaml');
    writeFileSync(broken, EXAMPLE.replace('type: remote', 'type: magic').replace('door: 1', 'door: 0'));
    expect(await doorctl('site', 'apply', broken)).toEqual({
      code: 1,
      out: '',
      err: [
        `${broken}:13:11: locks[0].type: is "magic", expected one of remote, locksys`,
        `${broken}:15:11: locks[0].door: is 0, expected the gateway's door number, from 1 to 65535`,
        '',
      ].join('\n'),
    });
    expect(await doorctl('site', 'apply', 'nowhere.yaml')).toMatchObject({
      code: 1,
      err: 'nowhere.yaml: there is no such file\n',
    });
  });
});

describe('doorctl api-key', () => {
  test('makes a key for named locks, lists it without its token, and revokes it', async () => {
    const made = await json(
      'api-key',
      'create',
      '--name',
      'CI',
      '--scope',
      'catalog:read,locks:control',
      '--lock',
      'main',
      '--expires-in-days',
      '7',
    );
    expect(made).toMatchObject({
      name: 'CI',
      scopes: ['catalog:read', 'locks:control'],
      lock_ids: [1],
      token: expect.stringMatching(/^sk_/),
    });
    const { data } = await json('api-key', 'list');
    expect(data[0]).toMatchObject({
      id: made.id,
      name: 'CI',
      locks: [1],
      location: { ref: 'hq' },
      revoked_at: null,
    });
    expect(JSON.stringify(data)).not.toContain(made.token);
    expect(await json('api-key', 'revoke', String(made.id))).toMatchObject({
      id: made.id,
      revoked_at: expect.any(String),
    });
    expect((await doorctl('api-key', 'list')).out).toMatch(/CI .* revoked/);
  });

  test.each([
    [[], /^doorctl: required option '--scope <scopes...>' not specified/],
    [['--scope', 'doors'], /^doorctl: scopes\[0\]: must be one of catalog:read/],
    [
      ['--scope', 'events:read', '--lock', 'gate'],
      /^doorctl: there is no lock "gate" in the account "Acme", only main, archive\n$/,
    ],
    [
      ['--scope', 'events:read', '--location', 'moon'],
      /^doorctl: there is no location "moon" in the account "Acme", only hq, lab\n$/,
    ],
    [['--scope', 'events:read', '--account', 'Bolt'], /^doorctl: there is no account "Bolt", only "Acme"\n$/],
    [['--scope', 'events:read', '--expires-in-days', '800'], /^doorctl: .*expected 1 to 730/],
  ])('says in one line what is wrong with %j', async (parameters, line) => {
    const { code, out, err } = await doorctl('api-key', 'create', '--name', 'X', ...parameters);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(line);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('a key that is not there is said to be not there', async () => {
    expect(await doorctl('api-key', 'revoke', '999')).toMatchObject({
      code: 1,
      err: 'doorctl: there is no API key 999 (see doorctl api-key list)\n',
    });
  });
});

describe('doorctl gateway', () => {
  test('lists, gives a new secret that alone counts from then on, and revokes', async () => {
    const { data } = await json('gateway', 'list');
    expect(data).toMatchObject([{ ref: 'gw1', bench: true, online: null, locks: 1 }]);
    expect(JSON.stringify(data)).not.toContain('secret');
    const { id, previous_until } = await json('gateway', 'rotate-secret', 'gw1', '--grace-hours', '48');
    expect(id).toBe(data[0].id);
    expect((await json('gateway', 'list')).data).toMatchObject([{ previous_until }]);
    const { secret, ...atOnce } = await json('gateway', 'rotate-secret', 'gw1', '--now');
    expect(atOnce).toMatchObject({ id, previous_until: null });
    const { rows } = await pool.query('select secret_hash from gateway');
    expect(rows[0].secret_hash).toEqual(hashGatewaySecret(secret));
    const { revoked_at } = await json('gateway', 'revoke', id);
    expect((await json('gateway', 'revoke', 'gw1')).revoked_at).toBe(revoked_at);
    expect(await doorctl('gateway', 'rotate-secret', 'gw1')).toMatchObject({
      code: 1,
      err: 'doorctl: There is no such gateway, or it was revoked.\n',
    });
    expect(await doorctl('gateway', 'revoke', 'gw9')).toMatchObject({
      code: 1,
      err: 'doorctl: there is no gateway "gw9" (see doorctl gateway list)\n',
    });
  });
});

describe('doorctl user', () => {
  test('makes a user and gives another password, shown once', async () => {
    const made = await json(
      'user',
      'create',
      '--email',
      'Max@Acme.Example',
      '--name',
      'Max',
      '--role',
      'viewer',
      '--location',
      'lab',
    );
    expect(made).toMatchObject({
      email: 'max@acme.example',
      password: expect.stringMatching(/^([a-z2-9]{4}-){3}/),
    });
    const { password } = await json('user', 'set-password', 'max@acme.example');
    const { rows } = await pool.query(
      `select password_hash, role from account_user where email = 'max@acme.example'`,
    );
    expect(rows[0].role).toBe('viewer');
    expect(await isPassword(password, rows[0].password_hash)).toBe(true);
    expect(await isPassword(made.password, rows[0].password_hash)).toBe(false);
    const { data } = await json('user', 'list');
    expect(data.map(({ email }: { email: string }) => email)).toEqual([
      'max@acme.example',
      'owner@acme.example',
    ]);
    expect(JSON.stringify(data)).not.toContain('argon2');
  });

  test('does not make the same address twice', async () => {
    const again = await doorctl('user', 'create', '--email', 'max@acme.example', '--name', 'Max');
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^doorctl: email: /) });
    expect(await doorctl('user', 'set-password', 'unknown@acme.example')).toMatchObject({
      code: 1,
      err: 'doorctl: there is no user unknown@acme.example (see doorctl user list)\n',
    });
  });
});

test('an unknown lock is answered with those there are, or the first of many', async () => {
  expect((await doorctl('door', 'gate')).err).toBe('doorctl: there is no lock "gate", only main, archive\n');
  await pool.query(
    `insert into lock (account_id, location_id, ref, name, type)
     select 1, 1, 'cabinet' || n, 'Cabinet', 'locksys' from generate_series(1, 20) n`,
  );
  const { err } = await doorctl('events', '--lock', 'gate', '--account', 'Acme');
  await pool.query(`delete from lock where name = 'Cabinet'`);
  expect(err).toMatch(/^doorctl: there is no lock "gate", only main, archive, cabinet1, .* and 2 more\n$/);
});

describe('doorctl events and webhooks', () => {
  test('shows events newest first, by lock and by type', async () => {
    const { rows } = await pool.query(
      `insert into event (account_id, location_id, lock_id, type, occurred_at, result, source)
       values (1, 1, 1, 'access.granted', '2026-01-07T06:00:00Z', 'success', 'app'),
              (1, 1, 1, 'door.opened', '2026-01-07T06:00:01Z', null, 'device'),
              (1, 2, 2, 'access.granted', '2026-01-07T06:00:02Z', 'success', 'locksys')
       returning id::int`,
    );
    const [first, second, third] = rows.map(({ id }) => id);
    const shown = async (...parameters: string[]) =>
      (await json('events', ...parameters)).data.map(({ id }: { id: number }) => id);
    expect(await shown()).toEqual([third, second, first]);
    expect(await shown('--lock', 'main')).toEqual([second, first]);
    expect(await shown('--type', 'access.granted,door.closed')).toEqual([third, first]);
    expect(await shown('--limit', '1')).toEqual([third]);
    expect((await doorctl('events')).out).toMatch(/2026-01-07T06:00:02.000Z {2}access.granted {2}Archive/);
    expect((await doorctl('events', '--type', 'door.broken')).err).toMatch(/"door.broken" is no event/);
  });

  test('lists subscriptions without their secrets', async () => {
    await pool.query(
      `insert into subscription (id, account_id, location_id, url, events, secret)
       values ('00000000-0000-4000-8000-000000000001', 1, 1, 'https://example.com/hook', '{*}', 'sealed')`,
    );
    const { data } = await json('webhooks', 'list');
    expect(data).toMatchObject([
      { url: 'https://example.com/hook', status: 'active', location: { ref: 'hq' }, waiting: 0 },
    ]);
    expect(Object.keys(data[0])).not.toContain('secret');
  });
});

describe('doorctl and settings', () => {
  test('a wrong setting is named in one line', async () => {
    process.env.PORT = 'eighty';
    const { code, err } = await doorctl('user', 'list');
    delete process.env.PORT;
    expect(code).toBe(1);
    expect(err).toMatch(/^doorctl: PORT=eighty: [^\n]*\n$/);
  });

  test('a database that cannot be reached is named in one line', async () => {
    process.env.DATABASE_URL = 'postgresql://user@127.0.0.1:1/none';
    const { code, err } = await doorctl('user', 'list');
    process.env.DATABASE_URL = url;
    expect(code).toBe(1);
    expect(err).toMatch(/^doorctl: DATABASE_URL: [^\n]*\n$/);
  });

  test('a database that is lost or too slow while a command runs is named in one line', async () => {
    for (const message of ['timeout exceeded when trying to connect', 'Query read timeout']) {
      jest.spyOn(pg.Pool.prototype, 'query').mockImplementation(() => Promise.reject(new Error(message)));
      const { code, out, err } = await doorctl('user', 'list');
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^doorctl: DATABASE_URL: the database cannot be used [^\n]*; try again[^\n]*\n$/);
      expect(err).toContain(message);
    }
  });

  test('a database that takes connections and says nothing is given up, and named in one line', async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    process.env.DATABASE_URL = `postgresql://user:s3cret@127.0.0.1:${port}/none`;
    const { code, err } = await doorctl('user', 'list');
    process.env.DATABASE_URL = url;
    silent.close();
    expect(code).toBe(1);
    expect(err).toMatch(
      /^doorctl: DATABASE_URL: the database cannot be used \([^\n]*time[^\n]*\): see that it runs[^\n]*\n$/,
    );
    expect(err).not.toContain('s3cret');
  }, 20_000);

  test('unknown commands and missing options are reported, --help is no fault', async () => {
    expect(await doorctl('open-sesame')).toMatchObject({
      code: 1,
      err: "doorctl: unknown command 'open-sesame' (see doorctl --help)\n",
    });
    expect(await doorctl('api-key', 'create')).toMatchObject({
      code: 1,
      err: "doorctl: required option '--name <name>' not specified (see doorctl api-key create --help)\n",
    });
    expect((await doorctl('--help')).code).toBe(0);
  });
});

test('works on the embedded database, beside a service and without one, and stops only what it started', async () => {
  const data = path.join(folder, 'data');
  Object.assign(process.env, { DATABASE_URL: '', DATA_DIR: data });
  try {
    expect((await doorctl('user', 'list')).err).toMatch(/there is no database yet/);
    const first = await json('site', 'apply', siteFile);
    expect(first.account).toEqual({ id: 1 });
    const service = await startEmbeddedPostgres({ dir: path.join(data, 'postgres') });
    expect((await json('gateway', 'list')).data).toHaveLength(1);
    expect(process.kill(service.pid, 0)).toBe(true);
    await service.stop();
    // Not by its pid: the system may not have taken note of a process that has ended.
    expect(connectionInfo(path.join(data, 'postgres'))).toBeUndefined();
  } finally {
    Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: folder });
  }
}, 60_000);

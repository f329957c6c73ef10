import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canonicalJson } from '@door-access/protocol';
import { signedReportText } from '@door-access/protocol/setup';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { reportKeyId } from '../../src/gateways/pairing.js';
import { EXAMPLE } from '../site/site-context.js';
import { doorctl } from './run.js';

const { url, pool } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-doorctl-gateways-'));
const before = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };
const file = (name: string, content: string | Buffer) => {
  const target = path.join(folder, name);
  writeFileSync(target, content);
  return target;
};

beforeAll(async () => {
  Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: folder });
  expect((await doorctl('site', 'apply', file('site.yaml', EXAMPLE))).code).toBe(0);
});
afterAll(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('doorctl gateway pair', () => {
  test('prints a code and what to type on site, for a gateway that is there', async () => {
    const { code, out } = await doorctl('gateway', 'pair', 'gw1', '--no-wait');
    expect(code).toBe(0);
    expect(out).toMatch(/^code for gateway gw1: [0-9A-Z]{4}-[0-9A-Z]{4}, good until /);
    expect(out).toMatch(/door-agent pair [0-9A-Z]{4}-[0-9A-Z]{4} --url http/);
  });

  test('makes a new gateway by its name, as JSON a line', async () => {
    const { out } = await doorctl('gateway', 'pair', '--name', 'Boat house', '--no-wait', '--json');
    expect(JSON.parse(out)).toMatchObject({
      state: 'open',
      gateway: { ref: 'boat-house', name: 'Boat house' },
    });
    const { rows } = await pool.query("select actor_type from audit where action = 'gateway.open_pairing'");
    expect(rows).toEqual([{ actor_type: 'doorctl' }, { actor_type: 'doorctl' }]);
  });

  test('fails in words, with exit code 1, when the code runs out while it waits', async () => {
    const ofGateway = "gateway_id = (select id from gateway where ref = 'gw1')";
    const { rows } = await pool.query(`select code_hash from gateway_pairing where ${ofGateway}`);
    const waiting = doorctl('gateway', 'pair', 'gw1');
    let isOpen = false;
    while (!isOpen) {
      const { rowCount } = await pool.query(
        `update gateway_pairing set expires_at = now() where ${ofGateway} and code_hash <> $1`,
        [rows[0].code_hash],
      );
      isOpen = rowCount === 1;
    }
    const { code, err } = await waiting;
    expect([code, err]).toEqual([1, expect.stringContaining('ask for a new one')]);
  });

  test.each([
    [['gateway', 'pair']],
    [['gateway', 'pair', 'gw1', '--name', 'Both']],
    [['gateway', 'pair', 'nope']],
  ])('%j is one clear line', async (parameters) => {
    const { code, err } = await doorctl(...parameters);
    expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
  });
});

describe('doorctl report verify', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');
  const id = randomUUID();
  const report = {
    format: 'door-test/1',
    id: randomUUID(),
    gateway: { id, host: 'gw', agent: '1' },
    door: { door: 1, name: 'Main', driver: 'gpio' },
    started_at: '2026-01-07T06:00:00.000Z',
    finished_at: '2026-01-07T06:05:00.000Z',
    clock: 'synced',
    by: '',
    result: 'passed',
    steps: [
      { step: 'strike', result: 'passed', detail: 'on for 1 s', advice: '', measured: { pulse_ms: 1000 } },
    ],
  };
  const text = `${canonicalJson({
    report,
    key_id: reportKeyId(key),
    public_key: key.toString('base64url'),
    signature: sign(null, Buffer.from(signedReportText(report)), privateKey).toString('base64url'),
  })}\n`;

  test('exits 3 for a gateway that is unknown, 0 once it is known, 2 for one changed byte', async () => {
    const good = file('good.json', text);
    expect(await doorctl('report', 'verify', good)).toMatchObject({
      code: 3,
      err: expect.stringContaining('unknown gateway'),
    });
    await pool.query(
      'insert into gateway_report_key (gateway_id, key_id, public_key, added_at) values ($1, $2, $3, now())',
      [id, reportKeyId(key), key],
    );
    expect(await doorctl('report', 'verify', good)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^valid: /),
    });
    const bad = file('bad.json', text.replace('1000', '1001'));
    expect(await doorctl('report', 'verify', bad, '--json')).toMatchObject({
      code: 2,
      out: expect.stringContaining('"verdict": "altered"'),
      err: expect.stringContaining('altered: '),
    });
  });

  test('works anywhere with the keys that it printed', async () => {
    const keys = file('keys.json', (await doorctl('report', 'keys')).out);
    const good = file('good.json', text);
    delete process.env.DATABASE_URL;
    try {
      expect((await doorctl('report', 'verify', good, '--keys', keys)).code).toBe(0);
      const other = file('none.json', '{"keys":[]}');
      expect((await doorctl('report', 'verify', good, '--keys', other)).code).toBe(3);
      const none = await doorctl('report', 'verify', good, '--keys', good);
      expect([none.code, none.err]).toEqual([1, expect.stringContaining('report keys')]);
    } finally {
      process.env.DATABASE_URL = url;
    }
  });

  test('of a file that is not there is 1', async () => {
    expect(await doorctl('report', 'verify', path.join(folder, 'nope'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('nope: there is no such file'),
    });
  });
});

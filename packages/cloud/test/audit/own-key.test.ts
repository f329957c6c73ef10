import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { acceptKey, isOwnKey } from '../../src/audit/own-key.js';
import { recordAudit, SERVICE } from '../../src/audit/record.js';
import { readConfig } from '../../src/config.js';
import { openSecretBox } from '../../src/secret-key.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { auditWorld } from './world.js';

const world = await auditWorld();
const { context, accounts } = world;
const strange = { ...context, secrets: new SecretBox(randomBytes(32)) };
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-own-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => world.clear());

const write = () =>
  recordAudit(context.pool, context, {
    account_id: accounts.acme,
    actor: SERVICE,
    action: 'lock.update',
    subject: { type: 'lock', id: '1', name: 'Main' },
    location_id: null,
  });
const open = (settings: Record<string, string>, anyKey = false) =>
  openSecretBox(readConfig({ DATA_DIR: folder, ...settings }), context.pool, anyKey);

test('an empty database takes any key', async () => {
  expect(await isOwnKey(context)).toBe(true);
});

test('a database knows the key that it was written with, and no other', async () => {
  await write();
  expect(await isOwnKey(context)).toBe(true);
  expect(await isOwnKey(strange)).toBe(false);
});

test('an entry that was tampered with makes no key another', async () => {
  for (let count = 0; count < 3; count++) await write();
  await world.tamper("update audit set subject_name = 'Side' where number = (select min(number) from audit)");
  expect(await isOwnKey(context)).toBe(true);
});

test('another SECRET_KEY than before is one line that names the setting', async () => {
  await write();
  await expect(open({ SECRET_KEY: 'ab'.repeat(32) })).rejects.toThrow(
    /^SECRET_KEY: the database was written with another key; set that one, or as SECRET_KEY_PREVIOUS beside a new one \(lost for good: npx doorctl audit accept-key\)$/,
  );
});

test('a lost secret-key is not made anew', async () => {
  await write();
  await expect(open({})).rejects.toThrow(
    /^SECRET_KEY: .*put secret-key back into DATA_DIR=.* from the backup/,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a first start makes the key, and keeps it', async () => {
  const made = await open({});
  expect(readFileSync(path.join(folder, 'secret-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  expect((await open({})).derive('x')).toEqual(made.derive('x'));
});

test('a key that is accepted is the own one from then on', async () => {
  for (let count = 0; count < 20; count++) await write();
  await acceptKey(strange);
  expect(await isOwnKey(strange)).toBe(true);
});

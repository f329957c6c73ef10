import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { isDirectoryToken } from '../../src/directory/tokens.rules.js';
import { main } from '../../src/doorctl.js';

const { url, pool } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-scim-'));
const before = { ...process.env };
Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: folder });
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true, force: true });
});

async function doorctl(...parameters: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const write = (text: string | Uint8Array) => {
    out += text;
    return true;
  };
  jest.spyOn(process.stdout, 'write').mockImplementation(write);
  jest.spyOn(process.stderr, 'write').mockImplementation(write);
  const code = await main(['node', 'doorctl', ...parameters]);
  jest.restoreAllMocks();
  return { code, out };
}

test('doorctl makes a token for a location, shows it once, lists and revokes it', async () => {
  await pool.query(
    `with a as (insert into account (name) values ('Acme') returning id)
     insert into location (account_id, ref, name, timezone) select id, 'hq', 'HQ', 'UTC' from a`,
  );
  const made = await doorctl('scim-token', 'create', '--name', 'Entra', '--json');
  expect(made.code).toBe(0);
  const { id, token } = JSON.parse(made.out);
  expect(isDirectoryToken(token)).toBe(true);
  const listed = await doorctl('scim-token', 'list');
  expect(listed.out).toMatch(/Entra +scim_.{6}… +Acme +hq .* active/);
  expect(listed.out).not.toContain(token);
  expect((await doorctl('scim-token', 'revoke', String(id))).out).toMatch(
    /^SCIM token \d+ "Entra" is revoked since /,
  );
  expect(JSON.parse((await doorctl('scim-token', 'list', '--json')).out).data[0].revoked_at).not.toBeNull();
  expect(await doorctl('scim-token', 'revoke', '999')).toEqual({
    code: 1,
    out: 'doorctl: there is no SCIM token 999 (see doorctl scim-token list)\n',
  });
  const { rows } = await pool.query(
    "select action from audit where action like 'directory_token.%' order by number",
  );
  expect(rows.map(({ action }) => action)).toEqual(['directory_token.create', 'directory_token.revoke']);
});

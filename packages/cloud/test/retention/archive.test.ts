import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import { recordAudits } from '../../src/audit/record.js';
import { sealAudit } from '../../src/audit/seal.js';
import { verifyAudit } from '../../src/audit/verify.js';
import { startCloud } from '../../src/cloud.js';
import { leftAside } from '../../src/database/partitions.js';
import { nameOfMonth } from '../../src/database/periods.rules.js';
import { importArchive, verifyArchive } from '../../src/retention/archived.js';
import { archiveFault } from '../../src/retention/aside.js';
import { keepAll } from '../../src/retention/keep.js';
import { entry } from '../audit/world.js';
import { retentionWorld } from './world.js';

/* What is forgotten is kept in files, where the operator wants it, and can come back. */

const world = await retentionWorld();
const { context: plain, pool, ids, day, named, moveTo, happened, seen } = world;
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-archive-'));
const context = { ...plain, config: { ...plain.config, RETENTION_ARCHIVE_DIR: folder } };
const forever = {
  ...context,
  config: { ...context.config, RETENTION_EVENTS_MONTHS: 0, RETENTION_AUDIT_MONTHS: 0 },
};
afterAll(async () => {
  await plain.prisma.$disconnect();
  rmSync(folder, { recursive: true });
});

const files = (start = '') =>
  readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .sort();
const archiveOf = (partition: string): string => {
  const [file, ...others] = files(`${partition}-`).filter((name) => name.endsWith('.json'));
  expect(others).toEqual([]);
  return path.join(folder, file as string);
};
const rowsOf = (file: string) =>
  gunzipSync(readFileSync(file.replace(/json$/, 'ndjson.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const events = async () => Number((await pool.query('select count(*) from event')).rows[0].count);

test('a month is written into the archive before it is dropped, without what is kept of it', async () => {
  moveTo(day(0, 20));
  const first = await happened(day(0, 1));
  const second = await happened(day(0, 2));
  // Delivered by a gateway that was offline for years.
  const late = await happened(day(0, 3), { recorded_at: day(25) });
  moveTo(day(25));
  await keepAll(context);
  expect(await seen()).toEqual([[late, 2]]);

  const manifest = archiveOf(named(0));
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
    table: 'event',
    partition: named(0),
    rows: 2,
    first: new Date(day(0, 1)).toISOString(),
    last: new Date(day(0, 2)).toISOString(),
  });
  expect(
    rowsOf(manifest)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([first, second]);
  expect(files('event_scope')).toEqual([]);
  expect(files('change').length).toBe(2);
  expect(await leftAside(pool)).toEqual([]);
});

test('a file that was changed, or cut, is found', async () => {
  const manifest = archiveOf(named(0));
  const { rows } = await verifyArchive(manifest);
  expect((await verifyArchive(rows)).manifest.rows).toBe(2);
  const whole = readFileSync(rows);
  writeFileSync(rows, whole.subarray(0, whole.length - 1));
  await expect(verifyArchive(manifest)).rejects.toThrow(`${rows}: is not what was written`);
  writeFileSync(rows, whole);
  await expect(verifyArchive(path.join(folder, 'none'))).rejects.toThrow(/cannot be read/);
});

test('it comes back once, in the pages of its locations, where it would not be forgotten again', async () => {
  const archived = await verifyArchive(archiveOf(named(0)));
  await expect(importArchive(context, archived)).rejects.toThrow(
    /RETENTION_EVENTS_MONTHS=24 would forget it again; set it to 0 or to more months first/,
  );
  expect(await importArchive(forever, archived)).toBe(2);
  expect(await importArchive(forever, archived)).toBe(0);
  expect((await seen()).map(([, scopes]) => scopes)).toEqual([2, 2, 2]);
});

test('a person who was deleted meanwhile does not come back with an event', async () => {
  const person = randomUUID();
  await pool.query('delete from event; delete from event_scope');
  const id = await happened(day(1, 2));
  await pool.query('update event set person_id = $1 where id = $2', [person, id]);
  moveTo(day(26));
  await keepAll(context);
  expect(await events()).toBe(0);
  const manifest = archiveOf(named(1));
  expect(rowsOf(manifest)).toMatchObject([{ person_id: person }]);
  await importArchive(forever, await verifyArchive(manifest));
  expect((await pool.query('select person_id from event')).rows).toEqual([{ person_id: null }]);
});

test('where the archive cannot be written nothing is dropped, and it is reported; it goes once it can', async () => {
  await pool.query('delete from event; delete from event_scope');
  await happened(day(2, 2));
  const broken = {
    ...context,
    config: { ...context.config, RETENTION_ARCHIVE_DIR: path.join(folder, 'away') },
  };
  moveTo(day(27));
  const result = (await keepAll(broken)).find(({ name }) => name === 'events');
  expect(result).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(/^the archive cannot be written \(ENOENT/),
  });
  expect(await leftAside(pool)).toContain(named(2));
  expect(files(`${named(2)}-`)).toEqual([]);
  // Another look, of a later month, makes months all the same.
  moveTo(day(28));
  expect((await keepAll(broken)).find(({ name }) => name === 'events')).toMatchObject({
    outcome: 'refused',
    added: 1,
  });
  await keepAll(context);
  expect(await leftAside(pool)).toEqual([]);
  expect(rowsOf(archiveOf(named(2))).length).toBe(1);
});

test('the audit log is archived as evidence, which does not come back into the chain', async () => {
  const check = async () => (await verifyAudit(context, { accountId: ids.account }))[0];
  for (const at of [day(30, 1), day(30, 2), day(31, 1)]) {
    moveTo(at);
    await recordAudits(pool, context, [entry(ids.account, { details: { at } })]);
  }
  await sealAudit(context);
  moveTo(day(31 + 84));
  await keepAll(context);
  expect(await check()).toMatchObject({ entries: 3, forgotten: 2, fault: null });
  const manifest = archiveOf(`audit_${nameOfMonth(day(30))}`);
  expect(
    rowsOf(manifest)
      .map(({ sequence }) => sequence)
      .sort(),
  ).toEqual([1, 2]);
  await expect(importArchive(forever, await verifyArchive(manifest))).rejects.toThrow(
    /audit can be verified and read/,
  );
  expect(await check()).toMatchObject({ entries: 3, forgotten: 2, fault: null });
});

test('a folder that cannot be written to is refused at the start', async () => {
  expect(archiveFault(folder)).toBeNull();
  const file = path.join(folder, 'a file');
  writeFileSync(file, '');
  expect(archiveFault(file)).toBe('is no folder');
  const away = { ...context.config, RETENTION_ARCHIVE_DIR: path.join(folder, 'away') };
  await expect(startCloud(away)).rejects.toThrow(
    /^RETENTION_ARCHIVE_DIR=.*away: must be a folder that the service can write to \(ENOENT/,
  );
});

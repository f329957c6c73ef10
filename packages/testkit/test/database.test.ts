import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { openDatabases, type SiteDatabase } from '../src/service/database.js';

/* What a start finds ready, and what starts, ends and kills leave behind. */

const home = mkdtempSync(path.join(tmpdir(), 'testkit-database-'));
const databasesHere = await openDatabases({ home });
/** As a process of its own does, which ends with its site. */
async function open(): Promise<SiteDatabase & { close(): Promise<void> }> {
  const own = await openDatabases({ home });
  const site = await own.open();
  const close = () => site.drop().then(() => own.close());
  return { ...site, close };
}
/** Sees what there is. */
const watcher = await databasesHere.open();
afterAll(async () => {
  await databasesHere.close();
  rmSync(home, { recursive: true, force: true });
});

async function ask<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: watcher.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
/** Their numbers by their names: one that is made anew has another. */
async function databases(): Promise<Map<string, number>> {
  const rows = await ask<{ datname: string; oid: number }>('select datname, oid::int from pg_database');
  return new Map(rows.map(({ datname, oid }) => [datname, oid]));
}
const nameOf = ({ url }: SiteDatabase) => new URL(url).pathname.slice(1);
const sites = async () => [...(await databases()).keys()].filter((name) => name.startsWith('site_'));

beforeEach(async () => {
  const site = await open();
  site.prepareNext();
  await site.close();
});

test('the next start takes the database that is ready for it', async () => {
  const ready = (await databases()).get('testkit_spare');
  const site = await open();
  const after = await databases();
  expect(after.get(nameOf(site))).toBe(ready);
  expect(after.has('testkit_spare')).toBe(false);
  site.prepareNext();
  await site.close();
  expect((await databases()).has('testkit_spare')).toBe(true);
});

test('starts at the same time have a database each, and leave one that is ready', async () => {
  const three = await Promise.all([open(), open(), open()]);
  expect(await sites()).toEqual(expect.arrayContaining(three.map(nameOf)));
  for (const site of three) site.prepareNext();
  await Promise.all(three.map((site) => site.close()));
  const left = [...(await databases()).keys()];
  expect(left.filter((name) => name.startsWith('testkit_')).sort()).toEqual([
    'testkit_spare',
    'testkit_template',
  ]);
  expect(await sites()).toEqual([nameOf(watcher)]);
});

test('what a killed process had taken is dropped by the next one, behind its start', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const taken = `site_${pid}_00000000`;
  await ask(`alter database testkit_spare rename to ${taken}`);
  const site = await open();
  expect(await sites()).toContain(taken);
  site.prepareNext();
  await site.close();
  expect(await sites()).toEqual([nameOf(watcher)]);
});

test('one process opens one after the other, and each finds its database ready', async () => {
  const first = await databasesHere.open();
  first.prepareNext();
  await first.drop();
  const next = await databasesHere.open();
  expect((await databases()).has('testkit_spare')).toBe(false);
  expect(await sites()).toEqual(expect.arrayContaining([nameOf(watcher), nameOf(next)]));
  next.prepareNext();
  await next.drop();
});

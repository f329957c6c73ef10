import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Context } from '../../src/context.js';
import { applySite, planSite } from '../../src/site/apply-site.js';
import { giveDemoKeys } from '../../src/site/demo-keys.js';
import { desiredRows } from '../../src/site/desired.rules.js';
import { differencesOf } from '../../src/site/difference.rules.js';
import { exportSite } from '../../src/site/export-site.js';
import { parseSiteFile } from '../../src/site/site-file.js';
import { EXAMPLE, emptyContext } from './site-context.js';

const edited = await emptyContext('edited');
const kept = await emptyContext('kept');
const removed = await emptyContext('removed');
const moved = await emptyContext('moved');
const one = await emptyContext('one');
const two = await emptyContext('two');
const demonstration = await emptyContext('demonstration');

const parse = (context: Context, text: string) => parseSiteFile(text, 'site.yaml', context.clock.now());
const apply = (context: Context, text: string, options = {}) =>
  applySite(context, parse(context, text), options);
const differences = async (context: Context, text: string) =>
  differencesOf(await planSite(context, parse(context, text)));

describe('what pages changed and the site file', () => {
  test('a schedule that was changed in the pages outlives a restart, and is named', async () => {
    const context = edited;
    const { pool } = context;
    await apply(context, EXAMPLE);
    await pool.query(`update lock set schedule = '[]', name = 'Front door' where ref = 'main'`);
    const { plan } = await apply(context, EXAMPLE);
    expect(plan.find(({ ref }) => ref === 'main')).toMatchObject({
      action: 'leave',
      note: 'kept as it was changed here: name, schedule',
    });
    const { rows } = await pool.query(`select name, schedule from lock where ref = 'main'`);
    expect(rows).toEqual([{ name: 'Front door', schedule: [] }]);
    expect(await differences(context, EXAMPLE)).toMatchObject([
      {
        section: 'locks',
        ref: 'main',
        only: null,
        fields: [
          { field: 'name', file: 'Main entrance', here: 'Front door', applied: false },
          { field: 'schedule', here: [], applied: false },
        ],
      },
    ]);
    // The file still sets the rest of the same door.
    await apply(context, EXAMPLE.replace('strike_seconds: 5', 'strike_seconds: 7'));
    expect((await pool.query(`select name, strike_ms from lock where ref = 'main'`)).rows).toEqual([
      { name: 'Front door', strike_ms: 7000 },
    ]);
    await apply(context, EXAMPLE, { takeBack: true });
    expect(await differences(context, EXAMPLE)).toEqual([]);
  });

  test('what the file keeps for itself comes back', async () => {
    const context = kept;
    const text = `${EXAMPLE}owns: [locks.schedule]\n`;
    await apply(context, text);
    await context.pool.query(`update lock set schedule = '[]', name = 'Front door' where ref = 'main'`);
    await apply(context, text);
    const { rows } = await context.pool.query(
      `select name, jsonb_array_length(schedule) as blocks from lock where ref = 'main'`,
    );
    expect(rows).toEqual([{ name: 'Front door', blocks: 1 }]);
    expect(() => parse(context, `${EXAMPLE}owns: [locks.colour]\n`)).toThrow(
      'owns[0]: is "locks.colour", expected a section or a field, as "locks" or "locks.schedule"',
    );
  });

  test('what the pages removed is not made again, and nothing of the file fails over it', async () => {
    const context = removed;
    const { pool } = context;
    await apply(context, EXAMPLE);
    await pool.query(`delete from security_group`);
    await pool.query(`delete from account_user`);
    await pool.query(
      `update lock set type = 'ended', location_id = 1 where ref = 'archive'; update location set ended_at = now() where ref = 'lab'`,
    );
    const more = EXAMPLE.replace(
      '  - { ref: archive,',
      '  - { ref: cellar, name: Cellar, location: lab, type: locksys }\n  - { ref: archive,',
    );
    const logged: unknown[] = [];
    const log = { ...context.log, warn: (facts: unknown) => logged.push(facts) } as unknown as Context['log'];
    const { plan } = await apply({ ...context, log }, more);
    expect(logged).toEqual([
      {
        count: 5,
        kept: [
          'locations lab: left alone, was ended',
          'locks cellar: left out, its location "lab" is not there any more',
          'locks archive: left alone, was ended',
          'security_groups STAFF at hq: left out, was removed since the file made it',
          'users owner@acme.example: left out, was removed since the file made it',
        ],
      },
    ]);
    expect(plan.filter(({ note }) => note !== 'unchanged').map(({ ref, note }) => `${ref}: ${note}`)).toEqual(
      [
        'lab: left alone, was ended',
        'cellar: left out, its location "lab" is not there any more',
        'archive: left alone, was ended',
        'STAFF at hq: left out, was removed since the file made it',
        'owner@acme.example: left out, was removed since the file made it',
      ],
    );
  });

  test('a door cannot be given where the pages have put another, and locations stay a tree', async () => {
    const context = moved;
    const { pool } = context;
    const file = EXAMPLE.replace(
      '  - { ref: archive',
      '  - { ref: side, name: Side, location: hq, type: remote, gateway: gw1, door: 2 }\n  - { ref: archive',
    ).replace('  - { ref: lab', '  - { ref: east, name: East, parent: hq }\n  - { ref: lab');
    await apply(context, file);
    await pool.query(`update lock set door = 3 where ref = 'main'`);
    await expect(apply(context, file.replace('door: 2', 'door: 3'))).rejects.toThrow(
      'locks[1].door: belongs to the lock "main", which was moved there in the pages, expected a free door',
    );
    await pool.query(
      `update location set parent_id = (select id from location where ref = 'lab') where ref = 'east'`,
    );
    await expect(
      apply(context, file.replace('ref: lab, name: Lab, parent: hq', 'ref: lab, name: Lab, parent: east')),
    ).rejects.toThrow('parent: is "east", which was moved below "lab" in the pages, expected a tree');
  });
});

describe('an exported site', () => {
  test('makes the same account in an empty database, and is then the same text', async () => {
    await apply(
      one,
      EXAMPLE.replace(
        '{ ref: lab, name: Lab, parent: hq }',
        '{ ref: lab, name: "Lab: ä #1", parent: hq, timezone: Asia/Tokyo, address: "1 Quay" }',
      ),
    );
    await one.pool.query(
      `update lock set schedule = schedule || '[{"date":"2026-12-24","blocks":[]},{"date":"2026-12-31","blocks":[{"from":"08:00","to":"12:00","first_person_in":false}]}]' where ref = 'main'`,
    );
    await one.pool.query(
      `insert into person (id, account_id, location_id, name, created_at) values (gen_random_uuid(), 1, 1, 'Of the pages', now())`,
    );
    const text = await exportSite(one, 'Acme');

    await apply(two, text);
    expect(await exportSite(two, 'Acme')).toBe(text);
    expect(await differences(two, text)).toEqual([]);
    // Where it comes from, it changes nothing: people of the pages are known again.
    expect(await differences(one, text)).toEqual([]);
    expect(text).toContain(
      '  - { ref: lab, name: "Lab: ä #1", parent: hq, timezone: Asia/Tokyo, address: 1 Quay }',
    );
    // Times are quoted: many readers take 17:00 for a number.
    expect(text).toContain(
      '    schedule:\n      - { days: [mon, tue, wed, thu, fri], from: "08:00", to: "17:00", first_person_in: true }\n',
    );
    expect(text).toContain('      - { date: "2026-12-24", closed: true }\n');
    expect(text).not.toMatch(/\n\n/);
  });

  test.each(['owns: locks', 'owns: { locks: true }', 'owns:'])('%s is refused by its place', (line) => {
    expect(() => parse(one, `${EXAMPLE}${line}\n`)).toThrow(
      /^site\.yaml:\d+:\d+: owns: is .*, expected a list$/,
    );
  });

  test('of the demo means what the demo’s file says', async () => {
    const context = demonstration;
    const demo = readFileSync(new URL('../../../../prisma/demo-site.yaml', import.meta.url), 'utf8');
    const { result } = await apply(context, demo);
    await giveDemoKeys(context, result);
    const text = await exportSite(context, 'Demo');
    const rows = (file: string) => {
      const { site } = parse(context, file);
      const sections = Object.entries(desiredRows(site)).map(([section, list]) => [
        section,
        Object.fromEntries(list.map(({ ref, fields }) => [ref, fields])),
      ]);
      return Object.fromEntries(sections);
    };
    expect(rows(text)).toEqual(rows(demo));
    expect(await differences(context, demo)).toEqual([]);
  });
});

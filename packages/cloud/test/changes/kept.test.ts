import { expect, test } from '@jest/globals';
import { noteEpoch } from '../../src/changes/epoch.js';
import { Horizons } from '../../src/changes/horizon.js';
import { readPage } from '../../src/changes/page.js';
import { cursorOf, oldestCursor, positionAt } from '../../src/changes/position.js';
import { SCAN } from '../../src/changes/rows.js';
import { transaction } from '../../src/context.js';
import { keepAll } from '../../src/retention/keep.js';
import { retentionWorld } from '../retention/world.js';

/* What becomes of cursors when months go, and when the database is another one. */

const world = await retentionWorld();
const { context, pool, ids, day, happened, moveTo } = world;
const caller = { accountId: ids.account, locationId: ids.hq };
const types = ['door.opened', 'door.closed'] as const;
const HELD_BACK = { type: 'door.closed' };

const latest = async () => {
  const { safe, epoch } = await new Horizons(context).now();
  return cursorOf(context, caller, { seq: safe, at: context.clock.now(), epoch });
};
const seqsBehind = async (cursor: string | undefined, limit = 100) => {
  const from = await positionAt(context, caller, cursor);
  const page = await readPage(context, { caller, types }, from, await new Horizons(context).now(), limit);
  return page.data.map(
    ({ cursor }) => JSON.parse(Buffer.from(cursor, 'base64url').subarray(16).toString())[0],
  );
};

test('changes go with the month in which they were recorded, and cursors behind them are expired', async () => {
  moveTo(day(0, 3));
  const empty = await oldestCursor(context, caller);
  const first = await happened(day(0, 1));
  const old = await latest();
  const late = await happened(day(0, 1) + 1, { recorded_at: day(1, 1) });
  const second = await happened(day(1, 2));
  expect(await seqsBehind(empty)).toEqual([first, late, second]);

  moveTo(day(2, 1));
  const months = { ...context.config, RETENTION_EVENTS_MONTHS: 1 };
  await keepAll({ ...context, config: months });
  expect(await seqsBehind(undefined)).toEqual([late, second]);
  // Up to there nothing was missed; a reader that stopped before may have missed what went.
  expect(await seqsBehind(old)).toEqual([late, second]);
  const oldest_cursor = await oldestCursor(context, caller);
  await expect(seqsBehind(empty)).rejects.toMatchObject({ kind: 'cursor_expired', more: { oldest_cursor } });
  expect(await seqsBehind(await oldestCursor(context, caller))).toEqual([late, second]);
});

test('an older transaction holds back what is behind it, and nothing is lost when it ends', async () => {
  const from = await latest();
  let release = () => {};
  const began = new Promise<void>((resolve) => {
    void transaction(pool, async (client) => {
      await client.query('select pg_current_xact_id()');
      await happened(day(2, 1), { ...HELD_BACK, database: client });
      resolve();
      await new Promise<void>((ended) => {
        release = ended;
      });
    });
  });
  await began;
  const behind = await happened(day(2, 2));
  expect(await seqsBehind(from)).toEqual([]);
  release();
  const seen = async () => (await seqsBehind(from)).length;
  while ((await seen()) === 0) await pool.query('select pg_sleep(0.01)');
  expect(await seqsBehind(from)).toEqual([behind - 1, behind]);
});

test('where a standby that lagged takes over, cursors go on from where it went on', async () => {
  await noteEpoch(pool);
  const before = await happened(day(2, 3));
  const lost = [await happened(day(2, 4)), await happened(day(2, 5))];
  const beyond = await latest();
  // What the standby did not have.
  await pool.query('delete from change where seq = any($1)', [lost]);
  await pool.query('delete from event where id = any($1)', [lost]);
  await pool.query(`select setval('event_id_seq', $1)`, [before]);
  await pool.query(`update change_epoch set line = 'the primary that was lost'`);
  await noteEpoch(pool);
  const anew = await happened(day(2, 6));
  expect(lost).toContain(anew);
  expect(await seqsBehind(beyond)).toEqual([anew]);
  expect(await seqsBehind(await latest())).toEqual([]);
  // On the same database nothing more is noted.
  await noteEpoch(pool);
  expect((await pool.query('select from change_epoch')).rowCount).toBe(2);
});

test('a reader of a process that does not know the end yet goes on without losing what is months old', async () => {
  const type = 'door.opened';
  const old = await happened(day(2, 6) + 1, { type });
  moveTo(day(4, 1));
  let release = () => {};
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  const began = new Promise<void>((resolve) => {
    void transaction(pool, async (client) => {
      await client.query(`select nextval('event_id_seq') from pg_current_xact_id()`);
      resolve();
      await ended;
    });
  });
  await began;
  const horizons = new Horizons(context);
  const reading = { caller, types: [type] as const };
  const first = await readPage(
    context,
    reading,
    await positionAt(context, caller, undefined),
    await horizons.now(),
    100,
  );
  expect(first.data).toEqual([]);
  release();
  const from = await positionAt(context, caller, cursorOf(context, caller, first.next));
  let page = await readPage(context, reading, from, await horizons.now(), 100);
  while (page.data.length === 0) page = await readPage(context, reading, from, await horizons.now(), 100);
  expect(page.data.at(-1)?.recorded_at).toBe(new Date(day(2, 6) + 1).toISOString());
  expect(await seqsBehind(undefined)).toContain(old);
  moveTo(day(2, 1));
});

/** Of a type that is not asked for. */
const others = (count: number) =>
  pool.query(
    `insert into change (account_id, seq, location_id, type, occurred_at, recorded_at, id, data)
     select $1, nextval('event_id_seq'), $2, 'person.updated', $3, $3, gen_random_uuid(), '{}'
     from generate_series(1, $4::int)`,
    [caller.accountId, caller.locationId, new Date(day(2, 7)), count],
  );

test('what is rare is read in pages of bounded cost, none of it missed', async () => {
  const from = await latest();
  await happened(day(2, 7), { type: 'door.opened' });
  await others(4_998);
  // The last one that a page looks at.
  await happened(day(2, 7) + 1, { type: 'door.opened' });
  await others(12_000);
  await happened(day(2, 8), { type: 'door.opened' });

  const seen: number[] = [];
  let position = await positionAt(context, caller, from);
  let pages = 0;
  for (let hasMore = true; hasMore; pages++) {
    const page = await readPage(context, { caller, types }, position, await new Horizons(context).now(), 100);
    seen.push(...page.data.map(({ data }) => Date.parse(data.occurred_at as string)));
    expect(page.next.seq).toBeGreaterThan(position.seq);
    position = page.next;
    hasMore = page.hasMore;
  }
  expect(seen).toEqual([day(2, 7), day(2, 7) + 1, day(2, 8)]);
  expect(pages).toBeGreaterThan(2);
});

test('a page reads as many changes as it shows, however many lie behind them', async () => {
  await others(10_000);
  await pool.query('analyze change');
  const client = await pool.connect();
  try {
    await client.query(`begin; set local plan_cache_mode = force_generic_plan; prepare scan as ${SCAN.text}`);
    const from = [caller.accountId, 0, Number.MAX_SAFE_INTEGER, `'1970-01-01'`];
    const { rows } = await client.query(
      `explain (analyze, timing off, format json)
       execute scan (${from.join()}, '{person.updated}', ${caller.locationId}, 20000, 21)`,
    );
    expect(rowsOfScans(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(50);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

interface Node {
  'Node Type': string;
  'Actual Rows': number;
  'Relation Name'?: string;
  Plans?: Node[];
}

const rowsOfScans = (node: Node): number =>
  (node['Relation Name']?.startsWith('change') ? node['Actual Rows'] : 0) +
  (node.Plans ?? []).reduce((sum, one) => sum + rowsOfScans(one), 0);

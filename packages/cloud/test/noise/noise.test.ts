import { expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';
import { live } from './year.js';

/* The noise of a door, from its events. */

const DAY = 86_400_000;
const { world, context, ids, ask, signIn } = await dashboardWorld();
const viewer = await signIn('viewer@acme.example');
const owner = await signIn('owner@acme.example');

const { events } = live(
  42,
  {
    passagesADay: 12,
    pressAfter: 0.05,
    slow: 0.1,
    bounce: 0.02,
    holds: 0.03,
    daily: null,
    forcedAYear: 30,
    leftOpenAYear: 10,
    left_open_ms: 60_000,
  },
  60,
);
// The last of these 60 days is yesterday.
const shift = world.clock.now() - DAY - (events.at(-1)?.at ?? 0);
await context.pool.query(
  `insert into event (account_id, location_id, lock_id, type, source, occurred_at, explanation)
   select $1, $2, $3, x.type, 'device', x.at, x.explanation
   from json_to_recordset($4::json) as x(type text, at timestamptz, explanation jsonb)`,
  [
    ids.account,
    ids.hq,
    ids.main,
    JSON.stringify(events.map((event) => ({ ...event, at: new Date(event.at + shift) }))),
  ],
);
await context.pool.query(
  `insert into alarm (id, account_id, location_id, lock_id, kind, started_at, opened_at, ended_at, judge_at)
   select id, account_id, location_id, lock_id, substr(type, 6), occurred_at, occurred_at, occurred_at, occurred_at
   from event where type in ('door.forced', 'door.left_open')`,
);
const count = (type: string) => events.filter((one) => one.type === type).length;
const noise = async (query = '') =>
  (await ask('GET', `/doors/${ids.main}/noise${query}`, { cookie: viewer })).json;

test('says how many alarms of a door were nuisance, and why', async () => {
  const found = await noise();
  expect(found).toMatchObject({
    lock: { name: 'main' },
    settings: { window_ms: 10_000, left_open_ms: 60_000 },
  });
  expect(found.alarms).toBe(count('door.forced') + count('door.left_open'));
  expect(found.causes.map(({ cause }: { cause: string }) => cause).sort()).toEqual([
    'bounce',
    'just_past',
    'press_after',
    'slow_exit',
  ]);
  expect(found.nuisance).toBeLessThan(found.alarms);
});

test('lists doors by their nuisance alarms, judged as each door is by itself, once', async () => {
  const list = async () => (await ask('GET', '/noise', { cookie: viewer })).json.data;
  const counted = { id: ids.main, forced: count('door.forced'), left_open: count('door.left_open') };
  expect(await list()).toMatchObject([
    { ...counted, waiting: counted.forced + counted.left_open, nuisance: 0, causes: [] },
  ]);
  await world.due.runDue();
  const { nuisance, causes } = await noise();
  const [door] = await list();
  expect(door).toMatchObject({ ...counted, waiting: 0, nuisance });
  const sorted = (all: { cause: string }[]) => [...all].sort((a, b) => a.cause.localeCompare(b.cause));
  expect(sorted(door.causes)).toEqual(sorted(causes));
  const { rows } = await context.pool.query('select count(judge_at)::int as left from alarm');
  expect(rows).toEqual([{ left: 0 }]);
});

test('an alarm is judged with its door some minutes after its end, and those before it anew', async () => {
  await context.pool.query("update alarm set cause = 'daily' where cause = 'bounce'");
  await context.pool.query(
    `update alarm set judge_at = $1::timestamptz where id = (select min(id) from alarm)`,
    [new Date(world.clock.now() + 600_000)],
  );
  await world.due.runDue();
  const wrong = "select count(*)::int as n from alarm where cause = 'daily'";
  expect((await context.pool.query(wrong)).rows[0].n).toBeGreaterThan(0);
  await world.clock.advance(600_000);
  await world.due.runDue();
  expect((await context.pool.query(wrong)).rows).toEqual([{ n: 0 }]);
});

test('replays the evidence: the settings of today change nothing', async () => {
  const same = (await noise('?window_s=10&left_open_s=60')).replay;
  expect(same.forced).toEqual({ before: count('door.forced'), ended: 0, hidden: 0, added: 0 });
  expect(same.left_open).toEqual({ before: count('door.left_open'), ended: 0, hidden: 0, added: 0 });
});

test('replays the evidence under another window, and names what it would hide', async () => {
  const { replay } = await noise('?window_s=20');
  expect(replay.forced.ended).toBeGreaterThan(5);
  expect(replay.forced).toMatchObject({ hidden: 0, added: 0 });
  const slow = await context.pool.query(
    `select id from event where type = 'door.forced' and (explanation -> 'exit_button' ->> 'age_ms')::float8 between 10001 and 20000`,
  );
  const body = { event_ids: [Number(slow.rows[0].id)], note: 'Someone slipped in.', is_real: true };
  expect((await ask('POST', '/alarms/acknowledge', { cookie: owner, body })).status).toBe(204);
  expect((await noise('?window_s=20')).replay.forced.hidden).toBe(1);
  expect((await noise('?left_open_s=300')).replay.left_open.ended).toBeGreaterThan(5);
});

test('names a faulty setting by its field', async () => {
  const { status, json } = await ask('GET', `/doors/${ids.main}/noise?window_s=0`, { cookie: viewer });
  expect([status, json.error.details?.[0]?.field ?? json.error.message]).toEqual([400, expect.anything()]);
});

test('leaves a door out that has ended', async () => {
  expect((await ask('DELETE', `/doors/${ids.main}`, { cookie: owner })).status).toBe(204);
  expect((await ask('GET', '/noise', { cookie: viewer })).json.data).toEqual([]);
  expect((await ask('GET', `/doors/${ids.main}/noise`, { cookie: viewer })).status).toBe(404);
});

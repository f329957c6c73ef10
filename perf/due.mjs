// What a look for due rows costs where 100,000 locks have their schedules: each duty's two statements, as the worker
// sends them, with nothing due and with many. Against a round trip that asks for nothing.
import { DUTIES } from '../packages/cloud/dist/worker/duties.js';
import { median, percentile, quick, report, say } from './lib/report.mjs';
import { furnish, withService } from './lib/service.mjs';

const LOCKS = quick ? 20_000 : 100_000;
const DOORS = 4;
const DUE = 2_000;
const SAMPLES = quick ? 50 : 200;
const GOAL_MS = 50;
const ROWS_AT_ONCE = 500;

await withService(async ({ context }) => {
  const { pool } = context;
  const site = await furnish(context, { gateways: 0 });
  await fill(pool, site);
  const now = new Date(context.clock.now() + 3_600_000);
  const look = async () => {
    for (const { due, next } of DUTIES) {
      await due(context, now, ROWS_AT_ONCE);
      await next(context);
    }
  };
  for (const [what, count] of [
    ['nothing is due', 0],
    [`${DUE} are due`, DUE],
  ]) {
    await pool.query(
      `update door_state set due_at = $1 where lock_id in (select lock_id from door_state order by lock_id limit $2)`,
      [new Date(now.getTime() - 1_000), count],
    );
    const found = [];
    const floors = [];
    for (let index = 0; index < SAMPLES; index++) {
      found.push(await timed(look));
      floors.push(await timed(() => pool.query({ name: 'perf-nothing', text: 'select 1' })));
    }
    say(`due: ${what}: p50 ${median(found).toFixed(2)} ms for ${2 * DUTIES.length} statements`);
    report({
      measure: 'due',
      case: what,
      value: median(found),
      unit: 'ms p50',
      better: 'lower',
      floor: median(floors) * 2 * DUTIES.length,
      floor_what: 'as many statements that ask for nothing',
      valueGoal: GOAL_MS,
      p95: percentile(found, 0.95),
      locks: LOCKS,
      duties: DUTIES.length,
    });
  }
});

/** Locks of many gateways, each with a time at which its schedule changes next, in the days to come. */
async function fill(pool, { account, departments }) {
  const gateways = Math.ceil(LOCKS / DOORS);
  await pool.query(
    `insert into gateway (id, account_id, location_id, ref, name, secret_hash, online, offline_due_at)
     select gen_random_uuid(), $1, ($2::int[])[1 + g % cardinality($2::int[])], 'g' || g, 'g' || g, '\\x00', true,
       now() + interval '2 hours' + g * interval '1 ms'
     from generate_series(1, $3::int) g`,
    [account, departments, gateways],
  );
  await pool.query(
    `insert into lock (account_id, location_id, ref, name, place, type, gateway_id, door, strike_ms)
     select account_id, location_id, ref || '-' || door, ref || '-' || door, '', 'remote', id, door, 5000
     from gateway, generate_series(1, $1::int) door`,
    [DOORS],
  );
  await pool.query(
    `insert into door_state (lock_id, contact_wired, exit_button_wired, hold_relay_wired, due_at)
     select id, true, true, true, now() + interval '2 hours' + random() * interval '2 days' from lock`,
  );
  await pool.query('analyze');
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

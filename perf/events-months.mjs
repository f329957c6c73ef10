// What it costs to keep many months: a page of events with 200 months beside one with the four of a new database, in
// turns. What it costs to forget one: how long pages and writes wait while a month of a million events is dropped.
// `--dropped N`: so many events in that month.
import { parseArgs } from 'node:util';
import { listEvents } from '../packages/cloud/dist/events/read.js';
import { keepAll } from '../packages/cloud/dist/retention/keep.js';
import { addMonthsBefore } from './lib/months.mjs';
import { median, percentile, quick, report, say } from './lib/report.mjs';
import { furnish, withService } from './lib/service.mjs';

const { values } = parseArgs({ options: { dropped: { type: 'string' } }, strict: false });
const MONTHS = 200;
const EVENTS = 20_000;
const SAMPLES = quick ? 300 : 1_500;
const DROPPED = Number(values.dropped ?? (quick ? 200_000 : 1_000_000));
/** Of one statement. */
const MADE_AT_ONCE = 200_000;
/** Pages and writes before the drop, and at least with it. */
const USUAL = quick ? 100 : 500;
const MONTH_S = 27 * 86_400;
const KEPT_MONTHS = 24;

await withService((few) =>
  withService(async (many) => {
    const sites = [];
    for (const { context } of [few, many]) {
      const site = await furnish(context, { departments: 4, gateways: 4 });
      if (context === many.context) await addMonthsBefore(context.pool, MONTHS);
      await fill(context.pool, new Date(), EVENTS);
      await tidy(context.pool);
      sites.push({ context, site });
    }
    const types = ['access.granted', 'access.denied', 'door.closed', 'door.left_open'];
    const cases = [
      [`with ${MONTHS} months`, { types }, 1.1],
      [`with ${MONTHS} months, of a type that no month has`, { types: ['access.denied'] }, undefined],
    ];
    for (const [name, filter, goal] of cases) {
      const found = sites.map(() => []);
      for (let sample = -100; sample < SAMPLES; sample++)
        for (const [index, { context, site }] of sites.entries()) {
          const start = performance.now();
          await listEvents(context, { locationId: site.hq, order: 'desc', limit: 51, ...filter });
          if (sample >= 0) found[index].push(performance.now() - start);
        }
      report({
        measure: 'events-months',
        case: `a page ${name}`,
        value: median(found[1]),
        unit: 'ms p50',
        better: 'lower',
        floor: median(found[0]),
        floor_what: 'the same page with four months',
        goal,
        p95: percentile(found[1], 0.95),
      });
    }
  }),
);

await withService(async ({ context }) => {
  const { pool } = context;
  const site = await furnish(context, { departments: 4, gateways: 4 });
  const oldest = await addMonthsBefore(pool, KEPT_MONTHS + 2);
  for (let made = 0; made < DROPPED; made += MADE_AT_ONCE) {
    const step = MONTH_S / DROPPED;
    const last = new Date(oldest.getTime() + (28 * 86_400 - made * step) * 1_000);
    await fill(pool, last, Math.min(MADE_AT_ONCE, DROPPED - made), step);
    if (made % 1_000_000 === 0) say(`events-months: ${made} events of the month that is dropped`);
  }
  await tidy(pool);
  const began = Date.now();
  let number = 0;
  /** One after another, until that says so. */
  const use = async (isOver) => {
    const waits = [];
    const page = { locationId: site.hq, types: ['access.granted'], order: 'desc', limit: 51 };
    for (; !isOver(waits); number++) {
      const start = performance.now();
      await Promise.all([fill(pool, new Date(began - number * 1_000), 1), listEvents(context, page)]);
      waits.push(performance.now() - start);
    }
    return waits;
  };
  const usual = await use(({ length }) => length === USUAL);
  let isDropped = false;
  // Some more behind it, where it did not take long.
  const using = use(({ length }) => isDropped && length >= USUAL);
  const start = performance.now();
  const config = { ...context.config, RETENTION_EVENTS_MONTHS: KEPT_MONTHS };
  const [{ outcome, forgotten }] = await keepAll({ ...context, config });
  const dropped = performance.now() - start;
  isDropped = true;
  const waits = await using;
  say(`events-months: ${forgotten.join(', ')} dropped in ${Math.round(dropped)} ms`);
  const { rows } = await pool.query('select from event where occurred_at < $1 limit 1', [
    new Date(oldest.getTime() + 40 * 24 * 3_600_000),
  ]);
  report({
    measure: 'events-months',
    case: `a write and a page while a month of ${DROPPED / 1_000} thousand events is dropped`,
    value: Math.max(...waits),
    unit: 'ms at the most',
    better: 'lower',
    valueGoal: 1_000,
    fault: outcome !== 'done' || rows.length > 0 ? `the month is still there (${outcome})` : undefined,
    dropped_ms: dropped,
    p99_ms: percentile(waits, 0.99),
    usual_p99_ms: percentile(usual, 0.99),
    usual_max_ms: Math.max(...usual),
  });
});

/** Events `step` seconds apart, up to `last`. */
async function fill(pool, last, count, step = 1) {
  await pool.query(
    `with l as (select array_agg(id order by id) as ids, array_agg(location_id order by id) as places, count(*)::int as n,
       min(account_id) as account from lock), made as (
       insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, recorded_at)
       select account, places[1 + i % n], ids[1 + i % n], (array['access.granted', 'door.closed'])[1 + i % 2],
              $1::timestamptz - i * $3::float8 * interval '1 second', 'success', 'device', $1::timestamptz - i * $3::float8 * interval '1 second'
       from generate_series(0, $2::int - 1) i cross join l
       returning id, type, occurred_at, location_id)
     insert into event_scope (location_id, type, occurred_at, event_id)
     select a.ancestor_id, type, occurred_at, id from made join location_ancestor a using (location_id)`,
    [last, count, step],
  );
}

/** What the database does by itself, before it is measured; of many events it takes minutes. */
async function tidy(pool) {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  for (const text of ['vacuum analyze event, event_scope', 'checkpoint'])
    await client.query({ text, query_timeout: 3_600_000 });
  client.release(true);
}

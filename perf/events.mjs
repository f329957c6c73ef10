// A page of 50 of GET /v1/events among a million, over HTTP: that it costs its page and not the table, nor its
// neighbours; against the same statement by pg alone, and against a log of a thousand.
import pg from 'pg';
import { Client } from 'undici';
import { monthOf } from '../packages/cloud/dist/database/periods.rules.js';
import { eventPageStatement } from '../packages/cloud/dist/events/read.js';
import { median, percentile, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens, withService } from './lib/service.mjs';

const EVENTS = quick ? 100_000 : 1_000_000;
const FEW = 1_000;
const SMALL = 'a small log';
const SAMPLES = quick ? 50 : 150;
const WARM_UP = quick ? 30 : 80;
const LISTED = ['access.granted', 'access.denied', 'door.closed', 'door.left_open'];

await withService(async (cloud) => {
  const { context } = cloud;
  const site = await furnish(context, { departments: 40, gateways: 40, doors: 2 });
  const [busy, quiet] = [site.departments[0], site.departments[39]];
  const asks = { site, client: new Client(new URL(cloud.baseUrl).origin), baseUrl: cloud.baseUrl };
  await fill(context.pool, FEW);
  await page(context, asks, SMALL, site.hq, {});
  const small = await page(context, asks, SMALL, site.hq, {});
  await context.pool.query('truncate event, event_scope');
  const began = performance.now();
  await fill(context.pool, EVENTS);
  say(`events: ${EVENTS} events made in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const deep = await deepCursor(context, asks, site.hq);
  const cases = [
    ['the whole tree', site.hq, {}],
    ['a busy subtree', busy, {}],
    ['a quiet subtree among busy ones', quiet, {}],
    ['a type absent from the subtree', site.hq, { type: 'access.denied' }],
    ['one lock', site.hq, { lock_id: site.locks[3] }],
    ['a deep cursor', site.hq, deep],
  ];
  for (const [name, location, query] of cases) {
    const found = await page(context, asks, name, location, query);
    report({
      measure: 'events',
      case: name,
      value: median(found.http),
      unit: 'ms p50',
      better: 'lower',
      floor: median(found.bare),
      floor_what: 'the same statement by pg alone',
      valueGoal: name === 'the whole tree' ? 1.3 * median(small.http) : undefined,
      fault: found.fault,
      rows: found.rows,
      p95: percentile(found.http, 0.95),
      against_1000_events: median(found.http) / median(small.http),
    });
  }
  await asks.client.close();
});

/**
 * Events are spread towards the first departments, by the square of a random number; the last has thirty. No access.denied at all.
 * Every lock sees one event of a type a second at the most.
 */
async function fill(pool, count) {
  await pool.query(
    `with lock_of as (select array_agg(id order by id) as ids, count(*)::int as n from lock)
     insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, recorded_at)
     select l.account_id, l.location_id, l.id,
            (array['access.granted', 'door.opened', 'door.closed', 'door.exit_button'])[1 + i % 4],
            now() - ($1 - i) * interval '1 second',
            case when i % 4 in (0, 2) then 'success' end, 'device', now()
     from generate_series(1, $1::int) i cross join lock_of
     join lock l on l.id = ids[1
                              + case when i % ($1::int / 30) = 0 then n - 1
                                     else floor(power(abs(hashint4(i)::float8) / 2147483648, 2) * (n - 3))::int end]`,
    [count],
  );
  await pool.query(
    `insert into event_scope (location_id, type, occurred_at, event_id)
     select a.ancestor_id, e.type, e.occurred_at, e.id from event e join location_ancestor a using (location_id)
     order by 1, 2, 3, 4`,
  );
  await pool.query('vacuum analyze event, event_scope');
  // What was written goes to disk now and not while pages are read.
  await pool.query('checkpoint');
}

async function page(context, { site, client, baseUrl }, name, location, query) {
  const tokens = await issueTokens(context, site, location, WARM_UP + SAMPLES);
  const path = `${new URL(baseUrl).pathname}/events?${new URLSearchParams({ limit: 50, ...query })}`;
  const bare = new pg.Client({ connectionString: context.pool.options.connectionString });
  // The service stops first if something failed; the failure is reported by then.
  bare.on('error', () => {});
  await bare.connect();
  await bare.query('set plan_cache_mode = force_generic_plan');
  const filters = {
    locationId: location,
    types: query.type ? [query.type] : LISTED,
    lockId: query.lock_id,
    until: query.until && new Date(query.until),
    order: 'desc',
    after: query.cursor ? await positionOf(bare, location) : undefined,
    limit: 51,
  };
  // As the service does: what is recent, and all months only for a page that this does not fill.
  const statements = [monthOf(Date.now(), -1), null].map((recent) => eventPageStatement(filters, recent));
  const ask = async () => {
    const { rows } = await bare.query(statements[0]);
    if (rows.length < filters.limit) await bare.query(statements[1]);
  };
  const found = { http: [], bare: [], rows: 0, fault: undefined };
  for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
    const headers = { authorization: `Bearer ${tokens[(sample + WARM_UP) % tokens.length]}` };
    const start = performance.now();
    const answer = await client.request({ method: 'GET', path, headers });
    const text = await answer.body.text();
    const between = performance.now();
    await ask();
    const end = performance.now();
    if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${text}`);
    found.rows = JSON.parse(text).data.length;
    if (sample < 0) continue;
    found.http.push(between - start);
    found.bare.push(end - between);
  }
  // In a log of a few blocks a sequential scan is right.
  if (name !== SMALL)
    for (const statement of statements) found.fault ??= await planFault(bare, name, statement);
  await bare.end();
  return found;
}

/** Where a page half-way down the log begins. */
async function positionOf(client, location) {
  const { rows } = await client.query(
    `select occurred_at, event_id from event_scope where location_id = $1 and type = any($2)
     order by occurred_at desc, event_id desc offset (select count(*) / 4 from event) limit 1`,
    [location, LISTED],
  );
  return [rows[0].occurred_at.getTime(), Number(rows[0].event_id)];
}

/** The service's own cursor for a page far down, reached by a bound in time. */
async function deepCursor(context, { site, client, baseUrl }, location) {
  const [at] = await positionOf(context.pool, location);
  const [token] = await issueTokens(context, site, location, 1);
  const path = `${new URL(baseUrl).pathname}/events`;
  const ask = async (query) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await client.request({ method: 'GET', path: `${path}?${query}`, headers });
    return answer.body.json();
  };
  const until = new Date(at).toISOString();
  const { next_cursor: cursor } = await ask(new URLSearchParams({ limit: 50, until }));
  return { cursor, until };
}

/** A sequential scan of the log in the plan, if there is one; the plan goes to stderr then. */
async function planFault(client, name, statement) {
  const { rows } = await client.query({
    text: `explain (analyze, buffers, format json) ${statement.text}`,
    values: statement.values,
  });
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
  const nodes = flatten(plan);
  // An empty month costs nothing, however it is read.
  const scans = nodes.filter(
    (node) => node['Relation Name']?.startsWith('event') && node['Actual Rows'] * node['Actual Loops'] > 0,
  );
  const read = nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
  const isGood = scans.every((node) => node['Node Type'].startsWith('Index')) && read < 1_000;
  if (isGood) return undefined;
  say(`events: ${name}: ${plan['Shared Hit Blocks'] + plan['Shared Read Blocks']} blocks`);
  for (const node of nodes)
    say(
      `  ${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}: ${node['Actual Rows']} rows × ${node['Actual Loops']}, ` +
        `${node['Rows Removed by Filter'] ?? 0} filtered, ${node['Shared Hit Blocks'] + node['Shared Read Blocks']} blocks`,
    );
  return 'the plan reads more than its page';
}

function flatten(plan) {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

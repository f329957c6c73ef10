// The change feed: from commit to reader under 16 writers and 8 readers that are cut off; what a page costs beside many
// changes against beside few; and what a reader costs that waits. `--changes N`: so many are written; `--pace N`: so many a
// second; `--beside N`: so many lie beside a page; `--only idle|delays|pages`: one of the three.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { unhurried } from '../packages/cloud/dist/database/pool.js';
import { median, quick, report } from './lib/report.mjs';
import { furnish, issueTokens, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const { values } = parseArgs({
  options: {
    changes: { type: 'string' },
    pace: { type: 'string' },
    beside: { type: 'string' },
    only: { type: 'string' },
  },
  strict: false,
});
const CHANGES = Number(values.changes ?? (quick ? 4_000 : 1_000_000));
/** A page is timed beside so many, and beside all. */
const FEW = 1_000;
const MANY = Number(values.beside ?? (quick ? 50_000 : 1_000_000));
/** Of one statement. */
const MADE_AT_ONCE = 500_000;
const PAGES = quick ? 100 : 400;
const READERS = quick ? 200 : 2_000;
/** Changes a second, each for eight readers: what two cores write and read without a queue. */
const PACE = Number(values.pace ?? 500);
const WARM = 50;
/** Seconds whose delays are not counted: a process that has just begun takes up to 440 ms. */
const WARM_UP_S = quick ? 1 : 5;
const IDLE_MS = quick ? 5_000 : 15_000;
const GOALS = { p99: 100, page: 1.5, bytes: 30 * 1024 };
const DEPARTMENTS = 10;

await withService(
  async (cloud) => {
    const { context, baseUrl } = cloud;
    const site = await furnish(context, { departments: DEPARTMENTS });
    const parts = {
      // First, as what others leave in memory would be counted.
      idle: () => idleReaders(context, baseUrl),
      delays: () => delays(context, baseUrl, site),
      pages: () => pageCost(context, baseUrl),
    };
    for (const [name, measure] of Object.entries(parts)) if ((values.only ?? name) === name) await measure();
  },
  { HTTP_CONNECTIONS: '5000', HTTP_CONNECTIONS_PER_ADDRESS: '5000' },
);

async function delays(context, baseUrl, site) {
  const tokens = await issueTokens(context, site, site.hq, 60_000);
  // Writers are other processes, as far as the one that is measured is concerned.
  const worker = startWorker('changes-crowd.mjs', {
    onNote: () => context.nudge.emit('change', site.account),
  });
  const { p50, p95, p99, added, missed, twice, made_up, disordered, ...counts } = await worker
    .call({
      task: 'crowd',
      baseUrl,
      tokens,
      changes: WARM_UP_S * PACE + CHANGES,
      pace: PACE,
      warmUp: WARM_UP_S * PACE,
      url: context.pool.options.connectionString,
      location: site.hq,
    })
    .finally(() => worker.stop());
  const wrong = missed + twice + made_up + disordered;
  report({
    measure: 'changes',
    case: `from commit to a reader that waits, 16 writers, ${PACE} changes a second`,
    value: p99,
    unit: 'ms p99',
    better: 'lower',
    valueGoal: GOALS.p99,
    fault:
      wrong > 0
        ? `missed ${missed}, twice ${twice}, made up ${made_up}, out of sequence ${disordered}`
        : undefined,
    p50,
    p95,
    // What is left without the wait for transactions that had written before.
    p50_added: added.p50,
    p99_added: added.p99,
    missed,
    twice,
    ...counts,
  });
}

/** An account with a quiet department beside busy ones, where one type is rare. */
async function pageCost(context, baseUrl) {
  const cost = {};
  for (const [size, count] of [
    ['few', FEW],
    ['many', MANY],
  ]) {
    const site = await furnish(context, { name: `Account of ${size}`, departments: DEPARTMENTS });
    const { rows } = await context.pool.query(
      'select location_id as id from location_ancestor where ancestor_id = $1 and depth = 1 order by 1',
      [site.hq],
    );
    const places = rows.map(({ id }) => id);
    await makeChanges(context, site, places, count);
    cost[size] = {
      all: await pagesOf(context, baseUrl, site, site.hq, ''),
      'a quiet department': await pagesOf(context, baseUrl, site, places.at(-1), ''),
      'a rare type': await pagesOf(context, baseUrl, site, site.hq, '&types=person.deleted'),
    };
  }
  for (const [name, value] of Object.entries(cost.many))
    report({
      measure: 'changes',
      case: `a page of ${name}, beside ${MANY} changes`,
      value,
      unit: 'ms',
      better: 'lower',
      floor: cost.few[name],
      floor_what: `the same beside ${FEW}`,
      goal: GOALS.page,
    });
}

async function makeChanges({ pool }, { account }, places, count) {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (let made = 0; made < count; made += MADE_AT_ONCE)
      await client.query(
        unhurried(
          `insert into change (account_id, seq, location_id, type, occurred_at, recorded_at, id, data)
           select $1, nextval('event_id_seq'), case when i % ($3 / 20) = 0 then $4[${DEPARTMENTS}] else $4[1 + i % ${DEPARTMENTS - 1}] end,
             case when i % ($3 / 20) = 1 then 'person.deleted' else 'person.updated' end, now(), now(), gen_random_uuid(),
             '{"name":"Anna Aho","email":"anna@acme.example"}'
           from generate_series($2::int + 1, least($2::int + ${MADE_AT_ONCE}, $3::int)) i`.replaceAll(
            '$4[',
            '($4::int[])[',
          ),
          [account, made, count, places],
        ),
      );
    await client.query(unhurried('vacuum analyze change'));
    // What is still to be written would be written beside the pages that are timed.
    await client.query(unhurried('checkpoint'));
  } finally {
    client.release(true);
  }
}

async function pagesOf(context, baseUrl, site, location, query) {
  const tokens = await issueTokens(context, site, location, PAGES + 10);
  const times = [];
  for (let turn = 0; turn < PAGES; turn++) {
    const start = performance.now();
    const answer = await fetch(`${baseUrl}/changes?limit=20${query}`, {
      headers: { authorization: `Bearer ${tokens[turn % tokens.length]}` },
    });
    const { data, has_more } = await answer.json();
    // Where what is wanted is rare, a page ends before it is full.
    if (data.length !== 20 && !has_more) throw new Error(`a page of ${data.length} changes`);
    times.push(performance.now() - start);
  }
  return median(times.slice(10));
}

async function idleReaders(context, baseUrl) {
  const site = await furnish(context, { name: 'Idle', departments: 1 });
  const tokens = await issueTokens(context, site, site.hq, 10 * READERS);
  const crowdOf = startWorker('changes-readers.mjs');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const used = async () => {
    await sleep(500);
    for (let turn = 0; turn < 3; turn++) collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    return { heap: heapUsed + external, rss };
  };
  const statements = async () => {
    const { rows } = await context.pool.query(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
    );
    return rows[0].count;
  };
  /** Transactions a second, once all is quiet, and backends that idle have reported theirs, which takes them ten seconds. */
  const pace = async () => {
    await sleep(12_000);
    const before = await statements();
    await sleep(IDLE_MS);
    return ((await statements()) - before) / (IDLE_MS / 1_000);
  };
  try {
    const paceBefore = await pace();
    await crowdOf.call({ task: 'open', baseUrl, tokens, count: WARM });
    const before = await used();
    await crowdOf.call({ task: 'open', baseUrl, tokens, count: READERS });
    const after = await used();
    const paceWith = await pace();
    report({
      measure: 'changes',
      case: `${READERS} readers that wait`,
      value: (after.heap - before.heap) / READERS,
      unit: 'bytes of heap and buffers each',
      better: 'lower',
      valueGoal: GOALS.bytes,
      rss: (after.rss - before.rss) / READERS,
      statements_per_second: paceWith - paceBefore,
    });
  } finally {
    await crowdOf.stop();
  }
}

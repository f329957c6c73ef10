// A city's gateways at several processes of the service, each its own program, for some minutes: every gateway reports a
// record each half minute and a heartbeat each minute, and doors are unlocked among them. What memory does a gateway
// cost, what processor time a record, how long does an unlock take? Then every connection is cut: when are all back?
// --gateways N and --minutes M; the goals are of 100,000.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addGateways } from './lib/gateways.mjs';
import { withProcesses } from './lib/processes.mjs';
import { percentile, percentiles, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens } from './lib/service.mjs';
import { cpuSeconds, openFilesLimit, rssBytes } from './lib/usage.mjs';
import { startWorker } from './lib/worker.mjs';

const { values } = parseArgs({
  options: {
    gateways: { type: 'string', default: quick ? '500' : '5000' },
    minutes: { type: 'string', default: quick ? '0.5' : '2' },
    quick: { type: 'boolean' },
    lenient: { type: 'boolean' },
  },
});
const GATEWAYS = Number(values.gateways);
const MINUTES = Number(values.minutes);
const PROCESSES = 4;
/** For the database, the log and calls, in each process. */
const FILES_BESIDE = 600;
const CONNECTS_A_SECOND = 400;
const WARM = 20;
const SETTLE_MS = 5_000;
const PAUSE_MS = 100;
const QUIET_UNLOCKS = quick ? 20 : 100;
const PATIENCE_MS = 180_000;
const RECORD_EVERY_S = 30;
/** Doors that are unlocked in turn, as none is unlocked again during its pulse. */
const MAX_DOORS = 500;
const MAX_UNLOCKS = 10_000;
const MAX_COMPLAINTS = 5;
const UNLOCKS_A_TURN = 20;
const SETTINGS = { HTTP_CONNECTIONS: '100' };
const [GOAL_BYTES, GOAL_UNLOCK_MS, GOAL_BACK_S] = [25 * 1024, 100, 60];

/** A process may open so many files, and each connection is one. */
const maxEach = openFilesLimit() - FILES_BESIDE;
const edges = Math.max(PROCESSES, Math.ceil(GATEWAYS / maxEach));
if (edges > PROCESSES)
  say(`city: ${edges} processes for gateways, as one may open ${openFilesLimit()} files here (ulimit -n)`);

await withProcesses(async ({ context, start, databasePids }) => {
  const { pool } = context;
  const site = await furnish(context, { gateways: 0 });
  const gateways = await addGateways(pool, site, GATEWAYS + edges * WARM);
  const warm = await locksOf(pool, gateways.slice(0, edges * WARM));
  const step = Math.max(1, Math.floor(GATEWAYS / MAX_DOORS));
  const spread = await locksOf(
    pool,
    gateways.slice(edges * WARM).filter((_, index) => index % step === 0),
  );
  const tokens = await issueTokens(context, { ...site, locks: [...warm, ...spread] }, site.hq, MAX_UNLOCKS);
  const services = [];
  for (let index = 0; index < edges; index++)
    services.push(await start({ ...SETTINGS, ROLES: 'api,edge', MQTT_CONNECTIONS: String(maxEach) }));
  const worker = await start({ ROLES: 'worker' });
  const crowds = services.map(() => startWorker('city-load.mjs'));
  const caller = startWorker('unlock-load.mjs');
  const all = (task, options = () => ({})) =>
    Promise.all(crowds.map((crowd, index) => crowd.call({ task, ...options(index) })));
  const connect = (from, to, withinMs) =>
    all('connect', (index) => {
      const share = gateways.slice(from + shareOf(index, to - from), from + shareOf(index + 1, to - from));
      const port = Number(new URL(services[index].mqttUrl).port);
      return {
        gateways: share,
        first: from + shareOf(index, to - from),
        port,
        withinMs,
        patienceMs: PATIENCE_MS,
      };
    });
  const unlocking = unlocksOf({ caller, services, tokens });
  const rss = () => services.reduce((sum, { pid }) => sum + rssBytes(pid), 0);
  const used = () => ({
    at: performance.now() / 1000,
    service: cpuSeconds([...services, worker].map(({ pid }) => pid)),
    database: cpuSeconds(databasePids()),
    gateways: cpuSeconds(crowds.map(({ pid }) => pid)),
  });
  try {
    await connect(0, edges * WARM, 0);
    const quiet = await unlocking(warm, (samples) => samples.length < QUIET_UNLOCKS);
    const empty = rss();
    const arrived = await connect(edges * WARM, gateways.length, (GATEWAYS / CONNECTS_A_SECOND) * 1_000);
    say(`city: ${sum(arrived, 'sessions')} of ${GATEWAYS} have their session after ${longest(arrived)} s`);
    await sleep(SETTLE_MS);
    const idle = (rss() - empty) / GATEWAYS;
    say(`city: ${Math.round(idle)} bytes of RSS for an idle gateway`);

    const before = { used: used(), bytes: await databaseBytes(pool), count: total(await all('count')) };
    await all('report', () => ({ on: true }));
    const until = performance.now() + MINUTES * 60_000;
    const samples = await unlocking(spread, () => performance.now() < until);
    const after = { used: used(), bytes: await databaseBytes(pool), count: total(await all('count')) };
    const busy = (rss() - empty) / GATEWAYS;
    const seconds = after.used.at - before.used.at;
    const records = after.count.acknowledged - before.count.acknowledged;
    const cores = (who) => (after.used[who] - before.used[who]) / seconds;
    const shared = {
      measure: 'city',
      better: 'lower',
      gateways: GATEWAYS,
      processes: edges,
      minutes: MINUTES,
    };
    const lost = after.count.lost - before.count.lost;
    const faults = [
      lost > 0 && `${lost} connections were lost`,
      after.count.sessions < gateways.length && `${gateways.length - after.count.sessions} have no session`,
      unlocking.failed > 0 && `${unlocking.failed} unlocks failed`,
    ].filter(Boolean);
    report({
      ...shared,
      case: 'memory',
      value: busy,
      unit: 'bytes of RSS for a gateway that reports',
      valueGoal: GOAL_BYTES,
      idle_bytes: idle,
      process_mb: rss() / edges / 2 ** 20,
    });
    report({
      ...shared,
      case: 'unlock',
      value: percentile(samples, 0.99),
      unit: 'ms p99 of an unlock',
      floor: percentile(quiet, 0.99),
      floor_what: 'the same unlocks before the gateways came',
      valueGoal: GOAL_UNLOCK_MS,
      spoiled: faults.join(', ') || undefined,
      ...percentiles(samples),
      samples: samples.length,
      records_per_s: records / seconds,
      wanted_per_s: GATEWAYS / RECORD_EVERY_S,
      heartbeats_per_s: (after.count.heartbeats - before.count.heartbeats) / seconds,
      pings_per_s: (after.count.pings - before.count.pings) / seconds,
      cores_of_service: cores('service'),
      cores_of_database: cores('database'),
      cores_of_gateways: cores('gateways'),
      bytes_on_disk_a_record: (after.bytes.database - before.bytes.database) / records,
      wal_bytes_a_record: (after.bytes.wal - before.bytes.wal) / records,
    });

    await all('report', () => ({ on: false }));
    await sleep(SETTLE_MS);
    const back = await all('cut', () => ({ patienceMs: PATIENCE_MS }));
    const missing = gateways.length - sum(back, 'sessions');
    const refused = total(await all('count')).refused - after.count.refused;
    report({
      ...shared,
      case: 'all cut',
      value: longest(back),
      unit: 's until all are back',
      valueGoal: GOAL_BACK_S,
      spoiled: missing > 0 ? `${missing} gateways are not back` : undefined,
      logins_refused: refused,
    });
    say(`city: ${Math.round(rss() / edges / 2 ** 20)} MB a process after the return`);
  } finally {
    await Promise.all([...crowds.map((crowd) => crowd.stop()), caller.stop()]);
  }
});

/** Unlocks at one process after another, as long as wanted; resolves with the milliseconds of each. */
function unlocksOf({ caller, services, tokens }) {
  let turn = 0;
  const unlocking = async (locks, goesOn) => {
    const samples = [];
    while (goesOn(samples)) {
      const { baseUrl } = services[turn++ % services.length];
      const task = { task: 'unlock', baseUrl, tokens, locks, pauseMs: PAUSE_MS, count: UNLOCKS_A_TURN };
      try {
        samples.push(...(await caller.call(task)).samples);
      } catch (error) {
        if (unlocking.failed++ < MAX_COMPLAINTS) say(`city: ${error.message.split('\n')[0]}`);
        await sleep(PAUSE_MS);
      }
    }
    return samples;
  };
  unlocking.failed = 0;
  return unlocking;
}

async function locksOf(pool, gateways) {
  const ids = gateways.map(({ id }) => id);
  const { rows } = await pool.query('select id from lock where gateway_id = any($1::uuid[])', [ids]);
  return rows.map(({ id }) => id);
}

async function databaseBytes(pool) {
  const { rows } = await pool.query(
    `select pg_database_size(current_database())::float8 as database, (pg_current_wal_lsn() - '0/0')::float8 as wal`,
  );
  return rows[0];
}

function shareOf(index, count) {
  return Math.round((index * count) / edges);
}

function sum(list, what) {
  return list.reduce((so_far, one) => so_far + one[what], 0);
}

function longest(list) {
  return Math.max(...list.map(({ seconds }) => seconds));
}

function total(counts) {
  return Object.fromEntries(Object.keys(counts[0]).map((what) => [what, sum(counts, what)]));
}

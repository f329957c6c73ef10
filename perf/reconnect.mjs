// 10,000 gateways lose the service and come back within ten seconds, while a door is unlocked elsewhere: are all of
// them online in the end, and how long does the unlock take? Against the same unlocks on the quiet service.
import { createHash, randomUUID } from 'node:crypto';
import { startAgent } from './lib/agent.mjs';
import { percentile, percentiles, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const GATEWAYS = quick ? 1_000 : 10_000;
const WITHIN_MS = quick ? 3_000 : 10_000;
/** Doors to unlock meanwhile, as none is unlocked again during its pulse. */
const DOORS = 100;
const PAUSE_MS = 25;
const QUIET_UNLOCKS = quick ? 50 : 200;
const GOAL_MS = 500;
/** A gateway that is not online by then never will be. */
const PATIENCE_MS = 60_000;

await withService(async (cloud, dir) => {
  const { context } = cloud;
  const site = await furnish(context, { gateways: 1, doors: DOORS });
  const gateways = await addGateways(context.pool, site);
  const agent = await startAgent({ url: cloud.mqttUrl, gateway: site.gateways[0], dir });
  const crowd = startWorker('reconnect-load.mjs');
  const caller = startWorker('unlock-load.mjs');
  try {
    const tokens = await issueTokens(context, site, site.hq, 20_000);
    const unlock = (more) =>
      caller.call({
        task: 'unlock',
        baseUrl: cloud.baseUrl,
        tokens,
        locks: site.locks,
        pauseMs: PAUSE_MS,
        ...more,
      });
    const connect = () =>
      crowd.call({
        task: 'connect',
        url: cloud.mqttUrl,
        gateways,
        withinMs: WITHIN_MS,
        patienceMs: PATIENCE_MS,
      });
    await connect();
    await crowd.call({ task: 'drop' });
    await until(() => count(context.pool, 'online is true'), 1);
    const quiet = await unlock({ count: QUIET_UNLOCKS });
    const unlocking = unlock({ forMs: WITHIN_MS });
    const { sessions, seconds, latest } = await connect();
    const { samples } = await unlocking;
    await until(() => count(context.pool, 'online is true'), GATEWAYS + 1);
    const online = await count(context.pool, 'online is true');
    const reported = await count(context.pool, 'true', `event where type = 'lock.online'`);
    say(`reconnect: ${sessions} of ${GATEWAYS} have their session after ${seconds.toFixed(1)} s`);
    report({
      measure: 'reconnect',
      value: percentile(samples, 0.99),
      unit: 'ms p99 of an unlock elsewhere',
      better: 'lower',
      floor: percentile(quiet.samples, 0.99),
      floor_what: 'the same unlocks on the quiet service',
      valueGoal: GOAL_MS,
      spoiled:
        sessions < GATEWAYS || online < GATEWAYS + 1
          ? `${online} of ${GATEWAYS + 1} gateways are online, ${sessions} of ${GATEWAYS} have their session`
          : undefined,
      ...percentiles(samples),
      samples: samples.length,
      gateways: GATEWAYS,
      within_s: WITHIN_MS / 1000,
      all_online_after_s: seconds,
      slowest_login_ms: latest,
      online_events: reported,
    });
  } finally {
    await Promise.all([crowd.stop(), caller.stop(), agent.stop()]);
  }
});

/** Gateways of one door each, written as one statement a table. */
async function addGateways(pool, { account, departments }) {
  const gateways = Array.from({ length: GATEWAYS }, () => ({ id: randomUUID(), secret: randomUUID() }));
  await pool.query(
    `insert into gateway (id, account_id, location_id, ref, name, secret_hash)
     select id, $1, ($2::int[])[1 + n % cardinality($2::int[])], id, id, hash
     from unnest($3::uuid[], $4::bytea[]) with ordinality as x(id, hash, n)`,
    [
      account,
      departments,
      gateways.map(({ id }) => id),
      gateways.map(({ secret }) => createHash('sha256').update(secret).digest()),
    ],
  );
  await pool.query(
    `insert into lock (account_id, location_id, ref, name, place, type, gateway_id, door, strike_ms)
     select account_id, location_id, ref, name, '', 'remote', id, 1, 5000 from gateway where id = any($1::uuid[])`,
    [gateways.map(({ id }) => id)],
  );
  await pool.query(
    'insert into door_state (lock_id) select id from lock where gateway_id = any($1::uuid[])',
    [gateways.map(({ id }) => id)],
  );
  await pool.query('analyze');
  return gateways;
}

async function count(pool, where, from = `gateway where ${where}`) {
  const { rows } = await pool.query(`select count(*)::int as count from ${from}`);
  return rows[0].count;
}

async function until(look, wanted) {
  const give = performance.now() + PATIENCE_MS;
  while ((await look()) !== wanted && performance.now() < give)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

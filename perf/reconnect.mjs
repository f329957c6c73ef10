// 10,000 gateways lose the service and come back, within ten seconds and all at once, while a door is unlocked elsewhere:
// are all of them back, how soon, and how long does the unlock take? Against the same unlocks on the quiet service, and the
// same gateways at a bare Aedes that answers births.
import { startAgent } from './lib/agent.mjs';
import { addGateways } from './lib/gateways.mjs';
import { percentile, percentiles, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const GATEWAYS = quick ? 1_000 : 10_000;
const CASES = [
  { case: `within ${quick ? 3 : 10} s`, withinMs: quick ? 3_000 : 10_000, goalS: quick ? 4 : 11 },
  { case: 'all at once', withinMs: 0, goalS: 10 },
];
/** Doors to unlock meanwhile, as none is unlocked again during its pulse. */
const DOORS = 100;
const PAUSE_MS = 25;
const QUIET_UNLOCKS = quick ? 50 : 200;
const GOAL_MS = 300;
/** A gateway that is not online by then never will be. */
const PATIENCE_MS = 60_000;

await withService(async (cloud, dir) => {
  const { context } = cloud;
  const site = await furnish(context, { gateways: 1, doors: DOORS });
  const gateways = await addGateways(context.pool, site, GATEWAYS);
  const agent = await startAgent({ url: cloud.mqttUrl, gateway: site.gateways[0], dir });
  const crowd = startWorker('reconnect-load.mjs');
  const caller = startWorker('unlock-load.mjs');
  const bare = startWorker('bare-broker.mjs');
  try {
    const tokens = await issueTokens(context, site, site.hq, 20_000);
    const unlocking = async (goesOn) => {
      const samples = [];
      const task = { task: 'unlock', baseUrl: cloud.baseUrl, tokens, locks: site.locks, pauseMs: PAUSE_MS };
      while (goesOn(samples)) samples.push(...(await caller.call({ ...task, count: 1 })).samples);
      return samples;
    };
    const connect = (url, withinMs) =>
      crowd.call({ task: 'connect', url, gateways, withinMs, patienceMs: PATIENCE_MS });
    const drop = () => crowd.call({ task: 'drop' });
    const onlineAre = (wanted) => until(() => count(context.pool, 'gateway where online'), wanted);
    const { url: bareUrl } = await bare.call({ task: 'listen' });
    await connect(cloud.mqttUrl, CASES[0].withinMs);
    await drop();
    await onlineAre(1);
    const quiet = await unlocking((samples) => samples.length < QUIET_UNLOCKS);
    for (const { case: name, withinMs, goalS } of CASES) {
      await connect(bareUrl, withinMs).then(drop);
      const floor = await connect(bareUrl, withinMs);
      await drop();
      const before = await count(context.pool, `event where type = 'lock.online'`);
      let isOver = false;
      const connecting = connect(cloud.mqttUrl, withinMs).finally(() => {
        isOver = true;
      });
      const samples = await unlocking(() => !isOver);
      const { sessions, seconds, latest } = await connecting;
      const online = await onlineAre(GATEWAYS + 1);
      say(`reconnect ${name}: ${sessions} of ${GATEWAYS} have their session after ${seconds.toFixed(1)} s`);
      const shared = {
        measure: 'reconnect',
        case: name,
        better: 'lower',
        spoiled:
          sessions < GATEWAYS || online < GATEWAYS + 1
            ? `${online} of ${GATEWAYS + 1} gateways are online, ${sessions} of ${GATEWAYS} have their session`
            : undefined,
        gateways: GATEWAYS,
      };
      report({
        ...shared,
        value: percentile(samples, 0.99),
        unit: 'ms p99 of an unlock elsewhere',
        floor: percentile(quiet, 0.99),
        floor_what: 'the same unlocks on the quiet service',
        valueGoal: GOAL_MS,
        ...percentiles(samples),
        samples: samples.length,
        within_s: withinMs / 1000,
        all_online_after_s: seconds,
        slowest_login_ms: latest,
        online_events: (await count(context.pool, `event where type = 'lock.online'`)) - before,
      });
      report({
        ...shared,
        value: seconds,
        unit: 's until all have their session',
        floor: floor.seconds,
        floor_what: 'the same gateways at a bare Aedes',
        valueGoal: goalS,
      });
      await drop();
      await onlineAre(1);
    }
  } finally {
    await Promise.all([crowd.stop(), caller.stop(), bare.stop(), agent.stop()]);
  }
});

async function count(pool, from) {
  const { rows } = await pool.query(`select count(*)::int as count from ${from}`);
  return rows[0].count;
}

/** What `look` finds in the end. */
async function until(look, wanted) {
  const give = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found === wanted || performance.now() > give) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

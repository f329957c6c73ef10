// From an unlock command to its confirmation as a caller sees it, in one request: POST, the real agent's relay, its
// journal, the commit, the answer. Against a bare MQTT request and response through a bare broker with two single-row
// commits. Then the same while other gateways report.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Aedes } from 'aedes';
import { startAgent } from './lib/agent.mjs';
import { median, percentile, percentiles, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens, withService } from './lib/service.mjs';
import { startWorker } from './lib/worker.mjs';

const ROUNDS = quick ? 4 : 12;
const COUNT = 50;
const WARM_UP = quick ? 100 : 500;
/** Many doors, as no door is unlocked more than once in some seconds. */
const DOORS = 300;
const PAUSE_MS = 10;
/** The ends of the pulses are records too, which the next round must not meet. */
const PULSES_END_MS = 1_100;
const REPORTING = 10;
const RECORDS_PER_SECOND = 1_000;
/** More than the measure lasts. */
const MESSAGES = 120;
/** Where Nagle's algorithm or a delayed acknowledgement would show. */
const NAGLE_MS = [35, 50];
const BEFORE_NAGLE_MS = [20, 35];

await withService(async (cloud, dir) => {
  const { context } = cloud;
  const site = await furnish(context, { gateways: 1, doors: DOORS });
  const others = await furnish(context, { name: 'Others', gateways: REPORTING });
  const agent = await startAgent({ url: cloud.mqttUrl, gateway: site.gateways[0], dir });
  const [caller, echo, crowd] = Array.from({ length: 3 }, () => startWorker('unlock-load.mjs'));
  const bare = await bareBroker();
  try {
    const tokens = await issueTokens(context, site, site.hq, 2 * WARM_UP + 4 * ROUNDS * COUNT);
    const unlock = async (count, more = {}) => {
      const found = await caller.call({
        task: 'unlock',
        baseUrl: cloud.baseUrl,
        tokens,
        locks: site.locks,
        count,
        pauseMs: PAUSE_MS,
        ...more,
      });
      await sleep(PULSES_END_MS);
      return found;
    };
    const exchange = (count) =>
      caller.call({
        task: 'floor',
        url: bare.url,
        database: context.pool.options.connectionString,
        count,
        pauseMs: PAUSE_MS,
      });
    await echo.call({ task: 'answer', url: bare.url });
    await unlock(WARM_UP);
    await exchange(WARM_UP);
    await caller.call({ task: 'end' });
    const found = [];
    const followed = { samples: [], accepted: [] };
    const floors = [];
    // In turns, so that other load on the machine affects both equally.
    for (let round = 0; round < ROUNDS; round++) {
      found.push(...(await unlock(COUNT)).samples);
      floors.push(...(await exchange(COUNT)).samples);
      await caller.call({ task: 'end' });
      const two = await unlock(COUNT, { follow: true });
      followed.samples.push(...two.samples);
      followed.accepted.push(...two.accepted);
      say(`unlock: p50 ${median(found).toFixed(2)} ms, floor ${median(floors).toFixed(2)} ms`);
    }
    const share = ([from, to]) => found.filter((ms) => ms >= from && ms <= to).length / found.length;
    const delayed = share(NAGLE_MS);
    // A busy machine has a long, falling tail; this value would be a second peak.
    const isHump = delayed > 0.02 && delayed > share(BEFORE_NAGLE_MS);
    say(histogram(found));
    report({
      measure: 'unlock',
      value: median(found),
      unit: 'ms p50',
      better: 'lower',
      floor: median(floors),
      floor_what: 'MQTT request and response at QoS 1 through a bare Aedes, and two single-row commits',
      goal: 1.8,
      spoiled: isHump
        ? `${(delayed * 100).toFixed(1)} % took 35 to 50 ms, as with Nagle's algorithm`
        : undefined,
      samples: found.length,
      ...percentiles(found),
      accepted_p50: median(followed.accepted),
      followed_p50: median(followed.samples),
      floor_p99: percentile(floors, 0.99),
      share_35_to_50_ms: delayed,
    });

    const gateways = others.gateways.map(({ id, secret, doors }, index) => {
      const names = { journal: randomUUID(), boot: randomUUID() };
      return { id, secret, doors, index, start: Date.UTC(2026, 0, 7), ...names };
    });
    await crowd.call({
      task: 'report',
      url: cloud.mqttUrl,
      gateways,
      recordsPerSecond: RECORDS_PER_SECOND,
      messages: MESSAGES,
    });
    const busy = [];
    for (let round = 0; round < ROUNDS; round++) busy.push(...(await unlock(COUNT)).samples);
    await crowd.call({ task: 'quiet' });
    const spread = percentiles(busy);
    report({
      measure: 'unlock',
      case: `while ${REPORTING} other gateways report ${RECORDS_PER_SECOND} records/s`,
      value: spread.p99,
      unit: 'ms p99',
      better: 'lower',
      floor: spread.p50,
      floor_what: 'its p50',
      goal: 4,
      samples: busy.length,
      ...spread,
    });
  } finally {
    await Promise.all([caller.stop(), echo.stop(), crowd.stop(), agent.stop(), bare.close()]);
  }
});

async function bareBroker() {
  const broker = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, broker.handle);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `mqtt://127.0.0.1:${server.address().port}`,
    async close() {
      await new Promise((resolve) => broker.close(resolve));
      server.close();
    },
  };
}

function histogram(samples) {
  const bounds = [1, 2, 3, 4, 5, 7, 10, 20, 35, 50, 100, Number.POSITIVE_INFINITY];
  let from = 0;
  const lines = bounds.map((to) => {
    const count = samples.filter((ms) => ms >= from && ms < to).length;
    const line = `  ${from} to ${to} ms: ${count}`;
    from = to;
    return count > 0 ? line : null;
  });
  return ['unlock: how many took how long', ...lines.filter(Boolean)].join('\n');
}

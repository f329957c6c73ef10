// npm run test:kills: the cloud, its PostgreSQL and the agents are killed (kill -9) at random moments under load, and in
// the end every edge is recorded once, in order; no command pulses a strike twice, and none after its expiry. Real
// processes, real MQTT, real disks. `--times N` kills of each; `--seed` and `--keep` as everywhere (suite.mjs).
import { setTimeout as sleep } from 'node:timers/promises';
import { killAll } from './killer.mjs';
import { freePorts, groupBy, until } from './place.mjs';
import { openDatabase, Service, stopService } from './service.mjs';
import { applySite } from './site.mjs';
import { tryStart } from './start.mjs';
import { runSuite, settleLoad, startLoad } from './suite.mjs';

// A bound for a busy machine; a quiet one takes 90 s.
const KILLS_WITHIN_MS = 300_000;
/** Longer than a command lives: what waited for the agent meanwhile is too old to be carried out. */
const FROZEN_MS = 11_000;

await runSuite(
  {
    command: 'test:kills',
    options: { times: { type: 'string', default: '20' }, start: { type: 'string', default: 'yes' } },
  },
  main,
);

async function main(suite) {
  const { folder, random, say } = suite;
  const [http, mqtt] = await freePorts(2);
  const service = new Service(folder, { http, mqtt });
  suite.atEnd(() => stopService(service, suite));
  service.start();
  await service.untilReady();
  const site = await applySite(folder, service.settings);
  say('service and site are there');

  const load = await startLoad(suite, {
    site,
    baseUrl: `http://127.0.0.1:${http}/v1`,
    mqttUrlOf: () => `mqtt://127.0.0.1:${mqtt}`,
  });
  const { callers, gateways } = load;
  callers.start();
  const loadBegan = performance.now();
  say('under load');

  const kills = await killAll({
    service,
    gateways,
    random,
    times: Number(suite.values.times),
    deadline: performance.now() + KILLS_WITHIN_MS,
  });
  say(`killed: ${countOf(kills, ({ victim }) => victim)}`);
  await freeze(random.pick(gateways));
  const loadMs = performance.now() - loadBegan;
  await callers.stop();

  const starting =
    suite.values.start === 'yes'
      ? tryStart(folder, say).catch((error) => [{ name: 'npm start', faults: [error.stack] }])
      : Promise.resolve([]);
  const database = await openDatabase(service);
  const figures = await settleLoad(suite, database, load);
  await database.end();
  suite.promise(
    'a service that is ready does not end by itself, whatever becomes of its PostgreSQL',
    service.ends.filter(({ wasReady }) => wasReady).map((end) => JSON.stringify(end)),
  );
  suite.promise(
    'every kill met a living victim',
    kills.filter(({ killed }) => !killed).map(({ victim }) => victim),
  );
  suite.promises.push(...(await starting));
  report({ ...figures, seed: suite.seed, loadMs, kills, service, callers });
  for (const end of service.ends) say(`the service ended by itself: ${JSON.stringify(end)}`);
}

/** An agent that stands still takes its commands late, and must not carry them out any more. */
async function freeze(gateway) {
  gateway.signal('SIGSTOP');
  await sleep(FROZEN_MS);
  gateway.signal('SIGCONT');
  await until(() => gateway.isOnline, 20_000);
}

function report({ seed, loadMs, kills, service, callers, ...figures }) {
  const ofKind = (victim) =>
    kills
      .filter((one) => one.victim === victim && one.recovered_ms !== null)
      .map(({ recovered_ms }) => recovered_ms);
  const spread = (numbers) => {
    const sorted = [...numbers].sort((a, b) => a - b);
    return sorted.length === 0
      ? 'none'
      : `median ${Math.round(sorted[Math.floor(sorted.length / 2)])} ms, longest ${Math.round(sorted.at(-1))} ms`;
  };
  console.log(
    JSON.stringify(
      {
        seed,
        load_s: Math.round(loadMs / 1000),
        edges_per_s: Math.round(figures.edges / (loadMs / 1000)),
        kills: countOf(kills, ({ victim, how }) => (how ? `${victim} (${how})` : victim)),
        overlapping: kills.filter(({ overlapping }) => overlapping).length,
        recovery: {
          service: spread(ofKind('service')),
          postgres: spread(ofKind('postgres')),
          agent: spread(ofKind('agent')),
        },
        service_start: spread(service.starts),
        service_ended_by_itself: service.ends.length,
        answers: Object.fromEntries(callers.answers),
        ...figures,
      },
      null,
      2,
    ),
  );
}

function countOf(items, label) {
  return [...groupBy(items, label)].map(([name, own]) => `${own.length} × ${name}`).join(', ');
}

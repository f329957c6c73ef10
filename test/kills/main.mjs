// npm run test:kills: the cloud, its PostgreSQL and the agents are killed (kill -9) at random moments under load, and in
// the end every edge is recorded once, in order; no command pulses a strike twice, and none after its expiry. Real
// processes, real MQTT, real disks. `--seed N` repeats the choices, `--times N` the kills of each, `--keep` leaves the
// folder for a look.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectionInfo } from '@door-access/cloud/database/embedded';
import pg from 'pg';
import { GatewayProcess } from './agents.mjs';
import { Callers } from './callers.mjs';
import { check } from './checks.mjs';
import { killAll } from './killer.mjs';
import { freePorts, groupBy, kill, until } from './place.mjs';
import { createRandom } from './random.mjs';
import { startReceiver } from './receiver.mjs';
import { findPostgres, Service } from './service.mjs';
import { SETTLED_WITHIN_MS, settle, strangeAnswers } from './settled.mjs';
import { applySite, DOORS, GATEWAYS, lockRefs } from './site.mjs';
import { tryStart } from './start.mjs';

if (process.platform !== 'linux') {
  console.error('npm run test:kills needs Linux, as it finds the processes to kill in /proc');
  process.exit(1);
}
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    times: { type: 'string', default: '20' },
    keep: { type: 'boolean' },
    start: { type: 'string', default: 'yes' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const times = Number(values.times);
// A bound for a busy machine; a quiet one takes 90 s.
const KILLS_WITHIN_MS = 300_000;
/** Longer than a command lives: what waited for the agent meanwhile is too old to be carried out. */
const FROZEN_MS = 11_000;

const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
const say = (line) => console.log(`${seconds().padStart(6)} s  ${line}`);
const random = createRandom(seed);
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-kills-'));
// PostgreSQL may run as another user, who has to pass through here.
const promises = [];
let failure = null;
const stops = [];

say(`seed ${seed}${values.keep ? `, in ${folder}` : ''}`);
try {
  await main();
} catch (error) {
  failure = error;
  console.error(error);
}
for (const stop of stops.reverse()) await stop().catch((error) => console.error(error));
if (!values.keep) rmSync(folder, { recursive: true, force: true });
conclude();

async function main() {
  const [http, mqtt] = await freePorts(2);
  const service = new Service(folder, { http, mqtt });
  stops.push(() => stopService(service));
  service.start();
  await service.untilReady();
  const site = await applySite(folder, service.settings);
  say('service and site are there');

  const receiver = await startReceiver();
  stops.push(async () => receiver.close());
  const locks = lockRefs.map((ref) => site.locks[ref]);
  const tokens = Object.values(site.api_keys).map(({ token }) => token);
  const callers = new Callers({
    baseUrl: `http://127.0.0.1:${http}/v1`,
    tokens,
    locks,
    random: createRandom(seed + 1),
  });
  const subscription = await callers.call('POST', '/webhooks', { url: receiver.url, events: ['*'] });
  if (subscription.status !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(subscription)}`);
  receiver.trust(subscription.body.secret);

  const gateways = GATEWAYS.map(
    (ref, index) =>
      new GatewayProcess(ref, {
        folder,
        ...site.gateways[ref],
        mqttUrl: `mqtt://127.0.0.1:${mqtt}`,
        doors: DOORS,
        seed: seed + 1000 * (index + 1),
      }),
  );
  for (const gateway of gateways) {
    gateway.start();
    stops.push(() => gateway.kill('SIGTERM'));
  }
  if ((await until(() => gateways.every(({ isOnline }) => isOnline), 20_000)) === null)
    throw new Error('the gateways do not come online');
  callers.start();
  stops.push(() => callers.stop());
  const loadBegan = performance.now();
  say('under load');

  const kills = await killAll({
    service,
    gateways,
    random,
    times,
    deadline: performance.now() + KILLS_WITHIN_MS,
  });
  say(`killed: ${countOf(kills, ({ victim }) => victim)}`);
  await freeze(random.pick(gateways));
  const loadMs = performance.now() - loadBegan;
  await callers.stop();
  for (const gateway of gateways) gateway.calm();

  const starting =
    values.start === 'yes'
      ? tryStart(folder, say).catch((error) => [{ name: 'npm start', faults: [error.stack] }])
      : Promise.resolve([]);
  const database = await openDatabase(service);
  const settledMs = await settle(database, gateways);
  say(settledMs === null ? 'not settled' : `settled after ${(settledMs / 1000).toFixed(1)} s`);
  const result = await check({ database, gateways, locks, callers, receiver });
  await database.end();
  promises.push(
    { name: 'all settles', faults: settledMs === null ? [`not within ${SETTLED_WITHIN_MS / 1000} s`] : [] },
    ...result.promises,
    { name: 'no answer is one that a caller could not explain', faults: strangeAnswers(callers) },
    {
      name: 'no agent ends by itself',
      faults: gateways.flatMap(({ ends }) => ends.map((end) => JSON.stringify(end))),
    },
    {
      name: 'a service that is ready does not end by itself, whatever becomes of its PostgreSQL',
      faults: service.ends.filter(({ wasReady }) => wasReady).map((end) => JSON.stringify(end)),
    },
    {
      name: 'every kill met a living victim',
      faults: kills.filter(({ killed }) => !killed).map(({ victim }) => victim),
    },
    ...(await starting),
  );
  report({ ...result.figures, seed, loadMs, kills, service, callers, settledMs });
}

/** An agent that stands still takes its commands late, and must not carry them out any more. */
async function freeze(gateway) {
  gateway.signal('SIGSTOP');
  await sleep(FROZEN_MS);
  gateway.signal('SIGCONT');
  await until(() => gateway.isOnline, 20_000);
}

async function openDatabase(service) {
  await service.untilReady();
  const info = connectionInfo(service.databaseFolder);
  const pool = new pg.Pool({ connectionString: info.url('door_access'), max: 2 });
  pool.on('error', () => undefined);
  return pool;
}

async function stopService(service) {
  await service.kill('SIGTERM');
  const left = findPostgres(service.databaseFolder);
  if (!left) return;
  promises.push({ name: 'a stopped service leaves no PostgreSQL', faults: [`process ${left.pid}`] });
  kill(left.pid, 'SIGQUIT');
}

function report({ seed, loadMs, kills, service, callers, settledMs, ...figures }) {
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
        settled_s: settledMs === null ? null : Math.round(settledMs / 1000),
        answers: Object.fromEntries(callers.answers),
        ...figures,
      },
      null,
      2,
    ),
  );
  for (const end of service.ends) say(`the service ended by itself: ${JSON.stringify(end)}`);
}

function countOf(items, label) {
  return [...groupBy(items, label)].map(([name, own]) => `${own.length} × ${name}`).join(', ');
}

function conclude() {
  const max = 8;
  for (const { name, faults } of promises) {
    console.log(
      `  ${faults.length === 0 ? '✓' : '✕'} ${name}${faults.length > 0 ? ` (${faults.length})` : ''}`,
    );
    for (const fault of faults.slice(0, max)) console.log(`      ${fault}`);
  }
  const failed = promises.filter(({ faults }) => faults.length > 0).length + (failure ? 1 : 0);
  const passed = promises.filter(({ faults }) => faults.length === 0).length;
  if (failed > 0) console.log(`Repeat with: npm run test:kills -- --seed ${seed}`);
  console.log(`Tests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${failed + passed} total`);
  console.log(`Time: ${seconds()} s`);
  process.exit(failed > 0 ? 1 : 0);
}

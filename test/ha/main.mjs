// npm run test:ha: three PostgreSQL under Patroni and etcd, two processes of the service and HAProxy, as in deploy/ha, on
// loopback and under load; parts of it are killed, stopped and switched over at random. In the end every record is there
// once, no strike moved without a command, and unlocks were away for a bounded time. `--kills N` faults, `--seed N` repeats
// the choices, `--keep` leaves the folder for a look.

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { GatewayProcess } from '../kills/agents.mjs';
import { Callers } from '../kills/callers.mjs';
import { check } from '../kills/checks.mjs';
import { freePorts, groupBy, until } from '../kills/place.mjs';
import { createRandom } from '../kills/random.mjs';
import { startReceiver } from '../kills/receiver.mjs';
import { Service } from '../kills/service.mjs';
import { SETTLED_WITHIN_MS, settle, strangeAnswers } from '../kills/settled.mjs';
import { applySite, DOORS, doorctl, GATEWAYS, lockRefs } from '../kills/site.mjs';
import { createCluster, missing } from './cluster.mjs';
import { plan, putIn } from './faults.mjs';
import { Phones, sections } from './phones.mjs';
import { Prober } from './prober.mjs';

/** Two of each, so that any may end; a process with all roles and no Redis would hold itself for the only one. */
const ROLES = ['api,edge', 'api,edge', 'worker', 'worker'];
const ANSWERED_WITHIN_MS = 5_000;
const WORKS_WITHIN_MS = 30_000;
const GIVEN_UP_MS = 90_000;
const ONLINE_WITHIN_MS = 30_000;
const LONGEST_REST_MS = 2_000;

if (process.platform !== 'linux') {
  console.error('npm run test:ha needs Linux, as it finds the processes to kill in /proc');
  process.exit(1);
}
const lacking = missing();
if (lacking) {
  console.error(lacking);
  process.exit(1);
}
const { values } = parseArgs({
  options: { seed: { type: 'string' }, kills: { type: 'string', default: '5' }, keep: { type: 'boolean' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const random = createRandom(seed);
const began = performance.now();
const say = (line) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-ha-'));
// PostgreSQL may run as another user, who has to pass through here.
chmodSync(folder, 0o755);
const promises = [];
const stops = [];
let failure = null;

for (const name of ['SIGINT', 'SIGTERM'])
  process.once(name, async () => {
    for (const stop of stops.reverse()) await stop().catch((error) => console.error(error));
    process.exit(1);
  });

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
  const { cluster, services } = await startAll();
  const baseUrl = `http://127.0.0.1:${cluster.ports.http}/v1`;
  const site = await applySite(folder, services[0].settings, sections);
  const receiver = await startReceiver();
  stops.push(async () => receiver.close());
  const locks = lockRefs.map((ref) => site.locks[ref]);
  const tokens = Object.values(site.api_keys).map(({ token }) => token);
  const callers = new Callers({ baseUrl, tokens, locks, random: createRandom(seed + 1) });
  const subscription = await callers.call('POST', '/webhooks', { url: receiver.url, events: ['*'] });
  if (subscription.status !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(subscription)}`);
  receiver.trust(subscription.body.secret);

  const gateways = await startGateways(cluster, site);
  const phones = new Phones({ origin: baseUrl.replace(/\/v1$/, ''), locks, random: createRandom(seed + 2) });
  await phones.bind(callers, () => doorctl(folder, services[0].settings, ['outbox']));
  callers.start();
  stops.push(() => callers.stop());
  phones.start();
  stops.push(() => phones.stop());
  const prober = new Prober(unlockWith(baseUrl, tokens[0], locks, callers));
  void prober.start();
  stops.push(() => prober.stop());
  if ((await until(() => prober.hasWorkedSince(0), ONLINE_WITHIN_MS)) === null)
    throw new Error(`no unlock works: ${prober.asked.at(-2)?.what}`);
  say('under load');

  const loadBegan = performance.now();
  const faults = [];
  for (const kind of plan(Number(values.kills), random)) {
    const fault = await go(kind, { cluster, services, prober });
    faults.push(fault);
    if (!fault.isWhole) break;
  }
  const loadMs = performance.now() - loadBegan;
  await Promise.all([callers.stop(), phones.stop(), prober.stop()]);
  for (const id of phones.accepted) callers.accepted.add(id);
  for (const gateway of gateways) gateway.calm();

  const database = new pg.Pool({ connectionString: cluster.url, max: 2 });
  database.on('error', () => undefined);
  const settledMs = await settle(database, gateways);
  const result = await check({ database, gateways, locks, callers, receiver });
  await database.end();
  promises.push(
    { name: 'all settles', faults: settledMs === null ? [`not within ${SETTLED_WITHIN_MS / 1000} s`] : [] },
    ...result.promises,
    ...promisesOf({ faults, prober, callers, phones, services, gateways }),
  );
  report({ ...result.figures, loadMs, faults, prober, callers, phones });
}

async function startAll() {
  const ports = await freePorts(ROLES.length * 2);
  const places = ROLES.map((roles) => ({ roles, http: ports.pop(), mqtt: ports.pop() }));
  const open = places.filter(({ roles }) => roles !== 'worker');
  const cluster = await createCluster(folder, open);
  stops.push(() => cluster.stop());
  await cluster.start();
  say('PostgreSQL, Patroni, etcd and HAProxy are there');
  const shared = {
    DATABASE_URL: cluster.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    TRUST_PROXY: '1',
    PUBLIC_URL: `http://127.0.0.1:${cluster.ports.http}`,
  };
  const services = [];
  for (const [index, place] of places.entries()) {
    const own = path.join(folder, `service-${index}`);
    mkdirSync(own);
    const service = new Service(own, place, { ...shared, ROLES: place.roles });
    services.push(service);
    stops.push(() => service.kill('SIGTERM'));
    service.start();
    await service.untilReady();
  }
  say(`${services.length} processes of the service are there`);
  return { cluster, services };
}

async function startGateways(cluster, site) {
  const gateways = GATEWAYS.map(
    (ref, index) =>
      new GatewayProcess(ref, {
        folder,
        ...site.gateways[ref],
        mqttUrl: `mqtt://127.0.0.1:${cluster.ports.mqtt}`,
        doors: DOORS,
        seed: seed + 1000 * (index + 1),
      }),
  );
  for (const gateway of gateways) {
    gateway.start();
    stops.push(() => gateway.kill('SIGTERM'));
  }
  if ((await until(() => gateways.every(({ isOnline }) => isOnline), ONLINE_WITHIN_MS)) === null)
    throw new Error('the gateways do not come online');
  return gateways;
}

function unlockWith(baseUrl, token, locks, callers) {
  return async (signal) => {
    const answer = await fetch(`${baseUrl}/locks/${random.pick(locks)}/unlock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      signal,
    });
    const body = await answer.json();
    if (answer.status === 202) callers.accepted.add(body.id);
    return { status: answer.status, code: body.error?.code ?? 'unlock' };
  };
}

/** One fault, from a whole cluster to a whole cluster. */
async function go(kind, { cluster, services, prober }) {
  await sleep(random.between(0, LONGEST_REST_MS));
  const moment = performance.now();
  const takeAway = await putIn(kind, { cluster, services, random });
  const put = performance.now();
  // What stands still shows only after a while.
  await sleep(2 * LONGEST_REST_MS);
  const worksAgain = await until(
    () => prober.hasWorkedSince(performance.now() - LONGEST_REST_MS),
    GIVEN_UP_MS,
  );
  await takeAway();
  const whole = await cluster.untilWhole();
  await until(() => prober.hasWorkedSince(performance.now() - LONGEST_REST_MS), GIVEN_UP_MS);
  const outage = Math.max(0, ...prober.outages(moment));
  say(
    `${kind}: no unlock for ${(outage / 1000).toFixed(1)} s, whole after ${((performance.now() - put) / 1000).toFixed(1)} s`,
  );
  return { kind, outage, isOver: worksAgain !== null, isWhole: whole !== null };
}

function promisesOf({ faults, prober, callers, phones, services, gateways }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  return [
    {
      name: 'unlocks work again within 30 s of each fault',
      faults: faults
        .filter(({ outage, isOver }) => !isOver || outage > WORKS_WITHIN_MS)
        .map(({ kind, outage }) => `${kind}: ${seconds(outage)}`),
    },
    {
      name: 'every unlock is answered within 5 s',
      faults: prober.asked
        .filter(({ ms }) => ms === null || ms > ANSWERED_WITHIN_MS)
        .map(({ ms, what }) => `${what} after ${seconds(ms ?? 0)}`),
    },
    {
      name: 'every cluster becomes whole again',
      faults: faults.filter(({ isWhole }) => !isWhole).map(({ kind }) => kind),
    },
    { name: 'no answer is one that a caller could not explain', faults: strangeAnswers(callers) },
    {
      name: 'no answer to a phone is one that its person could not explain',
      faults: strangeAnswers(phones),
    },
    {
      name: 'no answer to an unlock is one that a caller could not explain',
      faults: strangeAnswers({ answers: answersOf(prober) }),
    },
    {
      name: 'no process of the service ends by itself, whatever becomes of its database',
      faults: services.flatMap(({ ends }) => ends.map((end) => JSON.stringify(end))),
    },
    {
      name: 'no agent ends by itself',
      faults: gateways.flatMap(({ ends }) => ends.map((end) => JSON.stringify(end))),
    },
  ];
}

function answersOf({ asked }) {
  return new Map([...groupBy(asked, ({ what }) => what ?? 'none')].map(([what, own]) => [what, own.length]));
}

function report({ loadMs, faults, prober, callers, phones, ...figures }) {
  const slowest = Math.max(...prober.asked.map(({ ms }) => ms ?? 0));
  console.log(
    JSON.stringify(
      {
        seed,
        load_s: Math.round(loadMs / 1000),
        kills: faults.length,
        outages_s: Object.fromEntries(
          [...groupBy(faults, ({ kind }) => kind)].map(([kind, own]) => [
            kind,
            own.map(({ outage }) => Number((outage / 1000).toFixed(1))),
          ]),
        ),
        longest_outage_s: Number((Math.max(0, ...prober.outages()) / 1000).toFixed(1)),
        slowest_answer_s: Number((slowest / 1000).toFixed(2)),
        unlocks: Object.fromEntries(answersOf(prober)),
        answers: Object.fromEntries(callers.answers),
        phones: Object.fromEntries(phones.answers),
        edges_per_s: Math.round(figures.edges / (loadMs / 1000)),
        ...figures,
      },
      null,
      2,
    ),
  );
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
  if (failed > 0) console.log(`Repeat with: npm run test:ha -- --seed ${seed} --kills ${values.kills}`);
  console.log(`Tests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${failed + passed} total`);
  process.exit(failed > 0 ? 1 : 0);
}

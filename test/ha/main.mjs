// npm run test:ha: three PostgreSQL under Patroni and etcd, two processes of the service and HAProxy, as in deploy/ha, on
// one machine and under load; parts of it are killed, stopped, cut off and switched over at random. In the end every
// record is there once, no strike moved without a command, and unlocks were away for a bounded time. `--kills N` faults,
// `--only WORDS` of those kinds; `--seed` and `--keep` as everywhere (test/kills/suite.mjs).

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePorts, groupBy, until } from '../kills/place.mjs';
import { createRandom } from '../kills/random.mjs';
import { Service } from '../kills/service.mjs';
import { strangeAnswers } from '../kills/settled.mjs';
import { applySite, doorctl } from '../kills/site.mjs';
import { runSuite, settleLoad, startLoad } from '../kills/suite.mjs';
import { createCluster, missing } from './cluster.mjs';
import { plan, putIn } from './faults.mjs';
import { Phones, sections } from './phones.mjs';
import { Prober, unlockWith } from './prober.mjs';

/** Two of each, so that any may end; a process with all roles and no Redis would hold itself for the only one. */
const ROLES = ['api,edge', 'api,edge', 'worker', 'worker'];
const ANSWERED_WITHIN_MS = 5_000;
const WORKS_WITHIN_MS = 30_000;
const GIVEN_UP_MS = 90_000;
const ONLINE_WITHIN_MS = 30_000;
const LONGEST_REST_MS = 2_000;

await runSuite(
  {
    command: 'test:ha',
    options: { kills: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
    lacking: missing,
  },
  main,
);

async function main(suite) {
  const { random, say, seed } = suite;
  const { cluster, services } = await startAll(suite);
  const baseUrl = `http://127.0.0.1:${cluster.ports.http}/v1`;
  const site = await applySite(suite.folder, services[0].settings, sections);
  const load = await startLoad(suite, {
    site,
    baseUrl,
    mqttUrlOf: () => `mqtt://127.0.0.1:${cluster.ports.mqtt}`,
  });
  const { callers, locks, tokens } = load;
  const phones = new Phones({ origin: baseUrl.replace(/\/v1$/, ''), locks, random: createRandom(seed + 2) });
  await phones.bind(callers, () => doorctl(suite.folder, services[0].settings, ['outbox']));
  callers.start();
  phones.start();
  suite.atEnd(() => phones.stop());
  const prober = new Prober(unlockWith({ baseUrl, token: tokens[0], locks, callers, random }));
  void prober.start();
  suite.atEnd(() => prober.stop());
  if ((await until(() => prober.hasWorkedSince(0), ONLINE_WITHIN_MS)) === null)
    throw new Error(`no unlock works: ${prober.asked.at(-2)?.what}`);
  say('under load');

  const loadBegan = performance.now();
  const faults = [];
  const { network } = cluster;
  if (network.why) say(`networks are not cut: ${network.why}`);
  const { kills, only } = suite.values;
  for (const kind of plan(Number(kills), { random, canCut: network.cuts !== null, only })) {
    const fault = await go(kind, { cluster, services, prober, random, say });
    faults.push(fault);
    if (!fault.isWhole) break;
  }
  const loadMs = performance.now() - loadBegan;
  await Promise.all([callers.stop(), phones.stop(), prober.stop()]);
  for (const id of phones.accepted) callers.accepted.add(id);

  const database = new pg.Pool({ connectionString: cluster.url, max: 2 });
  database.on('error', () => undefined);
  const figures = await settleLoad(suite, database, load);
  await database.end();
  promise(suite, { faults, prober, phones, services });
  report({ ...figures, seed, loadMs, faults, prober, callers, phones });
}

async function startAll(suite) {
  const ports = await freePorts(ROLES.length * 2);
  const places = ROLES.map((roles) => ({ roles, http: ports.pop(), mqtt: ports.pop() }));
  const open = places.filter(({ roles }) => roles !== 'worker');
  const cluster = await createCluster(suite.folder, open);
  suite.atEnd(() => cluster.stop());
  await cluster.start();
  suite.say('PostgreSQL, Patroni, etcd and HAProxy are there');
  const shared = {
    DATABASE_URL: cluster.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    TRUST_PROXY: '1',
    PUBLIC_URL: `http://127.0.0.1:${cluster.ports.http}`,
  };
  const services = [];
  for (const [index, place] of places.entries()) {
    const own = path.join(suite.folder, `service-${index}`);
    mkdirSync(own);
    const service = new Service(own, place, { ...shared, ROLES: place.roles });
    services.push(service);
    suite.atEnd(() => service.kill('SIGTERM'));
    service.start();
    await service.untilReady();
  }
  suite.say(`${services.length} processes of the service are there`);
  return { cluster, services };
}

/** One fault, from a whole cluster to a whole cluster. */
async function go(kind, { cluster, services, prober, random, say }) {
  await sleep(random.between(0, LONGEST_REST_MS));
  // A standby may have lost its place meanwhile, for a moment.
  if ((await cluster.untilWhole()) === null) throw new Error(`the cluster is not whole before: ${kind}`);
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

function promise(suite, { faults, prober, phones, services }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  suite.promise(
    'unlocks work again within 30 s of each fault',
    faults
      .filter(({ outage, isOver }) => !isOver || outage > WORKS_WITHIN_MS)
      .map(({ kind, outage }) => `${kind}: ${seconds(outage)}`),
  );
  suite.promise(
    'every unlock is answered within 5 s',
    prober.asked
      .filter(({ ms }) => ms === null || ms > ANSWERED_WITHIN_MS)
      .map(({ ms, what }) => `${what} after ${seconds(ms ?? 0)}`),
  );
  suite.promise(
    'every cluster becomes whole again',
    faults.filter(({ isWhole }) => !isWhole).map(({ kind }) => kind),
  );
  suite.promise('no answer to a phone is one that its person could not explain', strangeAnswers(phones));
  suite.promise(
    'no answer to an unlock is one that a caller could not explain',
    strangeAnswers({ answers: answersOf(prober) }),
  );
  suite.promise(
    'no process of the service ends by itself, whatever becomes of its database',
    services.flatMap(({ ends }) => ends.map((end) => JSON.stringify(end))),
  );
}

function answersOf({ asked }) {
  return new Map([...groupBy(asked, ({ what }) => what ?? 'none')].map(([what, own]) => [what, own.length]));
}

function report({ seed, loadMs, faults, prober, callers, phones, ...figures }) {
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

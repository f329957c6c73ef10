// npm run test:faults: one service of real processes behind links, disks and neighbours that go wrong one after another,
// under load. Each fault reports what unlocks were answered, and how long after it all was well. In the end what went in
// came out, once, and no strike moved without a command. `--only WORDS`; `--seed` and `--keep` as everywhere
// (test/kills/suite.mjs). What this user or machine lacks is named, and left out.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@door-access/cloud/database/embedded';
import pg from 'pg';
import { Prober, unlockWith } from '../ha/prober.mjs';
import { environment, freePorts, groupBy, until } from '../kills/place.mjs';
import { Service } from '../kills/service.mjs';
import { strangeAnswers } from '../kills/settled.mjs';
import { applySite } from '../kills/site.mjs';
import { runSuite, settleLoad, startLoad } from '../kills/suite.mjs';
import { Disk } from './disk.mjs';
import { FAULTS, timeLibrary } from './faults.mjs';
import { Link } from './link.mjs';

/** The service answers within 5 s; a busy machine adds its own. */
const REFUSED_WITHIN_MS = 8_000;
const WELL_WITHIN_MS = 60_000;
/** An unlock waits for what came before it. */
const REST_MS = 1_000;
/** On a busy machine an unlock takes seconds. */
const LATELY_MS = 5_000;
/** Less than kills bear: all that goes to the database passes through this process. */
const DOORS = 6;
const UNLOCK_EVERY_MS = 250;
const DATABASE_MB = 400;
const DATA_MB = 4;

await runSuite({ command: 'test:faults', options: { only: { type: 'string', default: '' } } }, main);

async function main(suite) {
  const { say } = suite;
  const world = await startAll(suite);
  const { service, links, ports } = world;
  const site = await applySite(suite.folder, service.settings);
  const baseUrl = `http://127.0.0.1:${ports.http}/v1`;
  const load = await startLoad(suite, {
    site,
    baseUrl,
    doors: DOORS,
    unlockEveryMs: UNLOCK_EVERY_MS,
    mqttUrlOf: (ref) => `mqtt://127.0.0.1:${links[ref].port}`,
    async hookOf(url) {
      links.receiver = await Link.to(new URL(url).port);
      suite.atEnd(async () => links.receiver.close());
      return url.replace(/:\d+/, `:${links.receiver.port}`);
    },
  });
  const { callers, gateways, locks, tokens } = load;
  callers.start();
  // One asks for unlocks at the gateway that faults befall, one at the other.
  const half = locks.length / 2;
  const probers = [locks.slice(0, half), locks.slice(half)].map((own, index) => {
    const prober = new Prober(
      unlockWith({ baseUrl, token: tokens[index], locks: own, callers, random: suite.random }),
    );
    void prober.start();
    suite.atEnd(() => prober.stop());
    return prober;
  });
  if ((await until(() => isWell(world, gateways, probers, 0), 2 * WELL_WITHIN_MS)) === null)
    throw new Error('no unlock works');
  say('under load');

  const faults = [];
  for (const [name, fault] of Object.entries(FAULTS).filter(([one]) => one.includes(suite.values.only))) {
    const lacking = fault.lacks?.(world);
    if (lacking) say(`${name}: left out, as ${lacking}`);
    else faults.push(await go(name, fault, { world: { ...world, gateways, callers }, probers, suite }));
  }
  await Promise.all(probers.map((prober) => prober.stop()));

  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  database.on('error', () => undefined);
  const figures = await settleLoad(suite, database, load);
  await database.end();
  promise(suite, faults, probers, service);
  report({ seed: suite.seed, faults, figures });
}

async function startAll(suite) {
  const { folder } = suite;
  const [http, mqtt, redisPort] = await freePorts(3);
  const databaseFolder = path.join(folder, 'database');
  const databaseDisk = Disk.mount(databaseFolder, DATABASE_MB);
  const dataDisk = Disk.mount(path.join(folder, 'data'), DATA_MB);
  suite.atEnd(async () => [databaseDisk, dataDisk].forEach((disk) => void disk?.unmount()));
  const postgresFolder = path.join(databaseFolder, 'postgres');
  const starting = startEmbeddedPostgres({ dir: postgresFolder, keep: true, signal: suite.signal });
  suite.atEnd(() => starting.then((one) => one.stop()));
  const database = await starting;
  const databaseUrl = database.url('door_access');
  const links = {
    database: await Link.to(database.port),
    north: await Link.to(mqtt),
    south: await Link.to(mqtt),
  };
  suite.atEnd(async () => Object.values(links).forEach((link) => void link.close()));
  const redis = redisOn(redisPort, folder);
  await redis?.start();
  suite.atEnd(async () => redis?.end());
  const library = timeLibrary();
  const clockFile = library && path.join(folder, 'clock');
  if (clockFile) writeFileSync(clockFile, '+0\n', { mode: 0o644 });
  const service = new Service(
    folder,
    { http, mqtt },
    {
      DATABASE_URL: databaseUrl.replace(`:${database.port}/`, `:${links.database.port}/`),
      ...(redis && { REDIS_URL: `redis://127.0.0.1:${redisPort}` }),
      // The time of day jumps; what timers go by does not, as when a clock is set.
      ...(library && {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
    },
  );
  suite.atEnd(() => service.kill('SIGTERM'));
  service.start();
  await service.untilReady();
  suite.say('service, database and links are there');
  return {
    service,
    links,
    redis,
    clockFile,
    databaseDisk,
    databaseFolder: postgresFolder,
    dataDisk,
    databaseUrl,
    ports: { http, mqtt },
  };
}

function redisOn(port, folder) {
  if (spawnSync('redis-server', ['--version']).error) return null;
  let child = null;
  return {
    async start() {
      const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
      child = spawn('redis-server', words, { env: environment({}), stdio: 'ignore' });
      await sleep(500);
    },
    async end() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Ready, both gateways online and their records acknowledged, and unlocks that were asked for lately taken at both. */
function isWell({ service }, gateways, probers, after) {
  const since = Math.max(after, performance.now() - LATELY_MS);
  return (
    service.ready &&
    gateways.every(({ status }) => status?.link === 'online' && status.last - status.acknowledged < 100) &&
    probers.every((prober) => prober.hasWorkedSince(since))
  );
}

async function go(name, fault, { world, probers, suite }) {
  const began = performance.now();
  const putting = fault.put(world);
  const takeAway = onlyOnce(async () => (await putting)());
  // What stands still or is slow would not stop.
  suite.atEnd(takeAway);
  await putting;
  await sleep(fault.ms);
  const complaint = (await takeAway()) ?? null;
  const over = performance.now();
  await sleep(REST_MS);
  const well = await until(() => isWell(world, world.gateways, probers, over), WELL_WITHIN_MS);
  const meanwhile = probers.map((prober) => prober.asked.filter(({ at }) => at >= began && at < over));
  const [here, elsewhere] = meanwhile.map(countAnswers);
  const result = {
    name,
    complaint,
    here,
    elsewhere,
    touched:
      fault.unlocks === 'go on' ? meanwhile.flat() : fault.unlocks === 'go on elsewhere' ? meanwhile[1] : [],
    well_s: well === null ? null : Number(((performance.now() - over) / 1_000).toFixed(1)),
  };
  suite.say(
    `${name}: ${JSON.stringify(here)}, elsewhere ${JSON.stringify(elsewhere)}, well after ${result.well_s} s`,
  );
  return result;
}

function onlyOnce(work) {
  let done = null;
  return () => {
    done ??= work();
    return done;
  };
}

function countAnswers(asked) {
  return Object.fromEntries(
    [...groupBy(asked, ({ what }) => what ?? 'none yet')].map(([what, own]) => [what, own.length]),
  );
}

function promise(suite, faults, probers, service) {
  const asked = probers.flatMap((prober) => prober.asked);
  suite.promise(
    `all is well within ${WELL_WITHIN_MS / 1_000} s of each fault`,
    faults.filter(({ well_s }) => well_s === null).map(({ name }) => name),
  );
  suite.promise(
    'unlocks that a fault does not touch go on',
    faults.flatMap(({ name, touched }) =>
      touched.filter(({ ok }) => !ok).map(({ what }) => `${name}: ${what}`),
    ),
  );
  suite.promise(
    'an unlock that is not taken is refused in time',
    asked
      .filter(({ ok, ms }) => !ok && (ms === null || ms > REFUSED_WITHIN_MS))
      .map(({ ms, what }) => `${what} after ${ms} ms`),
  );
  suite.promise(
    'no answer to an unlock is one that a caller could not explain',
    strangeAnswers({ answers: new Map(Object.entries(countAnswers(asked))) }),
  );
  suite.promise(
    'strangers do not keep their connections',
    faults.flatMap(({ name, complaint }) => (complaint ? [`${name}: ${complaint}`] : [])),
  );
  suite.promise(
    'the service does not end by itself',
    service.ends.map((end) => JSON.stringify(end)),
  );
}

function report({ seed, faults, figures }) {
  const recovery = Object.fromEntries(faults.map(({ name, well_s }) => [name, well_s]));
  console.log(JSON.stringify({ seed, well_after_s: recovery, ...figures }, null, 2));
}

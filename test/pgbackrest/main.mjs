// npm run test:pgbackrest: a service on a PostgreSQL with pgBackRest as docs/operations.md sets it up, under the load of two
// gateways. A full backup and the archived log bring it back to an earlier moment, which is neither the backup's nor the
// last one; the gateways send what it lacks. In the end every record is there once, and no strike moved by the restore.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { GatewayProcess } from '../kills/agents.mjs';
import { checkEdges } from '../kills/checks.mjs';
import { freePorts, until } from '../kills/place.mjs';
import { Service } from '../kills/service.mjs';
import { SETTLED_WITHIN_MS, settle } from '../kills/settled.mjs';
import { applySite, DOORS, doorctl, GATEWAYS, lockRefs } from '../kills/site.mjs';
import { readTruth } from '../kills/truth.mjs';
import { ArchivedDatabase, missing } from './database.mjs';

/** A bound for a busy machine. */
const ONLINE_WITHIN_MS = 120_000;
/** Of moves before the moment that is restored, and after it. */
const LOAD_MS = 3_000;

const lacking = missing();
if (lacking) {
  console.error(`npm run test:pgbackrest: ${lacking}`);
  process.exit(1);
}
const began = performance.now();
const say = (line) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-pgbackrest-'));
// PostgreSQL may run as another user, who has to pass through here.
chmodSync(folder, 0o755);
const stops = [];
const promises = [];
const promise = (name, faults) => promises.push({ name, faults });
let failure = null;

try {
  await main();
} catch (error) {
  failure = error;
  console.error(error);
}
for (const stop of stops.reverse())
  await Promise.resolve()
    .then(stop)
    .catch((error) => console.error(error));
rmSync(folder, { recursive: true, force: true });
for (const { name, faults } of promises) {
  console.log(`  ${faults.length === 0 ? '✓' : '✕'} ${name}`);
  for (const fault of faults.slice(0, 8)) console.log(`      ${fault}`);
}
const failed = promises.filter(({ faults }) => faults.length > 0).length + (failure ? 1 : 0);
const passed = promises.filter(({ faults }) => faults.length === 0).length;
console.log(`Tests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${failed + passed} total`);
process.exit(failed > 0 ? 1 : 0);

async function main() {
  const [port, http, mqtt] = await freePorts(3);
  const database = new ArchivedDatabase(folder, port);
  await database.create();
  stops.push(() => database.stop());
  say('PostgreSQL archives its log');
  const settings = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex') };
  const service = new Service(folder, { http, mqtt }, settings);
  stops.push(() => service.kill('SIGTERM'));
  service.start();
  await service.untilReady();
  const site = await applySite(folder, service.settings);
  const gateways = await startGateways(site, mqtt);
  await sleep(LOAD_MS);
  database.pgbackrest('backup', '--type=full');
  say('a full backup is made under load');

  const unlock = unlockWith(`http://127.0.0.1:${http}/v1`, site);
  await unlock();
  await sleep(LOAD_MS);
  const [{ now: target }] = await database.query('select now()::text as now');
  const lost = await unlock();
  await sleep(LOAD_MS);
  // What is archived last is a whole segment of the log.
  await database.query('select pg_switch_wal()', 'postgres', 'postgres');
  database.pgbackrest('backup', '--type=incr');
  const before = await countEvents(database);

  await service.kill('SIGTERM');
  database.stop();
  database.pgbackrest('restore', '--delta', '--type=time', `--target=${target}`, '--target-action=promote');
  await database.start();
  const restored = await countEvents(database);
  const commands = await database.query(`select from command where id = '${lost}'`);
  promise(
    'the database is that of an earlier moment, between the backup and the last one',
    restored > 0 && restored < before && commands.length === 0
      ? []
      : [`${restored} of ${before} events, ${commands.length} commands of later`],
  );
  say(`${restored} of ${before} events are restored`);
  await doorctl(folder, service.settings, [
    'backup',
    'restored',
    '--taken-at',
    new Date(target).toISOString(),
  ]);
  const pulses = countPulses(gateways);
  service.start();
  await service.untilReady();
  for (const gateway of gateways) gateway.calm();
  await conclude(database, gateways, { lost, pulses });
}

async function startGateways(site, mqtt) {
  const gateways = GATEWAYS.map(
    (ref, index) =>
      new GatewayProcess(ref, {
        folder,
        ...site.gateways[ref],
        mqttUrl: `mqtt://127.0.0.1:${mqtt}`,
        doors: DOORS,
        seed: 1000 * (index + 1),
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

/** Unlocks a door until one is confirmed, which a busy machine may not do at once, and returns the command. */
function unlockWith(baseUrl, site) {
  const [{ token }] = Object.values(site.api_keys);
  const lock = `${baseUrl}/locks/${site.locks[lockRefs[0]]}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const tryOne = async () => {
    const answer = await fetch(`${lock}/unlock`, { method: 'POST', headers, body: '{}' });
    const { id } = await answer.json();
    if (answer.status !== 202) return null;
    const { status } = await fetch(`${lock}/commands/${id}?wait=10`, { headers }).then((one) => one.json());
    return status === 'confirmed' ? id : null;
  };
  return async () => {
    let confirmed = null;
    const isConfirmed = async () => {
      confirmed = await tryOne();
      return confirmed !== null;
    };
    await until(isConfirmed, ONLINE_WITHIN_MS, 500);
    if (confirmed === null) throw new Error('no unlock is confirmed');
    return confirmed;
  };
}

async function conclude(database, gateways, { lost, pulses }) {
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  stops.push(() => pool.end());
  const settled = await settle(pool, gateways);
  promise('all settles', settled === null ? [`not within ${SETTLED_WITHIN_MS / 1000} s`] : []);
  const { rows: events } = await pool.query(
    'select e.*, l.door from event e join lock l on l.id = e.lock_id order by e.id',
  );
  const { rows: marks } = await pool.query('select * from journal_mark');
  const truths = gateways.map((gateway) => ({ gateway, ...readTruth(gateway.truthFile) }));
  const figures = {};
  // Refilled records are behind those of the moment they are sent in.
  checkEdges({ truths, events, marks, promise, figures });
  const again = events.filter(({ command_id, type }) => command_id === lost && type === 'access.granted');
  promise(
    'an unlock that the database lost is reported all the same, once',
    again.length === 1 ? [] : [`${again.length} times`],
  );
  const moved = countPulses(gateways) - pulses;
  promise('no strike moves by the restore', moved === 0 ? [] : [`${moved} pulses`]);
  say(`${figures.edges} edges, ${figures.lost_edges} lost, ${figures.duplicate_edges} twice`);
}

function countPulses(gateways) {
  return gateways.reduce((sum, { truthFile }) => sum + readTruth(truthFile).pulses.length, 0);
}

async function countEvents(database) {
  const [{ count }] = await database.query('select count(*)::int as count from event');
  return count;
}

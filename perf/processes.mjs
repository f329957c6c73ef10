// What it costs to be several: records a second of 2, 4, 8 and 16 processes that call each other by NOTIFY, against the same
// over NATS. And what two processes, pinned to a core each, with as many gateways each, spend on a record, against one: the
// database, the gateways and they share the cores here, so that the processor time of the service says how ingest grows, and
// the rate does not.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withProcesses } from './lib/processes.mjs';
import { median, quick, report, say } from './lib/report.mjs';
import { furnish } from './lib/service.mjs';
import { cpuSeconds } from './lib/usage.mjs';
import { startWorker } from './lib/worker.mjs';

const GATEWAYS = 192;
const DOORS = 2;
/** As a city's doors report: one record in a message, so that there is a call for each. */
const RECORDS_A_MESSAGE = 1;
const ROUNDS = quick ? 2 : 4;
const MESSAGES_A_ROUND = quick ? 10 : 30;
const COUNTS = quick ? [2] : [2, 4, 8, 16];
/** Processes say over NATS that they are there as soon as they have heard each other. */
const ACQUAINTED_MS = 3_000;
const NOTIFY_GOAL = 0.9;
const SCALE_GOAL = 1.7;

const hasNats = spawnSync('nats-server', ['--version']).status === 0;
if (!hasNats) say('processes: nats-server is missing: NOTIFY is measured without its floor');
await withProcesses(async (place) => {
  const nats = hasNats ? await startNats() : null;
  try {
    for (const count of COUNTS) {
      const notify = await measure(place, { count });
      const over = nats && (await measure(place, { count, settings: { NATS_URL: nats.url } }));
      report({
        measure: 'processes',
        case: `${count} processes`,
        value: notify.rate,
        unit: 'records/s with NOTIFY',
        better: 'higher',
        ...(over ? { floor: over.rate, floor_what: 'the same over NATS', goal: NOTIFY_GOAL } : {}),
        cpu_us_a_record: notify.micros,
        cpu_us_a_record_over_nats: over?.micros,
      });
    }
    const one = await measure(place, { count: 1, cores: ['0'] });
    // Another process comes with its own gateways: with the same ones, each group would be half as large.
    const two = await measure(place, { count: 2, gateways: 2 * GATEWAYS, cores: ['0', '1'] });
    report({
      measure: 'processes',
      case: 'two, a core each',
      value: (2 * one.micros.service) / two.micros.service,
      unit: 'times the ingest of one, by the processor time of the service',
      better: 'higher',
      valueGoal: SCALE_GOAL,
      cpu_us_a_record_of_one: one.micros,
      cpu_us_a_record_of_two: two.micros,
      records_per_s_of_one: one.rate,
      records_per_s_of_two: two.rate,
    });
  } finally {
    nats?.stop();
  }
});

/** Records a second, and the processor time of each in microseconds, of so many processes. */
async function measure(
  { context, start, databasePids },
  { count, gateways: size = GATEWAYS, cores = [], settings = {} },
) {
  const site = await furnish(context, { name: randomUUID(), gateways: size, doors: DOORS });
  const services = [];
  for (let index = 0; index < count; index++)
    services.push(await start({ ROLES: 'api,edge', ...settings }, cores[index]));
  const load = startWorker('ingest-load.mjs');
  try {
    const gateways = site.gateways.map(({ id, secret }, index) => ({
      id,
      secret,
      index,
      url: services[index % count].mqttUrl,
      doors: DOORS,
      start: Date.now(),
      journal: randomUUID(),
      boot: randomUUID(),
      recordsPerMessage: RECORDS_A_MESSAGE,
    }));
    await load.call({ task: 'connect', gateways, messages: (ROUNDS + 1) * MESSAGES_A_ROUND });
    await sleep(ACQUAINTED_MS);
    const used = () => ({
      service: cpuSeconds(services.map(({ pid }) => pid)),
      database: cpuSeconds(databasePids()),
    });
    const rates = [];
    const micros = { service: [], database: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const before = used();
      const from = round * MESSAGES_A_ROUND;
      const { seconds } = await load.call({ task: 'send', from, to: from + MESSAGES_A_ROUND });
      const after = used();
      // The first warms up.
      if (round === 0) continue;
      const records = size * MESSAGES_A_ROUND * RECORDS_A_MESSAGE;
      rates.push(records / seconds);
      for (const who of ['service', 'database'])
        micros[who].push(((after[who] - before[who]) / records) * 1_000_000);
    }
    await load.call({ task: 'end' });
    return {
      rate: median(rates),
      micros: { service: median(micros.service), database: median(micros.database) },
    };
  } finally {
    await load.stop();
    await Promise.all(services.map((one) => one.stop()));
  }
}

async function startNats() {
  const free = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => free.once('listening', resolve));
  const { port } = free.address();
  await new Promise((resolve) => free.close(resolve));
  const child = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  return { url: `nats://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') };
}

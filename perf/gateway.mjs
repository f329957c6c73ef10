// What the agent costs a gateway with every driver loaded, on boards that programs play: start to the first relay safe,
// start to its session, memory; and the processor's time while nothing happens.
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { plugIn } from '../packages/gateway-agent/hardware/boards/plug.mjs';
import { startBroker } from './lib/broker.mjs';
import { median, quick, report, say } from './lib/report.mjs';

const MAIN = fileURLToPath(new URL('../packages/gateway-agent/dist/main.js', import.meta.url));
const ID = '0b9c1c1e-0000-4000-8000-000000000001';
const RUNS = quick ? 3 : 5;
const IDLE_MS = quick ? 5_000 : 15_000;
const LONGEST_UNSAFE_MS = 300;
const MAX_RSS_MB = 90;
const MAX_IDLE_PERCENT = 1;
/** The tick of the kernel's clock, in which processor time is counted. */
const TICKS_PER_SECOND = 100;

if (process.platform !== 'linux' || spawnSync('socat', ['-V']).status !== 0) {
  say('gateway: not measured: apt-get install socat');
  process.exit(0);
}
const folder = mkdtempSync(path.join(tmpdir(), 'door-perf-'));
const models = { waveshare: 'waveshare', lcus: 'lcus', numato: 'numato-8', kmtronic: 'kmtronic-2' };
const kinds = Object.keys(models);
const boards = [];
for (const kind of kinds) boards.push(await plugIn(models[kind], path.join(folder, kind)));
const broker = await startBroker();
const every = kinds.map(
  (kind, index) =>
    `{ door: ${index + 1}, name: ${kind}, driver: ${kind}, port: ${path.join(folder, kind)}, strike: { channel: ${kind === 'numato' ? 0 : 1} } }`,
);
every.push(
  '{ door: 8, name: chip, driver: gpio, chip: none, strike: { line: 1 } }',
  '{ door: 9, name: sysfs, driver: gpio-sysfs, chip: none, strike: { line: 2 } }',
);
const simulated = Array.from(
  { length: 4 },
  (_each, index) => `{ door: ${index + 1}, name: Door, driver: bench, contact: true, exit_button: true }`,
);
try {
  await measureStarts();
  await measureIdle('simulated doors', simulated, MAX_IDLE_PERCENT);
  await measureIdle('a Waveshare board asked 50 times a second', every.slice(0, 1));
} finally {
  for (const board of boards) await board.unplug();
  await broker.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

function start(doors) {
  const config = path.join(folder, 'gateway.yaml');
  const list = doors.map((door) => `  - ${door}\n`).join('');
  writeFileSync(
    config,
    `gateway_id: ${ID}\nsecret: sesame\ncloud_url: ${broker.url}\ndata_dir: data\ndoors:\n${list}`,
  );
  const agent = fork(MAIN, ['run', '--config', config], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ready = new Promise((resolve) => agent.once('message', resolve));
  const gone = new Promise((resolve) => agent.once('exit', resolve));
  const stop = () => {
    agent.kill('SIGTERM');
    return gone;
  };
  return { pid: agent.pid, ready, stop };
}

async function measureStarts() {
  const [safe, ready, rss] = [[], [], []];
  for (let run = 0; run < RUNS; run++) {
    boards[0].relays[1] = true;
    const began = performance.now();
    const agent = start(every);
    while (boards[0].relays[1]) await sleep(1);
    safe.push(performance.now() - began);
    await agent.ready;
    ready.push(performance.now() - began);
    await sleep(1500);
    rss.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${agent.pid}/status`, 'utf8'))[1]) / 1024);
    await agent.stop();
    say(`gateway: safe after ${Math.round(safe.at(-1))} ms, ${rss.at(-1).toFixed(1)} MB`);
  }
  const nodes = Array.from({ length: RUNS }, () => {
    const began = performance.now();
    spawnSync(process.execPath, ['-e', '']);
    return performance.now() - began;
  });
  const shared = { measure: 'gateway', better: 'lower' };
  report({
    ...shared,
    value: median(safe),
    unit: 'ms from start to the first relay safe',
    floor: median(nodes),
    floor_what: 'a start of Node that does nothing',
    valueGoal: LONGEST_UNSAFE_MS,
    runs: safe,
    ready: median(ready),
  });
  report({
    ...shared,
    value: median(rss),
    unit: 'MB RSS, every driver loaded',
    valueGoal: MAX_RSS_MB,
    runs: rss,
  });
}

async function measureIdle(what, doors, valueGoal) {
  const agent = start(doors);
  await agent.ready;
  await sleep(2000);
  const ticks = () => {
    const fields = readFileSync(`/proc/${agent.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await sleep(IDLE_MS);
  const percent = ((ticks() - before) / TICKS_PER_SECOND / (IDLE_MS / 1000)) * 100;
  await agent.stop();
  report({
    measure: 'gateway',
    better: 'lower',
    value: percent,
    unit: `% of a processor, idle, ${what}`,
    valueGoal,
  });
}

// Figures of the agent with every driver loaded: start to first relay safe, start to ready, memory.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Aedes } from 'aedes';
import { plugIn } from './boards.mjs';

const program = process.argv[2] ?? fileURLToPath(new URL('../dist/main.js', import.meta.url));
const ID = '0b9c1c1e-0000-4000-8000-000000000001';
const folder = mkdtempSync(path.join(tmpdir(), 'measure-'));

/** A broker that answers births and commits everything. */
async function startCloud() {
  const broker = await Aedes.createBroker();
  broker.authorizePublish = (_client, packet, done) => {
    const message = JSON.parse(packet.payload.toString());
    done(null);
    if (!packet.topic.endsWith('/status') || !message.online) return;
    const session = { v: 1, session: message.session, now: new Date().toISOString(), holds: [], doors: [] };
    broker.publish(
      {
        cmd: 'publish',
        topic: `gateways/${ID}/down/session`,
        payload: JSON.stringify(session),
        qos: 1,
        retain: false,
        dup: false,
      },
      () => undefined,
    );
  };
  const server = net.createServer({ noDelay: true }, broker.handle);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    close: () => {
      server.close();
      broker.close();
    },
  };
}

const kinds = ['waveshare', 'lcus', 'numato', 'kmtronic'];
const boards = [];
for (const kind of kinds) boards.push(await plugIn(kind, path.join(folder, kind)));
boards[0].relays[1] = true;
const cloud = await startCloud();
const doors = kinds.map(
  (kind, index) =>
    `  - { door: ${index + 1}, name: ${kind}, driver: ${kind}, port: ${path.join(folder, kind)}, strike: { channel: ${kind === 'numato' ? 0 : 1} } }`,
);
doors.push(
  '  - { door: 8, name: chip, driver: gpio, chip: none, strike: { line: 1 } }',
  '  - { door: 9, name: sysfs, driver: gpio-sysfs, chip: none, strike: { line: 2 } }',
);
writeFileSync(
  path.join(folder, 'gateway.yaml'),
  `gateway_id: ${ID}\nsecret: sesame\ncloud_url: mqtt://127.0.0.1:${cloud.port}\ndata_dir: data\ndoors:\n${doors.join('\n')}\n`,
);
const runs = [];
for (let run = 0; run < 5; run++) {
  boards[0].relays[1] = true;
  const began = performance.now();
  const agent = spawn(process.execPath, [program, 'run', '--config', path.join(folder, 'gateway.yaml')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (process.env.MEASURE_LOG) {
    agent.stderr.pipe(process.stderr);
    agent.stdout.pipe(process.stderr);
  }
  const ready = new Promise((resolve) => agent.on('message', () => resolve(performance.now() - began)));
  while (boards[0].relays[1]) await new Promise((resolve) => setTimeout(resolve, 1));
  const safe = performance.now() - began;
  const readyAfter = await ready;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${agent.pid}/status`, 'utf8'))[1]) / 1000;
  runs.push({
    first_relay_safe_ms: Math.round(safe),
    ready_ms: Math.round(readyAfter),
    rss_mb: Math.round(rss),
  });
  agent.kill('SIGTERM');
  await new Promise((resolve) => agent.once('exit', resolve));
}
const median = (name) => runs.map((each) => each[name]).sort((a, b) => a - b)[2];
console.log(
  JSON.stringify({
    first_relay_safe_ms: median('first_relay_safe_ms'),
    ready_ms: median('ready_ms'),
    rss_mb: median('rss_mb'),
    runs,
  }),
);
for (const board of boards) await board.unplug();
cloud.close();
rmSync(folder, { recursive: true });
process.exit(0);

// The service on a throwaway folder, and the proxy in front of it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toolFile } from '../../scripts/tools.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-contract-'));
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;
const running = [];

export async function startService() {
  const one = run([path.join(root, 'scripts/start.mjs')], {
    DATA_DIR: folder,
    SITE_FILE: fileURLToPath(new URL('site.yaml', import.meta.url)),
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW_PRIVATE: 'on',
  });
  const file = path.join(folder, 'site.json');
  await until(one, () => existsSync(file));
  return { site: JSON.parse(readFileSync(file, 'utf8')) };
}

/** A passive proxy: it passes everything on, and says in a header what it found. */
export async function startProxy(upstream) {
  const cli = toolFile('contract', '@stoplight/prism-cli/dist/index.js');
  const description = path.join(root, 'openapi.json');
  const port = await freePort();
  const one = run([cli, 'proxy', description, upstream, '--host', '127.0.0.1', '--port', String(port)]);
  await until(one, () => one.said.includes('is listening on'));
  return { url: `http://127.0.0.1:${port}`, document: JSON.parse(readFileSync(description, 'utf8')) };
}

export async function stopAll() {
  for (const { child, ended } of running.reverse()) {
    if (child.exitCode === null) child.kill('SIGINT');
    const inTime = await Promise.race([ended.then(() => true), sleep(STOP_WITHIN_MS, false, { ref: false })]);
    if (!inTime) child.kill('SIGKILL');
  }
  rmSync(folder, { recursive: true, force: true });
}

export function run(command, settings = {}) {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const one = { child, said: '', ended: new Promise((resolve) => child.once('exit', resolve)) };
  const keep = (chunk) => {
    one.said = `${one.said}${chunk}`.slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  running.push(one);
  return one;
}

async function until(one, isReady) {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!isReady()) {
    if (one.child.exitCode !== null || performance.now() > deadline)
      throw new Error(`did not start:\n${one.said}`);
    await sleep(50);
  }
}

/** The proxy takes no port 0. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

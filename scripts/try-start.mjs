// Tries `npm start` as a newcomer would: a door is opened by the printed key, a forced door is explained, and after
// Ctrl-C the next start finds all of it again. Prints what it saw and how long it took.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'try-start-'));
const siteFile = path.join(folder, 'site.json');
const READY_WITHIN_MS = 240_000;
let current;

try {
  const fresh = await start();
  const lock = Object.entries(fresh.site.locks)[0];
  const events = await openDoor(fresh.site, lock[1]);
  await stop(fresh);
  const warm = await start();
  const again = await call(warm.site, 'GET', '/events?limit=100');
  const found = again.data.some((event) => event.id === events[0].id);
  await stop(warm);
  if (!found) throw new Error('the second start did not find the first one’s events');
  console.log(
    `fresh start ready in ${fresh.seconds} s, warm in ${warm.seconds} s; door "${lock[0]}" opened, its event kept`,
  );
} finally {
  // What failed is not hidden by a folder that is still in use.
  if (current?.child.kill('SIGINT'))
    await Promise.race([current.ended, sleep(20_000, undefined, { ref: false })]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function start() {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  current = { child, ended };
  while (!existsSync(siteFile)) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${said}`);
    if (performance.now() - began > READY_WITHIN_MS)
      throw new Error(`npm start is not ready in time:\n${said}`);
    await sleep(50);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return { child, ended, seconds, site: JSON.parse(readFileSync(siteFile, 'utf8')) };
}

async function stop({ child, ended }) {
  const began = performance.now();
  child.kill('SIGINT');
  const code = await Promise.race([ended, sleep(20_000, 'did not stop within 20 s', { ref: false })]);
  if (code !== 0) throw new Error(`Ctrl-C: ${code}`);
  console.log(`stopped in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function openDoor(site, lockId) {
  const command = await call(site, 'POST', `/locks/${lockId}/unlock`, {});
  const done = await call(site, 'GET', `/locks/${lockId}/commands/${command.id}?wait=10`);
  if (done.status !== 'confirmed') throw new Error(`the unlock ended as ${done.status} (${done.reason})`);
  const { data } = await call(site, 'GET', `/events?lock_id=${lockId}&type=access.granted`);
  if (data.length === 0) throw new Error('no access.granted after a confirmed unlock');
  return data;
}

async function call(site, method, route, body) {
  const { token } = Object.values(site.api_keys).find((key) => key.token);
  const answer = await fetch(`${site.base_url}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const value = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${JSON.stringify(value)}`);
  return value;
}

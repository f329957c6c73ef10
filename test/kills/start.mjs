// `npm start` killed and restarted: its processes end, its data stays.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { childrenOf, environment, isAlive, kill, root, until } from './place.mjs';
import { findPostgres, killPostgres } from './service.mjs';

const READY_WITHIN_MS = 60_000;
const CHILDREN_GONE_WITHIN_MS = 6_000;
const STOPPED_WITHIN_MS = 15_000;

/** Returns promises as `check` does; `say` receives the duration of each start. */
export async function tryStart(folder, say) {
  const data = path.join(folder, 'start');
  const running = [];
  const faults = { children: [], ids: [], events: [], end: [] };
  try {
    const first = await start(data, running);
    const opened = await openDoor(first.site);
    await killIt(first, faults.children);

    const second = await start(data, running);
    compare(first.site, second.site, faults.ids);
    await mustHave(second.site, [opened], faults.events);
    const openedAgain = await openDoor(second.site);
    const postgres = findPostgres(path.join(data, 'postgres'));
    killPostgres(postgres, 'all');
    await killIt(second, faults.children);

    const third = await start(data, running);
    compare(first.site, third.site, faults.ids);
    await mustHave(third.site, [opened, openedAgain], faults.events);
    await openDoor(third.site);
    await interrupt(third, data, faults.end);
    say(
      `npm start was ready after ${[first, second, third].map(({ ms }) => `${Math.round(ms)} ms`).join(', after kills ')}`,
    );
  } finally {
    for (const { child, children } of running) {
      child.kill('SIGKILL');
      for (const pid of children) kill(pid);
    }
    const postgres = findPostgres(path.join(data, 'postgres'));
    if (postgres) kill(postgres.pid, 'SIGQUIT');
  }
  return [
    { name: 'npm start, killed: its simulated gateways end with it', faults: faults.children },
    { name: 'npm start, killed: the next one finds the same site, ids and secrets', faults: faults.ids },
    { name: 'npm start, killed: the next one finds every event', faults: faults.events },
    { name: 'npm start, after kills: Ctrl-C stops all of it', faults: faults.end },
  ];
}

async function start(data, running) {
  const began = performance.now();
  const siteJson = path.join(data, 'site.json');
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: environment({ DATA_DIR: data, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run = { child, children: [] };
  running.push(run);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const isReady = () => child.exitCode !== null || readSite(siteJson)?.pid === child.pid;
  const ms = await until(isReady, READY_WITHIN_MS);
  if (ms === null || child.exitCode !== null) throw new Error(`npm start is not ready: ${said}`);
  run.children = childrenOf(child.pid).filter(
    (pid) => pid !== findPostgres(path.join(data, 'postgres'))?.pid,
  );
  return { ...run, ms: performance.now() - began, site: readSite(siteJson) };
}

/** A file of an earlier run may still be there; a new one appears only when complete. */
function readSite(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

async function killIt({ child, children }, faults) {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  if (children.length === 0) faults.push('it had no child for the simulated gateways');
  if ((await until(() => !children.some(isAlive), CHILDREN_GONE_WITHIN_MS)) === null)
    faults.push(`of ${children.join(', ')} live on: ${children.filter(isAlive).join(', ')}`);
}

async function interrupt({ child, children }, data, faults) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const code = await Promise.race([ended, sleep(STOPPED_WITHIN_MS, 'still running', { ref: false })]);
  if (code !== 0) faults.push(`ended with ${code}`);
  const left = children.filter(isAlive);
  if (left.length > 0) faults.push(`gateways live on: ${left.join(', ')}`);
  if (findPostgres(path.join(data, 'postgres'))) faults.push('PostgreSQL lives on');
  if (existsSync(path.join(data, 'site.json'))) faults.push('site.json is still there');
}

/** All but the addresses, which change with free ports. */
function compare(before, after, faults) {
  for (const part of ['account', 'locations', 'gateways', 'locks', 'users', 'api_keys', 'people'])
    if (!isDeepStrictEqual(before[part], after[part])) faults.push(`${part} differ`);
}

/** Opens a door through the interface and returns the id of its event. */
async function openDoor(site) {
  const key = Object.values(site.api_keys).find(({ token }) => token);
  const call = caller(site, key.token);
  for (const lock of Object.values(site.locks)) {
    const command = await call('POST', `/locks/${lock}/unlock`, {});
    if (!command.id) continue;
    const ended = await call('GET', `/locks/${lock}/commands/${command.id}?wait=10`);
    if (ended.status !== 'confirmed')
      throw new Error(`the unlock ended as ${ended.status} (${ended.reason})`);
    const { data } = await call('GET', `/events?lock_id=${lock}&type=access.granted&limit=1`);
    return { id: data[0].id, lock };
  }
  throw new Error('no door of the demo site can be opened');
}

async function mustHave(site, opened, faults) {
  const key = Object.values(site.api_keys).find(({ token }) => token);
  for (const { id, lock } of opened) {
    const { data } = await caller(site, key.token)(
      'GET',
      `/events?lock_id=${lock}&type=access.granted&limit=100`,
    );
    if (!data.some((event) => event.id === id)) faults.push(`event ${id} is gone`);
  }
}

const caller = (site, token) => async (method, route, body) => {
  const answer = await fetch(`${site.base_url}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(15_000),
  });
  return answer.json();
};

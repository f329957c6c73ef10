// What the parts of this test share: where the sources are, free ports, waiting with a bound.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Ports that were free a moment ago, all different. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Asks until the answer is true; returns the milliseconds it took, or null where the time was up before. */
export async function until(question, patience, pause = 25) {
  const began = performance.now();
  for (;;) {
    if (await question()) return performance.now() - began;
    if (performance.now() - began > patience) return null;
    await sleep(pause);
  }
}

/** The program's own environment without any setting of the service, and these. */
export function environment(settings) {
  const { PATH, HOME, LANG, TZ } = process.env;
  const kept = Object.entries({ PATH, HOME, LANG, TZ }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), ...settings };
}

/** Kills without a warning, whether or not the process lives. */
export function kill(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

/** What belongs together, by a label. */
export function groupBy(items, label) {
  const groups = new Map();
  for (const item of items) {
    const key = label(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** False for a process that has ended and is not reaped yet. */
export function isAlive(pid) {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z';
}

export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === pid)
    .map(Number);
}

/** What the kernel says of a process, from its state on; the program's name before that may hold spaces. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  } catch {
    return undefined;
  }
}

/** Of the system: PostgreSQL refuses root, and runs as another. */
export function userOf(name) {
  const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

// The service as several processes of its own program on one embedded PostgreSQL, in a folder that is removed at the end.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../packages/cloud/dist/config.js';
import { DATABASE_NAME, startEmbeddedPostgres } from '../../packages/cloud/dist/database/embedded.js';
import { openContext } from '../../packages/cloud/dist/open-context.js';
import { onSignal } from './signals.mjs';
import { childrenOf } from './usage.mjs';

const PROGRAM = fileURLToPath(new URL('../../packages/cloud/dist/main.js', import.meta.url));
/** As an operator sets it for many processes; a process may hold seventeen connections. */
const SERVER = { max_connections: '500', shared_buffers: "'512MB'", max_wal_size: "'4GB'" };
const KILLED_AFTER_MS = 30_000;

/**
 * Hands `work` a context of the database, `start(settings, cores)` for a process, and `databasePids()`; ends all of them
 * whatever happens. `cores` are those that the process may use, as taskset names them.
 */
export async function withProcesses(work) {
  const dir = await mkdtemp(path.join(tmpdir(), 'door-perf-'));
  const running = new Set();
  let close = async () => {};
  let postgres = null;
  const end = async () => {
    await Promise.all([...running].map((one) => one.stop()));
    await close();
    await postgres?.stop();
    await rm(dir, { recursive: true, force: true });
  };
  const off = onSignal(end);
  try {
    postgres = await startDatabase(path.join(dir, 'postgres'));
    const environment = {
      DATABASE_URL: postgres.url(DATABASE_NAME),
      DATA_DIR: dir,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'info',
      WEBHOOK_ALLOW_PRIVATE: 'on',
    };
    const log = pino({ level: 'warn' }, pino.destination(2));
    const opened = await openContext(readConfig(environment), log);
    close = opened.close;
    return await work({
      context: opened.context,
      dir,
      databasePids: () => [postgres.pid, ...childrenOf(postgres.pid)],
      async start(settings = {}, cores = undefined) {
        const started = await startProcess({ ...environment, ...settings }, cores);
        running.add(started);
        return started;
      },
    });
  } finally {
    off();
    await end();
  }
}

/** Some settings of a server count from its next start on. */
async function startDatabase(dir) {
  const first = await startEmbeddedPostgres({ dir });
  const client = new pg.Client({ connectionString: first.url('postgres') });
  await client.connect();
  for (const [name, value] of Object.entries(SERVER))
    await client.query(`alter system set ${name} = ${value}`);
  await client.query(`create database ${DATABASE_NAME}`);
  await client.end();
  await first.stop();
  return startEmbeddedPostgres({ dir });
}

/** Resolves when it says that it is ready; rejects with its last words where it ends instead. */
async function startProcess(settings, cores) {
  const { PATH, HOME } = process.env;
  const command = cores === undefined ? [] : ['taskset', '--cpu-list', cores];
  const [program, ...parameters] = [...command, process.execPath, PROGRAM];
  // taskset becomes the program that it starts, so that the pid stays.
  const child = spawn(program, parameters, {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  const ready = new Promise((resolve) => {
    const listen = (text) => {
      if (said === null) return;
      said += text;
      const line = said.split('\n').find((one) => one.includes('"msg":"ready"') && one.endsWith('}'));
      if (!line) return;
      said = null;
      resolve(JSON.parse(line));
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
  });
  const line = await Promise.race([ready, ended.then(() => Promise.reject(new Error(said.trim())))]);
  // Its log is read and dropped, but what it complains of.
  child.stdout.on('data', (text) => {
    for (const one of String(text).split('\n'))
      if (/"level":(50|60)/.test(one)) process.stderr.write(`${one}\n`);
  });
  return {
    pid: child.pid,
    baseUrl: line.base_url,
    mqttUrl: line.mqtt_url,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

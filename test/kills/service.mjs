// The service as in production: its own program with a data folder, an embedded PostgreSQL and fixed ports, started
// again by this supervisor whenever it ends.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { connectionInfo } from '@door-access/cloud/database/embedded';
import pg from 'pg';
import { childrenOf, environment, kill, root, until } from './place.mjs';

const program = path.join(root, 'packages/cloud/dist/main.js');
const READY_WITHIN_MS = 60_000;
const RESTART_PAUSE_MS = 200;
const STOP_WITHIN_MS = 20_000;

export class Service {
  /** Times at which it ended without being killed, with its last lines. */
  ends = [];
  /** Milliseconds from each start to being ready. */
  starts = [];
  #folder;
  #settings;
  #child = null;
  #wanted = false;
  #ready = false;

  /** `settings`: more than those of a service by itself. */
  constructor(folder, ports, settings = {}) {
    this.#folder = folder;
    this.#settings = environment({
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(ports.http),
      MQTT_PORT: String(ports.mqtt),
      WEBHOOK_ALLOW_PRIVATE: 'on',
      LOG_LEVEL: 'info',
      ...settings,
    });
  }

  get settings() {
    return this.#settings;
  }

  get ready() {
    return this.#ready;
  }

  get pid() {
    return this.#child?.pid ?? null;
  }

  get databaseFolder() {
    return path.join(this.#folder, 'data', 'postgres');
  }

  start() {
    this.#wanted = true;
    const began = performance.now();
    const errors = openSync(path.join(this.#folder, 'service.err'), 'a');
    const log = openSync(path.join(this.#folder, 'service.log'), 'a');
    const child = spawn(process.execPath, [program], {
      cwd: this.#folder,
      env: this.#settings,
      stdio: ['ignore', 'pipe', errors],
    });
    closeSync(errors);
    this.#child = child;
    const lines = createLineReader((line) => {
      if (child === this.#child && line.includes('"msg":"ready"')) {
        this.#ready = true;
        this.starts.push(performance.now() - began);
      }
    });
    child.stdout.on('data', (chunk) => {
      writeSync(log, chunk);
      lines(chunk);
    });
    child.once('close', () => closeSync(log));
    child.once('exit', (code, signal) => {
      if (child !== this.#child) return;
      const wasReady = this.#ready;
      this.#ready = false;
      this.#child = null;
      if (!this.#wanted) return;
      this.ends.push({
        code,
        signal,
        wasReady,
        after: Math.round(performance.now() - began),
        said: this.#lastWords(),
      });
      setTimeout(() => this.#wanted && !this.#child && this.start(), RESTART_PAUSE_MS);
    });
  }

  async untilReady() {
    if ((await until(() => this.#ready, READY_WITHIN_MS)) === null)
      throw new Error(`the service is not ready: ${this.#lastWords()}`);
  }

  /** Resolves once it is dead; false where there was nothing to kill. */
  async kill(signal = 'SIGKILL') {
    const child = this.#child;
    this.#wanted = false;
    if (!child) return false;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await gone;
    clearTimeout(late);
    return true;
  }

  #lastWords() {
    return readFileSync(path.join(this.#folder, 'service.err'), 'utf8')
      .trim()
      .split('\n')
      .slice(-3)
      .join(' | ');
  }
}

function createLineReader(onLine) {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) onLine(line);
  };
}

/** The postmaster and all that it forked; null where there is no living one. */
export function findPostgres(databaseFolder) {
  try {
    const pid = Number(
      readFileSync(path.join(databaseFolder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('door_access.cluster=')) return null;
    return { pid, children: childrenOf(pid) };
  } catch {
    return null;
  }
}

/** `all` at once, the postmaster alone (`head`), or one `backend`, upon which the others are restarted by it. */
export function killPostgres({ pid, children }, how, random) {
  if (how === 'backend') return kill(random.pick(children.length > 0 ? children : [pid]));
  kill(pid);
  if (how === 'all') for (const child of children) kill(child);
  return true;
}

/** The embedded database of a service that is ready, from outside. */
export async function openDatabase(service) {
  await service.untilReady();
  const pool = new pg.Pool({
    connectionString: connectionInfo(service.databaseFolder).url('door_access'),
    max: 2,
  });
  pool.on('error', () => undefined);
  return pool;
}

/** Ends it and its embedded PostgreSQL; one that lives on is a broken promise. */
export async function stopService(service, suite) {
  await service.kill('SIGTERM');
  const left = findPostgres(service.databaseFolder);
  if (!left) return;
  suite.promise('a stopped service leaves no PostgreSQL', [`process ${left.pid}`]);
  kill(left.pid, 'SIGQUIT');
}

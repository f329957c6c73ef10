import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from './embedded/binaries.js';
import {
  CLEAN_ENVIRONMENT,
  createCluster,
  findServer,
  giveToOwner,
  identityFor,
  isServerOf,
  markOf,
  type Place,
  pathFromWithin,
  placeIn,
  readPassword,
  requireVersion,
  type Server,
  SYNC_METHOD,
} from './embedded/cluster.js';
import { keepAlive } from './embedded/keeper.js';
import { endServer, type Identity } from './embedded/program.js';
import { countUsers, exclusively, signOn } from './embedded/users.js';

/** Of the service, in the embedded cluster. */
export const DATABASE_NAME = 'door_access';
const READY_DEADLINE = 120_000;
const ATTEMPTS = 3;
/** The workers of a dead server end by themselves; on a busy machine that takes a while. */
const WORKERS_LEAVE_WITHIN = 30_000;
const LARGEST_LOG = 1_000_000;
/** SQLSTATEs of a server that starts, recovers or stops, and of one that begins to recover during a login. */
const NOT_NOW = ['57P03', '57P02'];
/** How long a server may drop connections without a word, as it does when it ends its processes to recover. */
const SILENT_DEADLINE = 5_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  jit: 'off',
  wal_compression: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors go to the client that made them; the log keeps what the server says of itself, and so stays small.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  recovery_init_sync_method: SYNC_METHOD,
};

/** For disposable data. Vacuum would hold up cloning a template database. */
const EPHEMERAL_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

export interface EmbeddedOptions {
  /** Holds the cluster, its password and its log; made when missing. */
  dir: string;
  /** For tests: no care for power loss, and the folder is removed at stop. */
  ephemeral?: boolean;
  /** No care for power loss either, and the folder stays: for data that can be made anew. */
  replaceable?: boolean;
  /** Any free port when left out. */
  port?: number;
  /** Brings the server back, on its port, when it dies without being asked to. */
  keep?: boolean;
  log?: (message: string) => void;
  /** Called when the server is on its way, or was found running: one who has something else to do meanwhile begins here. */
  onLaunched?: () => void;
  /** Aborts a start at any point: everything it started is ended before it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

interface Installation extends Binaries {
  identity: Identity | undefined;
}

export interface ConnectionInfo {
  port: number;
  pid: number;
  url(database: string): string;
}

export interface EmbeddedPostgres extends ConnectionInfo {
  /** Deregisters; the last user stops the server. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of `dir`, or joins the one already running there, be it used by another process
 * or left behind by one that was killed.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = placeIn(options.dir);
  prepareFolder(place);
  const enter = async () => {
    const signOff = signOn(place.dir);
    try {
      return { signOff, server: await joinOrStart(place, options) };
    } catch (error) {
      signOff();
      if (options.signal?.aborted && countUsers(place.dir) === 0) await stopServer(place);
      throw error;
    }
  };
  const { signOff, server } = await exclusively(place.dir, enter, options.signal);

  const letGo = options.keep ? keepServer(place, options, server) : async () => {};
  const stop = async () => {
    await letGo();
    await exclusively(place.dir, async () => {
      signOff();
      if (options.ephemeral) return removeUnlessUsed(place);
      if (countUsers(place.dir) === 0) await stopServer(place);
    });
  };
  let stopping: Promise<void> | undefined;
  return {
    ...connectionTo(place, server),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Users that know its address keep using it, so it restarts on the same port. */
function keepServer(place: Place, options: EmbeddedOptions, { pid, port }: Server): () => Promise<void> {
  let current = pid;
  return keepAlive({
    isAlive: () => isServerOf(place, current),
    async revive() {
      const server = await exclusively(place.dir, () => joinOrStart(place, { ...options, port }));
      if (server.port !== port) throw new Error(`it runs on port ${server.port} instead of ${port}`);
      current = server.pid;
    },
    log: options.log,
  });
}

/** How to reach the server running in `dir`, without becoming a user that keeps it running. */
export function connectionInfo(dir: string): ConnectionInfo | undefined {
  const place = placeIn(dir);
  const server = findServer(place);
  return server?.isReady ? connectionTo(place, server) : undefined;
}

/** Stops a server that no living process uses any more, and removes its data. */
export async function removeEmbeddedPostgres(dir: string): Promise<void> {
  const place = placeIn(dir);
  await exclusively(place.dir, () => removeUnlessUsed(place));
}

async function removeUnlessUsed(place: Place): Promise<void> {
  if (countUsers(place.dir) > 0) return;
  await stopServer(place, true);
  rmSync(place.dir, { recursive: true, force: true });
}

function connectionTo(place: Place, { pid, port }: Server): ConnectionInfo {
  const password = readPassword(place);
  return { pid, port, url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}` };
}

function prepareFolder(place: Place): void {
  try {
    const users = path.join(place.dir, 'users');
    mkdirSync(users, { recursive: true });
    giveToOwner(place, users);
  } catch (error) {
    throw new Error(
      `Cannot write to ${place.dir} (${(error as NodeJS.ErrnoException).code}). Run this as the folder's owner, or name another folder.`,
      { cause: error },
    );
  }
}

async function joinOrStart(place: Place, options: EmbeddedOptions): Promise<Server> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const running = await join(place, options);
      return running ?? (await launch(place, await prepareCluster(place, options), options));
    } catch (error) {
      // Transient: a server just dying, its workers still ending, a port taken since it was chosen.
      const areWorkersLeft = /pre-existing shared memory block/.test((error as Error).message);
      const isOver = areWorkersLeft ? performance.now() - began > WORKERS_LEAVE_WITHIN : attempt >= ATTEMPTS;
      if (isOver || options.signal?.aborted) throw error;
      await sleep(200);
    }
  }
}

async function join(place: Place, { log, signal, onLaunched }: EmbeddedOptions): Promise<Server | undefined> {
  const found = findServer(place);
  if (!found) return undefined;
  onLaunched?.();
  const server = await waitUntilReady(place, () => isServerOf(place, found.pid), signal);
  const reason = server ? await refusal(place, server, signal) : 'it does not become ready';
  signal?.throwIfAborted();
  if (server && reason === undefined) {
    log?.(`Joined the PostgreSQL already running on port ${server.port}.`);
    return server;
  }
  // We are registered ourselves.
  if (countUsers(place.dir) > 1) {
    throw new Error(
      `The PostgreSQL in ${place.dir} serves another process and does not let us in: ${reason}`,
    );
  }
  log?.(`The PostgreSQL left running does not let us in (${reason}); it is stopped and started anew.`);
  await stopServer(place);
  return undefined;
}

async function prepareCluster(place: Place, options: EmbeddedOptions): Promise<Installation> {
  const identity = identityFor(place);
  const binaries = await findBinaries(identity, options.signal);
  if (!existsSync(place.cluster)) {
    options.log?.('Creating the database cluster.');
    await createCluster(place, binaries, identity, options);
  }
  requireVersion(place, binaries);
  // Without a user no login is possible: reported before the server starts.
  readPassword(place);
  return { ...binaries, identity };
}

async function launch(
  place: Place,
  { postgres, identity }: Installation,
  options: EmbeddedOptions,
): Promise<Server> {
  const port = options.port ?? (await portOfDead(place)) ?? (await freePort());
  removeMisleadingLockFile(place);
  const settings = {
    ...SETTINGS,
    ...(options.ephemeral || options.replaceable ? EPHEMERAL_SETTINGS : {}),
    port,
  };
  const parameters = [...Object.entries(settings).map(([name, value]) => `${name}=${value}`), markOf(place)];
  const { descriptor, offset } = openLog(place);
  const child = spawn(
    postgres,
    ['-D', pathFromWithin(place.cluster, identity), ...parameters.flatMap((parameter) => ['-c', parameter])],
    {
      cwd: place.cluster,
      env: CLEAN_ENVIRONMENT,
      stdio: ['ignore', descriptor, descriptor],
      // A Ctrl-C on the terminal must not reach the database before the service has closed.
      detached: true,
      ...identity,
    },
  );
  closeSync(descriptor);
  await once(child, 'spawn');
  child.unref();
  options.onLaunched?.();

  const server = await waitUntilReady(place, () => isRunning(child), options.signal);
  if (options.signal?.aborted) {
    await endServer(child.pid as number, () => isRunning(child));
    throw options.signal.reason;
  }
  if (!server) {
    child.kill('SIGQUIT');
    throw new Error(`PostgreSQL did not start in ${place.dir}: ${whySince(place, offset)}`);
  }
  const reason = await refusal(place, server, options.signal);
  if (reason !== undefined) {
    await stopServer(place);
    throw new Error(`The PostgreSQL in ${place.dir} refuses its password in ${place.password}: ${reason}`);
  }
  return server;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** PostgreSQL believes a stale postmaster.pid whose number now belongs to another process of its user. */
function removeMisleadingLockFile(place: Place): void {
  const file = path.join(place.cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  try {
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 0);
  } catch {
    // A dead process's file stays: with it PostgreSQL makes sure that no worker of that server lives on.
    return;
  }
  rmSync(file, { force: true });
}

async function waitUntilReady(
  place: Place,
  isAlive: () => boolean,
  signal: AbortSignal | undefined,
): Promise<Server | undefined> {
  const deadline = performance.now() + READY_DEADLINE;
  while (performance.now() < deadline && !signal?.aborted) {
    const server = findServer(place);
    if (server?.isReady) return server;
    if (!isAlive()) return undefined;
    await sleep(5);
  }
  return undefined;
}

/**
 * Why the server refuses a login; undefined if it accepts one. A recovering server says "not now", and is waited for.
 */
async function refusal(
  place: Place,
  server: Server,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const began = performance.now();
  for (;;) {
    const error = await knock(place, server);
    if (!error) return undefined;
    const deadline = isDropped(error) ? SILENT_DEADLINE : READY_DEADLINE;
    const isPassing = isDropped(error) || NOT_NOW.includes(error.code ?? '');
    if (!isPassing || performance.now() - began > deadline || signal?.aborted) return error.message;
    await sleep(20);
  }
}

/** The connection ended before the server had answered. */
const isDropped = ({ code, message }: pg.DatabaseError): boolean =>
  code === 'ECONNRESET' || code === 'EPIPE' || message === 'Connection terminated unexpectedly';

async function knock(place: Place, server: Server): Promise<pg.DatabaseError | undefined> {
  const client = new pg.Client({
    connectionString: connectionTo(place, server).url('postgres'),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error as pg.DatabaseError;
  }
}

async function stopServer(place: Place, isAtOnce = false): Promise<void> {
  const server = findServer(place);
  if (!server || (await endServer(server.pid, () => isServerOf(place, server.pid), isAtOnce))) return;
  throw new Error(`The PostgreSQL with process id ${server.pid} in ${place.dir} does not stop.`);
}

/** The port of a server that died here, where it is free: living users of that server look for it there. */
async function portOfDead(place: Place): Promise<number | undefined> {
  const file = path.join(place.cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const port = Number(readFileSync(file, 'utf8').split('\n')[3]);
  return port > 0 ? freePort(port).catch(() => undefined) : undefined;
}

async function freePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.');
  return address.port;
}

function openLog(place: Place): { descriptor: number; offset: number } {
  const size = statSync(place.log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG) renameSync(place.log, `${place.log}.1`);
  const descriptor = openSync(place.log, 'a', 0o600);
  giveToOwner(place, place.log);
  return { descriptor, offset: size > LARGEST_LOG ? 0 : size };
}

function whySince(place: Place, offset: number): string {
  const lines = readFileSync(place.log).subarray(offset).toString('utf8').trim().split('\n');
  const causes = lines.filter((line) => /FATAL|PANIC|HINT|could not/.test(line));
  return (causes.length > 0 ? causes : lines).slice(-3).join('; ') || `see ${place.log}`;
}

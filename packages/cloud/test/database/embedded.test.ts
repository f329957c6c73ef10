import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { SYNC_METHOD } from '../../src/database/embedded/cluster.js';
import { connectionInfo, type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.js';

const launcher = fileURLToPath(new URL('../../dist/database/embedded.js', import.meta.url));
const root = mkdtempSync(path.join(os.tmpdir(), 'door-access-embedded-'));
// One cluster serves all tests, each of which starts and stops its server: that is what they are about.
const dir = path.join(root, 'postgres');
const postmasterFile = path.join(dir, 'cluster', 'postmaster.pid');
const running: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const server = await startEmbeddedPostgres({ dir, ...options });
  running.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Another process that starts the server and says so; it ends as `ending` says. */
async function otherProcess(ending: 'kill' | 'stop on input') {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher)});
    const server = await startEmbeddedPostgres({ dir: ${JSON.stringify(dir)} });
    console.log(server.pid);
    ${ending === 'kill' ? "process.kill(process.pid, 'SIGKILL')" : "process.stdin.once('data', async () => { await server.stop(); process.exit() })"}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  if (ending === 'kill') await closed;
  const stop = async () => {
    child.stdin.end('stop\n');
    await closed;
  };
  return { serverPid: Number(output.toString()), stop };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('the first start makes a cluster in UTF-8 on loopback, with a password only its owner can read', async () => {
  const server = await start();
  expect(await ask(server.url('postgres'), 'SHOW server_encoding')).toBe('UTF8');
  expect(await ask(server.url('postgres'), "SELECT upper('å')")).toBe('Å');
  expect(await ask(server.url('postgres'), 'SHOW listen_addresses')).toBe('127.0.0.1');
  expect(await ask(server.url('postgres'), 'SHOW unix_socket_directories')).toBe('');
  expect(await ask(server.url('postgres'), 'SHOW fsync')).toBe('on');
  expect(statSync(path.join(dir, 'password')).mode & 0o777).toBe(0o600);
  await ask(server.url('postgres'), 'CREATE TABLE kept AS SELECT 42 AS answer');
});

test('a warm start makes nothing anew and finds the data of the last one', async () => {
  const madeAt = () => statSync(path.join(dir, 'password')).mtimeMs;
  const before = madeAt();
  const server = await start();
  expect(madeAt()).toBe(before);
  expect(await ask(server.url('postgres'), 'SELECT answer FROM kept')).toBe(42);
});

test('no one gets in without the password', async () => {
  const { port } = await start();
  for (const login of ['postgres', 'postgres:wrong', 'postgres:']) {
    await expect(ask(`postgresql://${login}@127.0.0.1:${port}/postgres`, 'SELECT 1')).rejects.toThrow(
      /password/,
    );
  }
});

test('the password is in no log and no argument list', async () => {
  const server = await start();
  const password = readFileSync(path.join(dir, 'password'), 'utf8').trim();
  expect(password).toHaveLength(48);
  expect(readFileSync(path.join(dir, 'server.log'), 'utf8')).not.toContain(password);
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain(password);
  }
});

test('a server left behind by a killed process is adopted, and stopped by its new user', async () => {
  const { serverPid } = await otherProcess('kill');
  expect(isAlive(serverPid)).toBe(true);
  const server = await start();
  expect(server.pid).toBe(serverPid);
  expect(await ask(server.url('postgres'), 'SELECT answer FROM kept')).toBe(42);
  await server.stop();
  expect(connectionInfo(dir)).toBeUndefined();
  expect(readdirSync(path.join(dir, 'users'))).toEqual([]);
});

test('a server used by another process is joined, and runs on until the last one leaves', async () => {
  const other = await otherProcess('stop on input');
  const server = await start();
  expect(server.pid).toBe(other.serverPid);
  await server.stop();
  const found = connectionInfo(dir);
  expect(found?.pid).toBe(other.serverPid);
  expect(await ask(found?.url('postgres') ?? '', 'SELECT 1')).toBe(1);
  await other.stop();
  expect(connectionInfo(dir)).toBeUndefined();
});

test('the starter may leave before those who joined', async () => {
  const other = await otherProcess('stop on input');
  const server = await start();
  await other.stop();
  expect(await ask(server.url('postgres'), 'SELECT 1')).toBe(1);
});

test('two starts at the same moment share one server', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one?.pid).toBe(two?.pid);
  await one?.stop();
  expect(await ask(two?.url('postgres') ?? '', 'SELECT 1')).toBe(1);
});

test('a killed server is started anew at once', async () => {
  const first = await start();
  process.kill(first.pid, 'SIGKILL');
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
  expect(await ask(second.url('postgres'), 'SELECT answer FROM kept')).toBe(42);
});

test('a server that recovers from the death of one of its processes is waited for, not stopped', async () => {
  const { serverPid } = await otherProcess('kill');
  const backend = new pg.Client({ connectionString: connectionInfo(dir)?.url('postgres') });
  const lost = new Promise((resolve) => backend.once('error', resolve));
  await backend.connect();
  const { rows } = await backend.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await lost;
  const server = await start();
  expect(server.pid).toBe(serverPid);
  expect(await ask(server.url('postgres'), 'SELECT answer FROM kept')).toBe(42);
});

test('where Linux can, a recovery does not open each file of the cluster, which takes seconds', async () => {
  const server = await start();
  expect(await ask(server.url('postgres'), 'show recovery_init_sync_method')).toBe(SYNC_METHOD);
});

test('a server that is kept comes back where it was when it is killed', async () => {
  const server = await start({ keep: true });
  process.kill(server.pid, 'SIGKILL');
  let answer: unknown;
  while (answer === undefined)
    answer = await ask(server.url('postgres'), 'SELECT answer FROM kept').catch(() => sleep(20));
  expect(answer).toBe(42);
  expect(connectionInfo(dir)?.pid).not.toBe(server.pid);
  await server.stop();
  expect(connectionInfo(dir)).toBeUndefined();
});

test.each([
  ['a dead process', 2 ** 22 + 1],
  ['a living process that is no server of this cluster', process.pid],
])('a stale postmaster.pid that names %s does not jam', async (_, pid) => {
  writeFileSync(postmasterFile, `${pid}\n${dir}/cluster\n0\n5432\n\n127.0.0.1\n\nready\n`, { mode: 0o600 });
  // As the server itself would have left it.
  const { uid, gid } = statSync(path.dirname(postmasterFile));
  if (process.getuid?.() === 0) chownSync(postmasterFile, uid, gid);
  const server = await start();
  expect(await ask(server.url('postgres'), 'SELECT answer FROM kept')).toBe(42);
});

describe('a start that is called off leaves nothing running', () => {
  const later = path.join(root, 'later');
  const has = (...names: string[]) => existsSync(path.join(later, ...names));
  const callOff = async (isThen: () => boolean) => {
    const calledOff = new AbortController();
    const starting = startEmbeddedPostgres({ dir: later, signal: calledOff.signal });
    while (!isThen()) await sleep(2);
    const reason = new Error('called off');
    calledOff.abort(reason);
    await expect(starting).rejects.toBe(reason);
    expect([has('draft'), has('cluster', 'postmaster.pid'), readdirSync(path.join(later, 'users'))]).toEqual([
      false,
      false,
      [],
    ]);
  };

  test('while the cluster is made, which is then not there', async () => {
    await callOff(() => has('draft', 'data', 'PG_VERSION'));
    expect(has('cluster')).toBe(false);
  });

  test('while the server comes up', () => callOff(() => has('cluster', 'postmaster.pid')));

  test('while it waits for another process that starts or stops it', async () => {
    writeFileSync(path.join(later, 'lock'), '');
    await callOff(() => true);
    rmSync(path.join(later, 'lock'));
  });

  test('and the next one works', async () => {
    const server = await start({ dir: later });
    expect(await ask(server.url('postgres'), 'SELECT 1')).toBe(1);
  });
});

test('a lock left behind by a killed process does not jam', async () => {
  writeFileSync(path.join(dir, 'lock'), `${2 ** 22 + 1} 123 left-behind`);
  await start();
});

test('without its password the database is not even launched, and the remedy is named', async () => {
  await (await start()).stop();
  const password = readFileSync(path.join(dir, 'password'), 'utf8');
  rmSync(path.join(dir, 'password'));
  await expect(start()).rejects.toThrow(/Cannot read the database's password .* restore it from the backup/);
  expect(existsSync(postmasterFile)).toBe(false);
  writeFileSync(path.join(dir, 'password'), password, { mode: 0o600 });
  await start();
});

test('a server that does not let us in is stopped, unless it serves another process', async () => {
  const used = await start();
  const password = readFileSync(path.join(dir, 'password'), 'utf8').trim();
  await ask(used.url('postgres'), "ALTER USER postgres PASSWORD 'other'");
  await expect(start()).rejects.toThrow(/serves another process and does not let us in/);
  expect(isAlive(used.pid)).toBe(true);
  await used.stop();

  await expect(start()).rejects.toThrow(/refuses its password/);
  expect(connectionInfo(dir)).toBeUndefined();

  writeFileSync(path.join(dir, 'password'), 'other');
  await otherProcess('kill');
  writeFileSync(path.join(dir, 'password'), 'wrong');
  await expect(start()).rejects.toThrow(/refuses its password/);
  expect(connectionInfo(dir)).toBeUndefined();

  writeFileSync(path.join(dir, 'password'), 'other');
  const server = await start();
  await ask(server.url('postgres'), `ALTER USER postgres PASSWORD '${password}'`);
  writeFileSync(path.join(dir, 'password'), password);
});

test('a port that is taken is named', async () => {
  const { port } = await start();
  const elsewhere = path.join(root, 'elsewhere');
  await expect(startEmbeddedPostgres({ dir: elsewhere, ephemeral: true, port })).rejects.toThrow(
    /Address already in use/,
  );
});

test('data of another PostgreSQL version ends in one clear error', async () => {
  const file = path.join(dir, 'cluster', 'PG_VERSION');
  const version = readFileSync(file, 'utf8');
  writeFileSync(file, '17\n');
  try {
    await expect(start()).rejects.toThrow(/written by PostgreSQL 17, and this release brings PostgreSQL 18/);
  } finally {
    writeFileSync(file, version);
  }
});

test('an ephemeral one leaves nothing behind', async () => {
  const throwaway = path.join(root, 'throwaway');
  const server = await start({ dir: throwaway, ephemeral: true });
  expect(await ask(server.url('postgres'), 'SHOW fsync')).toBe('off');
  await server.stop();
  await sleep(0);
  expect(isAlive(server.pid)).toBe(false);
  expect(statSync(throwaway, { throwIfNoEntry: false })).toBeUndefined();
});

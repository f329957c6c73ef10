import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-start-'));
const dataDir = path.join(folder, 'data');
const siteJson = path.join(dataDir, 'site.json');
const running = new Set<ChildProcess>();

afterEach(async () => {
  for (const child of running) await stop(child, 'SIGTERM');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  child: ChildProcess;
  ended: Promise<number | null>;
  output(): string;
  errors(): string;
}

function launch(
  settings: Record<string, string> = {},
  command = [process.execPath, 'scripts/start.mjs'],
  options: SpawnOptions = {},
): Started {
  const { PATH, HOME } = process.env;
  const [program, ...parameters] = command as [string, ...string[]];
  const child = spawn(program, parameters, {
    cwd: root,
    // Few enough connections for any machine, so that the output has no warning about them.
    env: {
      PATH,
      HOME,
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      DEMO_PAST: 'off',
      HTTP_CONNECTIONS: '100',
      MQTT_CONNECTIONS: '100',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  running.add(child);
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (text) => {
    texts.out += text;
  });
  child.stderr?.on('data', (text) => {
    texts.err += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, ended, output: () => texts.out, errors: () => texts.err };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
type Site = any;

/** Starts the service and resolves once it says that all is ready. */
async function start(
  settings: Record<string, string> = {},
  file = siteJson,
): Promise<Started & { site: Site }> {
  const started = launch(settings);
  const gone = started.ended.then((code) => {
    throw new Error(`ended with ${code}: ${started.errors()}`);
  });
  const ready = async () => {
    while (!started.output().includes('All of this for programs')) await sleep(20);
    return { ...started, site: JSON.parse(readFileSync(file, 'utf8')) };
  };
  return Promise.race([ready(), gone]);
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

async function call(site: Site, method: string, resource: string) {
  const answer = await fetch(`${site.base_url}${resource}`, {
    method,
    headers: { authorization: `Bearer ${site.api_keys.demo.token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Site };
}

async function eventually<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(20);
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('npm start', () => {
  test('opens a door of the demo site within its first minute, and finds all again after a restart', async () => {
    const first = await start();
    const { site } = first;
    expect(site).toMatchObject({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      mqtt_url: expect.stringMatching(/^mqtt:\/\/127\.0\.0\.1:\d+$/),
      bench_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
      pid: first.child.pid,
      account: { id: 1 },
    });
    expect(Object.keys(site.locks)).toHaveLength(12);
    for (const shown of [
      site.dashboard_url,
      site.bench_url,
      site.base_url,
      site.api_keys.demo.token,
      'owner@demo.example',
      'curl -X POST',
    ])
      expect(first.output()).toContain(shown);
    for (const name of ['site.json', 'site-secrets.json', 'secret-key', 'service.log'])
      expect(statSync(path.join(dataDir, name)).mode & 0o077).toBe(0);

    const asked = await call(site, 'POST', `/locks/${site.locks.main}/unlock`);
    expect(asked.status).toBe(202);
    const command = await eventually(async () => {
      const { body } = await call(site, 'GET', `/locks/${site.locks.main}/commands/${asked.body.id}`);
      return ['confirmed', 'failed'].includes(body.status) ? body : undefined;
    });
    expect(command.status).toBe('confirmed');
    const without = await call(site, 'GET', `/locks/${site.locks.server_room}`);
    expect(without.body.features).toMatchObject({ exit_button: false, forced_open_detection: false });

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.errors()).toBe('');
    expect(existsSync(siteJson)).toBe(false);
    // The demo site was chosen, so that there is no question of first steps.
    expect(readFileSync(path.join(dataDir, 'service.log'), 'utf8')).not.toContain('The service is empty');

    const second = await start();
    const again = await call(second.site, 'GET', '/events?type=access.granted');
    expect(again.body.data).toHaveLength(1);
    const { base_url, mqtt_url, bench_url, dashboard_url, pid, ...ids } = site;
    expect(second.site).toMatchObject(ids);

    // A second start on the same folder is refused, and the first does not notice.
    const other = launch();
    expect(await other.ended).toBe(1);
    expect(other.errors()).toBe(
      `DATA_DIR=${dataDir}: another npm start (process ${second.child.pid}) uses it; stop that one or name another folder\n`,
    );
    expect((await call(second.site, 'GET', '/locks')).status).toBe(200);
    expect(JSON.parse(readFileSync(siteJson, 'utf8')).pid).toBe(second.child.pid);
  }, 120_000);

  test('runs the simulated gateways anew when they die, and takes them along when it dies itself', async () => {
    const service = await start();
    const { site } = service;
    const bench = benchOf(service.child.pid as number);
    process.kill(bench, 'SIGKILL');
    await eventually(() => {
      const next = benchOf(service.child.pid as number);
      return next && next !== bench ? true : undefined;
    });
    await eventually(async () => {
      const asked = await call(site, 'POST', `/locks/${site.locks.side}/unlock`);
      return asked.status === 202 ? true : undefined;
    });
    const successor = benchOf(service.child.pid as number);
    service.child.kill('SIGKILL');
    await service.ended;
    await eventually(() => (isAlive(successor) ? undefined : true));

    // What a killed service left behind jams nothing.
    const next = await start();
    expect(next.site.api_keys).toEqual(site.api_keys);
    expect(next.site.gateways).toEqual(site.gateways);
  }, 120_000);

  test('makes a lost secret anew, and keeps what a person unwired', async () => {
    const files = readdirSync(path.join(dataDir, 'gateways')).filter((name) => name.endsWith('.yaml'));
    const [kept, lost] = files.map((name) => path.join(dataDir, 'gateways', name)) as [string, string];
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('hold: true', 'hold: false'));
    rmSync(lost);
    rmSync(path.join(dataDir, 'site-secrets.json'));
    const { site } = await start();
    expect(parse(readFileSync(kept, 'utf8')).doors[0]).toMatchObject({ door: 1, hold: false });
    const { gateway_id, secret } = parse(readFileSync(lost, 'utf8'));
    expect(Object.values(site.gateways)).toContainEqual({ id: gateway_id, secret });
    // A token is shown once: without the file that kept it, it is lost.
    expect(site.api_keys.demo).toEqual({ id: expect.any(Number) });
  }, 60_000);

  test('stops when the shell between it and npm is ended', async () => {
    const shell = launch({ npm_lifecycle_event: 'start' }, [
      'sh',
      '-c',
      `"${process.execPath}" scripts/start.mjs; true`,
    ]);
    const { pid } = await eventually(() =>
      existsSync(siteJson) ? JSON.parse(readFileSync(siteJson, 'utf8')) : undefined,
    );
    shell.child.kill('SIGTERM');
    await eventually(() => (isAlive(pid) ? undefined : true));
    expect(existsSync(siteJson)).toBe(false);
  }, 60_000);
});

describe('stopped during its first start, it leaves nothing half done', () => {
  const data = path.join(folder, 'stopped');
  const inData = (...names: string[]) => existsSync(path.join(data, ...names));
  const isInitialising = () => inData('postgres', 'draft', 'data', 'PG_VERSION');
  const comesUp = () => inData('postgres', 'cluster', 'postmaster.pid');
  const isFurnishing = () => inData('secret-key');
  const until = async (isThen: () => boolean) => {
    while (!isThen()) await sleep(2);
  };

  test.each([
    ['while the cluster is made', isInitialising, false],
    ['while the server comes up', comesUp, true],
    ['while the site is applied', isFurnishing, true],
  ])(
    'npm start, by a Ctrl-C %s',
    async (_, isThen, hasCluster) => {
      const { child, ended, errors, output } = launch({ DATA_DIR: data }, undefined, { detached: true });
      await until(isThen);
      // A terminal signals every process that runs in it.
      process.kill(-(child.pid as number), 'SIGINT');
      expect([await ended, output(), errors()]).toEqual([0, '', '']);
      expect([comesUp(), inData('postgres', 'draft'), inData('service.lock')]).toEqual([false, false, false]);
      expect(inData('postgres', 'cluster')).toBe(hasCluster);
    },
    60_000,
  );

  test('and the next start works', async () => {
    const { child, ended } = await start({ DATA_DIR: data }, path.join(data, 'site.json'));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  }, 60_000);

  test.each([
    ['while the cluster is made', isInitialising],
    ['while the server comes up', comesUp],
  ])(
    'the service by itself, %s',
    async (_, isThen) => {
      if (isThen === isInitialising) rmSync(data, { recursive: true });
      const { child, ended, errors } = launch({ DATA_DIR: data }, [
        process.execPath,
        'packages/cloud/dist/main.js',
      ]);
      await until(isThen);
      child.kill('SIGTERM');
      expect([await ended, errors()]).toEqual([0, '']);
      expect([comesUp(), inData('postgres', 'draft')]).toEqual([false, false]);
    },
    60_000,
  );
});

describe('npm start says in one line what is wrong', () => {
  const empty = path.join(folder, 'empty');
  const refused = async (settings: Record<string, string>) => {
    const { ended, errors, output } = launch({ DATA_DIR: empty, ...settings });
    expect(await ended).toBe(1);
    expect(output()).toBe('');
    expect(errors().trimEnd().split('\n')).toHaveLength(1);
    return errors();
  };
  const broken = path.join(folder, 'broken.yaml');
  writeFileSync(
    broken,
    'account: { name: A }\nlocations:\n  - { ref: hq, name: HQ, timezone: Mars/Olympus }\n',
  );

  test('about settings, and makes nothing', async () => {
    expect(await refused({ HOLD_WRITE_ATTEMPTS: '0' })).toMatch(/^HOLD_WRITE_ATTEMPTS=0: /);
    expect(await refused({ SITE_FILE: broken })).toBe(
      `SITE_FILE=${broken}: ${broken}:3:36: locations[0].timezone: is "Mars/Olympus", expected a time zone as "Europe/Helsinki"\n`,
    );
    expect(await refused({ SITE_FILE: 'nowhere.yaml' })).toBe(
      'SITE_FILE=nowhere.yaml: there is no such file\n',
    );
    expect(await refused({ DATA_DIR: broken })).toMatch(/^DATA_DIR=.*: cannot be used as a folder/);
    expect(existsSync(empty)).toBe(false);
  }, 60_000);

  test('about the database and busy ports', async () => {
    expect(await refused({ DATABASE_URL: 'postgresql://unknown:secret-word@127.0.0.1:1/none' })).toMatch(
      /^DATABASE_URL: (?!.*secret-word).*ECONNREFUSED/,
    );
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as { port: number };
    expect(await refused({ PORT: String(port) })).toMatch(new RegExp(`^PORT=${port}: `));
    expect(await refused({ MQTT_PORT: String(port) })).toMatch(new RegExp(`^MQTT_PORT=${port}: `));
    busy.close();
  }, 120_000);
});

/** The process id of the child that runs the simulated gateways. */
function benchOf(parent: number): number {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  return (
    children.find(
      (pid) =>
        existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('gateway-agent'),
    ) ?? 0
  );
}

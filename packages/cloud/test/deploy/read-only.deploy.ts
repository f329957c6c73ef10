import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@door-access/protocol';
import { afterAll, describe, expect, it } from '@jest/globals';
import { connectGateway } from '../../../../test/raw-gateway.js';

/* The service itself, with its embedded PostgreSQL, where it can write to DATA_DIR and to nothing else, /tmp included. */

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const script = fileURLToPath(new URL('read-only.sh', import.meta.url));
/** The user that the script becomes. */
const OWNER = 65_534;
const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!canMount) console.warn('the service on a read-only root is left out: only root may make one');

/** Not below /tmp, where the tests themselves lie. */
const data = canMount ? mkdtempSync('/var/lib/door-access-read-only-') : '';
const settings = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  DATA_DIR: data,
  PORT: '0',
  METRICS_PORT: '0',
  MQTT_PORT: '0',
  LOG_LEVEL: 'info',
};
const within = (words: string[], more: Record<string, string> = {}) =>
  [
    'unshare',
    ['--mount', 'bash', script, data, ...words],
    { cwd: root, env: { ...settings, ...more } },
  ] as const;

let service: ChildProcess | undefined;
/** Its exit code; its database ends with it. */
const stop = (): Promise<number | null> =>
  new Promise((resolve) => {
    if (!service || service.exitCode !== null) return resolve(service?.exitCode ?? null);
    service.once('exit', resolve);
    service.kill('SIGTERM');
  });
afterAll(async () => {
  await stop();
  if (canMount) rmSync(data, { recursive: true, force: true });
});

interface Ready {
  base_url: string;
  mqtt_url: string;
  metrics_url: string;
}

/** Resolves with the line of its log that says so. */
function start(): Promise<Ready> {
  const [program, words, options] = within(['node', 'packages/cloud/dist/main.js'], {
    SITE_FILE: path.join(root, 'packages/cloud/test/deploy/read-only.site.yaml'),
  });
  const started = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  service = started;
  let errors = '';
  started.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    createInterface(started.stdout).on('line', (line) => {
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line));
    });
    started.once('exit', (code) => reject(new Error(`ended with ${code}: ${errors.slice(-1_000)}`)));
  });
}

(canMount ? describe : describe.skip)('a machine of which it can write to DATA_DIR alone', () => {
  if (canMount) {
    chownSync(data, OWNER, OWNER);
    chmodSync(data, 0o700);
  }

  it.each(['/tmp', '/var/lib', root])('refuses a file in %s', (folder) => {
    const [program, words, options] = within(['touch', path.join(folder, 'door-access-probe')]);
    const { status, stderr } = spawnSync(program, words, { ...options, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Read-only file system')]);
  });

  it('is enough: the service starts with its database, opens a door, and finds all again at its next start', async () => {
    let ready = await start();
    const site = JSON.parse(readFileSync(path.join(data, 'site.json'), 'utf8'));
    const { id, secret } = site.gateways.gw;
    const call = async (method: string, route: string, body?: object) => {
      const answer = await fetch(`${ready.base_url}${route}`, {
        method,
        headers: { authorization: `Bearer ${site.api_keys.erp.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, json: (await answer.json()) as { data?: unknown } };
    };
    const gateway = await connectGateway({
      url: ready.mqtt_url,
      id,
      secret,
      now: systemClock.now,
      monotonic: systemClock.monotonic,
    });
    await gateway.birth([{ door: 1 }]);
    expect((await call('POST', `/locks/${site.locks.main}/unlock`, {})).status).toBe(202);
    const { id: command_id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id }),
      gateway.record({ kind: 'result', command_id, outcome: 'confirmed' }),
    ]);
    expect((await fetch(new URL('/readyz', ready.metrics_url))).status).toBe(200);
    await gateway.end();

    expect(await stop()).toBe(0);
    ready = await start();
    const { json } = await call('GET', '/events?limit=1');
    expect(json.data).toMatchObject([{ lock: { name: 'Main entrance' } }]);
    expect(readdirSync(data).sort()).toEqual(['postgres', 'secret-key', 'site.json']);
  }, 240_000);
});

describe('the example for systemd', () => {
  const text = readFileSync(path.join(root, 'deploy/systemd/door-access.service'), 'utf8');
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];

  it('leaves the service its DATA_DIR to write to, and no other folder of the machine', () => {
    expect(setting('ProtectSystem')).toBe('strict');
    expect(setting('ProtectHome')).toBe('yes');
    expect(setting('PrivateTmp')).toBe('yes');
    expect(text).toContain(`DATA_DIR=/var/lib/${setting('StateDirectory')}\n`);
    expect(text).not.toMatch(/^(ReadWritePaths|BindPaths|CacheDirectory|LogsDirectory|RuntimeDirectory)=/m);
  });
});

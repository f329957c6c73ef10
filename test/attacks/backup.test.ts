import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../cluster/processes.js';
import type { World } from '../world.js';
import { startAgent } from './real-agent.js';

/* A real service with its embedded database and a real agent: a backup is taken, life goes on, the backup is restored. */

const bin = (name: string) => fileURLToPath(new URL(`../../packages/cloud/${name}`, import.meta.url));
const home = mkdtempSync(path.join(tmpdir(), 'door-access-backup-'));
const dataDir = path.join(home, 'data');
const backup = path.join(home, 'backup');
const SITE = `
account: { name: Acme }
locations: [{ ref: hq, name: HQ, timezone: Europe/Helsinki }]
gateways: [{ ref: gw1, name: Front, location: hq }]
locks: [{ ref: front, name: Front door, place: Street, location: hq, type: remote, gateway: gw1, door: 1 }]
api_keys: [{ ref: erp, name: ERP, location: hq, scopes: [catalog:read, locks:control, events:read], locks: [front] }]
`;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};
const [port, mqttPort] = [await freePort(), await freePort()];
const { PATH, HOME } = process.env;
const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), MQTT_PORT: String(mqttPort) };

function doorctl(...parameters: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [bin('bin/doorctl.mjs'), ...parameters],
      { cwd: home, env },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

async function startService(): Promise<{ stop(): Promise<unknown> }> {
  const child = spawn(process.execPath, [bin('dist/main.js')], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let said = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
        if (said.includes('"msg":"ready"')) resolve();
      });
  });
  await Promise.race([ready, closed.then(() => Promise.reject(new Error(said)))]);
  return {
    stop() {
      child.kill('SIGTERM');
      return closed;
    },
  };
}

let service: Awaited<ReturnType<typeof startService>>;
let real: Awaited<ReturnType<typeof startAgent>>;
let token = '';
let lock = 0;
beforeAll(async () => {
  writeFileSync(path.join(home, 'site.yaml'), SITE);
  const { out, err } = await doorctl('site', 'apply', 'site.yaml', '--json');
  if (err) throw new Error(err);
  const site = JSON.parse(out);
  token = site.api_keys.erp.token;
  lock = site.locks.front;
  service = await startService();
  const world = { gateway: site.gateways.gw1, mqttUrl: `mqtt://127.0.0.1:${mqttPort}` };
  real = await startAgent(world as World);
});
afterAll(async () => {
  await real?.stop();
  real?.remove();
  await service?.stop();
  rmSync(home, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function call(method: string, target: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
  const answer = await fetch(`http://127.0.0.1:${port}/v1${target}`, init);
  return await answer.json();
}
interface Seen {
  id: number;
  type: string;
  occurred_at: string;
}
/** Events of the doors and of access. */
async function events(): Promise<Seen[]> {
  const types = 'type=door.opened,door.forced,door.exit_button';
  const [doors, access] = [await call('GET', `/door_events?${types}`), await call('GET', '/events')];
  return [...doors.data, ...access.data].sort((a: Seen, b: Seen) =>
    a.occurred_at.localeCompare(b.occurred_at),
  );
}
const seen = async () => (await events()).map(({ type, occurred_at }) => `${type} ${occurred_at}`).sort();

async function passage(): Promise<void> {
  const closes = async () => (await seen()).filter((line) => line.startsWith('door.closed')).length;
  const before = await closes();
  await real.online();
  real.hardware.force(1);
  await eventually(async () => real.agent.reports()[0]?.contact === 'open');
  real.hardware.pushClosed(1);
  await eventually(async () => (await closes()) > before);
}

test('what gateways had reported after the backup is there again, once, with its times', async () => {
  await passage();
  const made = await doorctl('backup', 'create', backup, '--json');
  expect([made.code, made.err]).toEqual([0, '']);
  expect(JSON.parse(made.out)).toMatchObject({ files: expect.any(Number), taken_at: expect.any(String) });
  expect(await doorctl('backup', 'verify', backup)).toMatchObject({
    code: 0,
    out: expect.stringContaining('is whole'),
  });

  await passage();
  const command = await call('POST', `/locks/${lock}/unlock?wait=5`, {});
  expect(command.status).toBe('confirmed');
  await passage();
  await eventually(async () => real.agent.journalDepth === 0);
  const before = await seen();
  const last = Math.max(...(await events()).map(({ id }) => id));
  expect(before.filter((line) => line.startsWith('access.granted'))).toHaveLength(1);

  expect(await doorctl('backup', 'restore', backup)).toMatchObject({
    code: 1,
    err: expect.stringContaining('stop the service first'),
  });
  await service.stop();
  expect(await doorctl('backup', 'restore', backup)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  });
  rmSync(path.join(dataDir, 'postgres'), { recursive: true });
  expect(await doorctl('backup', 'restore', backup)).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(dataDir)).not.toContain('postgres.restoring');

  service = await startService();
  await real.online();
  await eventually(async () => (await seen()).length >= before.length);
  expect(await seen()).toEqual(before);
  await passage();
  const after = await events();
  expect(after.length).toBeGreaterThanOrEqual(before.length + 2);
  expect(after.at(-1)?.id).toBeGreaterThan(last);
}, 180_000);

test('a backup that was changed, or is not finished, is not restored', async () => {
  const spoilt = path.join(home, 'spoilt');
  cpSync(backup, spoilt, { recursive: true });
  writeFileSync(path.join(spoilt, 'postgres', 'cluster', 'PG_VERSION'), '17\n');
  expect(await doorctl('backup', 'verify', spoilt)).toMatchObject({
    code: 1,
    err: expect.stringContaining('PG_VERSION is not what was written'),
  });
  rmSync(path.join(spoilt, 'manifest.json'));
  expect(await doorctl('backup', 'verify', spoilt)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is no backup'),
  });
  expect(existsSync(path.join(spoilt, 'manifest.json'))).toBe(false);
  expect(await doorctl('backup', 'create', spoilt)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  });
});

test('a database that was restored by other means is noted only while no service runs on it', async () => {
  const note = ['backup', 'restored', '--taken-at', '2026-01-07T06:00:00Z'];
  expect(await doorctl(...note)).toMatchObject({ code: 1, err: expect.stringContaining('stop it first') });
});

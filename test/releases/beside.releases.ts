import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '@door-access/protocol';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, obey, type Process, startProcess } from '../cluster/processes.js';
import { connectGateway, type RawGateway } from '../raw-gateway.js';
import { testDatabase } from '../setup/database.js';
import { buildReleased, type Release } from './release.js';

/* The release before this one beside this one, on one database: first on its own schema, then on this one's. */

const SITE = `
account: { name: Acme }
locations: [{ ref: hq, name: HQ, timezone: Europe/Helsinki }]
gateways:
  - { ref: old, name: Front, location: hq }
  - { ref: new, name: Back, location: hq }
locks:
  - { ref: old, name: Front door, place: Street, location: hq, type: remote, gateway: old, door: 1 }
  - { ref: new, name: Back door, place: Yard, location: hq, type: remote, gateway: new, door: 1 }
users:
  - { email: owner@acme.example, name: Olga, role: owner, location: hq }
api_keys:
  - { ref: erp, name: ERP, location: hq, scopes: [catalog:read, locks:control, events:read], locks: [old, new] }
`;
const BUILT_WITHIN_MS = 600_000;

const { url, pool } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-releases-'));
const running = new Set<ChildProcess>();
const gateways: Record<string, RawGateway> = {};
const settings = { DATABASE_URL: '', DATA_DIR: folder, SECRET_KEY: randomBytes(32).toString('hex') };
let release: Release;
let site: {
  gateways: Record<string, { id: string; secret: string }>;
  locks: Record<string, number>;
  token: string;
};
let before: Process;
let after: Process;
let confirmed = 0;

beforeAll(async () => {
  release = buildReleased();
  const empty = new URL(url);
  empty.pathname = `${empty.pathname}_released`;
  await pool.query(`create database "${empty.pathname.slice(1)}"`);
  settings.DATABASE_URL = empty.href;
  writeFileSync(path.join(folder, 'site.yaml'), SITE);
  before = await start({ SITE_FILE: 'site.yaml' }, release.program);
  const result = JSON.parse(readFileSync(path.join(folder, 'site.json'), 'utf8'));
  site = { ...result, token: result.api_keys.erp.token };
}, BUILT_WITHIN_MS);
afterAll(async () => {
  await Promise.all(Object.values(gateways).map((one) => one.end(true)));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...running].map((child) => once(child, 'close')));
  release?.remove();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

describe('the release before this one', () => {
  test('serves a gateway on its own schema', async () => {
    await connect('old', before);
    expect(await unlock(before, 'old')).toBe('confirmed');
  });

  test('goes on while this one brings the schema up to date, and each reaches the gateways of the other', async () => {
    after = await start();
    await connect('new', after);
    await serveEachOther();
  });

  test('hands its gateways over when it ends', async () => {
    await gateways.old?.end(true);
    expect(await before.stop()).toBe(0);
    await connect('old', after);
    expect(await unlock(after, 'old')).toBe('confirmed');
  });

  test('has recorded nothing that this one does not show', async () => {
    const events = await ask(after, 'GET', '/events?type=access.granted&limit=100');
    expect(events.body.data).toHaveLength(confirmed);
  });
});

async function serveEachOther(): Promise<void> {
  // Each knows of the other from its next look on.
  await eventually(async () => (await unlock(before, 'old')) === 'confirmed');
  expect(await unlock(after, 'old')).toBe('confirmed');
  expect(await unlock(before, 'new')).toBe('confirmed');
}

/** Without the role `worker`, so that none takes itself for the only one. */
async function start(more: Record<string, string> = {}, program?: string): Promise<Process> {
  const { child, ready } = startProcess({ ...settings, ROLES: 'api,edge', ...more }, program);
  running.add(child);
  child.once('close', () => running.delete(child));
  return ready;
}

async function connect(ref: 'old' | 'new', at: Process): Promise<void> {
  const { id, secret } = site.gateways[ref] as { id: string; secret: string };
  const now = () => systemClock.now();
  const gateway = await connectGateway({
    url: at.mqttUrl,
    id,
    secret,
    now,
    monotonic: () => systemClock.monotonic(),
  });
  gateways[ref] = gateway;
  gateway.client.on('message', (topic, payload) => {
    if (topic.endsWith('/down/command')) void obey(gateway, JSON.parse(payload.toString()));
  });
  await gateway.birth();
}

async function unlock(at: Process, ref: 'old' | 'new'): Promise<string> {
  const { status, body } = await ask(at, 'POST', `/locks/${site.locks[ref]}/unlock?wait=5`, {});
  if (body.status === 'confirmed') confirmed++;
  return status === 202 ? body.status : `${status} ${body.error.code}`;
}

async function ask(at: Process, method: string, target: string, body?: object) {
  const answer = await fetch(`${at.baseUrl}${target}`, {
    method,
    headers: {
      authorization: `Bearer ${site.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: answer.status, body: (await answer.json()) as any };
}

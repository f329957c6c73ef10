import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock, TestClock } from '@door-access/protocol';
import { pino } from 'pino';
import { joinCluster } from '../../packages/cloud/src/cluster/cluster.js';
import { readConfig } from '../../packages/cloud/src/config.js';
import type { Context } from '../../packages/cloud/src/context.js';
import { createPrisma } from '../../packages/cloud/src/database/prisma.js';
import { Nudge } from '../../packages/cloud/src/nudge.js';
import { SecretBox } from '../../packages/cloud/src/secrets/secret-box.js';
import { applySite } from '../../packages/cloud/src/site/apply-site.js';
import { parseSiteFile } from '../../packages/cloud/src/site/site-file.js';
import { postgresStores } from '../../packages/cloud/src/stores.js';
import { connectGateway, type RawGateway } from '../raw-gateway.js';
import { testDatabase } from '../setup/database.js';

/* The service as several processes of its own program, on one database. */

const program = fileURLToPath(new URL('../../packages/cloud/dist/main.js', import.meta.url));
const SECRET_KEY = randomBytes(32).toString('hex');

const SITE = `
account: { name: Acme }
locations: [{ ref: hq, name: HQ, timezone: Europe/Helsinki }]
gateways:
  - { ref: gw1, name: Front, location: hq }
  - { ref: gw2, name: Back, location: hq }
locks:
  - { ref: front, name: Front door, place: Street, location: hq, type: remote, gateway: gw1, door: 1 }
  - { ref: back, name: Back door, place: Yard, location: hq, type: remote, gateway: gw2, door: 1 }
users:
  - { email: owner@acme.example, name: Olga, role: owner, location: hq }
api_keys:
  - { ref: erp, name: ERP, location: hq, scopes: [catalog:read, locks:control, events:read, webhooks:manage], locks: [front, back] }
`;

export interface Process {
  roles: string;
  baseUrl: string;
  mqttUrl: string;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** As an operator does. */
  stop(): Promise<number | null>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  headers: Headers;
}

export interface Member {
  context: Context;
  clock: TestClock;
  leave(): Promise<void>;
}

export interface Service {
  pool: Context['pool'];
  site: Awaited<ReturnType<typeof applySite>>['result'];
  /** Starts a process; resolves when it says that it is ready, rejects with its last words when it ends instead. */
  start(roles: string, settings?: Record<string, string>): Promise<Process>;
  call(at: Process, method: string, path: string, body?: unknown): Promise<Answer>;
  /** As a page of the dashboard does, with its cookie. */
  ask(at: Process, method: string, path: string, cookie?: string, body?: unknown): Promise<Response>;
  /** The cookie of a new session of the owner. */
  signIn(at: Process): Promise<string>;
  /** A gateway connected to that process; it carries out commands, unless the test answers for it. */
  connect(at: Process, ref: 'gw1' | 'gw2', options?: { byHand: boolean }): Promise<RawGateway>;
  /** One process more, in this one: it has its place among the others, and no time passes in it. */
  member(): Promise<Member>;
  /** Ends all that still runs. */
  close(): Promise<void>;
}

export async function createService(shared: Record<string, string> = {}): Promise<Service> {
  const { url, pool } = await testDatabase();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-processes-'));
  const tools = {
    clock: systemClock,
    ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
    pool,
    secrets: new SecretBox(Buffer.from(SECRET_KEY, 'hex')),
  };
  const context: Context = {
    config: readConfig({ DATABASE_URL: url }),
    ...tools,
    ...postgresStores(tools),
    log: pino({ level: 'silent' }),
    prisma: createPrisma(pool),
    downlink: { isConnected: () => false, publish: () => Promise.reject(new Error('no edge')) },
    nudge: new Nudge(),
  };
  const { result: site } = await applySite(context, parseSiteFile(SITE, 'site.yaml', systemClock.now()));
  const token = site.api_keys.erp?.token ?? '';
  const running = new Set<ChildProcess>();
  const gateways: RawGateway[] = [];

  async function start(roles: string, settings: Record<string, string> = {}): Promise<Process> {
    const own = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY, ROLES: roles, ...shared, ...settings };
    const { child, ready } = startProcess(own);
    running.add(child);
    child.once('close', () => running.delete(child));
    return ready;
  }

  const ask: Service['ask'] = (at, method, target, cookie, body) => {
    const { origin } = new URL(at.baseUrl);
    return fetch(`${origin}/dashboard${target}`, {
      method,
      headers: {
        origin,
        'x-dashboard': '1',
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };

  return {
    pool,
    site,
    start,
    ask,
    async signIn(at) {
      const email = 'owner@acme.example';
      const password = site.users[email]?.password;
      const answer = await ask(at, 'POST', '/session', undefined, { email, password });
      return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    },
    async call(at, method, target, body) {
      const answer = await fetch(`${at.baseUrl}${target}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
    },
    async member() {
      const clock = new TestClock(systemClock.now());
      const own: Context = { ...context, clock, nudge: new Nudge() };
      const cluster = await joinCluster(own, () => context.downlink, false);
      return { context: own, clock, leave: () => cluster.leave() };
    },
    async connect(at, ref, { byHand } = { byHand: false }) {
      const { id, secret } = site.gateways[ref] as { id: string; secret: string };
      const gateway = await connectGateway({
        url: at.mqttUrl,
        id,
        secret,
        now: () => systemClock.now(),
        monotonic: () => systemClock.monotonic(),
      });
      gateways.push(gateway);
      await gateway.birth();
      gateway.client.on('message', (topic, payload) => {
        if (topic.endsWith('/down/command') && !byHand) void obey(gateway, JSON.parse(payload.toString()));
      });
      return gateway;
    },
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.end(true)));
      for (const child of running) child.kill('SIGKILL');
      await Promise.all([...running].map((child) => once(child, 'close')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the program of a release; `ready` rejects with its last words when it ends instead. */
export function startProcess(
  settings: Record<string, string> & { ROLES: string; DATA_DIR: string },
  release = program,
): { child: ChildProcess; ready: Promise<Process> } {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [release], {
    cwd: settings.DATA_DIR,
    env: {
      PATH,
      HOME,
      PORT: '0',
      MQTT_PORT: '0',
      // The tests' own database is one for speed.
      DATABASE_ALLOW_LOSS: 'on',
      WEBHOOK_ALLOW_PRIVATE: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let said = '';
  const isReady = new Promise<Record<string, string>>((resolve) => {
    const onText = (text: Buffer) => {
      said += text;
      const line = said.split('\n').find((one) => one.includes('"msg":"ready"') && one.endsWith('}'));
      if (line) resolve(JSON.parse(line));
    };
    child.stdout.on('data', onText);
    child.stderr.on('data', onText);
  });
  const fails = ended.then(() => Promise.reject(new Error(said.trim())));
  const ready = Promise.race([isReady, fails]).then((line) => ({
    roles: settings.ROLES,
    baseUrl: line.base_url ?? '',
    mqttUrl: line.mqtt_url ?? '',
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  }));
  fails.catch(() => {});
  return { child, ready };
}

/** Long enough that an immediate request has to wait. */
const ANSWER_AFTER_MS = 60;

/** Carries out a command as a gateway does, a moment later. */
export async function obey(gateway: RawGateway, command: { id: string; type: string }): Promise<void> {
  if (command.type !== 'unlock') return;
  await systemClock.sleep(ANSWER_AFTER_MS);
  await confirm(gateway, command.id).catch(() => {});
}

/** The strike has switched. */
export function confirm(gateway: RawGateway, command_id: string): Promise<void> {
  return gateway.send([
    gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id }),
    gateway.record({ kind: 'result', command_id, outcome: 'confirmed', detail: null }),
  ]);
}

/** Resolves with the first true answer; looks again and again, as one who asks the service would. */
export async function eventually<T>(look: () => Promise<T | false | null | undefined>, withinMs = 10_000) {
  const deadline = systemClock.monotonic() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (systemClock.monotonic() > deadline) throw new Error(`not within ${withinMs} ms`);
    await systemClock.sleep(50);
  }
}

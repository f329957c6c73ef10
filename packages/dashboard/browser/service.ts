import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cloneTemplate, dropDatabase } from '@door-access/cloud/database/template';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** What `npm start` writes for programs. */
export interface Site {
  base_url: string;
  dashboard_url: string;
  mqtt_url: string;
  bench_url: string | null;
  gateways: Record<string, { id: string; secret?: string }>;
  locations: Record<string, number>;
  locks: Record<string, number>;
  people: Record<string, string>;
  users: Record<string, { password: string }>;
  api_keys: Record<string, { token?: string }>;
}

export interface Service {
  site: Site;
  /** `http://host:port` */
  origin: string;
  /** Does something to a simulated door, as a person standing before it would. */
  bench(gateway: string, action: string, body?: object): Promise<void>;
  /** The newest link in a notice to an address, as the operator's `doorctl outbox` shows it. */
  linkTo(email: string): Promise<string>;
  stop(): Promise<void>;
}

/** Of a process: files of tests share it, and some start more than one service. */
let started = 0;

/**
 * The service as `npm start` runs it, in a folder of its own, on a database that has its tables: to make a cluster for each
 * takes as long as all the rest of a start.
 */
export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-browser-'));
  const data = path.join(folder, 'data');
  const server = process.env.TEST_POSTGRES_URL ?? '';
  started += 1;
  const database = `browser_${process.pid}_${started}`;
  const template = process.env.TEST_POSTGRES_TEMPLATE ?? '';
  const own = { DATA_DIR: data, DATABASE_URL: await cloneTemplate(server, template, database) };
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      ...own,
      DATABASE_ALLOW_LOSS: 'on',
      LOG_LEVEL: 'info',
      DEMO_PAST: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text;
    });
  const file = path.join(data, 'site.json');
  for (let waited = 0; !existsSync(file); waited += 100) {
    if (child.exitCode !== null || waited > READY_WITHIN_MS) {
      await end(child);
      throw new Error(`the service did not start: ${output}`);
    }
    await sleep(100);
  }
  const site: Site = JSON.parse(readFileSync(file, 'utf8'));
  return {
    site,
    origin: site.dashboard_url.replace(/\/$/, ''),
    async bench(gateway, action, body = {}) {
      const url = `${site.bench_url?.replace(/\/$/, '')}/gateways/${site.gateways[gateway]?.id}/${action}`;
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answered = (await answer.json()) as { ok?: boolean };
      if (!answered.ok) throw new Error(`the bench refused ${action}: ${JSON.stringify(answered)}`);
    },
    async linkTo(email) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['packages/cloud/bin/doorctl.mjs', 'outbox', '--json'],
        { cwd: root, env: { ...process.env, ...own, LOG_LEVEL: 'silent' } },
      );
      type Notice = { to: string; status: string; setup_link: string | null };
      const { data: notices } = JSON.parse(stdout) as { data: Notice[] };
      const notice = notices.find((one) => one.to === email && one.status !== 'withdrawn');
      if (!notice?.setup_link) throw new Error(`no notice with a link to ${email}`);
      return notice.setup_link;
    },
    async stop() {
      await end(child);
      await dropDatabase(server, database);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([over, sleep(15_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))]);
}

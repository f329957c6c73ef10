import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FakeCloud } from './fake-cloud.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let cloud: FakeCloud;
let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  cloud = await FakeCloud.start();
  folder = mkdtempSync(join(tmpdir(), 'agent-main-'));
  children = [];
});
afterEach(async () => {
  await Promise.all(
    children
      .filter((child) => child.exitCode === null && child.signalCode === null)
      .map((child) => {
        const gone = new Promise((resolve) => child.once('close', resolve));
        child.kill('SIGKILL');
        return gone;
      }),
  );
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});

function configure(fields: Record<string, string> = {}): { file: string; id: string } {
  const id = randomUUID();
  cloud.pair(id, 'sesame');
  const settings = {
    gateway_id: id,
    secret: 'sesame',
    cloud_url: `mqtt://127.0.0.1:${cloud.port}`,
    data_dir: join(folder, id),
    ...fields,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}`);
  const file = join(folder, `${id}.yaml`);
  writeFileSync(
    file,
    `${lines.join('\n')}\ndoors:\n  - { door: 1, name: Main entrance, driver: bench, contact: true, exit_button: true }\n`,
  );
  return { file, id };
}

interface Run {
  child: ChildProcess;
  message: Promise<{ type: string; bench_url?: string; message?: string }>;
  exit: Promise<number | null>;
  errors: () => string;
}

/** As systemd starts it; nothing listens on the socket. */
const runAsService = (file: string): Run =>
  start(['run', '--config', file], { ...process.env, NOTIFY_SOCKET: join(folder, 'notify') });

const run = (...args: string[]): Run => start(args, process.env);

function start(args: readonly string[], env: NodeJS.ProcessEnv): Run {
  const child = fork(MAIN, args, { silent: true, env });
  children.push(child);
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors += chunk));
  return {
    child,
    message: new Promise((resolve) => child.once('message', (message) => resolve(message as never))),
    exit: new Promise((resolve) => child.once('close', resolve)),
    errors: () => errors,
  };
}

test('run says ready once it is online, and a SIGTERM ends it cleanly', async () => {
  const { file, id } = configure();
  const { child, message, exit } = run('run', '--config', file);
  expect(await message).toEqual({ type: 'ready', bench_url: null });
  expect(cloud.of(id).births).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(cloud.of(id).wills).toEqual([]);
});

test('bench runs several gateways in one process and serves its page', async () => {
  const first = configure();
  const second = configure();
  const { message } = run('bench', '--config', first.file, '--config', second.file);
  const { bench_url = '' } = await message;
  const page = await fetch(bench_url);
  expect(await page.text()).toContain('<title>Door bench</title>');
  const state = (await (await fetch(`${bench_url}state`)).json()) as { gateways: { link: string }[] };
  expect(state.gateways.map(({ link }) => link)).toEqual(['online', 'online']);
});

test('a supervisor that dies takes its agent with it', async () => {
  const { file } = configure();
  const { child, message } = run('run', '--config', file);
  await message;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  expect(await exit).toBe(0);
});

test('a broker that refuses the secret at the very first start is one clear line, exit 1, and nothing is left behind', async () => {
  const { file, id } = configure({ secret: 'wrong' });
  const { message, exit, errors } = run('run', '--config', file);
  expect(await message).toMatchObject({
    type: 'failed',
    message: expect.stringContaining(`refuses gateway ${id}`),
  });
  expect(await exit).toBe(1);
  expect(errors().trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(folder, id))).toBe(false);
});

test('a service whose credential is refused waits and tries again instead of ending, and says so once', async () => {
  const { file, id } = configure({ secret: 'wrong' });
  const { child, errors } = runAsService(file);
  await cloud.until(() => cloud.refusals >= 2);
  expect(child.exitCode).toBeNull();
  expect(errors().match(new RegExp(`the cloud refuses gateway ${id}: pair it again`, 'g'))).toHaveLength(1);
});

test('a service that ends at a mistake in its configuration waits first, and can be stopped meanwhile', async () => {
  const { child, exit, errors } = runAsService('/nowhere.yaml');
  await new Promise<void>((resolve) =>
    child.stderr?.on('data', () => errors().includes('no such file') && resolve()),
  );
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('a second agent on the same folder is one clear line and exit 1, and the first goes on', async () => {
  const { file } = configure();
  const first = run('run', '--config', file);
  await first.message;
  const second = run('run', '--config', file);
  expect(await second.exit).toBe(1);
  expect(second.errors()).toMatch(/^door-agent: another agent already runs on \S+\n$/);
  expect(first.child.exitCode).toBeNull();
});

test.each([
  ['an unknown command', ['walk'], /unknown command walk/],
  ['an unknown option', ['run', '--walk'], /Unknown option/],
  [
    'a configuration that is not there',
    ['run', '--config', '/nowhere.yaml'],
    /^door-agent: \/nowhere.yaml:1:1: there is no such file/,
  ],
])('%s ends with one clear message and exit 1', async (_name, args, complaint) => {
  const { exit, errors } = run(...args);
  expect(await exit).toBe(1);
  expect(errors()).toMatch(complaint);
  expect(errors()).not.toMatch(/\n\s+at /);
});

test.each([
  [
    'a port that is none',
    ['bench', '--port', 'x'],
    'door-agent: --port x: expected a number from 0 to 65535\n',
  ],
  [
    'a door that is no number',
    ['test', '--door', 'main'],
    'door-agent: --door main: expected the number of a door\n',
  ],
  [
    'a door that is not there',
    ['test', '--door', '2'],
    'door-agent: --door 2: there is no such door, only 1 (Main entrance)\n',
  ],
])('%s is rejected in one line that says what to do', async (_name, args, complaint) => {
  const { exit, errors } = run(...args, '--config', configure().file);
  expect(await exit).toBe(1);
  expect(errors()).toBe(complaint);
});

test('pairing without a configuration names the next commands', async () => {
  const file = join(folder, 'gateway.yaml');
  const { exit, errors } = run('pair', '7KQ2-M9XD', '--url', 'https://doors.example', '--config', file);
  expect(await exit).toBe(1);
  expect(errors()).toBe(
    `door-agent: ${file} does not exist yet: it lists the doors of this gateway.
Next: door-agent init --output ${file}
Then: door-agent pair CODE --url https://doors.example --config ${file}
A code is valid for ten minutes; after that, ask for a new one.\n`,
  );
});

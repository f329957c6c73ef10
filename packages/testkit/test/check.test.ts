import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';

/* doors-testkit check as it is called, against the example and others. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SECRET = 'whsec_of_the_tests';
const folder = mkdtempSync(path.join(tmpdir(), 'receiver-'));

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The example, started again whenever it ends, as a service manager does. */
const port = await freePort();
let isOver = false;
let child: ChildProcess;
async function run(): Promise<void> {
  child = spawn(process.execPath, ['examples/receiver.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      WEBHOOK_SECRET: SECRET,
      PORT: String(port),
      JOURNAL: path.join(folder, 'journal.jsonl'),
      FOR_TESTS: 'on',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.once('exit', () => !isOver && void run());
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
}
await run();
afterAll(async () => {
  isOver = true;
  child.kill();
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
});

const check = async (...given: string[]) => {
  const bin = 'packages/testkit/bin/doors-testkit.mjs';
  const { WEBHOOK_SECRET: _, ...env } = process.env;
  const called = spawn(process.execPath, [bin, 'check', ...given], { cwd: root, env });
  const [stdout, stderr, [status]] = await Promise.all([
    called.stdout.toArray(),
    called.stderr.toArray(),
    once(called, 'exit'),
  ]);
  return { status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
};
const at = (name: string) => `http://127.0.0.1:${port}/${name}`;

test('the receiver of examples/ passes every case, over HTTP', async () => {
  const { status, stdout } = await check(
    at('hook'),
    ...['--secret', SECRET, '--effects', at('effects'), '--crash', at('crash'), '--json'],
  );
  const report = JSON.parse(stdout);
  expect(report.cases.filter((one: { outcome: string }) => one.outcome !== 'passed')).toEqual([]);
  expect([status, report.ok, report.passed]).toEqual([0, true, 20]);
});

test('a receiver that fails is shown in words, with what to do, and the exit code is 1', async () => {
  const { status, stdout } = await check(at('hook'), '--secret', 'whsec_of_another', '--settle', '0.05');
  expect(status).toBe(1);
  expect(
    stdout,
  ).toContain(`FAILED  accepts-genuine: a genuine delivery is answered with 2xx, and acted on once
          it answered 400, not 2xx
          Verify with the secret of this subscription`);
  expect(stdout).toMatch(/\d+ passed, \d+ failed, 7 skipped\n$/);
});

test.each([
  [[at('hook')], 'give --secret, or WEBHOOK_SECRET: the answer to POST /webhooks shows it'],
  [
    ['localhost:3000', '--secret', 's'],
    'url: localhost:3000 is no address: give one that begins with http:// or https://',
  ],
  [[at('hook'), '--secret', 's', '--deadline', 'soon'], '--deadline: soon is no number above 0'],
  [['http://127.0.0.1:1/hook', '--secret', 's'], 'start the receiver, and name its address'],
])('%j cannot be checked: exit code 2, and what to do', async (given, message) => {
  const { status, stdout, stderr } = await check(...given);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

/* Programs that use a site, run as their authors run them. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = (...given: string[]) =>
  spawnSync(process.execPath, given, { cwd: root, encoding: 'utf8', timeout: 120_000 });
const program = (body: string) => [
  '--input-type=module',
  '--eval',
  `import { startSite } from '@door-access/testkit'; const site = await startSite(); ${body}`,
];

/** The processes of sites, by their parent. */
const sitesOf = (parent: number | undefined): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isSite = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('testkit/dist/program.js');
        return (
          isSite && readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent)
        );
      } catch {
        return false;
      }
    })
    .map(Number);

test('the example passes under node:test', () => {
  const { status, stdout } = run('--test', 'examples/site.test.mjs');
  expect([status, /# pass (\d+)/.exec(stdout)?.[1], stdout]).toEqual([0, '3', stdout]);
});

test('a plain program ends, with its site, even if it forgets to close it', () => {
  const { status, stdout } = run(...program('console.log(site.doors.length);'));
  expect([status, stdout]).toEqual([0, '1\n']);
});

test('a program that is killed leaves no process behind', async () => {
  const child = spawn(process.execPath, program('console.log("ready"); setInterval(() => {}, 1000);'), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const sites = sitesOf(child.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(sites).toHaveLength(1);
  const [site] = sites as [number];
  while (readable(site)) await new Promise((resolve) => setImmediate(resolve));
});

test('sites one after the other share a process, each with a clock and doors of its own', async () => {
  const { status, stdout } = run(
    ...program(`
      const { execFileSync } = await import('node:child_process');
      const processes = () => execFileSync('pgrep', ['-f', '-P', process.pid, 'testkit/dist/program.js'], { encoding: 'utf8' });
      const first = processes();
      await site.clock.advance({ hours: 3 });
      const closing = site.close();
      const refused = await site.settled().catch((error) => error.message);
      await closing;
      const startAt = '2026-03-02T07:00:00Z';
      const next = await startSite({ doors: ['Vault'], startAt });
      const both = await startSite();
      const second = processes().split('\\n').includes(first.trim());
      const { data } = await next.client.GET('/locks');
      console.log(JSON.stringify([refused, second, next.clock.now() - Date.parse(startAt), data.data.map(({ name }) => name)]));
      await Promise.all([next.close(), both.close()]);
    `),
  );
  expect([status, JSON.parse(stdout)]).toEqual([0, ['The site is closed.', true, 0, ['Vault']]]);
});

test('a site starts where the process of the one before was killed meanwhile', () => {
  const { status, stdout } = run(
    ...program(`
      const { execFileSync } = await import('node:child_process');
      await site.close();
      execFileSync('pkill', ['-KILL', '-f', '-P', process.pid, 'testkit/dist/program.js']);
      const next = await startSite({ doors: 2 });
      console.log(next.doors.length);
      await next.close();
    `),
  );
  expect([status, stdout]).toEqual([0, '2\n']);
});

test('a start that fails is reported, and the next one succeeds', () => {
  const { status, stdout } = run(
    ...program(`
      await site.close();
      const message = await startSite({ settings: { LOG_LEVEL: 'loud' } }).catch((error) => error.message);
      const next = await startSite();
      console.log(message.includes('LOG_LEVEL'), next.doors.length);
      await next.close();
    `),
  );
  expect([status, stdout]).toEqual([0, 'true 1\n']);
});

test('the process of a closed site ends by itself while its test goes on', async () => {
  // The site writes where its test does, so that this ends with the one of them that lives longer.
  const child = spawn(
    process.execPath,
    program('await site.close(); (await import("node:fs")).closeSync(1); setInterval(() => {}, 1000);'),
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child.stdout.resume();
  await once(child.stdout, 'end');
  expect([child.exitCode, sitesOf(child.pid)]).toEqual([null, []]);
  child.kill('SIGKILL');
});

function readable(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
  } catch {
    return false;
  }
}

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

function readable(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
  } catch {
    return false;
  }
}

import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

/* The package in a clean Debian: installed, run, upgraded, removed and purged, in this order. */

const BUILD = fileURLToPath(new URL('build.mjs', import.meta.url));
/** The release that Raspberry Pi OS stands on, and the first whose own Node is new enough. */
const RELEASE = 'trixie';
const NEWER = '99.0.0';
const CONFIG = '/etc/door-agent/gateway.yaml';
const GATEWAY = `gateway_id: 0b9c1c1e-0000-4000-8000-000000000001
secret: sesame
cloud_url: mqtt://127.0.0.1:1
data_dir: /var/lib/door-agent
doors:
  - { door: 1, name: Main entrance, driver: bench, contact: true, exit_button: true, hold: true }
`;
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };

const folder = mkdtempSync(path.join(tmpdir(), 'install-'));
const system = path.join(folder, 'system');
const within = (name) => path.join(system, name);
const inside = (...command) =>
  execFileSync('chroot', [system, ...command], { encoding: 'utf8', env: ENVIRONMENT, stdio: 'pipe' });

beforeAll(() => {
  const run = (command, ...words) => execFileSync(command, words, { stdio: 'pipe' });
  run('debootstrap', '--variant=minbase', '--include=nodejs,adduser', RELEASE, system);
  run('mount', '-t', 'proc', 'proc', within('proc'));
  run(process.execPath, BUILD, '--to', folder);
  const architecture = inside('dpkg', '--print-architecture').trim();
  const [built] = readdirSync(folder).filter((name) => name.endsWith(`_${architecture}.deb`));
  cpSync(path.join(folder, built), within('first.deb'));
  const tree = path.join(folder, 'newer');
  run('dpkg-deb', '-R', within('first.deb'), tree);
  const control = path.join(tree, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${NEWER}`));
  run('dpkg-deb', '-Znone', '--root-owner-group', '--build', tree, within('newer.deb'));
}, 400_000);

afterAll(() => {
  // Never a folder with a mounted /proc in it.
  if (existsSync(within('proc/self'))) execFileSync('umount', [within('proc')]);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the agent as its own user until it has opened its journal and looks for the cloud; then ends it as systemd would. */
async function runAgent() {
  const agent = spawn(
    'chroot',
    ['--userspec=door-agent:door-agent', system, '/usr/bin/door-agent', 'run', '--config', CONFIG],
    { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  const ended = new Promise((resolve) => agent.once('exit', resolve));
  await new Promise((resolve) => {
    for (const stream of [agent.stdout, agent.stderr])
      stream.on('data', (data) => {
        said += data;
        if (said.includes('link: ')) resolve();
      });
    void ended.then(resolve);
  });
  agent.kill('SIGTERM');
  return { code: await ended, said };
}

test('an installation makes the agent’s user and folders, and says what comes next', () => {
  const said = inside('dpkg', '-i', '/first.deb');
  expect(said).toContain(`set it up with: door-agent init --output ${CONFIG}`);
  expect(inside('id', '-nG', 'door-agent').trim().split(' ')).toEqual(
    expect.arrayContaining(['door-agent', 'gpio', 'dialout']),
  );
  expect(inside('stat', '-c', '%a %U:%G', '/etc/door-agent', '/var/lib/door-agent')).toBe(
    '2750 root:door-agent\n700 door-agent:door-agent\n',
  );
  expect(inside('door-agent', '--help')).toContain('door-agent pair');
});

test('the agent runs as its own user on the configuration that root wrote', async () => {
  // The folder hands its group on, as it does for an installer's editor.
  writeFileSync(within(CONFIG), GATEWAY);
  chmodSync(within(CONFIG), 0o640);
  const { code, said } = await runAgent();
  expect(said).toMatch(/link: connect ECONNREFUSED/);
  expect(code).toBe(0);
  expect(statSync(within('/var/lib/door-agent/journal')).isDirectory()).toBe(true);
});

test('an upgrade keeps configuration and journal', async () => {
  const before = readdirSync(within('/var/lib/door-agent'));
  inside('dpkg', '-i', '/newer.deb');
  expect(inside('dpkg-query', '-f', '$' + '{Version}', '-W', 'door-agent')).toBe(NEWER);
  expect(readFileSync(within(CONFIG), 'utf8')).toBe(GATEWAY);
  expect(readdirSync(within('/var/lib/door-agent'))).toEqual(before);
  expect((await runAgent()).code).toBe(0);
});

test('a removal leaves them, and a purge leaves nothing', () => {
  inside('dpkg', '-r', 'door-agent');
  expect(existsSync(within('/usr/lib/door-agent/dist'))).toBe(false);
  expect(readFileSync(within(CONFIG), 'utf8')).toBe(GATEWAY);
  expect(existsSync(within('/var/lib/door-agent/journal'))).toBe(true);
  inside('dpkg', '-P', 'door-agent');
  for (const left of ['/etc/door-agent', '/var/lib/door-agent', '/usr/lib/door-agent'])
    expect([left, existsSync(within(left))]).toEqual([left, false]);
  expect(() => inside('id', 'door-agent')).toThrow();
});

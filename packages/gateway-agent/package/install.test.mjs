import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

/* The package in a clean Debian: installed by apt, run, upgraded, removed and purged, in this order. */

const { PACKAGES } = process.env;
/** Those that Raspberry Pi OS stands on. */
const RELEASES = ['bookworm', 'trixie'];
/** Where each Linux has it; Raspberry Pi OS keeps logs in memory by this. */
const VOLATILE = 'usr/lib/systemd/journald.conf.d/40-rpi-volatile-storage.conf';
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
/** The mirror of the tested release. */
let system;
const within = (name) => path.join(system, name);
const inside = (...command) =>
  execFileSync('chroot', [system, ...command], { encoding: 'utf8', env: ENVIRONMENT, stdio: 'pipe' });

const run = (command, ...words) => execFileSync(command, words, { stdio: 'pipe' });

function makeSystem(release) {
  system = path.join(folder, release);
  run('debootstrap', '--variant=minbase', '--include=adduser,systemd,udev', release, system);
  run('mount', '-t', 'proc', 'proc', within('proc'));
  const architecture = inside('dpkg', '--print-architecture').trim();
  const [built] = readdirSync(PACKAGES).filter((name) => name.endsWith(`_${architecture}.deb`));
  cpSync(path.join(PACKAGES, built), within('first.deb'));
  const tree = path.join(folder, 'newer');
  run('dpkg-deb', '-R', within('first.deb'), tree);
  const control = path.join(tree, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${NEWER}`));
  run('dpkg-deb', '-Znone', '--root-owner-group', '--build', tree, within('newer.deb'));
  rmSync(tree, { recursive: true });
}

afterAll(() => {
  // Never a folder in which a /proc is mounted.
  for (const release of RELEASES) {
    const proc = path.join(folder, release, 'proc');
    if (existsSync(path.join(proc, 'self'))) execFileSync('umount', [proc]);
  }
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

describe.each(RELEASES)('on Debian %s', (release) => {
  beforeAll(() => makeSystem(release), 400_000);

  test('an installation makes the agent’s user and folders, and says what comes next', () => {
    const said = inside('apt-get', 'install', '--yes', '--no-install-recommends', '/first.deb');
    expect(said).toContain(`set it up with: door-agent init --output ${CONFIG}`);
    expect(inside('id', '-nG', 'door-agent').trim().split(' ')).toEqual(
      expect.arrayContaining(['door-agent', 'gpio', 'dialout']),
    );
    expect(inside('stat', '-c', '%a %U:%G', '/etc/door-agent', '/var/lib/door-agent')).toBe(
      '2750 root:door-agent\n700 door-agent:door-agent\n',
    );
    expect(inside('door-agent', '--help')).toContain('door-agent pair');
  });

  test('the package brings a Node that is new enough', () => {
    expect(() => inside('node', '--version')).toThrow();
    const [major] = inside('/usr/lib/door-agent/node/node', '--version').slice(1).split('.');
    expect(Number(major)).toBeGreaterThanOrEqual(20);
  });

  test('an image that is made without a running systemd starts the agent at its first boot', () => {
    expect(inside('systemctl', 'is-enabled', 'door-agent.service').trim()).toBe('enabled');
  });

  test('systemd takes the service as it is written', () => {
    expect(inside('systemd-analyze', 'verify', 'door-agent.service')).toBe('');
  });

  test('a modem manager is kept from relay boards alone, by the chip in their own plug', () => {
    const rules = readFileSync(within('/usr/lib/udev/rules.d/60-door-agent.rules'), 'utf8').split('\n');
    const ignoring = rules.filter((rule) => rule.includes('ID_MM_DEVICE_IGNORE'));
    // ATTRS would match a hub above an LTE stick too.
    expect(ignoring).toEqual([
      expect.stringContaining('ENV{DEVTYPE}=="usb_device", ATTR{idVendor}=="1a86|0403|10c4|067b|2a19"'),
    ]);
    // Only the newer release can check rules.
    if (release === 'trixie')
      inside('udevadm', 'verify', '--no-summary', 'usr/lib/udev/rules.d/60-door-agent.rules');
    expect(readFileSync(within('/usr/lib/udev/rules.d/50-udev-default.rules'), 'utf8')).toMatch(
      /KERNEL=="tty\[A-Z\]\*\[0-9\][^\n]*GROUP="dialout"/,
    );
    expect(readFileSync(within('/usr/lib/systemd/system/door-agent.service'), 'utf8')).toContain(
      'DeviceAllow=char-ttySC rw',
    );
  });

  test('logs are kept on disk, within bounds, though Raspberry Pi OS keeps them in memory', () => {
    mkdirSync(path.dirname(within(VOLATILE)), { recursive: true });
    writeFileSync(within(VOLATILE), '[Journal]\nStorage=volatile\n');
    const settings = inside('systemd-analyze', 'cat-config', 'systemd/journald.conf').split('\n');
    const last = (name) => settings.filter((line) => line.startsWith(`${name}=`)).at(-1);
    expect(last('Storage')).toBe('Storage=persistent');
    expect(last('SystemMaxUse')).toBe('SystemMaxUse=100M');
  });

  test('the agent runs as its own user on the configuration that root wrote', async () => {
    // The folder passes its group on, as for an installer's editor.
    writeFileSync(within(CONFIG), GATEWAY);
    chmodSync(within(CONFIG), 0o640);
    const { code, said } = await runAgent();
    expect(said).toMatch(/link: connect ECONNREFUSED/);
    expect(code).toBe(0);
    expect(statSync(within('/var/lib/door-agent/journal')).isDirectory()).toBe(true);
  });

  test('an upgrade keeps configuration, journal and what was decided on the service', async () => {
    const before = readdirSync(within('/var/lib/door-agent'));
    inside('systemctl', 'disable', 'door-agent.service');
    inside('apt-get', 'install', '--yes', '--no-install-recommends', '/newer.deb');
    expect(inside('dpkg-query', '-f', '$' + '{Version}', '-W', 'door-agent')).toBe(NEWER);
    expect(readFileSync(within(CONFIG), 'utf8')).toBe(GATEWAY);
    expect(readdirSync(within('/var/lib/door-agent'))).toEqual(before);
    expect(() => inside('systemctl', 'is-enabled', 'door-agent.service')).toThrow();
    inside('systemctl', 'enable', 'door-agent.service');
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
    expect(existsSync(within('etc/systemd/system/multi-user.target.wants/door-agent.service'))).toBe(false);
  });
});

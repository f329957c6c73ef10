// npm run test:image: builds the image with buildah on a root made by debootstrap, as no registry of images is needed for
// that, and runs it: as a user without rights it becomes ready, is healthy, and stops within its time. A container is a
// changed root here, so that a read-only root file system is not tried. Needs root, buildah and debootstrap (Debian).
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const work = mkdtempSync(path.join(os.tmpdir(), 'try-image-'));
const READY_WITHIN_S = 120;
/** Of a process; buildah's own command lines have it further behind. */
const SERVICE = /^[^\0]*node\0packages\/cloud\/dist\/main\.js\0/;
const [PORT, METRICS_PORT] = ['28080', '29464'];
/** Inside a container there are no other containers to be kept apart from. */
const ISOLATED = ['--isolation', 'chroot'];
const STORED = [
  '--storage-driver',
  'vfs',
  '--root',
  path.join(work, 'images'),
  '--runroot',
  path.join(work, 'run'),
];
const buildah = (...args) =>
  run('buildah', [...STORED, ...args], { maxBuffer: 1e8 }).then(({ stdout }) => stdout.trim());
let failed = 0;
let passed = 0;

try {
  const base = await makeBase();
  await buildah(
    'bud',
    ...ISOLATED,
    '--build-arg',
    `NODE=${base}`,
    '-f',
    'deploy/docker/Dockerfile',
    '-t',
    'door-access',
    root,
  );
  const { OCIv1 } = JSON.parse(await buildah('inspect', '--type', 'image', 'door-access'));
  check('is not root', OCIv1.config.User === '10001:10001', OCIv1.config.User);
  await tryIt();
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function check(what, holds, found) {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}${holds ? '' : `: ${found}`}`);
}

/** Debian with this Node.js and npm, and the settings by which npm reaches its registry here. */
async function makeBase() {
  const debian = path.join(work, 'debian');
  await run(
    'debootstrap',
    ['--variant=minbase', '--include=libstdc++6,ca-certificates', 'bookworm', debian],
    { maxBuffer: 1e8 },
  );
  const put = (from, to) => {
    mkdirSync(path.dirname(path.join(debian, to)), { recursive: true });
    cpSync(from, path.join(debian, to), { recursive: true, dereference: true });
  };
  put(realpathSync(process.execPath), 'usr/bin/node');
  const npm = realpathSync((await run('sh', ['-c', 'command -v npm'])).stdout.trim());
  put(path.resolve(npm, '../..'), 'usr/lib/npm');
  await run('ln', ['-s', '../lib/npm/bin/npm-cli.js', path.join(debian, 'usr/bin/npm')]);
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'], { cwd: os.tmpdir() });
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates && existsSync(certificates)) put(certificates, 'etc/ssl/extra.pem');
  put('/etc/resolv.conf', 'etc/resolv.conf');
  put('/etc/hosts', 'etc/hosts');
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, debian, '/');
  const env = [`npm_config_registry=${registry.trim()}`, 'NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem'];
  await buildah('config', ...env.flatMap((each) => ['--env', each]), container);
  await buildah('commit', '--quiet', container, 'localhost/node-here');
  await buildah('rm', container);
  rmSync(debian, { recursive: true });
  return 'localhost/node-here';
}

/** With a read-only root and a volume for the data, as the compose file runs it. */
async function tryIt() {
  const container = await buildah('from', 'localhost/door-access');
  const data = path.join(work, 'data');
  mkdirSync(data);
  await run('chown', ['10001:10001', data]);
  const args = [...STORED, 'run', ...ISOLATED, '--cap-drop', 'all', '-v', `${data}:/data:rw`];
  const env = { PORT, METRICS_PORT, MQTT_PORT: '21883', HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const service = spawn(
    'buildah',
    [...args, ...settings, container, '--', 'node', 'packages/cloud/dist/main.js'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => service.once('exit', resolve));
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null);
    return answer?.status === 200;
  };
  let isReady = false;
  for (let second = 0; second < READY_WITHIN_S && !isReady && service.exitCode === null; second++) {
    isReady = await ready();
    if (!isReady) await sleep(1_000);
  }
  check('becomes ready', isReady, said.slice(-2_000));
  const health = await run('buildah', [
    ...args,
    ...settings,
    container,
    '--',
    'node',
    '/service/health.mjs',
  ]).then(
    () => 0,
    ({ code }) => code,
  );
  check('its health check finds it healthy', health === 0, health);
  // A signal to buildah would kill at once what runs in its container.
  const pid = service.exitCode === null ? serviceBelow(service.pid) : null;
  check('runs as its own user', pid !== null && ownerOf(pid) === 10001, pid && ownerOf(pid));
  if (pid !== null) process.kill(pid, 'SIGTERM');
  else service.kill('SIGKILL');
  const code = await Promise.race([ended, sleep(30_000, 'not within 30 s', { ref: false })]);
  check('stops at SIGTERM', code === 0 || code === 143, `${code} ${said.slice(-500)}`);
}

function fieldOf(pid, name) {
  return new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
}

function ownerOf(pid) {
  return Number(fieldOf(pid, 'Uid'));
}

/** The process of the service that `parent` has started, through processes of its own. */
function serviceBelow(parent) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!SERVICE.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue;
      for (let above = pid; above && above !== '0'; above = fieldOf(above, 'PPid'))
        if (Number(above) === parent) return Number(pid);
    } catch {
      // It has ended meanwhile.
    }
  }
  return null;
}

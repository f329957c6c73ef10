// npm run test:image: builds the image with buildah on a root made by debootstrap, as no registry of images is needed for
// that, and runs it as the compose file does: on a read-only root, as a user without rights, it becomes ready, is healthy,
// and stops within its time. A container is a changed root in a namespace of mounts here, as this needs no engine. Needs
// root, buildah and debootstrap (Debian).
import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const work = mkdtempSync(path.join(os.tmpdir(), 'try-image-'));
const READY_WITHIN_S = 120;
const METRICS_PORT = '29464';
/** $1 becomes the root, read-only, with the volume $2; the rest runs as user $3 in folder $4, without any right. */
const CONTAINER = `
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
cd "$1"
pivot_root . mnt
user=$3 folder=$4
shift 4
cd "$folder"
umount -l /mnt
exec setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
`;
/** Inside a container there are no other containers to be kept apart from. */
const ISOLATED = ['--isolation', 'chroot'];
const STORED = [
  '--storage-driver',
  storageDriver(),
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
    // The other format drops the health check.
    '--format',
    'docker',
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

/** Layers that lie on each other, where file systems here can; otherwise each layer is a whole copy, and takes minutes. */
function storageDriver() {
  const [lower, upper, scratch, merged] = ['lower', 'upper', 'scratch', 'merged'].map((name) => {
    const folder = path.join(work, 'overlay', name);
    mkdirSync(folder, { recursive: true });
    return folder;
  });
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${scratch}`;
  if (spawnSync('mount', ['-t', 'overlay', 'overlay', '-o', options, merged]).status !== 0) return 'vfs';
  spawnSync('umount', [merged]);
  return 'overlay';
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

/** With a read-only root, a volume for the data and a file system in memory for /tmp, as the compose file runs it. */
async function tryIt() {
  const container = await buildah('from', 'localhost/door-access');
  const image = await buildah('mount', container);
  const { config } = JSON.parse(await buildah('inspect', container)).Docker;
  const data = path.join(work, 'data');
  mkdirSync(data);
  await run('chown', ['10001:10001', data]);
  const settings = [
    'PORT=28080',
    'METRICS_PORT=29464',
    'MQTT_PORT=21883',
    'HOST=127.0.0.1',
    'LOG_LEVEL=warn',
  ];
  const within = (...program) =>
    [
      ['--mount', '--propagation', 'private', 'sh', '-euc', CONTAINER, 'container'],
      [image, data, config.User, config.WorkingDir, 'env', '-i', ...config.Env, ...settings, ...program],
    ].flat();
  const service = spawn('unshare', within(...config.Cmd), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => service.once('exit', (code, signal) => resolve(signal ?? code)));
  try {
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/readyz`).catch(() => null);
      return answer?.status === 200;
    };
    let isReady = false;
    for (let second = 0; second < READY_WITHIN_S && !isReady && service.exitCode === null; second++) {
      isReady = await ready();
      if (!isReady) await sleep(1_000);
    }
    check('becomes ready', isReady, output.slice(-2_000));
    check('its root is read-only', isReadOnly(service.pid), 'it can be written to');
    const [command, ...given] = config.Healthcheck.Test;
    const health = await run('unshare', within(...given)).then(
      () => 0,
      ({ code, stderr }) => `${code} ${stderr}`,
    );
    check('its health check finds it healthy', command === 'CMD' && health === 0, health);
    const status = Object.fromEntries(
      ['Uid', 'CapBnd', 'NoNewPrivs'].map((name) => [name, fieldOf(service.pid, name)]),
    );
    const isPoor =
      status.Uid === '10001' && Number.parseInt(status.CapBnd, 16) === 0 && status.NoNewPrivs === '1';
    check('runs as its own user without any right', isPoor, JSON.stringify(status));
    service.kill(config.StopSignal ?? 'SIGTERM');
    const code = await Promise.race([ended, sleep(30_000, 'not within 30 s', { ref: false })]);
    check('stops at its signal', code === 0 || code === 143, `${code} ${output.slice(-500)}`);
  } finally {
    if (service.exitCode === null) service.kill('SIGKILL');
    await ended;
  }
  await buildah('umount', container);
}

/** As the kernel says of the process itself. */
function isReadOnly(pid) {
  const mount = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , , , point]) => point === '/');
  return mount?.[5].split(',').includes('ro') ?? false;
}

function fieldOf(pid, name) {
  return new RegExp(`^${name}:\\s+([0-9a-f]+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
}

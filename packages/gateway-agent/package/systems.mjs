// Clean Debian systems of any architecture, each in a folder: of this machine's own by chroot, of another by QEMU, which
// the kernel starts for each of its programs (binfmt_misc) within a user namespace, so that nothing of this machine changes.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/package/systems', import.meta.url));
/** Nothing boots here: systemctl enables and disables, and does nothing else. */
const ENVIRONMENT = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  DEBIAN_FRONTEND: 'noninteractive',
  SYSTEMD_OFFLINE: '1',
};
const PACKAGES = 'adduser,systemd';
/** An emulated program may take this long on a busy machine. */
const STEP_WITHIN_MS = 300_000;
/** By Debian's name: the emulator, and the head of a program as the kernel recognises it (ELF class and machine). */
const EMULATORS = {
  amd64: ['qemu-x86_64-static', 2, 0x3e],
  arm64: ['qemu-aarch64-static', 2, 0xb7],
  armhf: ['qemu-arm-static', 1, 0x28],
};
export const OWN = { x64: 'amd64', arm64: 'arm64', arm: 'armhf' }[process.arch];
export const emulatorFor = (architecture) => EMULATORS[architecture][0];

const run = (command, ...words) =>
  execFileSync(command, words, { encoding: 'utf8', stdio: 'pipe', timeout: STEP_WITHIN_MS });

/** A namespace in which programs of these architectures run; undefined has no need of one. */
export async function openNamespace(architectures) {
  const foreign = architectures.filter((each) => each !== OWN);
  const script = [
    'read go',
    'mount -t proc proc /proc',
    'mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc',
    ...foreign.map((each) => `printf %s '${registration(each)}' >/proc/sys/fs/binfmt_misc/register`),
    'echo ready',
    'read end',
  ].join(' && ');
  const words = ['--user', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script];
  const holder = spawn('unshare', words, { stdio: 'pipe' });
  let said = '';
  holder.stderr.on('data', (data) => (said += data));
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  const isReady = new Promise((resolve) => holder.stdout.once('data', () => resolve(true)));
  // Users are the same inside and outside; only from outside may more than one be mapped.
  await until(() => isApart(holder.pid));
  for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${holder.pid}/${map}`, '0 0 65536\n');
  holder.stdin.write('go\n');
  if (!(await Promise.race([isReady, gone.then(() => false)])))
    throw new Error(`programs of another machine need binfmt_misc in a user namespace (Linux 6.7): ${said}`);
  const child = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim();
  return {
    enter: ['nsenter', '--target', child, '--user', '--mount', '--pid', '--'],
    async close() {
      holder.kill('SIGKILL');
      await gone;
    },
  };
}

function isApart(pid) {
  const owner = (id) => execFileSync('readlink', [`/proc/${id}/ns/user`], { encoding: 'utf8' });
  return owner(pid) !== owner('self');
}

async function until(condition) {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('no user namespace: unshare --user does not work here');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** F: the emulator is opened now, so that it need not be within the system. */
function registration(architecture) {
  const [emulator, bits, machine] = EMULATORS[architecture];
  const hex = (bytes) => bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  const magic = hex([0x7f, 0x45, 0x4c, 0x46, bits, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, machine, 0]);
  // Any system interface, and programs that may be loaded anywhere.
  const mask = hex([...Array(7).fill(0xff), 0, ...Array(8).fill(0xff), 0xfe, 0xff, 0xff, 0xff]);
  return `:${architecture}:M::${magic}:${mask}:${run('which', emulator).trim()}:POCF`;
}

/** A clean system in a folder, from the cache where it was made before. */
export function makeSystem(folder, release, architecture, namespace) {
  const made = path.join(cache, `${release}-${architecture}`);
  if (!existsSync(made)) {
    const fresh = `${made}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    bootstrap(fresh, release, architecture, namespace);
    renameSync(fresh, made);
  }
  run('cp', '-a', '--reflink=auto', made, folder);
  cpSync('/etc/resolv.conf', path.join(folder, 'etc/resolv.conf'));
  run(...namespace.enter, 'mount', '-t', 'proc', 'proc', path.join(folder, 'proc'));
  const command = (as, words) => [...namespace.enter, 'chroot', ...as, folder, ...words];
  return {
    within: (name) => path.join(folder, name),
    /** As root, or as `user`; answers come from `input`. */
    inside: (words, { user = 'root', input = '' } = {}) => {
      const [program, ...rest] = command([`--userspec=${user}`], words);
      const options = { encoding: 'utf8', input, stdio: 'pipe', timeout: STEP_WITHIN_MS };
      try {
        return execFileSync(program, rest, { ...options, env: ENVIRONMENT });
      } catch (error) {
        error.message += `\n${error.stdout}`;
        throw error;
      }
    },
    /** Until `stop`, which asks the program itself to end: nsenter passes no signal on. */
    start: (words, user) => {
      const pid = path.join(folder, 'run/started.pid');
      const script = 'echo $$ >"$0"; exec "$@"';
      const [program, ...rest] = [
        ...namespace.enter,
        'sh',
        '-c',
        script,
        pid,
        'chroot',
        `--userspec=${user}`,
        folder,
        ...words,
      ];
      const child = spawn(program, rest, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stop = () =>
        run(...namespace.enter, 'sh', '-c', `kill -TERM ${readFileSync(pid, 'utf8').trim()}`);
      return child;
    },
  };
}

/**
 * Unpacked by this machine's own dpkg, as an emulated one takes minutes. Of the packages' own scripts only those of adduser,
 * base-passwd and base-files run: users, groups and /etc. The others prepare a boot, and here nothing boots.
 */
function bootstrap(folder, release, architecture, { enter }) {
  run(
    'debootstrap',
    '--foreign',
    `--arch=${architecture}`,
    '--variant=minbase',
    `--include=${PACKAGES}`,
    release,
    folder,
  );
  const archives = path.join(folder, 'var/cache/apt/archives');
  const quick = path.join(folder, 'etc/dpkg/dpkg.cfg.d/quick');
  writeFileSync(quick, 'force-unsafe-io\n');
  run(
    'sh',
    '-c',
    `exec ${enter.join(' ')} dpkg --root=${folder} --force-all --force-unsafe-io --no-triggers --unpack ${archives}/*.deb`,
  );
  const [program, ...rest] = [
    ...enter,
    'chroot',
    folder,
    'dpkg',
    '--force-depends',
    '--no-triggers',
    '--configure',
    'base-passwd',
    'base-files',
    'adduser',
  ];
  execFileSync(program, rest, { env: ENVIRONMENT, stdio: 'pipe', timeout: STEP_WITHIN_MS });
  const status = path.join(folder, 'var/lib/dpkg/status');
  const settled = readFileSync(status, 'utf8')
    .replace(/^Status: install ok .*$/gm, 'Status: install ok installed')
    .replace(/^(Config-Version|Triggers-Pending|Triggers-Awaited): .*\n/gm, '');
  writeFileSync(status, settled);
  // Configuration files, which dpkg puts in their place only when it configures.
  const etc = path.join(folder, 'etc');
  for (const name of readdirSync(etc, { recursive: true }).filter((each) => each.endsWith('.dpkg-new')))
    renameSync(path.join(etc, name), path.join(etc, name.slice(0, -'.dpkg-new'.length)));
  rmSync(archives, { recursive: true, force: true });
  mkdirSync(path.join(archives, 'partial'), { recursive: true });
  rmSync(path.join(folder, 'debootstrap'), { recursive: true, force: true });
}

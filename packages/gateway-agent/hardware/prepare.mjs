// An arm64 machine for QEMU from Debian's packages: kernel, Node and what Node needs, put together as an initial RAM
// disk. Nothing is installed on this machine; apt works in a folder of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { copyModules, NATIVE } from '../package/modules.mjs';
import { cpio } from './cpio.mjs';
import { kernelModules } from './modules.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const SUITE = 'trixie';
const ARCHITECTURE = 'arm64';
/** What Debian's Node is made of, a shell, and the relay guard's Perl. */
const PACKAGES = [
  'nodejs',
  'libnode115',
  'libuv1t64',
  'libicu76',
  'libc6',
  'libstdc++6',
  'libgcc-s1',
  'libssl3t64',
  'libcares2',
  'libnghttp2-14',
  'libbrotli1',
  'zlib1g',
  'libzstd1',
  'libcrypt1',
  'perl-base',
  'busybox-static',
  'node-acorn',
  'node-undici',
  'node-minimatch',
  'node-cjs-module-lexer',
];
/** A disk with a file system, and USB serial ports. */
const MODULES = ['virtio_mmio', 'virtio_blk', 'crc32c_generic', 'ext4', 'xhci-pci', 'ftdi_sio'];
/** The sources of a finished folder in the cache. */
const RECIPE = [SUITE, ARCHITECTURE, ...PACKAGES, ...MODULES].join(' ');
/** What runs the tests, and the package that brings it. */
const NEEDED = {
  'apt-get': 'apt',
  'dpkg-deb': 'dpkg',
  socat: 'socat',
  xz: 'xz-utils',
  mke2fs: 'e2fsprogs',
  'qemu-system-aarch64': 'qemu-system-arm',
  'qemu-aarch64-static': 'qemu-user-static',
};

const cache = path.join(root, 'node_modules/.cache/hardware');

/** Names of packages to install first. */
export function missing() {
  return Object.entries(NEEDED)
    .filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map(([, name]) => name);
}

/** Returns the paths of a kernel and of an initial RAM disk that runs the guest program. */
export async function prepare() {
  mkdirSync(cache, { recursive: true });
  const debs = download();
  const system = path.join(cache, 'system');
  if (!isReady(system)) unpack(debs, system);
  const kernel = path.join(cache, 'vmlinuz');
  const initrd = path.join(cache, 'initrd');
  // Another run may be reading the present one.
  writeFileSync(`${initrd}.new`, cpio(await machine(system)));
  renameSync(`${initrd}.new`, initrd);
  return { kernel, initrd };
}

function isReady(folder) {
  const stamp = path.join(folder, '.ready');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === RECIPE;
}

function download() {
  const folder = path.join(cache, 'debs');
  if (isReady(folder)) return folder;
  rmSync(folder, { recursive: true, force: true });
  for (const each of ['state/lists/partial', 'cache/archives/partial', 'etc'])
    mkdirSync(path.join(cache, 'apt', each), { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(cache, 'apt/state/status'), '');
  writeFileSync(
    path.join(cache, 'apt/etc/sources.list'),
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian ${SUITE} main\n`,
  );
  const options = [
    `Dir::State=${cache}/apt/state`,
    `Dir::State::status=${cache}/apt/state/status`,
    `Dir::Cache=${cache}/apt/cache`,
    `Dir::Etc::sourcelist=${cache}/apt/etc/sources.list`,
    'Dir::Etc::sourceparts=-',
    `APT::Architecture=${ARCHITECTURE}`,
    `APT::Architectures::=${ARCHITECTURE}`,
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  const apt = (program, args) =>
    execFileSync(program, [...options, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  apt('apt-get', ['-qq', 'update']);
  const image = /Depends: (linux-image-\S+)/.exec(apt('apt-cache', ['show', 'linux-image-arm64']))?.[1];
  if (!image) throw new Error(`Debian ${SUITE} names no ${ARCHITECTURE} kernel`);
  apt('apt-get', ['-qq', 'download', image, ...PACKAGES]);
  writeFileSync(path.join(folder, '.ready'), RECIPE);
  return folder;
}

function unpack(debs, system) {
  const unpacking = `${system}.new`;
  rmSync(unpacking, { recursive: true, force: true });
  rmSync(system, { recursive: true, force: true });
  mkdirSync(unpacking, { recursive: true });
  const kernelFolder = path.join(cache, 'kernel');
  for (const deb of readdirSync(debs).filter((name) => name.endsWith('.deb'))) {
    const isKernel = deb.startsWith('linux-image');
    execFileSync('dpkg-deb', ['-x', path.join(debs, deb), isKernel ? kernelFolder : unpacking]);
  }
  const image = readdirSync(path.join(kernelFolder, 'boot')).find((name) => name.startsWith('vmlinuz'));
  cpSync(path.join(kernelFolder, 'boot', image), path.join(cache, 'vmlinuz'));
  const [version] = readdirSync(path.join(kernelFolder, 'usr/lib/modules'));
  const modules = kernelModules(path.join(kernelFolder, 'usr/lib/modules', version), MODULES);
  mkdirSync(path.join(unpacking, 'modules'));
  for (const [index, { name, data }] of modules.entries())
    writeFileSync(path.join(unpacking, 'modules', `${String(index).padStart(2, '0')}-${name}.ko`), data);
  rmSync(kernelFolder, { recursive: true });
  writeFileSync(path.join(unpacking, '.ready'), RECIPE);
  renameSync(unpacking, system);
}

/** Puts the file tree of the machine together. */
async function machine(system) {
  const tree = path.join(cache, 'machine');
  rmSync(tree, { recursive: true, force: true });
  const copy = (from, to = from) =>
    cpSync(path.join(system, from), path.join(tree, to), { recursive: true, verbatimSymlinks: true });
  for (const folder of ['proc', 'sys', 'dev', 'tmp', 'run', 'data', 'app/node_modules', 'usr/bin'])
    mkdirSync(path.join(tree, folder), { recursive: true });
  for (const name of ['bin', 'lib']) symlinkSync(`usr/${name}`, path.join(tree, name));
  copy('modules', 'app/modules');
  copy('usr/bin/node');
  copy('usr/bin/perl');
  copy('usr/bin/busybox');
  for (const name of ['sh', 'mount', 'insmod', 'poweroff', 'cat', 'stty', 'sleep', 'echo', 'printf'])
    symlinkSync('busybox', path.join(tree, 'usr/bin', name));
  copy('usr/share/nodejs');
  copy('usr/lib/ld-linux-aarch64.so.1');
  const libraries = 'usr/lib/aarch64-linux-gnu';
  for (const name of readdirSync(path.join(system, libraries)))
    if (/\.so(\.|$)/.test(name) || name.startsWith('perl-base')) copy(`${libraries}/${name}`);
  const modules = path.join(tree, 'app/node_modules');
  copyModules(modules, 'arm64');
  await build({
    entryPoints: ['gpio', 'disk', 'usb'].map((role) => path.join(here, `guest/${role}.mjs`)),
    outdir: path.join(tree, 'app'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: NATIVE,
    alias: { epoll: path.join(here, '../dist/drivers/epoll.js') },
    banner: {
      js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  writeFileSync(path.join(tree, 'init'), readFileSync(path.join(here, 'guest/init')));
  chmodSync(path.join(tree, 'init'), 0o755);
  return tree;
}

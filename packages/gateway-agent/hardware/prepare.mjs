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
import { cpio } from './cpio.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const SUITE = 'trixie';
const ARCHITECTURE = 'arm64';
/** What Debian's Node is made of, a shell, and the relay guard's Perl. */
const PACKAGES = [
  'nodejs',
  'libnode115',
  'libnode-dev',
  'libuv1t64',
  'libuv1-dev',
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
/** What a finished folder in the cache was made from. */
const RECIPE = [SUITE, ARCHITECTURE, ...PACKAGES].join(' ');
/** What runs the tests, and the package that brings it. */
const NEEDED = {
  'apt-get': 'apt',
  'dpkg-deb': 'dpkg',
  socat: 'socat',
  'qemu-system-aarch64': 'qemu-system-arm',
  'aarch64-linux-gnu-g++': 'g++-aarch64-linux-gnu',
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
  const epoll = path.join(cache, `epoll-${versionOf('epoll')}.node`);
  if (!existsSync(epoll)) compileEpoll(system, epoll);
  const koffi = fetchKoffi();
  const initrd = path.join(cache, 'initrd');
  writeFileSync(initrd, cpio(await machine(system, { epoll, koffi })));
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
  rmSync(kernelFolder, { recursive: true });
  writeFileSync(path.join(unpacking, '.ready'), RECIPE);
  renameSync(unpacking, system);
}

/** epoll ships as source alone. */
function compileEpoll(system, target) {
  const folder = folderOf('epoll');
  const nan = folderOf('nan');
  execFileSync('aarch64-linux-gnu-g++', [
    '-shared',
    '-fPIC',
    '-O1',
    '-std=c++17',
    '-w',
    '-DNODE_GYP_MODULE_NAME=epoll',
    '-DBUILDING_NODE_EXTENSION',
    `-I${system}/usr/include/node`,
    `-I${system}/usr/include`,
    `-I${nan}`,
    path.join(folder, 'src/epoll.cc'),
    '-o',
    target,
  ]);
}

function fetchKoffi() {
  const version = versionOf('koffi');
  const folder = path.join(cache, `koffi-${version}`);
  if (existsSync(folder)) return folder;
  const packed = execFileSync('npm', ['pack', '--silent', `@koromix/koffi-linux-arm64@${version}`], {
    cwd: cache,
    encoding: 'utf8',
  });
  mkdirSync(`${folder}.new`, { recursive: true });
  execFileSync('tar', [
    '-xzf',
    path.join(cache, packed.trim().split('\n').at(-1)),
    '-C',
    `${folder}.new`,
    '--strip-components=1',
  ]);
  renameSync(`${folder}.new`, folder);
  return folder;
}

/** Puts the file tree of the machine together. */
async function machine(system, { epoll, koffi }) {
  const tree = path.join(cache, 'machine');
  rmSync(tree, { recursive: true, force: true });
  const copy = (from, to = from) =>
    cpSync(path.join(system, from), path.join(tree, to), { recursive: true, verbatimSymlinks: true });
  for (const folder of ['proc', 'sys', 'dev', 'tmp', 'run', 'app/node_modules', 'usr/bin'])
    mkdirSync(path.join(tree, folder), { recursive: true });
  for (const name of ['bin', 'lib']) symlinkSync(`usr/${name}`, path.join(tree, name));
  copy('usr/bin/node');
  copy('usr/bin/perl');
  copy('usr/bin/busybox');
  for (const name of ['sh', 'mount', 'poweroff', 'cat', 'stty', 'sleep', 'echo', 'printf'])
    symlinkSync('busybox', path.join(tree, 'usr/bin', name));
  copy('usr/share/nodejs');
  copy('usr/lib/ld-linux-aarch64.so.1');
  const libraries = 'usr/lib/aarch64-linux-gnu';
  for (const name of readdirSync(path.join(system, libraries)))
    if (/\.so(\.|$)/.test(name) || name.startsWith('perl-base')) copy(`${libraries}/${name}`);
  const modules = path.join(tree, 'app/node_modules');
  for (const name of ['koffi', 'onoff', 'lodash.debounce', 'bindings', 'file-uri-to-path'])
    installed(name, modules);
  rmSync(path.join(modules, 'koffi/doc'), { recursive: true, force: true });
  rmSync(path.join(modules, 'koffi/vendor'), { recursive: true, force: true });
  cpSync(koffi, path.join(modules, '@koromix/koffi-linux-arm64'), { recursive: true });
  installed('epoll', modules, (name) => !/\/(build|test|example)$/.test(name));
  mkdirSync(path.join(modules, 'epoll/build/Release'), { recursive: true });
  cpSync(epoll, path.join(modules, 'epoll/build/Release/epoll.node'));
  await build({
    entryPoints: [path.join(here, 'guest/main.mjs')],
    outfile: path.join(tree, 'app/main.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['koffi', 'onoff', 'serialport', 'modbus-serial'],
    logLevel: 'error',
  });
  writeFileSync(path.join(tree, 'init'), readFileSync(path.join(here, 'guest/init')));
  chmodSync(path.join(tree, 'init'), 0o755);
  return tree;
}

function installed(name, modules, filter = () => true) {
  cpSync(folderOf(name), path.join(modules, name), { recursive: true, dereference: true, filter });
}

/** Where npm put a package; not every one lets its package.json be resolved. */
function folderOf(name) {
  const places = [path.resolve(here, '../node_modules'), path.join(root, 'node_modules')];
  const found = places.map((place) => path.join(place, name)).find((folder) => existsSync(folder));
  if (!found) throw new Error(`${name} is not installed: npm ci`);
  return found;
}

function versionOf(name) {
  return JSON.parse(readFileSync(path.join(folderOf(name), 'package.json'), 'utf8')).version;
}

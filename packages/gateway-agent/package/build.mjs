// Debian packages of the agent: one bundle of our code and the pure JavaScript it uses, native modules prebuilt beside it.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const agent = path.resolve(here, '..');
const root = path.resolve(agent, '../..');
const artifacts = path.join(root, 'artifacts');
const cache = path.join(root, 'node_modules/.cache/package');
/** Debian's name of an architecture, and Node's. */
const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64', armhf: 'arm' };
/** They load a binary of theirs from their own folder, so they stay folders. */
const NATIVE = ['classic-level', '@serialport/bindings-cpp', 'koffi'];
/** Loaded only when used, and read from beside their own data: in the bundle they would be in the agent's memory always. */
const APART = ['pdfkit'];
const { version } = JSON.parse(readFileSync(path.join(agent, 'package.json'), 'utf8'));

if (spawnSync('dpkg-deb', ['--version']).status !== 0) {
  console.error('Packages are built by dpkg-deb: apt-get install dpkg');
  process.exit(1);
}
const wanted = process.argv.slice(2);
for (const name of wanted.filter((each) => !(each in ARCHITECTURES))) {
  console.error(`${name} is none of ${Object.keys(ARCHITECTURES).join(', ')}`);
  process.exit(1);
}
mkdirSync(artifacts, { recursive: true });
const bundle = path.join(cache, 'main.mjs');
await makeBundle();
for (const architecture of wanted.length > 0 ? wanted : Object.keys(ARCHITECTURES))
  console.log(makePackage(architecture));

async function makeBundle() {
  await build({
    entryPoints: [path.join(agent, 'dist/main.js')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    legalComments: 'none',
    // onoff compiles at install and is not shipped; the bench page is for development.
    external: [...NATIVE, ...APART, 'onoff', './bench/server.js'],
    banner: {
      js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
}

function makePackage(architecture) {
  const tree = path.join(cache, architecture);
  rmSync(tree, { recursive: true, force: true });
  const home = path.join(tree, 'usr/lib/door-agent');
  mkdirSync(path.join(home, 'dist'), { recursive: true });
  cpSync(bundle, path.join(home, 'dist/main.mjs'));
  writeFileSync(
    path.join(home, 'package.json'),
    `${JSON.stringify({ name: 'door-agent', version, type: 'module' })}\n`,
  );
  copyModules(path.join(home, 'node_modules'), ARCHITECTURES[architecture]);
  cpSync(path.join(here, 'files'), tree, { recursive: true });
  chmodSync(path.join(tree, 'usr/bin/door-agent'), 0o755);
  for (const script of ['postinst', 'prerm', 'postrm']) chmodSync(path.join(tree, 'DEBIAN', script), 0o755);
  const completions = path.join(tree, 'usr/share/bash-completion/completions');
  mkdirSync(completions, { recursive: true });
  writeFileSync(
    path.join(completions, 'door-agent'),
    execFileSync(process.execPath, [path.join(agent, 'dist/main.js'), 'completions', 'bash']),
  );
  const size = Number(execFileSync('du', ['-sk', tree], { encoding: 'utf8' }).split('\t')[0]);
  writeFileSync(
    path.join(tree, 'DEBIAN/control'),
    `Package: door-agent
Version: ${version}
Architecture: ${architecture}
Maintainer: The door access project
Section: misc
Priority: optional
Installed-Size: ${size}
Depends: nodejs (>= 20.19), perl-base, adduser, libstdc++6
Recommends: ca-certificates, systemd-timesyncd | time-daemon
Description: On-site gateway of the door access service
 Reads door contacts and exit buttons, drives strikes and hold relays, and keeps
 a durable journal for the cloud. Relays are driven safe whatever happens to it.
`,
  );
  const target = path.join(artifacts, `door-agent_${version}_${architecture}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, target], { stdio: 'pipe' });
  return target;
}

function copyModules(modules, architecture) {
  const copied = new Set();
  const copy = (name) => {
    if (copied.has(name)) return;
    copied.add(name);
    const from = folderOf(name);
    const to = path.join(modules, name);
    const unwanted =
      /\/(prebuilds|deps|test|build|node_modules|binding\.gyp|.*\.(md|map|d\.ts|d\.cts|d\.mts|cc|h))$/;
    // koffi keeps its JavaScript in src.
    const isWanted = (file) =>
      file === from ||
      (name === 'koffi' ? !/\/(doc|vendor|lib|.*\.(md|cc|hh|d\.ts))$/.test(file) : !unwanted.test(file));
    cpSync(from, to, { recursive: true, dereference: true, filter: isWanted });
    const prebuilds = path.join(from, 'prebuilds');
    for (const each of existsSync(prebuilds) ? readdirSync(prebuilds) : [])
      if (each === `linux-${architecture}`)
        cpSync(path.join(prebuilds, each), path.join(to, 'prebuilds', each), {
          recursive: true,
          filter: (file) => !file.includes('musl'),
        });
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) copy(dependency);
  };
  for (const name of [...NATIVE, ...APART]) copy(name);
  cpSync(koffiFor(architecture), path.join(modules, `@koromix/koffi-linux-${architecture}`), {
    recursive: true,
    filter: (file) => !file.includes('/musl_'),
  });
}

/** npm installs koffi's binary for this machine alone. */
function koffiFor(architecture) {
  const { version: koffi } = JSON.parse(readFileSync(path.join(folderOf('koffi'), 'package.json'), 'utf8'));
  const folder = path.join(cache, `koffi-${koffi}-${architecture}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', `@koromix/koffi-linux-${architecture}@${koffi}`], {
    cwd: cache,
    encoding: 'utf8',
  });
  mkdirSync(folder);
  execFileSync('tar', [
    '-xzf',
    path.join(cache, packed.trim().split('\n').at(-1)),
    '-C',
    folder,
    '--strip-components=1',
  ]);
  return folder;
}

function folderOf(name) {
  const places = [path.join(agent, 'node_modules'), path.join(root, 'node_modules')];
  const found = places.map((place) => path.join(place, name)).find((folder) => existsSync(folder));
  if (!found) throw new Error(`${name} is not installed: npm ci`);
  return found;
}

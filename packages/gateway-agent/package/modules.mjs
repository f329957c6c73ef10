// The modules with binaries of their own, as they go into a package or a machine of another architecture.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const agent = fileURLToPath(new URL('..', import.meta.url));
const root = path.resolve(agent, '../..');
const cache = path.join(root, 'node_modules/.cache/package');
/** They load a binary of theirs from their own folder, so they stay folders. */
export const NATIVE = ['classic-level', '@serialport/bindings-cpp', 'koffi'];

/** Copies them with what they need and their binaries for one architecture, by Node's name of it. */
export function copyModules(modules, architecture, names = NATIVE) {
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
  for (const name of names) copy(name);
  cpSync(koffiFor(architecture), path.join(modules, `@koromix/koffi-linux-${architecture}`), {
    recursive: true,
    filter: (file) => !file.includes('/musl_'),
  });
}

/** npm installs koffi's binary for this machine alone. */
function koffiFor(architecture) {
  const { version: koffi } = JSON.parse(readFileSync(path.join(folderOf('koffi'), 'package.json'), 'utf8'));
  return unpacked(`@koromix/koffi-linux-${architecture}`, koffi);
}

/**
 * The Node.js that a package brings, as Debian 12 has only 18. It is published for these architectures; what npm gives
 * must be this, byte for byte.
 */
const NODE = {
  version: '24.21.0',
  sha512: {
    x64: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    arm64: 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
};

/** Copies Node.js and its licence; returns its version, or null where there is none to bring. */
export function copyNode(to, architecture) {
  const sha512 = NODE.sha512[architecture];
  if (!sha512) return null;
  const from = unpacked(`node-linux-${architecture}`, NODE.version, sha512);
  mkdirSync(to, { recursive: true });
  for (const file of ['bin/node', 'LICENSE'])
    cpSync(path.join(from, file), path.join(to, path.basename(file)));
  return NODE.version;
}

/** The folder with what npm publishes under that name, fetched once. */
function unpacked(name, version, sha512 = null) {
  const folder = path.join(cache, `${path.basename(name)}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const said = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: cache,
    encoding: 'utf8',
  });
  const archive = path.join(cache, said.trim().split('\n').at(-1));
  if (sha512 && createHash('sha512').update(readFileSync(archive)).digest('base64') !== sha512)
    throw new Error(`${name} ${version} is not what it was when it was chosen: its SHA-512 differs`);
  mkdirSync(`${folder}.new`, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', `${folder}.new`, '--strip-components=1']);
  renameSync(`${folder}.new`, folder);
  return folder;
}

function folderOf(name) {
  const places = [path.join(agent, 'node_modules'), path.join(root, 'node_modules')];
  const found = places.map((place) => path.join(place, name)).find((folder) => existsSync(folder));
  if (!found) throw new Error(`${name} is not installed: npm ci`);
  return found;
}

// Debian packages of the agent: our code and the pure JavaScript it uses in a few bundles, native modules prebuilt beside
// them.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { sbom } from '../../../scripts/sbom.mjs';
import { copyModules, copyNode, NATIVE } from './modules.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const agent = path.resolve(here, '..');
const root = path.resolve(agent, '../..');
const cache = path.join(root, 'node_modules/.cache/package');
/** Debian's name of an architecture, and Node's. */
const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64', armhf: 'arm' };
/** Loaded only when used, and read from beside their own data: in the bundle they would be in the agent's memory always. */
const APART = ['pdfkit'];
/**
 * A dependency that does not exist: where Node is too old, apt refuses the package and shows this name, which is the
 * only message that apt allows.
 */
const NODE_OR_WORDS = 'nodejs (>= 20.19) | door-agent-needs-debian-13-on-32-bits';
const { version } = JSON.parse(readFileSync(path.join(agent, 'package.json'), 'utf8'));

if (spawnSync('dpkg-deb', ['--version']).status !== 0) {
  console.error('Packages are built by dpkg-deb: apt-get install dpkg');
  process.exit(1);
}
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  // For inspection: another folder, and little compression.
  options: { to: { type: 'string' } },
});
const target = options.to ?? path.join(root, 'artifacts');
for (const name of wanted.filter((each) => !(each in ARCHITECTURES))) {
  console.error(`${name} is none of ${Object.keys(ARCHITECTURES).join(', ')}`);
  process.exit(1);
}
mkdirSync(target, { recursive: true });
const bundles = path.join(cache, 'dist');
await makeBundles();
for (const architecture of wanted.length > 0 ? wanted : Object.keys(ARCHITECTURES))
  console.log(makePackage(architecture));

/** Code that is rarely needed (MQTT, serial boards, tools, the bench page) is in bundles of its own, loaded at use. */
async function makeBundles() {
  rmSync(bundles, { recursive: true, force: true });
  await build({
    entryPoints: [path.join(agent, 'dist/main.js'), path.join(agent, 'dist/bench/server.js')],
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    legalComments: 'none',
    external: [...NATIVE, ...APART],
    alias: { epoll: path.join(agent, 'dist/drivers/epoll.js') },
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
  cpSync(bundles, path.join(home, 'dist'), { recursive: true });
  cpSync(path.join(agent, 'src/bench/page'), path.join(home, 'src/bench/page'), { recursive: true });
  writeFileSync(
    path.join(home, 'package.json'),
    `${JSON.stringify({ name: 'door-agent', version, type: 'module' })}\n`,
  );
  copyModules(path.join(home, 'node_modules'), ARCHITECTURES[architecture], [...NATIVE, ...APART]);
  const node = copyNode(path.join(home, 'node'), ARCHITECTURES[architecture]);
  cpSync(path.join(here, 'files'), tree, { recursive: true });
  chmodSync(path.join(tree, 'usr/bin/door-agent'), 0o755);
  for (const script of ['postinst', 'prerm', 'postrm']) chmodSync(path.join(tree, 'DEBIAN', script), 0o755);
  const completions = path.join(tree, 'usr/share/bash-completion/completions');
  mkdirSync(completions, { recursive: true });
  writeFileSync(
    path.join(completions, 'door-agent'),
    execFileSync(process.execPath, [path.join(agent, 'dist/main.js'), 'completions', 'bash']),
  );
  const documents = path.join(tree, 'usr/share/doc/door-agent');
  mkdirSync(documents, { recursive: true });
  writeFileSync(
    path.join(documents, 'sbom.cdx.json'),
    sbom('agent', { cpu: ARCHITECTURES[architecture], more: node ? [nodeComponent(node)] : [] }),
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
Depends: ${node ? '' : `${NODE_OR_WORDS}, `}perl-base, adduser, libstdc++6, init-system-helpers
Recommends: ca-certificates, systemd-timesyncd | time-daemon
Description: On-site gateway of the door access service
 Reads door contacts and exit buttons, drives strikes and hold relays, and keeps
 a durable journal for the cloud. Relays are driven safe whatever happens to it.
`,
  );
  const deb = path.join(target, `door-agent_${version}_${architecture}.deb`);
  const compression = options.to ? ['-Zzstd', '-z1'] : ['-Zxz'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', tree, deb], { stdio: 'pipe' });
  return deb;
}

function nodeComponent(version) {
  const reference = `pkg:generic/node@${version}`;
  return {
    type: 'application',
    'bom-ref': reference,
    name: 'node',
    version,
    purl: reference,
    licenses: [{ expression: 'MIT' }],
  };
}

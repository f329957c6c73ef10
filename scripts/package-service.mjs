// npm run package:service: the service without what only development needs, as artifacts/door-access-cloud-VERSION.tar.gz.
// `--to FOLDER` leaves it unpacked there.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { sbom } from './sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What the service runs from; the agent has packages of its own. */
const PACKAGES = ['protocol', 'cloud', 'dashboard', 'phone'];
const FILES = [
  'prisma/migrations',
  'prisma/demo-site.yaml',
  'docs/operations.md',
  '.env.example',
  'README.md',
  'CHANGELOG.md',
  'NOTICE',
];

/** Optional peers of Prisma Client, which npm installs with it, and its engines for other databases. */
const UNUSED = [
  'prisma',
  'typescript',
  '@typescript',
  '@prisma/engines',
  '@prisma/fetch-engine',
  '@prisma/config',
];
const OTHER_DATABASES = /\.(cockroachdb|mysql|sqlite|sqlserver)\./;

const { values: options } = parseArgs({ options: { to: { type: 'string' } } });
await build();
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const name = `door-access-cloud-${version}`;
const work = mkdtempSync(path.join(os.tmpdir(), 'package-service-'));
try {
  const folder = options.to ? path.resolve(options.to) : path.join(work, name);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  fill(folder);
  console.log(options.to ? folder : pack());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

function fill(folder) {
  const copy = (from, to = from) =>
    cpSync(path.join(root, from), path.join(folder, to), { recursive: true, filter: isShipped });
  for (const file of FILES) copy(file);
  for (const each of PACKAGES) {
    copy(`packages/${each}/package.json`);
    copy(`packages/${each}/dist`);
  }
  copy('packages/cloud/bin');
  // What npm needs to install the locked versions of these packages' dependencies.
  copy('package-lock.json');
  copy('.npmrc');
  copy('tools/stand-ins');
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  own.workspaces = PACKAGES.map((each) => `packages/${each}`);
  own.scripts = { start: 'node packages/cloud/dist/main.js' };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  npm(folder, 'install', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline');
  for (const unused of ['tools', ...UNUSED.map((each) => `node_modules/${each}`)])
    rmSync(path.join(folder, unused), { recursive: true, force: true });
  const runtime = path.join(folder, 'node_modules/@prisma/client/runtime');
  for (const file of readdirSync(runtime)) if (OTHER_DATABASES.test(file)) rmSync(path.join(runtime, file));
  rmSync(path.join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  const isThere = (place) => existsSync(path.join(folder, place));
  writeFileSync(path.join(folder, 'sbom.cdx.json'), sbom('service', { isThere }));
}

/** Without sources' maps and what the build leaves for itself. */
function isShipped(file) {
  return !/\.(map|tsbuildinfo)$|\.d\.ts$/.test(file);
}

function npm(cwd, ...args) {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

function pack() {
  const target = path.join(root, 'artifacts');
  mkdirSync(target, { recursive: true });
  const archive = path.join(target, `${name}.tar.gz`);
  execFileSync('tar', ['-czf', archive, '--owner=0', '--group=0', '--numeric-owner', '-C', work, name]);
  return archive;
}

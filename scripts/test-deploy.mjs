// npm run test:deploy: what lies in deploy/, held against the service by the tools of those who use it.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const jest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('jest/package.json')),
  'bin/jest.js',
);

const TOOLS = [
  ['promtool', '--version', 'prometheus'],
  ['haproxy', '-v', 'haproxy'],
  ['caddy', 'version', 'caddy'],
  ['systemd-analyze', '--version', 'systemd'],
];
const missing = TOOLS.filter(([tool, says]) => spawnSync(tool, [says]).status !== 0);
if (missing.length > 0) {
  const packages = missing.map(([, , name]) => name).join(' ');
  console.error(`${missing.map(([tool]) => tool).join(', ')}: missing; install: apt-get install ${packages}`);
  process.exit(1);
}
if (!(await build())) process.exit(1);
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    '--config',
    'packages/cloud/test/deploy/jest.config.mjs',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;

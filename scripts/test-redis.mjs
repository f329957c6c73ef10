// npm run test:redis: several processes of the service behind one Redis.
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

if (spawnSync('redis-server', ['--version']).status !== 0) {
  console.error('redis-server is missing; install it: apt-get install redis-server');
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
    'test/redis/jest.config.mjs',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;

// Jest for ES modules, from the root of the repository.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = path.dirname(createRequire(import.meta.url).resolve('jest/package.json'));

/** What Node is started with. */
export const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  path.join(home, 'bin/jest.js'),
];

/** Runs the tests of a configuration; returns the exit status. */
export function runJest(config, words, environment = {}) {
  const { status } = spawnSync(process.execPath, [...JEST, '--config', config, ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status ?? 1;
}

// The tests that need hardware, or what stands in for it from the system's packages.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { missing, prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const lacking = missing();
if (lacking.length > 0) {
  console.error(`These tests need packages of the system: apt-get install ${lacking.join(' ')}`);
  process.exit(1);
}
const { kernel, initrd } = await prepare();
const require = createRequire(import.meta.url);
const jest = path.join(path.dirname(require.resolve('jest/package.json')), 'bin/jest.js');
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    '--config',
    path.join(root, 'packages/gateway-agent/hardware/jest.config.mjs'),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, HARDWARE_KERNEL: kernel, HARDWARE_INITRD: initrd } },
);
process.exitCode = status ?? 1;

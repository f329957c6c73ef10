// The Debian package, installed in a clean system of its own.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const lacking = ['debootstrap', 'dpkg-deb'].filter((name) => spawnSync(name, ['--version']).error);
if (lacking.length > 0 || process.getuid() !== 0) {
  console.error(
    lacking.length > 0
      ? `npm run test:install needs ${lacking.join(' and ')}: apt-get install debootstrap dpkg`
      : 'npm run test:install makes a system of its own in a folder, which only root may',
  );
  process.exit(1);
}
const jest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('jest/package.json')),
  'bin/jest.js',
);
const config = fileURLToPath(new URL('jest.config.mjs', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, '--config', config],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;

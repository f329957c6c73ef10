// The pages in a real browser, against the service as `npm start` runs it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(chromium)) {
  console.error(
    'npm run test:browser needs Chromium: apt-get install -y chromium (or name yours in CHROMIUM)',
  );
  process.exit(1);
}
if (!(await build())) process.exit(1);
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--config',
    'packages/dashboard/browser/jest.config.mjs',
    ...process.argv.slice(2),
  ],
  { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' },
);
process.exit(status ?? 1);

// The Debian packages, installed in clean systems of their own: of this machine's architecture and one other, by QEMU;
// --own takes this machine's alone, --all every one.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runJest } from '../../../scripts/jest.mjs';
import { emulatorFor, OWN } from './systems.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, own: { type: 'boolean' } },
});
const others = ['arm64', 'armhf', 'amd64'].filter((each) => each !== OWN);
const emulated = options.all ? others : others.slice(0, options.own ? 0 : 1);
const PROVIDERS = {
  debootstrap: 'debootstrap',
  'dpkg-deb': 'dpkg',
  unshare: 'util-linux',
  ...Object.fromEntries(emulated.map((each) => [emulatorFor(each), 'qemu-user-static'])),
};
const lacking = Object.keys(PROVIDERS).filter((name) => spawnSync(name, ['--version']).error);
if (lacking.length > 0 || process.getuid() !== 0) {
  console.error(
    lacking.length > 0
      ? `npm run test:install needs ${lacking.join(' and ')}: apt-get install ${[...new Set(lacking.map((name) => PROVIDERS[name]))].join(' ')}`
      : 'npm run test:install makes a system of its own in a folder, which only root may',
  );
  process.exit(1);
}
const packages = mkdtempSync(path.join(tmpdir(), 'packages-'));
try {
  const build = fileURLToPath(new URL('build.mjs', import.meta.url));
  execFileSync(process.execPath, [build, '--to', packages, OWN, ...emulated], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.exitCode = runJest('packages/gateway-agent/package/jest.config.mjs', positionals, {
    PACKAGES: packages,
    ARCHITECTURES: [OWN, ...emulated].join(' '),
  });
} finally {
  rmSync(packages, { recursive: true, force: true });
}

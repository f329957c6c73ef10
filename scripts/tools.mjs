// Tools of checks that few run stay out of the install: each folder in tools/ has a package.json and a lock file of its
// own, and is installed when its check first runs. node scripts/tools.mjs FOLDER FILE ARGUMENT… runs one of its programs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A `require` that finds the modules in tools/FOLDER, which is installed where it is not, or not as its lock file says. */
export function requireFrom(folder) {
  const home = path.join(root, 'tools', folder);
  const stamp = path.join(home, 'node_modules/.stamp');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(home, 'package-lock.json')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    console.error(`Installing tools/${folder}, this once: npm ci --prefix tools/${folder}`);
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
      cwd: home,
      // Progress is no answer of the program that asked for the tools.
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`tools/${folder} cannot be installed: npm ci ended with ${status}`);
    writeFileSync(stamp, wanted);
  }
  return createRequire(path.join(home, 'package.json'));
}

/** The file of a package of tools/FOLDER, whatever the package exports. */
export function toolFile(folder, file) {
  requireFrom(folder);
  return path.join(root, 'tools', folder, 'node_modules', file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, file, ...words] = process.argv.slice(2);
  if (!file) throw new Error('Usage: node scripts/tools.mjs FOLDER FILE ARGUMENT…; FILE as in node_modules');
  const { status } = spawnSync(process.execPath, [toolFile(folder, file), ...words], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

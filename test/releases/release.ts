import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OWN_PACKAGES = '@door-access';

/** The release before this one, built in a work tree of its own. */
export interface Release {
  /** What starts it. */
  program: string;
  remove(): void;
}

/** Builds the commit that the file RELEASED names, with the installed dependencies. Throws where this clone lacks it. */
export function buildReleased(): Release {
  const commit = readFileSync(path.join(root, 'RELEASED'), 'utf8').trim();
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, stdio: 'pipe', encoding: 'utf8' });
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    throw new Error(`RELEASED: this clone lacks ${commit}; git fetch --unshallow`);
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-release-'));
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  };
  git('worktree', 'add', '--detach', '--force', folder, commit);
  try {
    linkDependencies(folder);
    const run = (...words: string[]) => execFileSync(process.execPath, words, { cwd: folder, stdio: 'pipe' });
    run('--input-type=module', '--eval', GENERATE);
    run(path.join(root, 'node_modules/typescript/bin/tsc'), '--build', 'packages/cloud');
  } catch (error) {
    remove();
    const { stdout } = error as { stdout?: Buffer };
    throw new Error(`RELEASED: ${commit} cannot be built: ${stdout ?? (error as Error).message}`);
  }
  return { program: path.join(folder, 'packages/cloud/dist/main.js'), remove };
}

/** Its own way to make the database client. */
const GENERATE = `
  const { prisma } = await import('./scripts/prisma.mjs');
  const { status, output } = await prisma(['generate'], { quiet: true });
  if (status !== 0) console.log(output);
  process.exit(status);`;

/** Those of this tree, but its own packages. */
function linkDependencies(folder: string): void {
  const here = path.join(root, 'node_modules');
  const there = path.join(folder, 'node_modules');
  mkdirSync(path.join(there, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(here))
    if (name !== OWN_PACKAGES) symlinkSync(path.join(here, name), path.join(there, name));
  for (const name of readdirSync(path.join(folder, 'packages'))) {
    const file = path.join(folder, 'packages', name, 'package.json');
    if (!existsSync(file)) continue;
    const { name: own } = JSON.parse(readFileSync(file, 'utf8')) as { name: string };
    symlinkSync(path.join(folder, 'packages', name), path.join(there, own));
    const nested = path.join(root, 'packages', name, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, path.join(folder, 'packages', name, 'node_modules'));
  }
}

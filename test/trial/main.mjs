// npm run test:trial: follows "A trial on one machine" of docs/operations.md as a stranger would, block by block, in an empty
// folder with the package of the service: what is printed there is what runs.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment, root } from '../kills/place.mjs';

const TITLE = '### A trial on one machine';
const WITHIN_MS = 300_000;
const STOPPED_WITHIN_MS = 20_000;
const PROGRAMS = { caddy: 'version', openssl: 'version', curl: '--version' };

const lacking = Object.entries(PROGRAMS).filter(([name, version]) => spawnSync(name, [version]).error);
if (lacking.length > 0) {
  console.error(
    `npm run test:trial needs ${lacking.map(([name]) => name).join(', ')}: apt-get install caddy openssl curl`,
  );
  process.exit(1);
}
const document = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
const section = document.slice(document.indexOf(TITLE) + TITLE.length).split(/^#{2,3} /m)[0];
const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text);
if (blocks.length < 4) throw new Error(`docs/operations.md: "${TITLE}" has ${blocks.length} blocks`);

const folder = mkdtempSync(path.join(os.tmpdir(), 'door-trial-'));
const given = process.argv[2];
const archive = given
  ? path.resolve(given)
  : execFileSync(process.execPath, [path.join(root, 'scripts/package-service.mjs')], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1);
const script = blocks.map((block, index) => `echo "block ${index + 1}"\n${block}`).join('\n');
const file = path.join(folder, 'trial.sh');
// Whatever a block has started ends with the shell.
writeFileSync(file, `trap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT\n${script}`);
const place = path.join(folder, 'empty');
const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', `mkdir "${place}"; cd "${place}"; . "${file}"`], {
  env: environment({ PACKAGE: archive }),
  stdio: ['ignore', 'inherit', 'inherit'],
  // A group of its own, to end all that it has started.
  detached: true,
});
const ended = once(shell, 'exit').then(([code]) => code);
const code = await Promise.race([ended, sleep(WITHIN_MS, 'late', { ref: false })]);
if (code === 'late') {
  process.kill(-shell.pid, 'SIGTERM');
  await Promise.race([ended, sleep(STOPPED_WITHIN_MS)]);
}
if (code !== 0)
  for (const name of readdirSync(place).filter((each) => each.endsWith('.log')))
    console.log(`--- ${name}\n${readFileSync(path.join(place, name), 'utf8').slice(-2_000)}`);
rmSync(folder, { recursive: true, force: true });
console.log(code === 0 ? `ok: ${blocks.length} blocks` : `FAILED: ${code}`);
process.exit(code === 0 ? 0 : 1);

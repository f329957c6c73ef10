import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/* Some kinds of damage make LevelDB abort its process, so a suspect store is handled in a child process. */

const SCRIPT = `
const { ClassicLevel } = require(process.argv[1]);
const [, , folder] = process.argv;
(async () => {
  const level = new ClassicLevel(folder);
  await level.open();
  for await (const each of level.iterator());
  await level.compactRange('', '\\uffff');
  await level.close();
})().catch((error) => process.exit(error.cause?.code === 'LEVEL_LOCKED' ? 3 : 2));
`;
const LOCKED = 3;
const LONGEST_MS = 120_000;

/** Reads the whole store: decides whether this process may open it. */
export function tryOut(folder: string): Promise<'sound' | 'damaged' | 'locked'> {
  const library = createRequire(import.meta.url).resolve('classic-level');
  const child = spawn(process.execPath, ['-e', SCRIPT, library, folder], {
    stdio: 'ignore',
    env: {},
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0 ? 'sound' : code === LOCKED ? 'locked' : 'damaged'));
  });
}

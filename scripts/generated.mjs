// Files that a script of this folder generates: its command `write` writes them, `check` fails where one differs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { toolFile } from './tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (name) => path.join(root, name);

/** The text of a file of the repository; '' where there is none. */
export const read = (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');

/** A module of the build. */
export async function built(name) {
  if (!existsSync(at(name))) throw new Error('Run "npm run build" first.');
  return import(new URL(`../${name}`, import.meta.url).href);
}

/** Runs the command of the process. `generate` gives by its name the text of each file, or the value of a JSON document. */
export async function writeOrCheck(script, source, generate) {
  const commands = { write: writeFile, check: (name, content) => checkFile(name, content, script, source) };
  try {
    const command = commands[process.argv[2]];
    if (!command) throw new Error(`Usage: node scripts/${script} write | check`);
    for (const [name, content] of Object.entries(await generate())) command(name, content);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

function writeFile(name, content) {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), typeof content === 'string' ? content : formatted(name, content));
}

function formatted(name, value) {
  const biome = toolFile('check', '@biomejs/biome/bin/biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${name}`],
    { cwd: root, input: JSON.stringify(value, null, 2), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function checkFile(name, content, script, source) {
  const text = read(name);
  const isSame =
    typeof content === 'string'
      ? text === content
      : text !== '' && isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(content)));
  if (!isSame) throw new Error(`${name} differs from ${source}: run "node scripts/${script} write".`);
}

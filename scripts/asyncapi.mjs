// node scripts/asyncapi.mjs write | check: generates asyncapi.json from the schemas of the wire, or checks that it
// matches.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { toolFile } from './tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = path.join(root, 'asyncapi.json');
const built = new URL('../packages/protocol/dist/asyncapi.js', import.meta.url);

async function document() {
  if (!existsSync(built)) throw new Error('Run "npm run build" first.');
  const { asyncApiDocument } = await import(built.href);
  return JSON.parse(JSON.stringify(asyncApiDocument()));
}

async function write() {
  const biome = toolFile('check', '@biomejs/biome/bin/biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', '--stdin-file-path=asyncapi.json'],
    { cwd: root, input: JSON.stringify(await document(), null, 2), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  writeFileSync(file, stdout);
}

async function check() {
  const written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (isDeepStrictEqual(written, await document())) return;
  throw new Error('asyncapi.json differs from packages/protocol: run "node scripts/asyncapi.mjs write".');
}

try {
  const command = { write, check }[process.argv[2]];
  if (!command) throw new Error('Usage: node scripts/asyncapi.mjs write | check');
  await command();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

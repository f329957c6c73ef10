// node scripts/openapi.mjs write | check: generates openapi.json from the declared endpoints, or checks that it
// matches.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { toolFile } from './tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = path.join(root, 'openapi.json');
const built = (name) => new URL(`../packages/cloud/dist/${name}.js`, import.meta.url);

async function document() {
  if (!existsSync(built('endpoints'))) throw new Error('Run "npm run build" first.');
  const { api } = await import(built('endpoints').href);
  const { openApiDocument } = await import(built('http/openapi/document').href);
  return JSON.parse(JSON.stringify(openApiDocument(api)));
}

async function write() {
  const biome = toolFile('check', '@biomejs/biome/bin/biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', '--stdin-file-path=openapi.json'],
    { cwd: root, input: JSON.stringify(await document(), null, 2), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  writeFileSync(file, stdout);
}

async function check() {
  const written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (isDeepStrictEqual(written, await document())) return;
  throw new Error('openapi.json differs from the endpoints: run "node scripts/openapi.mjs write".');
}

try {
  const command = { write, check }[process.argv[2]];
  if (!command) throw new Error('Usage: node scripts/openapi.mjs write | check');
  await command();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

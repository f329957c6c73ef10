// node scripts/client.mjs write | check: the client's types are what openapi.json says, or are not.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const at = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const file = at('packages/client/src/generated/api.ts');
const HEADER = '// Generated from openapi.json by "node scripts/client.mjs write"; not edited by hand.\n\n';

async function types() {
  const require = createRequire(at('packages/client/package.json'));
  const { default: generate, astToString } = require('openapi-typescript');
  const document = JSON.parse(readFileSync(at('openapi.json'), 'utf8'));
  return HEADER + astToString(await generate(document, { alphabetize: true, emptyObjectsUnknown: true }));
}

async function write() {
  writeFileSync(file, await types());
}

async function check() {
  if (existsSync(file) && readFileSync(file, 'utf8') === (await types())) return;
  throw new Error('The client differs from openapi.json: run "node scripts/client.mjs write".');
}

try {
  const command = { write, check }[process.argv[2]];
  if (!command) throw new Error('Usage: node scripts/client.mjs write | check');
  await command();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

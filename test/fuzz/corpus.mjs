// The kept inputs of a target, one a line: its bytes as the characters of a JSON text.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LONGEST = 1_024;
const MAX = 120;
const file = (name) => fileURLToPath(new URL(`corpus/${name}.txt`, import.meta.url));

export function corpusOf(name) {
  if (!existsSync(file(name))) return [];
  const lines = readFileSync(file(name), 'utf8').split('\n');
  return lines.filter(Boolean).map((line) => Buffer.from(JSON.parse(line), 'latin1'));
}

export function save(name, inputs) {
  const lines = inputs
    .filter(({ length }) => length > 0 && length <= LONGEST)
    .slice(0, MAX)
    .map((bytes) => JSON.stringify(Buffer.from(bytes).toString('latin1')));
  writeFileSync(file(name), `${lines.join('\n')}\n`);
}

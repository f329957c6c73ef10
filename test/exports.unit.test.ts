import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const packages = fileURLToPath(new URL('../packages', import.meta.url));

test.each(readdirSync(packages))('every file that %s exports has a source', (name) => {
  const { exports = {} } = JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8'));
  const targets = Object.values<Record<string, string>>(exports).flatMap((each) => Object.values(each));
  const missing = targets.filter((target) => {
    const source = target.replace(/^\.\/dist\//, 'src/').replace(/(\.d\.ts|\.js)$/, '.ts');
    return !existsSync(path.join(packages, name, source.replace(/\/\*\.ts$/, '')));
  });
  expect(missing).toEqual([]);
});

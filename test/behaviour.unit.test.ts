import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

/* docs/behaviour.md names a rule and a test in every row and must follow every move and rename. */

const root = fileURLToPath(new URL('..', import.meta.url));
const rows = readFileSync(`${root}docs/behaviour.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What |'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

const place = (name: string, folder: string): string =>
  /^(packages|test)\//.test(name) ? name : `packages/cloud/${folder}/${name}`;

/** Whether a module declares a name at its top level. */
const declares = (text: string, name: string): boolean =>
  new RegExp(`^(export )?(async )?(const|function\\*?|class) ${name}\\b`, 'm').test(text);

describe.each(rows)('%s', (_what, _outcome, rule = '', proof = '') => {
  test('has its rule', () => {
    const [, file = '', name = ''] = /^`(.+)#(\w+)`$/.exec(rule) ?? [];
    const path = place(file, 'src');
    expect({ path, exists: existsSync(root + path) }).toEqual({ path, exists: true });
    expect({ path, name, declared: declares(readFileSync(root + path, 'utf8'), name) }).toEqual({
      path,
      name,
      declared: true,
    });
  });

  test('has its test', () => {
    const path = place(/^`(.+\.(?:test|nats)\.m?[tj]s)`$/.exec(proof)?.[1] ?? '', 'test');
    expect({ path, exists: existsSync(root + path) && /\.(test|nats)\.(ts|mjs)$/.test(path) }).toEqual({
      path,
      exists: true,
    });
  });
});

test('the tables have all their rows', () => expect(rows.length).toBeGreaterThan(100));

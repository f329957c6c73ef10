import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

/* docs/security.md names a proof in every row, and must follow every move and rename. */

const root = fileURLToPath(new URL('..', import.meta.url));
const rows = readFileSync(`${root}docs/security.md`, 'utf8')
  .split('\n')
  .filter((line) => /^\| .* \| .* \| .* \|$/.test(line) && !line.startsWith('| Threat |'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

describe.each(rows)('%s', (_threat, _defence, proof = '') => {
  test('has its proof', () => {
    const [, file = '', words = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
    const isThere = file !== '' && existsSync(root + file);
    expect({ proof, isThere }).toEqual({ proof, isThere: true });
    const text = readFileSync(root + file, 'utf8');
    expect({ file, words, isNamed: text.includes(words) }).toEqual({ file, words, isNamed: true });
  });
});

test('the tables have all their rows', () => expect(rows.length).toBeGreaterThan(70));

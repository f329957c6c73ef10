import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config.js';

const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
const settings = parseEnv(example) as Record<string, string>;

describe('.env.example', () => {
  test('names every setting of the service and no other', () => {
    expect(Object.keys(settings).sort()).toEqual(Object.keys(readConfig({})).sort());
  });

  test('gives each its default', () => {
    expect(readConfig(settings)).toEqual(readConfig({}));
  });

  test('says something about each', () => {
    const lines = example.split('\n');
    const silent = lines.filter(
      (line, index) => /^\w+=/.test(line) && !/^(#|\w+=)/.test(lines[index - 1] ?? ''),
    );
    expect(silent).toEqual([]);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

/* docs/journeys.md names the folders of each journey and must follow every move and rename. */

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_ROOMS = 8;

const [, ...journeys] = readFileSync(`${root}docs/journeys.md`, 'utf8')
  .split(/^## /m)
  .map((text) => ({
    title: text.split('\n', 1)[0] ?? '',
    steps: text.split('\n').flatMap((line) => {
      const [, file = '', name = ''] = /^\d+\. `([\w./-]+)#(\w+)`/.exec(line) ?? [];
      return file ? [{ file, name }] : [];
    }),
    lines: text.split('\n').filter((line) => /^\d+\. /.test(line)).length,
  }));

test('there are journeys', () => expect(journeys.length).toBeGreaterThan(5));

describe.each(journeys)('$title', ({ steps, lines }) => {
  test('names a declaration in each step', () => {
    expect(steps.length).toBe(lines);
    expect(steps.filter(({ file, name }) => !declares(file, name))).toEqual([]);
  });

  test('passes at most eight folders, and none twice', () => {
    const rooms = steps.map(({ file }) => dirname(file));
    expect(rooms.length).toBeLessThanOrEqual(MAX_ROOMS);
    expect(rooms.filter((room, index) => rooms.indexOf(room) !== index)).toEqual([]);
  });
});

const declares = (file: string, name: string): boolean =>
  existsSync(root + file) &&
  new RegExp(`^(export )?(async )?(const|function|class) ${name}\\b`, 'm').test(
    readFileSync(root + file, 'utf8'),
  );

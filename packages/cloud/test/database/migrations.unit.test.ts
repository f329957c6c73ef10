import { readdirSync } from 'node:fs';
import { migrationsFolder } from '@door-access/cloud/database/migrate';
import { expect, test } from '@jest/globals';

/**
 * Released with one time stamp. Installations know both by these names, so they keep them; the names decide which is
 * first.
 */
const RELEASED_PAIRS = ['20261121163000'];

test('no two migrations share a timestamp, except the pair that installations have applied', () => {
  const names = readdirSync(migrationsFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(names.length).toBeGreaterThan(20);
  const stamps = names.map(({ name }) => /^\d{14}(?=_[a-z0-9_]+$)/.exec(name)?.[0]);
  expect(stamps.every((stamp) => stamp !== undefined)).toBe(true);
  const twice = stamps.filter((stamp, index) => stamps.indexOf(stamp) !== index);
  expect(twice).toEqual(RELEASED_PAIRS);
});

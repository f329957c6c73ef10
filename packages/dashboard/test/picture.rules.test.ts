import { expect, test } from '@jest/globals';
import { fitted } from '../src/files/picture.rules.js';

test.each([
  [1_000, 500, { width: 1_000, height: 500 }],
  [6_000, 1_000, { width: 3_000, height: 500 }],
  [100_000, 1, { width: 3_000, height: 1 }],
])('a picture of %d by %d pixels is kept as %o', (width, height, kept) => {
  expect(fitted(width, height, 3_000)).toEqual(kept);
});

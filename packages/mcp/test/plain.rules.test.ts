import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plain, plainText, toPlainJson } from '../src/plain.rules.js';

const text = fc.string({ unit: 'binary', maxLength: 1_000 });
const value = fc.jsonValue({ stringUnit: 'binary' });

test('any value becomes JSON that parses to what was made plain, without a sign of markup', () => {
  fc.assert(
    fc.property(value, (given) => {
      const json = toPlainJson(given);
      expect(json).not.toMatch(/[<>&`]/);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(plain(given))));
    }),
  );
});

test('any text becomes one line of visible characters, of bounded length, and stays as it is', () => {
  fc.assert(
    fc.property(text, (given) => {
      const made = plainText(given);
      expect(made).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(made.length).toBeLessThanOrEqual(530);
      if (made.length <= 500) expect(plainText(made)).toBe(made);
    }),
  );
});

test.each([
  ['Mäntylän ovi, 2. krs', 'Mäntylän ovi, 2. krs'],
  ['正门', '正门'],
  ['a\u202eb\u200bc\nd', 'a b c d'],
])('%j is read as %j', (given, read) => {
  expect(plainText(given)).toBe(read);
});

test('a long text is cut, and says how long it was', () => {
  expect(plainText('a'.repeat(600))).toBe(`${'a'.repeat(500)} [cut: 600 characters]`);
});

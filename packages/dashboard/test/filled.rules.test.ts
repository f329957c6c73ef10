import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { filled } from '../src/language/filled.rules.js';

const value = fc.oneof(fc.string(), fc.integer());

test('what is filled in here is what ICU makes of it', () => {
  const part = fc.oneof(fc.constantFrom('{a}', '{b}', ' ', 'door', '…', '%', '\n'), fc.string());
  fc.assert(
    fc.property(fc.array(part), value, value, (parts, a, b) => {
      const message = parts.join('');
      const own = filled(message, { a, b });
      // Not all that is no formatter's is a message.
      if (own !== null) expect(own).toBe(String(new IntlMessageFormat(message, 'en').format({ a, b })));
    }),
  );
});

test.each(["'{a}'", '{a, number}', '{a, plural, one {#} other {#}}', '<b>{a}</b>', '{ a }'])(
  '%s takes a formatter',
  (message) => {
    expect(filled(message, { a: 1 })).toBeNull();
  },
);

test('a value that is missing is an error, as with ICU', () => {
  expect(() => filled('from {a} to {b}', { a: 1 })).toThrow('{b}');
});

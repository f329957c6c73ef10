import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultExpiry, latestExpiry } from '../../src/api-keys/lifetime.rules.js';
import {
  hashToken,
  isWellFormedToken,
  makeToken,
  TOKEN_RANDOM_BYTES,
  tokenPrefix,
} from '../../src/api-keys/tokens.rules.js';

const random = fc.uint8Array({ minLength: TOKEN_RANDOM_BYTES, maxLength: TOKEN_RANDOM_BYTES });

describe('a token', () => {
  it('is well-formed, of one length, and its own for each random value', () => {
    fc.assert(
      fc.property(random, random, (one, other) => {
        const token = makeToken(one);
        expect(token).toMatch(/^sk_[0-9A-Za-z]{39}$/);
        expect(isWellFormedToken(token)).toBe(true);
        expect(makeToken(other) === token).toBe(Buffer.compare(one, other) === 0);
      }),
    );
  });

  it('with one letter wrong, or two exchanged, is refused without a query', () => {
    fc.assert(
      fc.property(random, fc.nat(38), fc.constantFrom(...'azAZ09'), (bytes, at, char) => {
        const token = makeToken(bytes);
        const typo = token.slice(0, 3 + at) + char + token.slice(4 + at);
        expect(isWellFormedToken(typo)).toBe(typo === token);
        const chars = [...token];
        [chars[3 + at], chars[2 + at]] = [chars[2 + at] ?? '', chars[3 + at] ?? ''];
        expect(isWellFormedToken(chars.join(''))).toBe(chars.join('') === token);
      }),
    );
    for (const wrong of [
      '',
      'sk_',
      'x'.repeat(42),
      `${makeToken(Buffer.alloc(24))} `,
      `${makeToken(Buffer.alloc(24))}0`,
    ])
      expect(isWellFormedToken(wrong)).toBe(false);
  });

  it('is kept as a hash and a short prefix', () => {
    const token = makeToken(Buffer.alloc(24, 1));
    expect(hashToken(token)).toHaveLength(32);
    expect(token.startsWith(tokenPrefix(token))).toBe(true);
    expect(tokenPrefix(token)).toHaveLength(9);
  });
});

it('a key lives one year unless stated otherwise, and two at most, leap days included', () => {
  const at = (text: string) => Date.parse(text);
  expect(defaultExpiry(at('2026-01-07T06:00:00Z'))).toBe(at('2027-01-07T06:00:00Z'));
  expect(latestExpiry(at('2026-01-07T06:00:00Z'))).toBe(at('2028-01-07T06:00:00Z'));
  expect(defaultExpiry(at('2028-02-29T12:00:00Z'))).toBe(at('2029-02-28T12:00:00Z'));
});

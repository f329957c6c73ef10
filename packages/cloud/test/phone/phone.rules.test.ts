import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  isOver,
  phoneKeyStatus,
  readPhoneCookie,
  readPress,
  toPhoneToken,
  writePhoneCookie,
  writePress,
} from '../../src/phone/phone.rules.js';

const KEY = Buffer.alloc(32, 1);
const PRESS = { id: '9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d', at: 1_000 };

describe('a press', () => {
  test('is read back on its own phone, at its own door', () => {
    const text = writePress(KEY, 'phone', 7, PRESS);
    expect(readPress(KEY, 'phone', 7, text)).toEqual(PRESS);
    expect(readPress(KEY, 'other', 7, text)).toBeNull();
    expect(readPress(KEY, 'phone', 8, text)).toBeNull();
    expect(readPress(Buffer.alloc(32, 2), 'phone', 7, text)).toBeNull();
  });

  test('is nothing with any of its characters changed, and nothing is made up', () => {
    const text = writePress(KEY, 'phone', 7, PRESS);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', 'A', '.', '-'), (at, other) => {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        // The last character of base64url has bits that mean nothing.
        if (changed === text || at === text.length - 1) return;
        expect(readPress(KEY, 'phone', 7, changed)).toBeNull();
      }),
    );
    fc.assert(fc.property(fc.string(), (made) => expect(readPress(KEY, 'phone', 7, made)).toBeNull()));
  });

  test('lasts for ten seconds', () => {
    expect(isOver(PRESS, 10_999)).toBe(false);
    expect(isOver(PRESS, 11_000)).toBe(true);
  });
});

describe('the cookie', () => {
  const token = toPhoneToken(Buffer.alloc(32, 7));

  test('is read back, one of its name and no other', () => {
    for (const isHttps of [true, false]) {
      const cookie = writePhoneCookie(token, isHttps).split(';')[0] ?? '';
      expect(readPhoneCookie(`session=x; ${cookie}`, isHttps)).toBe(token);
      expect(readPhoneCookie(`${cookie}; ${cookie}`, isHttps)).toBeNull();
      expect(readPhoneCookie(cookie, !isHttps)).toBeNull();
    }
    expect(readPhoneCookie(undefined, true)).toBeNull();
    expect(readPhoneCookie('__Host-phone=short', true)).toBeNull();
  });

  test('is for no script, no other site and no plain http', () => {
    expect(writePhoneCookie(token, true)).toMatch(
      /^__Host-phone=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000; Secure$/,
    );
  });
});

test.each([
  [{}, 'valid'],
  [{ state: 'returned' as const }, 'returned'],
  [{ state: null }, 'returned'],
  [{ ended_at: new Date(1) }, 'removed'],
  [{ starts_at: new Date(101) }, 'not_yet'],
  [{ starts_at: new Date(100) }, 'valid'],
  [{ expires_at: new Date(100) }, 'expired'],
  [{ expires_at: new Date(101) }, 'valid'],
])('a key with %j is %s', (fields, status) => {
  const key = { state: 'handed_over' as const, starts_at: new Date(0), expires_at: null, ended_at: null };
  expect(phoneKeyStatus({ ...key, ...fields }, 100)).toBe(status);
});

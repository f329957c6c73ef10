import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { csv, Instant, InstantParam, IntIdParam, Timestamp, UuidParam } from '../../src/http/schemas.js';

describe('a time', () => {
  it.each([
    ['2026-01-07T06:00:00Z', '2026-01-07T06:00:00.000Z'],
    ['2026-01-07T06:00:00.5Z', '2026-01-07T06:00:00.500Z'],
    ['2026-01-07T06:00:00.123999Z', '2026-01-07T06:00:00.123Z'],
    ['2026-01-07T06:00Z', '2026-01-07T06:00:00.000Z'],
    ['2026-01-07T08:00:00+02:00', '2026-01-07T06:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(Instant.parse(text).toISOString()).toBe(expected);
  });

  it.each([
    '2026-01-07',
    '2026-01-07T06:00:00',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-01-07T25:00:00Z',
    '2026-01-07 06:00:00Z',
    '0000-01-01T00:00:00Z',
    // The year 0 and the year 10000 in UTC, which neither the database nor an answer can hold.
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-12:00',
    '2026-01-07T06:00:00+2',
    '1767765600',
    '',
    '+275760-09-13T00:00:00Z',
  ])('refuses %s', (text) => {
    expect(Instant.safeParse(text).success).toBe(false);
  });

  it('forgives a plus sign that the query turned into a space', () => {
    expect(InstantParam.parse('2026-01-07T08:00:00 02:00').toISOString()).toBe('2026-01-07T06:00:00.000Z');
  });

  it('goes out with milliseconds and Z', () => {
    expect(JSON.stringify(Timestamp.parse(new Date(0)))).toBe('"1970-01-01T00:00:00.000Z"');
    for (const wrong of [new Date(Number.NaN), '2026-01-07T06:00:00Z', 0, null])
      expect(Timestamp.safeParse(wrong).success).toBe(false);
  });
});

it('an id is a strict decimal', () => {
  expect(['1', '2147483647'].map((text) => IntIdParam.parse(text))).toEqual([1, 2147483647]);
  for (const wrong of ['0', '-1', '01', '1.0', '1e3', '0x1', ' 1', ''])
    expect(IntIdParam.safeParse(wrong).success).toBe(false);
});

it('an id beyond the range of the database is an id that no row has', () => {
  for (const text of ['2147483648', '9007199254740993', '9'.repeat(400)])
    expect(IntIdParam.parse(text)).toBe(0);
});

it('a UUID is taken in either case', () => {
  expect(UuidParam.parse('6F1C2A52-7F0B-4A57-9A8E-0D9F3C7B1E10')).toBe(
    '6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10',
  );
  expect(UuidParam.safeParse('{6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10}').success).toBe(false);
});

it('a list separated by commas has no holes', () => {
  const kinds = csv(z.enum(['a', 'b']));
  expect(kinds.parse('a,b,a')).toEqual(['a', 'b', 'a']);
  for (const wrong of ['', 'a,', ',a', 'a, b', 'c']) expect(kinds.safeParse(wrong).success).toBe(false);
});

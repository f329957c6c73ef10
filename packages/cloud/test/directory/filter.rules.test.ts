import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ScimError } from '../../src/directory/scim/error.rules.js';
import { type Filter, fits, parseFilter } from '../../src/directory/scim/filter.rules.js';
import { isNarrow, toCondition, toOrderBy } from '../../src/directory/scim/query.rules.js';

const eq = (attribute: string, value: string): Filter => ({ op: 'eq', attribute, value });
const fault = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof ScimError) return `${error.status} ${error.scimType}`;
    throw error;
  }
  return undefined;
};

describe('a filter', () => {
  test.each<[string, Filter]>([
    ['userName eq "a"', eq('username', 'a')],
    ['USERNAME EQ "a"', eq('username', 'a')],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', eq('username', 'a')],
    ['title pr', { op: 'pr', attribute: 'title' }],
    ['active eq true', { op: 'eq', attribute: 'active', value: true }],
    ['active eq False', { op: 'eq', attribute: 'active', value: false }],
    ['title eq null', { op: 'eq', attribute: 'title', value: null }],
    ['title eq 5', { op: 'eq', attribute: 'title', value: 5 }],
    ['title eq "\\u00e4 \\"x\\" ) or"', eq('title', 'ä "x" ) or')],
    [
      'title pr and userName eq "a" or userName eq "b"',
      {
        op: 'or',
        filters: [
          { op: 'and', filters: [{ op: 'pr', attribute: 'title' }, eq('username', 'a')] },
          eq('username', 'b'),
        ],
      },
    ],
    [
      'title pr and (userName eq "a" or userName eq "b")',
      {
        op: 'and',
        filters: [
          { op: 'pr', attribute: 'title' },
          { op: 'or', filters: [eq('username', 'a'), eq('username', 'b')] },
        ],
      },
    ],
    ['not(title pr)', { op: 'not', filter: { op: 'pr', attribute: 'title' } }],
    [
      'emails[type eq "work" and value co "@a"]',
      {
        op: 'any',
        attribute: 'emails',
        filter: { op: 'and', filters: [eq('type', 'work'), { op: 'co', attribute: 'value', value: '@a' }] },
      },
    ],
    [
      'emails[type eq "work"].value sw "a"',
      {
        op: 'any',
        attribute: 'emails',
        filter: { op: 'and', filters: [eq('type', 'work'), { op: 'sw', attribute: 'value', value: 'a' }] },
      },
    ],
  ])('%s is read', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });

  test.each([
    '',
    'userName',
    'userName eq',
    'userName is "a"',
    'userName eq a',
    'userName eq "a',
    'userName eq "a" and',
    'userName eq "a" userName eq "b"',
    'userName eq "a")',
    '(userName eq "a"',
    'emails[type eq "work"',
    'emails[]',
    'not userName eq "a"',
    'eq "a"',
    '"userName" eq "a"',
    'userName eq "\\x"',
    'userName eq "\\u0000"',
    'userName eq "\\ud800"',
    'a.b.c eq "x"',
    "userName eq 'a'",
    `${'('.repeat(50)}userName pr${')'.repeat(50)}`,
    Array.from({ length: 30 }, () => 'title pr').join(' or '),
    `userName eq "${'a'.repeat(3_000)}"`,
  ])('%s is refused', (text) => {
    expect(fault(() => parseFilter(text))).toBe('400 invalidFilter');
  });

  test('any text is either parsed or refused with an error message', () => {
    const word = fc.constantFrom(
      'userName',
      'emails',
      '[',
      ']',
      '(',
      ')',
      'eq',
      'pr',
      'and',
      'or',
      'not',
      '"a"',
      '.value',
    );
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(word, { maxLength: 14 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, (one) => [undefined, '400 invalidFilter'].includes(fault(() => parseFilter(one)))),
    );
  });
});

describe('one value of a list', () => {
  const value = { value: 'Anna@acme.example', type: 'work', primary: true };
  const known = ['value', 'type', 'primary'];
  test.each([
    ['type eq "WORK"', true],
    ['type ne "work"', false],
    ['value co "@ACME"', true],
    ['value sw "anna" and value ew ".example"', true],
    ['value gt "a" and value lt "b"', true],
    ['value ge "b" or value le "a"', false],
    ['primary eq true', true],
    ['primary eq "True"', true],
    ['primary ne true', false],
    ['type pr and not (type eq "home")', true],
    ['type eq null', false],
    ['type ne null', true],
  ])('fits %s: %s', (text, isFit) => {
    expect(fits(parseFilter(text), value, known)).toBe(isFit);
  });

  test('is not filtered by an attribute that it cannot have', () => {
    for (const text of ['colour eq "red"', 'primary co "t"', 'emails[type eq "x"]'])
      expect(fault(() => fits(parseFilter(text), value, known))).toBe('400 invalidFilter');
  });
});

describe('a condition', () => {
  const condition = (text: string) => {
    const values: unknown[] = [];
    const sql = toCondition(parseFilter(text), (one) => `$${values.push(one)}`);
    return { sql, values };
  };

  test('never contains a value in its SQL text', () => {
    const attack = `x' or '1'='1`;
    for (const attribute of [
      'userName',
      'displayName',
      'emails',
      'phoneNumbers.type',
      'name.familyName',
      'externalId',
    ])
      for (const op of ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'le']) {
        const { sql, values } = condition(`${attribute} ${op} ${JSON.stringify(attack)}`);
        expect(sql).not.toContain("'1'='1");
        expect(values).toEqual([attack]);
      }
  });

  test.each([
    'nickName eq "x"',
    'name eq "x"',
    'active co "t"',
    'active eq "yes"',
    'meta.created eq "yesterday"',
    'meta.created co "2026-01-01"',
    'title[type eq "x"]',
    'emails[colour eq "x"]',
    'emails[phoneNumbers[type eq "x"]]',
    'emails.colour eq "x"',
    'title gt null',
    'urn:ietf:params:scim:schemas:other:2.0:User:x eq "y"',
  ])('%s is refused', (text) => {
    expect(fault(() => condition(text))).toBe('400 invalidFilter');
  });

  test.each([
    ['userName eq "a"', true],
    ['title pr and userName eq "a"', true],
    ['emails.value eq "a" or externalId eq "b"', true],
    ['userName eq "a" or title pr', false],
    ['not (userName eq "a")', false],
    ['userName sw "a"', false],
  ])('%s is answered by an index: %s', (text, isSo) => {
    expect(isNarrow(parseFilter(text))).toBe(isSo);
  });

  test('users are sorted only by stored attributes', () => {
    expect(toOrderBy(undefined, false)).toBe('u.seq');
    expect(toOrderBy('username', true)).toBe('u.user_key desc, u.seq');
    for (const sortBy of ['nickname', "title'; drop table person", 'emails.colour'])
      expect(fault(() => toOrderBy(sortBy, false))).toBe('400 invalidPath');
  });
});

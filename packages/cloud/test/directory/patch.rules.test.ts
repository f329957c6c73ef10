import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readUser, toPersonFields, type UserAttributes } from '../../src/directory/scim/attributes.rules.js';
import { ScimError } from '../../src/directory/scim/error.rules.js';
import { patchUser } from '../../src/directory/scim/patch.rules.js';
import { normalisePhone } from '../../src/people/phone.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const anna: UserAttributes = {
  userName: 'anna@acme.example',
  active: true,
  name: { givenName: 'Anna', familyName: 'Aho' },
  emails: [{ value: 'anna@acme.example', type: 'work', primary: true }],
};
const patch = (...Operations: object[]) => patchUser(anna, { Operations });
const fault = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ScimError) return `${error.status} ${error.scimType}`;
    throw error;
  }
  return 'none';
};

describe('a PATCH', () => {
  test.each([
    ['deactivates without a path', { op: 'replace', value: { active: false } }, { active: false }],
    [
      'deactivates with a path and a word',
      { op: 'Replace', path: 'active', value: 'False' },
      { active: false },
    ],
    ['adds a text', { op: 'Add', path: 'title', value: 'Caretaker' }, { title: 'Caretaker' }],
    ['takes names in any case', { OP: 'add', PATH: 'DISPLAYNAME', VALUE: 'A' }, { displayName: 'A' }],
    [
      'takes a full attribute name',
      { op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:title', value: 'x' },
      { title: 'x' },
    ],
    [
      'replaces a part of the name',
      { op: 'replace', path: 'name.familyName', value: 'Berg' },
      { name: { givenName: 'Anna', familyName: 'Berg' } },
    ],
    [
      'replaces parts by dotted names',
      { op: 'replace', value: { 'name.familyName': 'Berg', title: 'x' } },
      { name: { givenName: 'Anna', familyName: 'Berg' }, title: 'x' },
    ],
    [
      'replaces an address by its type',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'b@acme.example' },
      { emails: [{ value: 'b@acme.example', type: 'work', primary: true }] },
    ],
    [
      'adds a number of a type that is not there yet',
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+358401234567' },
      { phoneNumbers: [{ type: 'mobile', value: '+358401234567' }] },
    ],
    [
      'replaces one that is not there yet',
      { op: 'replace', path: 'phoneNumbers[type eq "mobile"]', value: { value: '+358401234567' } },
      { phoneNumbers: [{ type: 'mobile', value: '+358401234567' }] },
    ],
    [
      'replaces a whole list',
      { op: 'replace', path: 'emails', value: [{ value: 'c@acme.example' }] },
      { emails: [{ value: 'c@acme.example' }] },
    ],
    [
      'adds to a list, and only one stays primary',
      { op: 'add', path: 'emails', value: [{ value: 'd@acme.example', primary: 'True' }] },
      {
        emails: [
          { value: 'anna@acme.example', type: 'work' },
          { value: 'd@acme.example', primary: true },
        ],
      },
    ],
    [
      'adds nothing twice',
      { op: 'add', path: 'emails', value: { value: 'ANNA@acme.example', type: 'work' } },
      { emails: [{ value: 'ANNA@acme.example', type: 'work' }] },
    ],
    [
      'removes by a filter',
      { op: 'remove', path: 'emails[value eq "anna@acme.example"]' },
      { emails: undefined },
    ],
    [
      'removes by value',
      { op: 'remove', path: 'emails', value: [{ value: 'anna@acme.example' }] },
      { emails: undefined },
    ],
    ['removes a part', { op: 'remove', path: 'name.familyName' }, { name: { givenName: 'Anna' } }],
    [
      'takes null as nothing',
      { op: 'replace', path: 'name.familyName', value: null },
      { name: { givenName: 'Anna' } },
    ],
    [
      'sets the organisation of the extension',
      { op: 'add', path: `${ENTERPRISE}:organization`, value: 'Acme' },
      { organization: 'Acme' },
    ],
    [
      'sets it with the extension as a whole',
      { op: 'add', value: { [ENTERPRISE]: { organization: 'Acme', department: 'IT' } } },
      { organization: 'Acme' },
    ],
    [
      'lets go what is not kept',
      { op: 'add', path: 'addresses[type eq "work"].streetAddress', value: 'Street 1' },
      {},
    ],
    ['lets go the manager', { op: 'add', path: `${ENTERPRISE}:manager`, value: 'x' }, {}],
    ['lets go foreign extensions', { op: 'add', path: 'urn:acme:2.0:User:badge', value: 'x' }, {}],
    ['lets go a password', { op: 'replace', value: { password: 'x', groups: [] } }, {}],
  ])('%s', (_name, operation, changed) => {
    const lower = Object.fromEntries(Object.entries(operation));
    expect(patch(lower)).toEqual({ ...anna, ...changed });
  });

  test.each([
    ['an attribute that is none', { op: 'add', path: 'favourite', value: 'x' }, '400 invalidPath'],
    ['a path that is none', { op: 'add', path: 'emails[', value: 'x' }, '400 invalidPath'],
    ['an operation that is none', { op: 'move', path: 'title' }, '400 invalidSyntax'],
    ['a removal of everything', { op: 'remove' }, '400 noTarget'],
    ['a removal of the user name', { op: 'remove', path: 'userName' }, '400 invalidValue'],
    ['a removal of active', { op: 'remove', path: 'active' }, '400 mutability'],
    ['an active that is no boolean', { op: 'replace', path: 'active', value: 'perhaps' }, '400 invalidValue'],
    [
      'a filter that is none',
      { op: 'replace', path: 'emails[type is "w"].value', value: 'x' },
      '400 invalidFilter',
    ],
  ])('refuses %s', (_name, operation, expected) => {
    expect(fault(() => patch(operation))).toBe(expected);
  });

  test('leaves the user before it as it was, and refuses or answers whatever it is given', () => {
    const value = fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.object({ maxDepth: 2 }));
    const path = fc.oneof(
      fc.constantFrom(
        'emails',
        'emails[type eq "work"].value',
        'name',
        'name.givenName',
        'active',
        'title',
        'schemas',
      ),
      fc.string(),
    );
    const operation = fc.record({ op: fc.constantFrom('add', 'replace', 'remove', 'Add'), path, value });
    const before = JSON.stringify(anna);
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 4 }), (operations) => {
        fault(() => {
          const after = patch(...operations);
          expect(readUser({ ...after, [ENTERPRISE]: { organization: after.organization } })).toEqual(after);
        });
        expect(JSON.stringify(anna)).toBe(before);
      }),
    );
  });
});

describe('the person of a user', () => {
  const person = (more: Partial<UserAttributes>) => toPersonFields({ ...anna, ...more }, normalisePhone);
  test.each([
    ['is named as displayed', { displayName: 'Anna A.' }, { name: 'Anna A.' }],
    ['else by first and last name', {}, { name: 'Anna Aho' }],
    ['else by the user name', { name: {} }, { name: 'anna@acme.example' }],
    [
      'has the primary address',
      { emails: [{ value: 'x@acme.example' }, { value: 'y@acme.example', primary: true }] },
      { email: 'y@acme.example' },
    ],
    [
      'else the one for work',
      {
        emails: [
          { value: 'x@acme.example', type: 'home' },
          { value: 'y@acme.example', type: 'work' },
        ],
      },
      { email: 'y@acme.example' },
    ],
    ['else the user name, where it is one', { emails: [] }, { email: 'anna@acme.example' }],
    [
      'has the mobile number first',
      {
        phoneNumbers: [
          { value: '+358 9 1234567', type: 'work' },
          { value: '+358 40 1234567', type: 'mobile' },
        ],
      },
      { phone: '+358401234567' },
    ],
    ['has no number that is an extension', { phoneNumbers: [{ value: '4711' }] }, { phone: '' }],
    ['speaks the preferred language', { preferredLanguage: 'fi', locale: 'en_US' }, { language: 'fi' }],
    ['else that of the locale', { locale: 'en_US' }, { language: 'en-US' }],
  ])('%s', (_name, more, expected) => {
    expect(person(more as Partial<UserAttributes>)).toMatchObject(expected);
  });
});

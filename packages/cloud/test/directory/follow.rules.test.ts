import { expect, test } from '@jest/globals';
import { nextStep, type Standing } from '../../src/directory/follow.rules.js';

const person = { id: 'p1', email: 'a@acme.example', phone: '+358401234567' };
const key = { id: 7, state: 'handed_over' as const, person_id: 'p1', codes: ['A', 'B'] };
const standing = (more: Partial<Standing>): Standing => ({
  person,
  smsEnabled: true,
  codes: [],
  key: null,
  ...more,
});

test.each<[string, Partial<Standing>, object]>([
  ['no group, no key', {}, { kind: 'none' }],
  ['the first group', { codes: ['A'] }, { kind: 'issue', person_id: 'p1', codes: ['A'], channel: 'email' }],
  [
    'by phone where there is no address',
    { codes: ['A'], person: { ...person, email: '' } },
    { kind: 'issue', person_id: 'p1', codes: ['A'], channel: 'sms' },
  ],
  [
    'by phone without SMS',
    { codes: ['A'], person: { ...person, email: '' }, smsEnabled: false },
    { kind: 'unreachable' },
  ],
  ['neither', { codes: ['A'], person: { id: 'p1', email: '', phone: '' } }, { kind: 'unreachable' }],
  ['the same groups, in another sequence', { codes: ['B', 'A'], key }, { kind: 'none' }],
  ['another group', { codes: ['A', 'C'], key }, { kind: 'change', id: 7, codes: ['A', 'C'] }],
  ['no group any more', { key }, { kind: 'return', id: 7 }],
  ['a key that was never handed over', { key: { ...key, state: null } }, { kind: 'return', id: 7 }],
  ['a key that was returned', { key: { ...key, state: 'returned' } }, { kind: 'none' }],
  [
    'groups, and a key that was returned',
    { codes: ['A'], key: { ...key, state: 'returned' } },
    { kind: 'issue', person_id: 'p1', codes: ['A'], channel: 'email' },
  ],
  [
    'the key of the person before',
    { codes: ['A', 'B'], key: { ...key, person_id: 'p0' } },
    expect.objectContaining({ kind: 'issue' }),
  ],
  ['no person', { person: null, codes: ['A'], key }, { kind: 'none' }],
])('%s', (_name, more, step) => {
  expect(nextStep(standing(more))).toEqual(step);
});

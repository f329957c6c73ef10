import { describe, expect, test } from '@jest/globals';
import { mayAct, ROLES } from '../../src/http/role.rules.js';
import { invitedState, resetState } from '../../src/users/link.rules.js';

const NOW = Date.parse('2026-01-07T06:00:00.000Z');
const at = (milliseconds: number) => new Date(NOW + milliseconds);

describe('an invitation', () => {
  test.each([
    ['waits until its link runs out', 'pending', 1, true, 'pending'],
    ['has run out at its very end', 'pending', 0, true, 'expired'],
    ['is withdrawn where its sender may not give it any more', 'pending', 1, false, 'withdrawn'],
    ['stays used, independent of its sender', 'accepted', -1, false, 'accepted'],
    ['stays withdrawn', 'withdrawn', 1, true, 'withdrawn'],
  ] as const)('%s', (_, state, left, sender_may, expected) => {
    expect(invitedState({ state, link_expires_at: at(left), sender_may }, NOW)).toBe(expected);
  });
});

describe('the link of a forgotten password', () => {
  test.each([
    ['works', null, 1, 'pending'],
    ['has run out at its very end', null, 0, 'expired'],
    ['was used, however old', at(-1), -1, 'used'],
  ] as const)('%s', (_, used_at, left, expected) => {
    expect(resetState({ used_at, expires_at: at(left) }, NOW)).toBe(expected);
  });
});

test('a role does for itself and for all below it', () => {
  expect(ROLES.map((role) => ROLES.filter((needed) => mayAct(role, needed)))).toEqual([
    ['owner', 'manager', 'viewer'],
    ['manager', 'viewer'],
    ['viewer'],
  ]);
});

import { describe, expect, test } from '@jest/globals';
import { judgeHold, judgeKey, type KeyFacts } from '../src/who-could-open.rules.js';

const AT = Date.parse('2026-01-07T02:00:00Z');
const key = (more: Partial<KeyFacts> = {}): KeyFacts => ({
  id: 1,
  name: 'Staff',
  person: null,
  location: { id: 1, name: 'HQ' },
  security_groups: ['STAFF'],
  starts_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  handed_over_at: '2026-01-02T00:00:00Z',
  returned_at: null,
  ...more,
});
const GROUPS = [{ code: 'STAFF', name: 'Staff', location: { id: 1 } }];

describe('a key', () => {
  test.each<[string, Partial<KeyFacts>, boolean]>([
    ['handed over, without an end', {}, true],
    ['never handed over', { handed_over_at: null }, false],
    ['handed over at that moment', { handed_over_at: '2026-01-07T02:00:00Z' }, true],
    ['handed over a moment later', { handed_over_at: '2026-01-07T02:00:00.001Z' }, false],
    ['returned at that moment', { returned_at: '2026-01-07T02:00:00Z' }, false],
    ['returned a moment later', { returned_at: '2026-01-07T02:00:00.001Z' }, true],
    ['valid from that moment', { starts_at: '2026-01-07T02:00:00Z' }, true],
    ['valid from a moment later', { starts_at: '2026-01-07T02:00:00.001Z' }, false],
    ['expired at that moment', { expires_at: '2026-01-07T02:00:00Z' }, false],
    ['expired a moment later', { expires_at: '2026-01-07T02:00:00.001Z' }, true],
  ])('%s opens: %#', (_, more, opens) => {
    expect(judgeKey(key(more), GROUPS, AT)?.opens).toBe(opens);
  });
  test('of another group, or of the same code elsewhere, is not for this door', () => {
    expect(judgeKey(key({ security_groups: ['LAB'] }), GROUPS, AT)).toBeNull();
    expect(judgeKey(key({ location: { id: 2, name: 'Lab' } }), GROUPS, AT)).toBeNull();
  });
});

test.each([
  ['lock.hold_open.started', true],
  ['lock.hold_open.ended', false],
  ['lock.hold_open.failed', null],
] as const)('after %s the door was held: %p', (type, held) => {
  expect(judgeHold({ type, occurred_at: '2026-01-07T01:00:00Z', source: 'schedule' }).held).toBe(held);
});
test('without an event it is not known', () => {
  expect(judgeHold(null).held).toBeNull();
});

import { describe, expect, test } from '@jest/globals';
import { deviceOf, IDLE_MS, isLiving, LIFETIME_MS } from '../../src/users/session.rules.js';

describe('a session', () => {
  test('lives while it is used, and not beyond its end', () => {
    const session = (seen: number, end: number) => ({
      last_seen_at: new Date(seen),
      expires_at: new Date(end),
    });
    expect(isLiving(session(0, LIFETIME_MS), IDLE_MS - 1)).toBe(true);
    expect(isLiving(session(0, LIFETIME_MS), IDLE_MS)).toBe(false);
    expect(isLiving(session(LIFETIME_MS - 1, LIFETIME_MS), LIFETIME_MS)).toBe(false);
  });

  test("a browser's words are kept short and printable", () => {
    expect(deviceOf(`x\u0000${'y'.repeat(999)}`)).toHaveLength(300);
    expect(deviceOf(undefined)).toBe('');
  });
});

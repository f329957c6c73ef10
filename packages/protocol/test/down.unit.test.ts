import { expect, test } from '@jest/globals';
import { CommandMessage, parseMessage, SessionMessage } from '../src/index.js';

const ID = 'a2a7a0f4-3a0f-4d55-8a27-4dd6a9fbb9f5';
const NOW = '2026-03-02T09:00:00.000Z';
const UNLOCK = { v: 1, id: ID, session: ID, door: 1, type: 'unlock', issued_at: NOW, expires_at: NOW };
const unlockFor = (strike_ms: unknown) =>
  parseMessage(CommandMessage, JSON.stringify({ ...UNLOCK, strike_ms }));

test.each([
  ['shorter than an installer may set', 300, 300],
  ['of the longest', 10_000, 10_000],
  ['longer, which is cut to ten seconds', 60_000, 10_000],
])('a strike time %s', (_length, strike_ms, read) => {
  expect(unlockFor(strike_ms)).toMatchObject({
    message: { strike_ms: read },
  });
  const session = { v: 1, session: ID, now: NOW, holds: [], doors: [{ door: 1, strike_ms }] };
  expect(parseMessage(SessionMessage, JSON.stringify(session))).toMatchObject({
    message: { doors: [{ door: 1, strike_ms: read }] },
  });
});

test.each([0, -1, 1.5, '5000', null, undefined])('a strike time of %p is none', (strike_ms) => {
  expect(unlockFor(strike_ms).ok).toBe(false);
});

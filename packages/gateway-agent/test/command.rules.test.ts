import { COMMAND_MEMORY_MS, toTimestamp } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { INTERRUPTED, isForgotten, judgeCommand, type SeenCommand } from '../src/command.rules.js';
import { reconnectDelay } from '../src/link/backoff.rules.js';

const NOW = Date.parse('2026-01-07T06:00:00.000Z');
const command = {
  session: 'current',
  issued_at: toTimestamp(NOW),
  expires_at: toTimestamp(NOW + 10_000),
};
const facts = { seen: undefined, session: 'current', now: NOW, metAt: NOW };
const done: SeenCommand = { at: NOW, door: 1, result: { outcome: 'confirmed' } };

test.each<[string, Parameters<typeof judgeCommand>, object]>([
  ['a fresh command of the current session is run', [command, facts], { act: 'run' }],
  [
    'a command of another session is not run, expired',
    [command, { ...facts, session: 'other' }],
    { act: 'answer', result: { outcome: 'expired' } },
  ],
  [
    'before the session message no command is run',
    [command, { ...facts, session: null }],
    { act: 'answer', result: { outcome: 'expired' } },
  ],
  [
    'a command past its end on the corrected clock is not run, expired',
    [command, { ...facts, now: NOW + 10_000 }],
    { act: 'answer', result: { outcome: 'expired' } },
  ],
  [
    'a command is run until the last millisecond before its end',
    [command, { ...facts, now: NOW + 9999 }],
    { act: 'run' },
  ],
  [
    'a command issued before the first session of this start is not run, expired: an earlier one may have run it',
    [command, { ...facts, now: NOW + 500, metAt: NOW + 1 }],
    { act: 'answer', result: { outcome: 'expired' } },
  ],
  [
    'an id already seen is not run again: its result is sent again',
    [command, { ...facts, seen: done }],
    { act: 'repeat', result: { outcome: 'confirmed' } },
  ],
  [
    'a repeat in a later session does not contradict the first answer',
    [command, { ...facts, seen: done, session: 'other', now: NOW + 60_000 }],
    { act: 'repeat', result: { outcome: 'confirmed' } },
  ],
  [
    'a repeat while the first is under way is left alone',
    [command, { ...facts, seen: { ...done, result: null } }],
    { act: 'ignore' },
  ],
  [
    'the result of an interrupted command is sent again',
    [command, { ...facts, seen: { ...done, result: INTERRUPTED } }],
    { act: 'repeat', result: { outcome: 'device_error' } },
  ],
])('%s', (_name, input, verdict) => {
  expect(judgeCommand(...input)).toMatchObject(verdict);
});

test('a command id is kept for an hour, and one from a clock that was wrong is not kept for ever', () => {
  expect(isForgotten(done, NOW + COMMAND_MEMORY_MS)).toBe(false);
  expect(isForgotten(done, NOW + COMMAND_MEMORY_MS + 1)).toBe(true);
  expect(isForgotten({ ...done, at: NOW + 1e12 }, NOW)).toBe(true);
});

test.each([
  [0, 1000],
  [1, 2000],
  [5, 32_000],
  [6, 60_000],
  [1000, 60_000],
])('after %i failures the wait is at most %i ms', (failures, max) => {
  expect(reconnectDelay(failures, 0)).toBe(0);
  expect(reconnectDelay(failures, 0.999_999)).toBeCloseTo(max, -2);
});

test('the wait is spread over the whole range (full jitter)', () => {
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, random) => {
        const delay = reconnectDelay(failures, random);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThan(60_000);
        expect(delay).toBeCloseTo(random * reconnectDelay(failures, 1), 5);
      },
    ),
  );
});

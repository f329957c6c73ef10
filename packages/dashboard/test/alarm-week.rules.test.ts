import { expect, test } from '@jest/globals';
import { blockOf, isWhole, newBlock, toDrafts, type WeekDraft } from '../src/alarms/week.rules.js';

const draft = (change: Partial<WeekDraft>): WeekDraft => ({
  id: 0,
  days: ['mon'],
  from: '22:00',
  to: '06:00',
  ...change,
});

test.each([
  ['22:00', '06:00', '06:00', true],
  ['08:00', '17:00', '17:00', false],
  ['18:00', '00:00', '24:00', false],
  ['00:00', '00:00', '24:00', false],
])('from %s to %s ends at %s; the next day: %s', (from, to, end, isOver) => {
  expect(blockOf(draft({ from, to }))).toEqual({ block: { days: ['mon'], from, to: end }, isOver });
});

test.each([
  [{}, true],
  [{ days: [] }, false],
  [{ from: '' }, false],
  [{ to: '' }, false],
  [{ from: '08:00', to: '08:00' }, false],
  [{ from: '00:00', to: '00:00' }, true],
])('a part with %j can be saved: %s', (change, expected) => {
  expect(isWhole(draft(change as Partial<WeekDraft>))).toBe(expected);
});

test('each part of a week is kept as it was, and a new one is told apart', () => {
  const week = toDrafts([
    { days: ['sat', 'sun'], from: '00:00', to: '24:00' },
    { days: ['mon'], from: '22:00', to: '06:00' },
  ]);
  expect(week.map((one) => blockOf(one).block)).toEqual([
    { days: ['sat', 'sun'], from: '00:00', to: '24:00' },
    { days: ['mon'], from: '22:00', to: '06:00' },
  ]);
  expect(newBlock(week).id).toBe(2);
});

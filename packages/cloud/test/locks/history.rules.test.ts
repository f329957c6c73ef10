import type { EventType } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { type PastEvent, stateAt } from '../../src/locks/history.rules.js';

let ids = 0;
const event = (type: EventType, occurred_at: number, text?: string): PastEvent => {
  ids += 1;
  return {
    id: ids,
    type,
    occurred_at,
    source: 'device',
    reason: null,
    person: null,
    explanation: text ? { text } : null,
  };
};

describe('a door in the past', () => {
  test('of which nothing was heard is unknown', () => {
    expect(stateAt([], 100)).toMatchObject({
      door: { value: 'unknown', by: null },
      held_open: { value: false },
      online: { value: 'unknown' },
      last_access: null,
    });
  });
  test('is open by its last opening, with the verdict of that opening and its reason', () => {
    const opened = event('door.opened', 50);
    const forced = event('door.forced', 50, 'nothing explains it');
    const past = stateAt([event('door.closed', 40), forced, opened], 60);
    expect(past.door).toEqual({ value: 'open', by: opened });
    expect(past.forced).toEqual({ value: true, by: forced });
  });
  test('is no longer forced once it was closed, nor by an opening before the last', () => {
    const events = [event('door.forced', 50), event('door.opened', 80)];
    expect(stateAt(events, 90).forced.value).toBe(false);
    expect(stateAt([event('door.forced', 50), event('door.closed', 70)], 90).forced.value).toBe(false);
  });
  test('is left open from the moment that was told', () => {
    const events = [event('door.opened', 50), event('door.left_open', 110)];
    expect(stateAt(events, 100).left_open.value).toBe(false);
    expect(stateAt(events, 110).left_open.value).toBe(true);
  });
  test('is held open until ended, and of a failed hold nobody knows', () => {
    expect(stateAt([event('lock.hold_open.started', 10)], 20).held_open.value).toBe(true);
    expect(
      stateAt([event('lock.hold_open.started', 10), event('lock.hold_open.ended', 15)], 20).held_open.value,
    ).toBe(false);
    expect(stateAt([event('lock.hold_open.failed', 10)], 20).held_open.value).toBe('unknown');
  });
});

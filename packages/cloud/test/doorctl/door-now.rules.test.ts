import { describe, expect, test } from '@jest/globals';
import { knownByEvents, knownNow, type ShownLock } from '../../src/doorctl/door-now.rules.js';
import { type PastEvent, type PastMode, stateAt } from '../../src/locks/history.rules.js';

const NOW = Date.parse('2026-01-07T12:00:00.000Z');
const event = (type: PastEvent['type'], id = 1): PastEvent => ({
  id,
  type,
  occurred_at: NOW - 60_000 + id,
  source: 'device',
  reason: null,
  person: null,
  explanation: null,
});
const lock: ShownLock = {
  type: 'remote',
  online: true,
  online_since: '2026-01-07T06:00:00.000Z',
  door_state: 'closed',
  hold_open: false,
  door_mode: { mode: 'auto', source: null, expires_at: null },
};
const now = (events: PastEvent[], shown: Partial<ShownLock> = {}, override: PastMode | null = null) =>
  knownNow(stateAt(events, NOW, override), { ...lock, ...shown });

describe('now is what the interface shows', () => {
  test('a level that only a birth reported, on the word of the gateway', () => {
    expect(now([event('lock.online')])).toMatchObject({
      door: { value: 'closed', by: null, known_by: 'report' },
      held_open: { value: false, known_by: 'report' },
      online: { value: true, by: { type: 'lock.online' }, known_by: 'event' },
    });
  });
  test('a contact that cannot be read, since when, and that it can be read again', () => {
    const fault = { at: NOW - 5_000, error: 'no board' };
    const past = stateAt([event('door.closed')], NOW, null, fault);
    const unread: ShownLock = { ...lock, door_state: 'unknown', contact_fault: 'no board' };
    expect(knownNow(past, unread)).toMatchObject({ door: { value: 'unknown' }, contact_fault: fault });
    expect(knownNow(past, lock)).toMatchObject({ door: { value: 'closed' }, contact_fault: null });
    expect(knownByEvents(past)).toMatchObject({ door: { value: 'unknown' }, contact_fault: fault });
  });
  test('what an event says, where it says the same', () => {
    expect(now([event('door.opened')], { door_state: 'open' }).door).toMatchObject({
      value: 'open',
      by: { type: 'door.opened' },
      known_by: 'event',
    });
  });
  test('a level that differs from the last edge, whose alarm is then over', () => {
    const closed = now([event('door.opened', 1), event('door.forced', 2)], { door_state: 'closed' });
    expect(closed).toMatchObject({
      door: { value: 'closed', by: null, known_by: 'report' },
      forced: { value: false, by: null },
    });
  });
  test('a hold that failed as it was last confirmed, with the failure', () => {
    const failed = event('lock.hold_open.failed');
    expect(now([failed], { hold_open: true }).held_open).toEqual({
      value: true,
      by: failed,
      known_by: 'event',
    });
  });
  test('a gateway that was never heard is offline, and of its door nothing is known', () => {
    const never = { online: false, online_since: null, door_state: 'unknown' } as const;
    expect(now([], never)).toMatchObject({
      door: { value: 'unknown', known_by: null },
      held_open: { value: false, known_by: null },
      online: { value: false, known_by: null },
    });
  });
  test('a lock of the locking system by its events alone', () => {
    const locksys = { type: 'locksys', online: null, online_since: null, door_state: 'unknown' } as const;
    expect(now([event('door.closed')], { ...locksys, door_mode: null })).toMatchObject({
      door: { value: 'closed', known_by: 'event' },
      online: { value: null, known_by: null },
      mode: { value: 'auto', known_by: null },
    });
  });
});

describe('the mode now', () => {
  const override: PastMode = {
    mode: 'closed',
    set_at: NOW - 3_600_000,
    until: null,
    who: 'Olga',
    status: 'confirmed',
  };
  test('is an override with its end and who set it', () => {
    const door_mode = {
      mode: 'closed',
      source: 'override',
      expires_at: '2026-01-07T15:00:00.000Z',
    } as const;
    expect(now([], { door_mode }, override).mode).toEqual({
      value: 'closed',
      by: { ...override, until: Date.parse('2026-01-07T15:00:00.000Z') },
      known_by: 'order',
    });
  });
  test('is no override that has run out, though no service was there to take it away', () => {
    const door_mode = {
      mode: 'stay_open',
      source: 'override',
      expires_at: '2026-01-07T12:00:00.000Z',
    } as const;
    expect(now([], { door_mode }).mode).toEqual({ value: 'auto', by: null, known_by: null });
  });
  test('is no closing that found nothing to close', () => {
    expect(now([], {}, override).mode).toEqual({ value: 'auto', by: null, known_by: null });
  });
  test('is the schedule where that asks for a hold', () => {
    const door_mode = { mode: 'auto', source: 'schedule', expires_at: null } as const;
    expect(now([], { door_mode }).mode).toEqual({ value: 'auto', by: null, known_by: 'schedule' });
  });
});

test('a moment of the past is known by events and commands alone', () => {
  expect(knownByEvents(stateAt([event('door.opened')], NOW))).toMatchObject({
    door: { value: 'open', known_by: 'event' },
    online: { value: 'unknown', by: null, known_by: null },
    mode: { value: 'auto', known_by: null },
  });
});

import { expect, test } from '@jest/globals';
import type { PlacedEvent } from '../../src/doors/apply.types.js';
import { eventDraft } from '../../src/doors/evidence/door.rules.js';
import { lateAmong, placeInTime } from '../../src/doors/place.rules.js';

const LOCK = 7;
const event = (type: PlacedEvent['type'], at: number): PlacedEvent => ({
  ...eventDraft(type, { at }, 'device'),
  lock_id: LOCK,
  account_id: 1,
  location_id: 1,
  gateway_id: null,
  journal_seq: null,
});
const doorOf = (last_event_at: number | null) => new Map([[LOCK, { last_event_at }]]);

test('a gateway that comes back makes none of what it sends from before late', () => {
  const doors = doorOf(1_000);
  placeInTime([event('lock.online', 9_000)], doors, []);
  const sent = [event('door.opened', 2_000), event('door.closed', 3_000)];
  expect(lateAmong(sent, doors)).toEqual([]);
  placeInTime(sent, doors, []);
  expect(doors.get(LOCK)?.last_event_at).toBe(3_000);
});

test('an event at or before the newest is late, and presence always is: its own time is not kept', () => {
  const doors = doorOf(2_000);
  const late = [event('door.opened', 2_000), event('lock.offline', 5_000)];
  expect(lateAmong([...late, event('door.opened', 2_001)], doors)).toEqual(late);
});

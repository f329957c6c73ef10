import { describe, expect, test } from '@jest/globals';
import { endOf } from '../src/door/stay-open.rules.js';
import { toQuery } from '../src/events/filters.rules.js';
import type { DoorEvent } from '../src/types.js';
import { piecesOf } from '../src/week/week.rules.js';
import { beyondName, sentence, whoOf } from '../src/words/event-words.js';

const NOW = Date.parse('2026-01-07T06:00:00.000Z');

describe('staying open', () => {
  const place = { timezone: 'Europe/Helsinki', day_ends_at: '2026-01-07T22:00:00.000Z' };

  test('ends after the chosen minutes, at the end of the door’s own day, or never', () => {
    expect(endOf('30', '', NOW, place)).toBe(NOW + 1_800_000);
    expect(endOf('none', '', NOW, place)).toBeNull();
    expect(endOf('day', '', NOW, place)).toBe(Date.parse(place.day_ends_at));
  });

  test('takes a time of the door’s own clock that is still to come, and no other', () => {
    expect(() => endOf('time', '', NOW, place)).toThrow('Choose a date and a time.');
    expect(() => endOf('time', '2020-01-01T00:00', NOW, place)).toThrow('still to come');
    expect(endOf('time', '2026-07-01T12:00', NOW, place)).toBe(Date.parse('2026-07-01T09:00:00Z'));
  });
});

describe('a weekly schedule', () => {
  test('is drawn day by day, and a block over midnight on both of its days', () => {
    const entries = [{ days: ['fri'], from: '22:00', to: '04:30', first_person_in: false }];
    expect(piecesOf(entries, 'fri')).toEqual([{ from: 1_320, to: 1_440, first_person_in: false }]);
    expect(piecesOf(entries, 'sat')).toEqual([{ from: 0, to: 270, first_person_in: false }]);
    expect(piecesOf(entries, 'sun')).toEqual([]);
  });

  test('runs over the end of the week, and to midnight without a piece of nothing', () => {
    const entries = [{ days: ['sun'], from: '20:00', to: '24:00', first_person_in: true }];
    expect(piecesOf(entries, 'sun')).toEqual([{ from: 1_200, to: 1_440, first_person_in: true }]);
    expect(piecesOf(entries, 'mon')).toEqual([]);
  });
});

describe('an event in words', () => {
  const OLGA = { id: 'u', name: 'Olga' };
  const ERP = { type: 'manager', api_key: { id: 1, name: 'ERP' } };
  const event = (change: Partial<DoorEvent>): DoorEvent => ({
    id: 1,
    type: 'access.granted',
    occurred_at: '2026-01-07T06:00:00.000Z',
    result: 'success',
    reason: null,
    source: 'app',
    lock: { id: 1, name: 'Main', place: '' },
    location: { id: 1, name: 'HQ' },
    person: null,
    key: null,
    api_key: null,
    user: null,
    actor: null,
    details: {},
    why: null,
    muted: false,
    acknowledged: null,
    ...change,
  });

  test.each([
    [event({ user: { id: 'x', name: 'Olga' } }), 'Unlocked by Olga'],
    [event({ api_key: { id: 1, name: 'ERP' } }), 'Unlocked by API key ERP'],
    [event({ type: 'access.denied', reason: 'unknown_key' }), 'Access denied: the key is not known'],
    [
      event({ type: 'unlock.failed', reason: 'timed_out' }),
      'Unlock failed: the gateway did not answer in time',
    ],
    [event({ type: 'lock.hold_open.started', source: 'schedule' }), 'Held open by the schedule'],
    [event({ type: 'lock.hold_open.started', source: 'manager' }), 'Held open from the dashboard'],
    [event({ type: 'lock.hold_open.started', source: 'manager', user: OLGA }), 'Held open by Olga'],
    [event({ type: 'lock.hold_open.ended', source: 'manager', user: OLGA }), 'Hold ended by Olga'],
    [
      event({ type: 'lock.hold_open.failed', details: { reason: 'timeout', attempts: 3 } }),
      'Hold failed: the gateway never confirmed it',
    ],
    [event({ type: 'lock.offline' }), 'Went offline'],
  ])('%# reads well', (one, words) => {
    expect(sentence(one)).toBe(words);
  });

  test.each([
    [event({ type: 'door.forced' }), null],
    [event({ key: { id: 1, name: 'Front' } }), 'With the key “Front”'],
    [event({ type: 'lock.hold_open.started', source: 'manager', user: OLGA }), 'From the dashboard'],
    [event({ type: 'lock.hold_open.ended', source: 'manager', user: OLGA }), 'From the dashboard'],
    [event({ type: 'lock.hold_open.started', source: 'schedule' }), 'By the schedule'],
    [event({ type: 'lock.hold_open.started', source: 'api', actor: ERP }), null],
    [
      event({ type: 'lock.hold_open.failed', details: { reason: 'timeout', attempts: 3 } }),
      'The gateway never confirmed it',
    ],
    [
      event({ type: 'access.denied', reason: 'no_access', person: { id: 'p', name: 'Anna', email: '' } }),
      'The key has no access here',
    ],
  ])('%# does not say in a row of the list what its name and its actor say', (one, words) => {
    expect(beyondName(one)).toBe(words);
  });

  test('names who stands behind it', () => {
    expect(whoOf(event({ actor: { type: 'manager', api_key: null } }))).toBe('a manager');
  });
});

describe('filters and browsers', () => {
  test('ask for what was chosen and nothing else', () => {
    expect(toQuery({ types: '', lock: '', person: '', from: '', to: '' })).toEqual({
      type: null,
      lock_id: null,
      person_id: null,
      since: null,
      until: null,
    });
    expect(
      toQuery({ types: 'door.forced', lock: '4', person: '', from: '2026-01-07T06:00:00.000Z', to: '' }),
    ).toMatchObject({
      type: 'door.forced',
      lock_id: '4',
      since: '2026-01-07T06:00:00.000Z',
      until: null,
    });
  });
});

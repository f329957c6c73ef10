import { describe, expect, test } from '@jest/globals';
import {
  alarmsByLock,
  byPlace,
  countStatuses,
  isAsNew,
  looked,
  matches,
  merged,
  statusOf,
  urgentFirst,
} from '../src/overview/status.rules.js';
import { besides, causeWords, contactWords, holdWords, nothingWords } from '../src/overview/status-words.js';
import type { Alarm, Lock } from '../src/types.js';
import { compareNames } from '../src/words/names.js';

const lock = (change: Partial<Lock> = {}): Lock => ({
  id: 1,
  name: 'Main entrance',
  place: 'Ground floor',
  location: { id: 3, name: 'HQ' },
  type: 'remote',
  online: true,
  online_since: '2026-01-07T06:00:00.000Z',
  door_state: 'closed',
  hold_open: false,
  door_mode: { mode: 'auto', source: null, expires_at: null },
  features: {
    remote_unlock: true,
    door_contact: true,
    exit_button: true,
    hold_relay: true,
    forced_open_detection: true,
  },
  ...change,
});
const alarm = (type: Alarm['type'], id = 1): Alarm => ({
  id,
  type,
  ended_at: null,
  occurred_at: '2026-01-07T06:00:00.000Z',
  lock: { id: 1, name: 'Main entrance', place: '' },
  location: { id: 3, name: 'HQ' },
  person: null,
  why: null,
  contact: { state: 'open', since: null, online: true },
});
const none = alarmsByLock([]);

describe('the state of a door', () => {
  test.each([
    ['closed', lock()],
    ['open', lock({ door_state: 'open' })],
    ['unknown', lock({ door_state: 'unknown' })],
    ['held', lock({ hold_open: true, door_state: 'open' })],
    ['offline', lock({ online: false, hold_open: true, door_state: 'open' })],
    ['locksys', lock({ type: 'locksys', online: null, door_mode: null })],
  ])('is %s', (status, one) => {
    expect(statusOf(one, none)).toBe(status);
  });

  test('stays forced until it is acknowledged, closed or offline as it may be meanwhile', () => {
    const alarms = alarmsByLock([alarm('door.left_open', 2), alarm('door.forced')]);
    expect(statusOf(lock(), alarms)).toBe('forced');
    expect(statusOf(lock({ online: false }), alarms)).toBe('forced');
    expect(statusOf(lock({ id: 2 }), alarms)).toBe('closed');
  });

  test('is left open only while it is not closed', () => {
    const alarms = alarmsByLock([alarm('door.left_open')]);
    expect(statusOf(lock({ door_state: 'open' }), alarms)).toBe('left_open');
    expect(statusOf(lock(), alarms)).toBe('closed');
  });
});

describe('the list of doors', () => {
  test('is searched by every word, in name, place and location, whatever its case and accents', () => {
    const door = lock({ name: 'Pääovi 2', place: 'Käytävä' });
    expect(matches(door, '')).toBe(true);
    expect(matches(door, 'paaovi HQ')).toBe(true);
    expect(matches(door, '  KÄYTÄVÄ 2 ')).toBe(true);
    expect(matches(door, 'paaovi lab')).toBe(false);
  });

  test('goes by location and name, numbers as numbers', () => {
    const doors = [
      lock({ id: 1, name: 'Door 10' }),
      lock({ id: 2, name: 'Door 9' }),
      lock({ id: 3, name: 'Aula', location: { id: 9, name: 'Zoo' } }),
    ];
    expect(byPlace(doors, compareNames).map(({ id }) => id)).toEqual([2, 1, 3]);
  });

  test('begins with what needs a person, and else stays in order', () => {
    const statuses = ['closed', 'left_open', 'offline', 'forced', 'open'] as const;
    const shown = urgentFirst(statuses.map((status, id) => ({ lock: lock({ id }), status })));
    expect(shown.map(({ lock }) => lock.id)).toEqual([3, 1, 0, 2, 4]);
    expect(countStatuses(shown)).toMatchObject({ forced: 1, offline: 1, closed: 1, open: 1, held: 0 });
  });

  test('takes in what changed, keeps what did not, and is the same list where nothing did', () => {
    const locks = [lock(), lock({ id: 2 })];
    expect(merged(locks, [lock()])).toBeNull();
    expect(merged(locks, [lock({ id: 99, door_state: 'open' })])).toBeNull();
    const after = merged(locks, [lock({ id: 2, door_state: 'open' })]);
    expect(after?.[0]).toBe(locks[0]);
    expect(after?.[1]?.door_state).toBe('open');
  });

  test('says why a door is held, and until when', () => {
    const time = () => '17:00';
    const mode = (door_mode: Lock['door_mode']) => holdWords(lock({ door_mode }), time);
    expect(mode({ mode: 'auto', source: null, expires_at: null })).toBeNull();
    expect(mode({ mode: 'stay_open', source: 'override', expires_at: null })).toBe('by hand, without an end');
    expect(mode({ mode: 'stay_open', source: 'schedule', expires_at: 'x' })).toBe('by schedule until 17:00');
    expect(mode({ mode: 'closed', source: 'override', expires_at: null })).toBe('kept closed');
    expect(holdWords(lock({ emergency: 'lockdown' }), time)).toBe('in a lockdown');
    expect(holdWords(lock({ emergency: 'evacuation' }), time)).toBe('by the evacuation');
  });

  test.each([
    ['a forced door that was closed again', {}, 'forced', 'now closed'],
    ['a forced door that stands open', { door_state: 'open' }, 'forced', 'now open'],
    [
      'a forced door of a gateway that is away',
      { door_state: 'open', online: false },
      'forced',
      'last known open',
    ],
    ['a door that is away', { online: false }, 'offline', 'last known closed'],
    ['a held door that is away', { online: false, hold_open: true }, 'offline', 'last known held open'],
    ['a door never heard', { online: false, door_state: 'unknown' }, 'offline', null],
    ['a closed door', {}, 'closed', null],
    ['a door under test', { under_test_until: '2026-01-07T15:00:00.000Z' }, 'open', 'under test until 17:00'],
    ['a door whose test is over', { under_test_until: '1969-01-07T15:00:00.000Z' }, 'open', null],
    ['a lock of the locking system', { type: 'locksys', online: null }, 'locksys', null],
  ] as const)('says of %s how it stands', (_, change, status, words) => {
    expect(besides(lock(change), status, () => '17:00', 0)).toBe(words);
  });
});

test.each([
  ['nothing changed meanwhile', { process: 'a', count: 3 }, { process: 'a', count: 3 }, true],
  ['they were read after the stream began', { process: 'a', count: 4 }, { process: 'a', count: 3 }, true],
  ['something changed meanwhile', { process: 'a', count: 3 }, { process: 'a', count: 4 }, false],
  ['another process read them', { process: 'b', count: 9 }, { process: 'a', count: 3 }, false],
  ['they were not read', undefined, { process: 'a', count: 3 }, false],
  ['the stream asks for all anew', { process: 'a', count: 3 }, undefined, false],
])('doors are read again unless none was missed: %s', (_, read, stream, is) => {
  expect(isAsNew(read, stream)).toBe(is);
});

describe('an alarm', () => {
  const time = (at: string) => at.slice(11, 16);
  const since = '2026-01-07T23:17:05.000Z';
  test.each([
    [{ state: 'closed', since, online: true }, 'The contact reports closed since 23:17.'],
    [{ state: 'open', since, online: true }, 'The contact reports open since 23:17: the door is still open.'],
    [{ state: 'open', since: null, online: true }, 'The contact reports open: the door is still open.'],
    [
      { state: 'unknown', since: null, online: true },
      'The state of its contact is not known: check the door.',
    ],
    [
      { state: 'open', since, online: false },
      'Its gateway is offline, so its present state is not known; the contact last reported open since 23:17.',
    ],
  ] as const)('describes %o: %s', (contact, words) => {
    expect(contactWords({ contact }, time)).toBe(words);
  });
});

describe('a search among the doors', () => {
  const doors = [
    lock({ id: 1, name: 'Main entrance' }),
    lock({ id: 2, name: 'Staff entrance', door_state: 'open' }),
    lock({ id: 3, name: 'Server room' }),
  ].map((one) => ({ lock: one, status: statusOf(one, none) }));

  test.each([
    ['', null, 3, { closed: 2, open: 1 }, [1, 2, 3]],
    ['entrance', null, 2, { closed: 1, open: 1 }, [1, 2]],
    ['entrance', 'open', 2, { closed: 1, open: 1 }, [2]],
    ['server', 'open', 1, { closed: 1, open: 0 }, []],
    ['nothing', null, 0, { closed: 0, open: 0 }, []],
  ] as const)(
    'for “%s”, only %s: each filter counts what the search has left',
    (search, only, found, counts, ids) => {
      const after = looked(doors, search, only);
      expect(after).toMatchObject({ found, counts });
      expect(after.shown.map((one) => one.lock.id)).toEqual(ids);
    },
  );

  test.each([
    ['nothing', null, 0, 'No door matches “nothing”.'],
    ['nothing', 'open', 0, 'No door matches “nothing”.'],
    ['server', 'open', 1, 'No door in the state “Open” matches “server”.'],
    ['', 'forced', 12, 'No door here is in the state “Forced open”.'],
  ] as const)('that finds none says why: “%s”, only %s', (search, only, found, words) => {
    expect(nothingWords(search, only, found)).toBe(words);
  });
});

test('a door whose contact cannot be read is not known, and says why', () => {
  const unread = lock({ door_state: 'unknown', contact_fault: 'no board at /dev/ttyUSB0' });
  expect(statusOf(unread, alarmsByLock([]))).toBe('unknown');
  expect(besides(unread, 'unknown', String, 0)).toBe('its contact cannot be read (no board at /dev/ttyUSB0)');
});

describe('why it is an alarm', () => {
  const clock = (at: string) => at.slice(11, 16);
  const late = {
    kind: 'clock',
    window_ms: 10_000,
    unlock_ms: null,
    exit: null,
    notes: [],
    reported_at: '2031-01-07T06:00:00.000Z',
    said: null,
  } as const satisfies Alarm['why'];

  test.each([
    ['door.forced', 'Opened with nothing to explain it.'],
    ['door.left_open', 'No close was reported in time after it was opened.'],
    ['lock.maintenance.ended', 'It was left open during maintenance, which has ended.'],
  ] as const)('is said of one without an explanation: %s', (type, words) =>
    expect(causeWords(alarm(type), clock)).toBe(words),
  );

  test('names who had opened a door that was left open, and what its clock said', () => {
    const left = { ...alarm('door.left_open'), person: { id: 'p', name: 'Anna' } };
    expect(causeWords({ ...left, why: late }, clock)).toBe(
      "No close was reported in time after it was opened by Anna. The gateway's clock said 06:00, which was in the future: the time shown is that of its receipt.",
    );
  });

  test('is its explanation where there is one', () =>
    expect(
      causeWords({ ...alarm('door.forced'), why: { ...late, kind: 'held_open', reported_at: null } }, clock),
    ).toBe('Opened while the door was held open.'));
});

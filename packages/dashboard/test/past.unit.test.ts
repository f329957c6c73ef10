import { describe, expect, test } from '@jest/globals';
import { askedWords, commandWords, modeWords } from '../src/door/command-words.js';
import { bandAt, besideOf, statusThen } from '../src/door/timeline/past.rules.js';
import { dayWords, lengthWords, linesOf } from '../src/door/timeline/past-words.js';
import type { DoorDay, DoorThen, PastEvent } from '../src/door/types.js';
import type { Command, CommandOfDoor, Door } from '../src/types.js';

const clock = (at: string | number) => new Date(at).toISOString().slice(11, 16);
const event = (type: PastEvent['type'], time: string, change: Partial<PastEvent> = {}): PastEvent => ({
  id: 1,
  type,
  occurred_at: `2026-01-07T${time}:00.000Z`,
  source: 'device',
  reason: null,
  person: null,
  why: null,
  ...change,
});
const nothing: DoorThen = {
  at: '2026-01-07T06:00:00.000Z',
  door: { value: 'unknown', by: null },
  contact_fault: null,
  forced: { value: false, by: null },
  left_open: { value: false, by: null },
  held_open: { value: false, by: null },
  online: { value: 'unknown', by: null },
  mode: { value: 'auto', by: null },
  last_access: null,
  last_exit_press: null,
  previous: null,
  next: null,
};
const value = (then: DoorThen, name: string) => linesOf(then, clock).find((line) => line.name === name);

describe('a door in the past, in words', () => {
  test('claims nothing where nothing was heard', () => {
    expect(linesOf(nothing, clock).map(({ value: words }) => words)).toEqual([
      'Not known: its contact had not been heard',
      'No',
      'Followed its schedule',
      'Not heard yet',
      'None known',
      'None known',
    ]);
    expect(statusThen(nothing)).toBe('unknown');
  });

  test('says since when and why its contact could not be read', () => {
    const since = '2026-01-07T05:10:00.000Z';
    expect(value({ ...nothing, contact_fault: { error: 'no board', since } }, 'Door')?.value).toBe(
      'Not known since 05:10: its contact could not be read (no board)',
    );
  });

  test('says since when, by whom, and why', () => {
    const why: PastEvent['why'] = {
      kind: 'held_open',
      window_ms: 10_000,
      unlock_ms: null,
      exit: null,
      notes: [],
      reported_at: null,
      said: null,
    };
    const then: DoorThen = {
      ...nothing,
      door: { value: 'open', by: event('door.opened', '05:00', { why }) },
      forced: { value: true, by: event('door.forced', '05:00') },
      held_open: { value: true, by: event('lock.hold_open.started', '04:00', { source: 'manager' }) },
      online: { value: false, by: event('lock.offline', '05:30') },
      mode: {
        value: 'stay_open',
        by: {
          set_at: '2026-01-07T04:00:00.000Z',
          until: '2026-01-07T09:00:00.000Z',
          who: 'Olga',
          status: 'failed',
        },
      },
      last_access: event('access.granted', '03:00', { person: 'Anna' }),
    };
    expect(value(then, 'Door')).toEqual({
      name: 'Door',
      value: 'Open since 05:00',
      why: 'Opened while the door was held open.',
    });
    expect(value(then, 'Held open')?.value).toBe('Yes since 04:00 from the dashboard');
    expect(value(then, 'Mode')?.value).toBe(
      'Hold open until 09:00, requested by Olga at 04:00; the gateway never confirmed it',
    );
    expect(value(then, 'Gateway')?.value).toBe('Offline since 05:30: its last report is shown');
    expect(value(then, 'Last unlock')?.value).toBe('03:00 by Anna');
    expect(statusThen(then)).toBe('forced');
    expect(statusThen({ ...then, forced: { value: false, by: null } })).toBe('offline');
  });
});

describe('a day', () => {
  const at = (time: string) => `2026-01-07T${time}:00.000Z`;
  const day: DoorDay = {
    date: '2026-01-07',
    starts_at: at('00:00'),
    ends_at: '2026-01-08T00:00:00.000Z',
    timezone: 'UTC',
    known_until: at('12:00'),
    bands: {
      door: [
        { from: at('00:00'), to: at('02:00'), state: 'closed' },
        { from: at('02:00'), to: at('02:05'), state: 'forced' },
        { from: at('02:05'), to: at('12:00'), state: 'closed' },
      ],
      hold: [
        { from: at('00:00'), to: at('08:00'), state: 'free' },
        { from: at('08:00'), to: at('09:30'), state: 'held' },
      ],
      gateway: [{ from: at('00:00'), to: at('12:00'), state: 'online' }],
    },
    marks: [
      { id: 1, at: at('02:00'), type: 'door.opened' },
      { id: 2, at: at('02:00'), type: 'door.forced' },
      { id: 3, at: at('02:05'), type: 'door.closed' },
    ],
  };

  test('is put in one sentence', () => {
    expect(dayWords(day, clock)).toBe('Opened once, forced open at 02:00, held open 1 h 30 min.');
    const quiet: DoorDay = { ...day, bands: { door: [], hold: [], gateway: [] }, marks: [] };
    expect(dayWords(quiet, clock)).toBe('No openings reported.');
    const {
      marks: [mark],
    } = day;
    const granted = { id: 9, at: mark?.at ?? '', type: 'access.granted' as const };
    expect(dayWords({ ...quiet, marks: [granted, granted] }, clock)).toBe('Unlocked 2 times.');
    expect(lengthWords(59_000)).toBe('59 s');
    expect(lengthWords(3_600_000)).toBe('1 h');
  });

  test('is gone through from event to event, both ways', () => {
    const moment = (time: string) => Date.parse(at(time));
    expect(besideOf(day, moment('02:01'), 1)).toBe(at('02:05'));
    expect(besideOf(day, moment('02:05'), -1)).toBe(at('02:00'));
    expect(besideOf(day, moment('02:05'), 1)).toBeNull();
    expect(bandAt(day.bands.door, moment('02:00'))).toBe('forced');
    expect(bandAt(day.bands.door, moment('13:00'))).toBeNull();
  });
});

describe('a command, in words', () => {
  const command: Command = {
    id: 'x',
    type: 'unlock',
    lock: { id: 3, name: 'Main door', place: '' },
    status: 'sent',
    reason: null,
    requested_at: '2026-01-07T06:00:00.000Z',
    sent_at: '2026-01-07T06:01:00.000Z',
    confirmed_at: null,
    failed_at: null,
    expires_at: '2026-01-07T06:00:10.000Z',
    api_key: null,
  };

  test.each<[Command | null, string]>([
    [null, 'Sending…'],
    [{ ...command, status: 'pending' }, 'Requested at 06:00. On its way to the gateway…'],
    [command, 'Sent to the gateway at 06:01. Not confirmed yet…'],
    [
      { ...command, status: 'confirmed', confirmed_at: '2026-01-07T06:02:00.000Z' },
      'Unlocked. The gateway confirmed it at 06:02.',
    ],
    [
      { ...command, status: 'failed', reason: 'timed_out' },
      'Failed: the gateway did not answer in time. Whether the door did it is not known: look at it.',
    ],
    [{ ...command, status: 'failed', reason: 'device_error' }, 'Failed: the relay did not switch.'],
  ])('%#: claims no more than is known', (given, words) => {
    expect(commandWords('unlock', given, clock)).toBe(words);
  });

  test('names what was asked for', () => {
    const of = (change: Partial<CommandOfDoor>): CommandOfDoor => ({
      ...command,
      type: 'door_mode',
      note: '',
      mode: null,
      until: null,
      by: { kind: 'user', name: 'Olga' },
      ...change,
    });
    expect(askedWords(of({ mode: 'stay_open', until: '2026-01-07T09:00:00.000Z' }), clock)).toBe(
      'Hold open until 09:00',
    );
    expect(askedWords(of({ mode: 'closed' }), clock)).toBe('Close for the rest of the block');
    expect(askedWords(of({ type: 'unlock' }), clock)).toBe('Unlock');
  });

  test('says what the door does now', () => {
    const block = {
      starts_at: '2026-01-07T06:00:00.000Z',
      ends_at: '2026-01-07T15:00:00.000Z',
      first_person_in: true,
    };
    const door = (change: Partial<Door>) =>
      ({
        door_mode: { mode: 'auto', source: null, expires_at: null },
        block,
        schedule: [{ date: '2026-01-07', blocks: [] }],
        ...change,
      }) as Door;
    expect(modeWords(door({}), clock)).toBe(
      'On schedule: held open once the first person is in, until 15:00.',
    );
    expect(modeWords(door({ block: null }), clock)).toBe('On schedule. Nothing planned now.');
    expect(
      modeWords(door({ door_mode: { mode: 'stay_open', source: 'override', expires_at: null } }), clock),
    ).toBe('Held open by hand until someone ends it.');
    expect(modeWords(door({ emergency: 'evacuation' }), clock)).toBe('Held open until the evacuation ends.');
    expect(modeWords(door({ emergency: 'lockdown' }), clock)).toMatch(
      /^In a lockdown: no hold and no unlock/,
    );
  });
});

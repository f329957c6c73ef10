import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideHold, noHold } from '../../src/doors/hold/hold.rules.js';
import { doorMode } from '../../src/doors/hold/shown.rules.js';
import { DAYS, type ScheduleEntry, scheduleAt } from '../../src/doors/schedule/schedule.rules.js';
import { api, at, byApi, byExit, door, firstIn, MONDAY, office, reported } from './play-hold.js';

describe('a schedule block', () => {
  test('is written with its end at its start, and started when the relay confirms', () => {
    const one = door(office);
    one.look(at('07:59'));
    expect(one.sent).toEqual([]);
    expect(one.due).toBe(at('08:00'));
    one.look(at('08:00'));
    expect(one.sent.at(-1)).toMatchObject({ on: true, release_at: at('17:00'), version: 1 });
    one.confirm(at('08:00') + 40);
    expect(reported(one.events)).toEqual([['started', 'schedule', null]]);
    expect(one.due).toBe(at('17:00'));
  });
  test('ends by the lease of the gateway, with the schedule as source', () => {
    const one = door(office);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    one.world.on = false;
    one.take(at('17:00') - 30, { kind: 'switched', on: false, at: at('17:00') - 30, why: 'lease_end' });
    one.look(at('17:00'));
    expect(reported(one.events).at(-1)).toEqual(['ended', 'schedule', null]);
    expect(one.sent).toHaveLength(1);
  });
  test('ends by the write of the cloud where the lease did not', () => {
    const one = door(office);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    one.look(at('17:00'));
    expect(one.sent.at(-1)).toMatchObject({ on: false });
    one.confirm(at('17:00') + 50);
    expect(reported(one.events).at(-1)).toEqual(['ended', 'schedule', null]);
  });
  test('is closed for its rest by door mode "closed", and the next block opens again', () => {
    const one = door([...office, { days: ['tue'], from: '08:00', to: '09:00', first_person_in: false }]);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    one.mode(at('12:00'), 'closed');
    one.confirm(at('12:00'));
    expect(reported(one.events).at(-1)).toEqual(['ended', 'api', api]);
    expect(doorMode(one.hold)).toEqual({ mode: 'closed', source: 'override', expires_at: at('17:00') });
    one.look(at('13:00'));
    one.look(at('17:00'));
    expect(doorMode(one.hold)).toEqual({ mode: 'auto', source: null, expires_at: null });
    one.look(at('32:00'));
    expect(one.sent.at(-1)).toMatchObject({ on: true, release_at: at('33:00') });
  });
});

describe('first person in', () => {
  test('holds nothing until a person arms the block, then until its end, with the source of the arming', () => {
    const one = door(firstIn);
    one.look(at('08:00'));
    expect(one.sent).toEqual([]);
    one.take(at('08:12'), { kind: 'arm', at: at('08:12'), cause: byExit });
    expect(one.sent.at(-1)).toMatchObject({ on: true, release_at: at('17:00') });
    one.confirm(at('08:12'));
    expect(reported(one.events)).toEqual([['started', 'exit_button', null]]);
    one.look(at('17:00'));
    one.confirm(at('17:00'));
    expect(reported(one.events).at(-1)).toEqual(['ended', 'schedule', null]);
  });
  test('outside the block, or pressed before it, arms nothing', () => {
    const one = door(firstIn);
    one.take(at('07:30'), { kind: 'arm', at: at('07:30'), cause: byExit });
    one.take(at('08:01'), { kind: 'arm', at: at('07:59'), cause: byExit });
    expect(one.sent).toEqual([]);
  });
  test('a second arrival changes nothing', () => {
    const one = door(firstIn);
    one.take(at('08:12'), { kind: 'arm', at: at('08:12'), cause: byExit });
    one.confirm(at('08:12'));
    one.take(at('09:00'), { kind: 'arm', at: at('09:00'), cause: byApi });
    expect(one.sent).toHaveLength(1);
    expect(one.events).toHaveLength(1);
  });
});

describe('an override', () => {
  test('by the API is written under the id of its command record, which its confirmation completes', () => {
    const one = door();
    one.stayOpen(at('10:00'), at('11:00'));
    expect(one.sent.at(-1)).toMatchObject({ on: true, release_at: at('11:00'), ids: ['c1'] });
    expect(one.commands).toEqual([]);
    one.confirm(at('10:00'));
    expect(one.commands).toEqual([{ id: 'c1', status: 'confirmed', reason: null }]);
    expect(reported(one.events)).toEqual([['started', 'api', api]]);
  });
  test('that expires ends with the source of the override and no actor', () => {
    const one = door();
    one.stayOpen(at('10:00'), at('11:00'));
    one.confirm(at('10:00'));
    one.look(at('11:00'));
    one.confirm(at('11:00'));
    expect(reported(one.events).at(-1)).toEqual(['ended', 'api', null]);
  });
  test('cleared by "auto" ends with who cleared it; during a block the schedule goes on holding', () => {
    const one = door(office);
    one.stayOpen(at('07:00'), null);
    one.confirm(at('07:00'));
    one.mode(at('07:30'), 'auto');
    one.confirm(at('07:30'));
    expect(reported(one.events).at(-1)).toEqual(['ended', 'api', api]);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    one.stayOpen(at('09:00'), at('18:00'));
    one.confirm(at('09:00'));
    one.mode(at('09:30'), 'auto');
    one.confirm(at('09:30'));
    expect(one.events).toHaveLength(3);
    expect(one.sent.at(-1)).toMatchObject({ on: true, release_at: at('17:00') });
  });
  test('that asks for what already is confirms its command at once', () => {
    const one = door();
    one.mode(at('10:00'), 'auto');
    expect(one.commands).toEqual([{ id: 'c2', status: 'confirmed', reason: null }]);
    expect(one.sent).toEqual([]);
  });
});

describe('a write', () => {
  test('is repeated every five seconds with a new id and version, and fails after the attempts', () => {
    const one = door();
    const start = at('10:00');
    one.stayOpen(start, null);
    for (const later of [4_999, 5_000, 10_000, 14_999, 15_000]) one.look(start + later);
    expect(one.sent.map((write) => [write.version, write.ids.length])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(one.events).toEqual([
      {
        type: 'lock.hold_open.failed',
        occurred_at: start + 15_000,
        source: 'api',
        actor: null,
        command_id: 'c1',
        details: { reason: 'timeout', attempts: 3 },
      },
    ]);
    expect(one.commands).toEqual([{ id: 'c1', status: 'failed', reason: 'timed_out' }]);
    one.look(start + 60_000);
    expect(one.sent).toHaveLength(3);
  });
  test.each([
    ['device_error', 'device_error'],
    ['device_missing', 'device_missing'],
    ['expired', 'timed_out'],
  ] as const)('refused as %s is tried again, and in the end fails its command as %s', (outcome, reason) => {
    const one = door();
    const start = at('10:00');
    one.stayOpen(start, null);
    one.take(start + 40, { kind: 'result', at: start + 40, command_id: 'c1', outcome });
    expect(one.commands).toEqual([]);
    for (const later of [5_000, 10_000]) one.look(start + later);
    expect(one.sent).toHaveLength(3);
    one.look(start + 15_000);
    expect(one.commands).toEqual([{ id: 'c1', status: 'failed', reason }]);
    expect(one.events).toMatchObject([{ details: { reason: 'timeout', attempts: 3 } }]);
  });
  test('given up is written again once the relay is heard to move: the board accepts commands again', () => {
    const place = door(office, { on: true });
    const eight = at('08:00');
    place.stayOpen(eight - 60_000, eight);
    for (const seconds of [0, 5, 10, 15]) place.look(eight + seconds * 1_000);
    expect(reported(place.events).at(-1)).toEqual(['failed', 'schedule', null]);
    const given = place.sent.length;
    place.look(eight + 600_000);
    expect(place.sent).toHaveLength(given);
    // The end of the hold before, which the board had refused as well.
    place.world.on = false;
    place.take(eight + 700_000, { kind: 'switched', on: false, at: eight + 700_000, why: 'lease_end' });
    expect(place.sent.slice(given)).toMatchObject([{ on: true, release_at: at('17:00') }]);
    place.confirm(eight + 701_000);
    expect(reported(place.events).at(-1)).toEqual(['started', 'schedule', null]);
  });

  test('is done by a late word for any of its attempts', () => {
    const one = door();
    one.stayOpen(at('10:00'), null);
    one.look(at('10:00') + 5_000);
    one.take(at('10:00') + 6_000, {
      kind: 'result',
      at: at('10:00') + 20,
      command_id: 'c1',
      outcome: 'confirmed',
    });
    expect(one.hold.write).toBeNull();
    expect(one.world.on).toBe(true);
  });
  test('is not sent to a door without a hold relay, nor to a gateway that is away', () => {
    const bare = door(office, { relay: false });
    bare.look(at('08:00'));
    const away = door(office, { online: false });
    away.look(at('08:00'));
    expect([...bare.sent, ...away.sent]).toEqual([]);
  });
});

describe('a write that is not handed over to its gateway', () => {
  const [start, HOUR] = [at('10:00'), 3_600_000];
  const fails = (one: ReturnType<typeof door>, now: number) =>
    one.take(now, { kind: 'unsent', command_id: one.sent.at(-1)?.ids.at(-1) ?? '' });

  test('is handed over again after a quarter of a second, then after twice as long each time, as the same', () => {
    const one = door();
    one.stayOpen(start, start + HOUR);
    let now = start;
    for (const pause of [250, 500, 1_000, 2_000]) {
      fails(one, now);
      now += pause;
      expect(one.due).toBe(now);
      const before = one.sent.length;
      one.look(now - 1);
      expect(one.sent).toHaveLength(before);
      one.look(now);
      expect(one.sent).toHaveLength(before + 1);
    }
    expect(new Set(one.sent.map(({ ids, version }) => `${ids} ${version}`)).size).toBe(1);
    one.confirm(now);
    expect([one.world.on, one.commands]).toEqual([true, [{ id: 'c1', status: 'confirmed', reason: null }]]);
  });
  test('is no attempt: three more come, five seconds apart, before it is given up', () => {
    const one = door();
    one.stayOpen(start, start + HOUR);
    let now = start;
    while (one.commands.length === 0) {
      fails(one, now);
      now = one.due ?? 0;
      one.look(now);
    }
    expect(now).toBe(start + 15_000);
    expect(one.sent.at(-1)?.ids).toHaveLength(3);
    expect(one.events).toMatchObject([{ details: { reason: 'timeout', attempts: 3 } }]);
  });
  test('is forgotten with what was wanted, and once something else is on its way', () => {
    const one = door();
    one.stayOpen(start, start + HOUR);
    const [{ ids } = { ids: [] }] = one.sent;
    one.mode(start + 10, 'auto');
    one.take(start + 20, { kind: 'unsent', command_id: ids.at(-1) ?? '' });
    one.look(start + 270);
    expect(one.sent.filter(({ on }) => on)).toHaveLength(1);
    expect(one.hold.write?.again_at).toBeUndefined();
  });
});

describe('a gateway that goes away while held', () => {
  test('fails once as offline; its return writes the hold again, and that starts again with the same cause', () => {
    const one = door();
    one.stayOpen(at('10:00'), null);
    one.confirm(at('10:00'));
    one.world.online = false;
    one.take(at('10:10'), { kind: 'offline' });
    one.take(at('10:11'), { kind: 'offline' });
    expect(one.hold.write).toBeNull();
    one.world.online = true;
    one.world.on = false;
    one.take(at('10:20'), { kind: 'online' });
    expect(one.sent.at(-1)).toMatchObject({ on: true, version: 2 });
    one.confirm(at('10:20'));
    expect(reported(one.events)).toEqual([
      ['started', 'api', api],
      ['failed', 'api', null],
      ['started', 'api', api],
    ]);
    expect(one.events[1]?.details).toEqual({ reason: 'offline' });
  });
  test('fails as offline even if its release failed before', () => {
    const one = door();
    one.stayOpen(at('10:00'), null);
    one.confirm(at('10:00'));
    one.mode(at('10:10'), 'auto');
    for (const seconds of [5, 10, 15]) one.look(at('10:10') + seconds * 1_000);
    one.world.online = false;
    one.take(at('10:20'), { kind: 'offline' });
    one.take(at('10:21'), { kind: 'offline' });
    expect(one.events.slice(1).map(({ details }) => details)).toEqual([
      { reason: 'timeout', attempts: 3 },
      { reason: 'offline' },
    ]);
  });
  test('and lets go by its lease meanwhile is reported as ended when it is back', () => {
    const one = door();
    one.stayOpen(at('10:00'), at('10:30'));
    one.confirm(at('10:00'));
    one.world.online = false;
    one.take(at('10:10'), { kind: 'offline' });
    one.look(at('10:30'));
    one.world.online = true;
    one.world.on = false;
    one.take(at('11:00'), { kind: 'online' });
    one.take(at('11:00'), { kind: 'switched', on: false, at: at('10:30'), why: 'lease_end' });
    expect(one.sent).toHaveLength(1);
    expect(reported(one.events).at(-1)).toEqual(['ended', 'api', null]);
    expect(one.events.at(-1)?.occurred_at).toBe(at('10:30'));
  });
  test('and is back so soon that no one noticed starts nothing twice', () => {
    const one = door();
    one.stayOpen(at('10:00'), null);
    one.confirm(at('10:00'));
    one.world.on = false;
    one.take(at('10:01'), { kind: 'online' });
    one.confirm(at('10:01'));
    expect(one.events).toHaveLength(1);
  });
});

describe('a session message that is repeated', () => {
  const hour = 3_600_000;
  const start = at('10:00');
  /** Silent to every attempt from `from` on. */
  const exhaust = (one: ReturnType<typeof door>, from: number) => {
    for (const seconds of [5, 10, 15]) one.look(from + seconds * 1_000);
  };
  test('names a hold that is on, without an event', () => {
    const one = door();
    one.stayOpen(start, null);
    one.confirm(start);
    one.take(start + hour, { kind: 'restate' });
    expect(one.hold.write).toMatchObject({ on: true, version: 2 });
    one.confirm(start + hour);
    expect(reported(one.events)).toEqual([['started', 'api', api]]);
  });
  test('names a hold that was given up, as a door that it does not name lets go', () => {
    const one = door();
    one.stayOpen(start, null);
    exhaust(one, start);
    one.take(start + hour, { kind: 'restate' });
    expect(one.hold.write).toMatchObject({ on: true, release_at: null, version: 4 });
    one.confirm(start + hour);
    expect(reported(one.events)).toEqual([
      ['failed', 'api', null],
      ['started', 'api', api],
    ]);
  });
  test('does not report once more that a hold fails, however often it is repeated', () => {
    const one = door();
    one.stayOpen(start, null);
    exhaust(one, start);
    for (const hours of [1, 2, 3]) {
      one.take(start + hours * hour, { kind: 'restate' });
      one.take(start + hours * hour + 1_000, { kind: 'restate' });
      expect(one.hold.write).toMatchObject({ on: true });
      exhaust(one, start + hours * hour + 1_000);
      expect(one.hold.write).toBeNull();
    }
    expect(reported(one.events)).toEqual([['failed', 'api', null]]);
  });
  test('still lets a later command fail aloud', () => {
    const one = door();
    one.stayOpen(start, null);
    exhaust(one, start);
    one.take(start + hour, { kind: 'restate' });
    one.stayOpen(start + hour + 2_000, start + 2 * hour, 'c9');
    exhaust(one, start + hour + 2_000);
    expect(reported(one.events)).toHaveLength(2);
    expect(one.commands.at(-1)).toEqual({ id: 'c9', status: 'failed', reason: 'timed_out' });
  });
  test('lets the same command, given again, fail aloud, too', () => {
    const one = door();
    one.stayOpen(start, null);
    exhaust(one, start);
    one.take(start + hour, { kind: 'restate' });
    one.stayOpen(start + hour + 2_000, null, 'c9');
    exhaust(one, start + hour + 2_000);
    expect(reported(one.events)).toHaveLength(2);
    expect(one.commands.at(-1)).toEqual({ id: 'c9', status: 'failed', reason: 'timed_out' });
  });
  test('ends a hold whose release was given up', () => {
    const one = door();
    one.stayOpen(start, null);
    one.confirm(start);
    one.mode(start + 60_000, 'auto');
    exhaust(one, start + 60_000);
    one.take(start + hour, { kind: 'restate' });
    expect(one.hold.write).toMatchObject({ on: false });
    one.confirm(start + hour);
    expect(reported(one.events).at(-1)?.[0]).toBe('ended');
  });
  test('leaves a door alone that nothing holds', () => {
    const one = door(office);
    one.look(at('07:00'));
    one.take(at('07:30'), { kind: 'restate' });
    expect(one.hold.write).toBeNull();
  });
});

describe('the edges of commands and schedules', () => {
  /** Follows the due times alone, with a gateway that confirms, until a moment. */
  const follow = (one: ReturnType<typeof door>, until: number) => {
    for (let due = one.due; due !== null && due <= until; due = one.due) {
      one.look(due);
      if (one.hold.write) one.confirm(due);
    }
  };
  const DAY = 24 * 3_600_000;

  test('a dated block three weeks ahead begins, though nothing happens at the door until then', () => {
    const one = door([
      { date: '2026-01-26', blocks: [{ from: '08:00', to: '09:00', first_person_in: false }] },
    ]);
    one.look(MONDAY);
    follow(one, at('08:00') + 21 * DAY);
    expect(reported(one.events)).toEqual([['started', 'schedule', null]]);
  });
  test('a weekly block goes on after the one week in which its only day is closed', () => {
    const one = door([...office, { date: '2026-01-12', blocks: [] }]);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    follow(one, at('08:00') + 14 * DAY);
    expect(one.events.map(({ type, occurred_at }) => [type.split('.').at(-1), occurred_at])).toEqual([
      ['started', at('08:00')],
      ['ended', at('17:00')],
      ['started', at('08:00') + 14 * DAY],
    ]);
  });

  test('a command to stay open for a second is written like any other', () => {
    const one = door();
    one.stayOpen(at('10:00'), at('10:00') + 1_000);
    expect(one.sent).toMatchObject([{ on: true, release_at: at('10:00') + 1_000, ids: ['c1'] }]);
    one.confirm(at('10:00') + 40);
    expect(one.commands).toEqual([{ id: 'c1', status: 'confirmed', reason: null }]);
    // The lease of a clock that runs ahead: it is not begun anew for what is left of it.
    one.world.on = false;
    one.take(at('10:00') + 990, { kind: 'switched', on: false, at: at('10:00') + 1_000, why: 'lease_end' });
    expect(one.sent).toHaveLength(1);
  });
  test('a command to stay open that ran out unconfirmed has failed', () => {
    const one = door();
    one.stayOpen(at('10:00'), at('10:00') + 4_000);
    one.look(at('10:00') + 4_000);
    expect(one.commands).toEqual([{ id: 'c1', status: 'failed', reason: 'timed_out' }]);
    expect(one.events).toEqual([]);
  });

  test.each(['auto', 'closed'] as const)('"%s" is not confirmed while a hold is on its way', (mode) => {
    const one = door();
    one.stayOpen(at('10:00'), null);
    one.mode(at('10:00') + 500, mode);
    expect(one.commands).toEqual([]);
    expect(one.sent).toMatchObject([
      { on: true, version: 1 },
      { on: false, version: 2, ids: ['c2'] },
    ]);
    one.take(at('10:00') + 600, {
      kind: 'result',
      at: at('10:00') + 600,
      command_id: 'c2',
      outcome: 'confirmed',
    });
    expect([one.world.on, one.commands]).toEqual([false, [{ id: 'c2', status: 'confirmed', reason: null }]]);
  });
  test('"stay_open" is not confirmed while an end is on its way', () => {
    const one = door();
    one.stayOpen(at('10:00'), null);
    one.confirm(at('10:00'));
    one.mode(at('11:00'), 'auto');
    one.stayOpen(at('11:00') + 500, null, 'c3');
    expect(one.commands.map(({ id }) => id)).toEqual(['c1']);
    expect(one.sent.at(-1)).toMatchObject({ on: true, version: 3, ids: ['c3'] });
  });

  test('an override that runs out inside a block leaves the door held, as clearing it does', () => {
    const one = door(office);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    one.stayOpen(at('09:00'), at('10:00'));
    if (one.hold.write) one.confirm(at('09:00'));
    expect(one.sent.at(-1)).toMatchObject({ on: true, release_at: at('17:00') });
    expect(doorMode(one.hold)).toEqual({ mode: 'stay_open', source: 'override', expires_at: at('10:00') });
    one.look(at('10:00'));
    expect(doorMode(one.hold)).toEqual({ mode: 'auto', source: 'schedule', expires_at: null });
    expect([one.hold.write, reported(one.events)]).toEqual([null, [['started', 'schedule', null]]]);
  });
  test('an override that ends where a block begins ends by its own source, on whichever side the end is seen first', () => {
    const one = door(office);
    one.stayOpen(at('07:00'), at('08:00'));
    one.confirm(at('07:00'));
    one.look(at('08:00'));
    one.world.on = false;
    one.take(at('08:00') + 30, { kind: 'switched', on: false, at: at('08:00'), why: 'lease_end' });
    expect(reported(one.events).at(-1)).toEqual(['ended', 'api', null]);
  });

  test('an override cleared within a block that ends with it leaves the end to the schedule', () => {
    const one = door(office);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    one.stayOpen(at('09:00'), at('17:00'));
    one.mode(at('09:30'), 'auto');
    one.world.on = false;
    one.take(at('17:00') - 5, { kind: 'switched', on: false, at: at('17:00') - 5, why: 'lease_end' });
    expect(reported(one.events).at(-1)).toEqual(['ended', 'schedule', null]);
  });

  test('a hold that a restart took and that is wanted no more has ended, and the next one starts', () => {
    const one = door();
    one.stayOpen(at('10:00'), null);
    one.confirm(at('10:00'));
    one.world.on = false;
    one.take(at('10:10'), { kind: 'online' });
    one.take(at('10:10'), { kind: 'switched', on: false, at: at('10:10'), why: 'boot' });
    one.mode(at('10:10') + 200, 'auto');
    one.confirm(at('10:10') + 300);
    one.stayOpen(at('11:00'), null, 'c3');
    one.confirm(at('11:00'));
    expect(reported(one.events)).toEqual([
      ['started', 'api', api],
      ['ended', 'api', api],
      ['started', 'api', api],
    ]);
  });

  test('one arrival arms the whole of two blocks that overlap', () => {
    const one = door([
      { days: ['mon'], from: '08:00', to: '10:00', first_person_in: true },
      { days: ['mon'], from: '09:00', to: '12:00', first_person_in: true },
    ]);
    one.take(at('08:30'), { kind: 'arm', at: at('08:30'), cause: byExit });
    expect(one.sent.at(-1)).toMatchObject({ release_at: at('12:00') });
    one.confirm(at('08:30'));
    one.take(at('09:30'), { kind: 'arm', at: at('09:30'), cause: byExit });
    one.look(at('10:00'));
    expect([one.hold.write, one.events]).toEqual([null, [expect.anything()]]);
  });
});

describe('blocks that touch', () => {
  const DAY = 24 * 3_600_000;
  const daily = (from: string, to: string, first_person_in = false): ScheduleEntry => ({
    days: [...DAYS],
    from,
    to,
    first_person_in,
  });
  /** Processes each due time for a number of days, and confirms every write. */
  function live(one: ReturnType<typeof door>, from: number, days: number): void {
    const end = from + days * DAY;
    for (let now = from; now <= end; now = Math.min(one.due ?? end + 1, now + 3_600_000)) {
      one.look(now);
      if (one.hold.write) one.confirm(now);
    }
  }

  test('over every midnight are one hold without an end', () => {
    const one = door([daily('00:00', '24:00')]);
    live(one, at('10:00'), 20);
    expect(one.sent).toMatchObject([{ on: true, release_at: null }]);
    expect(one.events.map(({ type }) => type)).toEqual(['lock.hold_open.started']);
  });
  test('over one midnight are one hold, with the end of the second', () => {
    const one = door([
      { days: ['mon'], from: '18:00', to: '24:00', first_person_in: false },
      { days: ['tue'], from: '00:00', to: '06:00', first_person_in: false },
    ]);
    live(one, at('17:00'), 2);
    expect(one.sent.map(({ on, release_at }) => [on, release_at])).toEqual([
      [true, at('06:00') + DAY],
      [false, null],
    ]);
  });
  test('end at a closed date, however far ahead, and so does the lease', () => {
    const closed: ScheduleEntry = { date: '2026-02-10', blocks: [] };
    const one = door([daily('00:00', '24:00'), closed]);
    one.look(at('10:00'));
    expect(one.sent).toMatchObject([{ release_at: Date.parse('2026-02-10T00:00:00Z') }]);
  });
  test('are armed once by an arrival, for their whole length', () => {
    const one = door([daily('00:00', '24:00', true)]);
    live(one, at('10:00'), 3);
    expect(one.sent).toEqual([]);
    one.take(at('10:00') + 3 * DAY, { kind: 'arm', at: at('10:00') + 3 * DAY, cause: byExit });
    one.confirm(at('10:00') + 3 * DAY);
    live(one, at('10:00') + 3 * DAY, 20);
    expect(one.sent).toMatchObject([{ on: true, release_at: null }]);
    expect(one.events).toHaveLength(1);
  });
  test('stay armed in a row of an earlier version, which has 0 for a block without a start', () => {
    const schedule = [daily('00:00', '24:00', true)];
    const armed = { start: 0, cause: byExit };
    const wired = { online: true, heard: true, relay: true };
    const facts = { ...wired, attempts: 3, fresh_id: 'id', probe_id: '', now: at('10:00') };
    const { state } = decideHold(
      { hold: { ...noHold, armed }, on: false },
      { kind: 'look' },
      { ...facts, schedule: scheduleAt(schedule, 'UTC', at('10:00')) },
    );
    expect(state.hold).toMatchObject({ armed, desired: { on: true, release_at: null } });
  });
  test('of which only one needs an arrival are held, before it, only where none is needed', () => {
    const mixed = [
      { ...office[0], to: '12:00' },
      { ...firstIn[0], from: '12:00' },
    ] as ScheduleEntry[];
    const alone = door(mixed);
    live(alone, at('08:00'), 0.5);
    expect(alone.sent.map(({ on, release_at }) => [on, release_at])).toEqual([
      [true, at('12:00')],
      [false, null],
    ]);
    const visited = door(mixed);
    visited.look(at('08:00'));
    visited.confirm(at('08:00'));
    visited.take(at('09:00'), { kind: 'arm', at: at('09:00'), cause: byExit });
    expect(visited.sent.at(-1)).toMatchObject({ on: true, release_at: at('17:00') });
    visited.confirm(at('09:00'));
    live(visited, at('09:00'), 0.2);
    expect(visited.events).toHaveLength(1);
  });
  test('are closed together', () => {
    const one = door([daily('00:00', '24:00')]);
    one.look(at('10:00'));
    one.confirm(at('10:00'));
    one.mode(at('11:00'), 'closed');
    expect(one.hold.override).toMatchObject({ mode: 'closed', until: null });
    one.confirm(at('11:00'));
    live(one, at('11:00'), 3);
    expect(one.world.on).toBe(false);
  });
});

test('a hold that failed from its beginning to its end was none, and does not end', () => {
  const one = door();
  const start = at('10:00');
  one.stayOpen(start, start + 3_600_000);
  for (const seconds of [5, 10, 15]) one.look(start + seconds * 1_000);
  one.take(start + 60_000, { kind: 'online' });
  one.look(start + 3_600_000);
  expect(one.hold.write).toMatchObject({ on: false });
  one.confirm(start + 3_600_001);
  expect(reported(one.events)).toEqual([['failed', 'api', null]]);
});

test('whatever happens, started and ended alternate, and a gateway that answers ends up where the plan wants it', () => {
  const step = fc.record({
    wait: fc.integer({ min: 1, max: 4 * 3_600_000 }),
    kind: fc.constantFrom('look', 'confirm', 'stay', 'auto', 'closed', 'arm', 'offline', 'online', 'restate'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.boolean(), (steps, withSchedule) => {
      const one = door(withSchedule ? firstIn : []);
      let now = at('05:00');
      for (const { wait, kind } of steps) {
        now += wait;
        if (kind === 'look') one.look(now);
        if (kind === 'confirm' && one.hold.write && one.world.online) one.confirm(now);
        if (kind === 'stay') one.stayOpen(now, now + 3_600_000);
        if (kind === 'auto' || kind === 'closed') one.mode(now, kind);
        if (kind === 'restate' && one.world.online) {
          one.take(now, { kind });
          const { desired, write } = one.hold;
          const isNamed = desired.release_at === null || desired.release_at - now >= 2_000 || one.world.on;
          if (desired.on && isNamed)
            expect(write).toMatchObject({ on: true, release_at: desired.release_at });
        }
        if (kind === 'arm') one.take(now, { kind: 'arm', at: now, cause: byExit });
        if (kind === 'offline' || kind === 'online') {
          one.world.online = kind === 'online';
          one.take(now, { kind });
        }
      }
      one.world.online = true;
      one.take(now, { kind: 'online' });
      one.look(now);
      if (one.hold.write) one.confirm(now);
      const short = one.hold.desired.release_at !== null && one.hold.desired.release_at - now < 2_000;
      if (!short) expect(one.world.on).toBe(one.hold.desired.on);
      const switched = one.events
        .filter((event) => !event.type.endsWith('failed'))
        .map((event) => event.type);
      for (const [index, type] of switched.entries())
        if (type.endsWith('ended')) expect(switched[index - 1]).toMatch(/started$/);
    }),
    { numRuns: 300 },
  );
});

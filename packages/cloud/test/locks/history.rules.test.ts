import type { EventType } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bandsOf, type PastEvent, type PastMode, stateAt } from '../../src/locks/history.rules.js';

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
  test('is left open from the moment of its event', () => {
    const events = [event('door.opened', 50), event('door.left_open', 110)];
    expect(stateAt(events, 100).left_open.value).toBe(false);
    expect(stateAt(events, 110).left_open.value).toBe(true);
  });
  test('is held open until ended, and a failed hold is unknown', () => {
    expect(stateAt([event('lock.hold_open.started', 10)], 20).held_open.value).toBe(true);
    expect(
      stateAt([event('lock.hold_open.started', 10), event('lock.hold_open.ended', 15)], 20).held_open.value,
    ).toBe(false);
    expect(stateAt([event('lock.hold_open.failed', 10)], 20).held_open.value).toBe('unknown');
  });
});

describe('a door whose contact could not be read', () => {
  const away = { at: 60, error: 'no board' };
  const back = { at: 80, error: null };

  test('was unknown, regardless of earlier readings, and neither forced nor left open', () => {
    const events = [event('door.opened', 50), event('door.forced', 50), event('door.left_open', 55)];
    const past = stateAt(events, 70, null, away);
    expect(past.door).toEqual({ value: 'unknown', by: null });
    expect(past.contact_fault).toEqual(away);
    expect([past.forced.value, past.left_open.value]).toEqual([false, false]);
    expect(stateAt(events, 85, null, back)).toMatchObject({
      door: { value: 'open' },
      forced: { value: true },
      contact_fault: null,
    });
  });
  test('is known again after a later reading', () => {
    expect(stateAt([event('door.closed', 70)], 75, null, away)).toMatchObject({
      door: { value: 'closed' },
      contact_fault: null,
    });
  });
  test('has unknown bands in its day, including one that started before it', () => {
    const opened = event('door.opened', 50);
    expect(bandsOf([], [opened], 40, 100, [away, back]).door).toEqual([
      { from: 40, to: 50, state: 'unknown' },
      { from: 50, to: 60, state: 'open' },
      { from: 60, to: 80, state: 'unknown' },
      { from: 80, to: 100, state: 'open' },
    ]);
    expect(bandsOf([event('door.closed', 10)], [], 65, 100, [away, back]).door).toEqual([
      { from: 65, to: 80, state: 'unknown' },
      { from: 80, to: 100, state: 'closed' },
    ]);
  });
});

describe('the mode of a door in the past', () => {
  const HOUR = 3_600_000;
  const set = (change: Partial<PastMode>): PastMode => ({
    mode: 'stay_open',
    set_at: 100,
    until: null,
    who: 'Olga',
    status: 'confirmed',
    ...change,
  });
  const modeOf = (at: number, change: Partial<PastMode>, events: PastEvent[] = []) =>
    stateAt(events, at, set(change)).mode.value;

  test('is what someone set last, until that is over', () => {
    expect(stateAt([], 200).mode).toEqual({ value: 'auto', by: null });
    expect(stateAt([], 200, set({}))).toMatchObject({ mode: { value: 'stay_open', by: { who: 'Olga' } } });
    expect(modeOf(199, { until: 200 })).toBe('stay_open');
    expect(modeOf(200, { until: 200 })).toBe('auto');
    expect(modeOf(200, { mode: 'auto' })).toBe('auto');
    expect(modeOf(99, {})).toBe('auto');
  });
  test('is closed until the next hold begins, or no block could last', () => {
    expect(modeOf(200, { mode: 'closed' })).toBe('closed');
    expect(modeOf(200, { mode: 'closed' }, [event('lock.hold_open.started', 50)])).toBe('closed');
    expect(modeOf(200, { mode: 'closed' }, [event('lock.hold_open.started', 150)])).toBe('auto');
    expect(modeOf(100 + 25 * HOUR, { mode: 'closed' })).toBe('auto');
  });
});

describe('a day in bands', () => {
  test('is what the door was from moment to moment, with what was known before', () => {
    const before = [event('door.closed', 5), event('lock.online', 1)];
    const events = [
      event('door.opened', 20),
      event('door.forced', 20),
      event('door.closed', 30),
      event('lock.hold_open.started', 40),
      event('lock.offline', 60),
      event('lock.hold_open.failed', 60),
    ];
    expect(bandsOf(before, events, 10, 100)).toEqual({
      door: [
        { from: 10, to: 20, state: 'closed' },
        { from: 20, to: 30, state: 'forced' },
        { from: 30, to: 100, state: 'closed' },
      ],
      hold: [
        { from: 10, to: 40, state: 'free' },
        { from: 40, to: 60, state: 'held' },
        { from: 60, to: 100, state: 'unknown' },
      ],
      gateway: [
        { from: 10, to: 60, state: 'online' },
        { from: 60, to: 100, state: 'offline' },
      ],
    });
  });
  test('of a door never heard is not known, and a day without time has none', () => {
    expect(bandsOf([], [], 0, 10).door).toEqual([{ from: 0, to: 10, state: 'unknown' }]);
    expect(bandsOf([], [], 10, 10)).toEqual({ door: [], hold: [], gateway: [] });
  });

  const TYPES = [
    'door.opened',
    'door.closed',
    'door.forced',
    'door.left_open',
    'lock.hold_open.started',
    'lock.hold_open.ended',
    'lock.online',
    'lock.offline',
  ] as const;
  test('says at every moment what the door then was, without gaps', () => {
    const some = fc.array(
      fc.record({ type: fc.constantFrom(...TYPES), time: fc.integer({ min: 0, max: 99 }) }),
    );
    fc.assert(
      fc.property(some, fc.integer({ min: 10, max: 99 }), (given, moment) => {
        const all = [...given].sort((a, b) => a.time - b.time).map(({ type, time }) => event(type, time));
        const newest = new Map(all.filter((one) => one.occurred_at < 10).map((one) => [one.type, one]));
        const since = all.filter((one) => one.occurred_at >= 10);
        const bands = bandsOf([...newest.values()], since, 10, 100);
        const now = stateAt(all, moment);
        const state = bands.door.find((band) => band.from <= moment && moment < band.to)?.state;
        expect(state).toBe(now.forced.value ? 'forced' : now.left_open.value ? 'left_open' : now.door.value);
        for (const lane of [bands.door, bands.hold, bands.gateway]) {
          expect([lane[0]?.from, lane.at(-1)?.to]).toEqual([10, 100]);
          for (const [index, band] of lane.entries())
            if (index > 0) expect(band.from).toBe(lane[index - 1]?.to);
        }
      }),
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { frozen } from '../../../../test/frozen.js';
import {
  afterMuting,
  decideMaintenance,
  isMuted,
  type MaintainedDoor,
  type MaintenanceMark,
  maintenanceDue,
  underMaintenance,
} from '../../src/doors/maintenance.rules.js';

const T = Date.parse('2026-01-07T10:00:00Z');
const MINUTE = 60_000;
const NO_ONE = { person: null, key: null, api_key: null };
const cause = { source: 'manager' as const, actor: { type: 'manager' as const, ...NO_ONE } };
const byKey = {
  source: 'api' as const,
  actor: { ...NO_ONE, type: 'api_key' as const, api_key: { id: 1, name: 'ERP' } },
};

const door = (mark?: MaintenanceMark, more: Partial<MaintainedDoor> = {}): MaintainedDoor => ({
  mark,
  contact: 'closed',
  is_left_open: false,
  ...more,
});
const decide = frozen(decideMaintenance);
const begun = (minutes = 120): MaintenanceMark =>
  decide(door(), { kind: 'begin', until: T + minutes * MINUTE, cause }, { now: T }).state as MaintenanceMark;
const at = (minutes: number, type = 'door.forced') => ({ type, occurred_at: T + minutes * MINUTE });

describe('maintenance of a door', () => {
  test('begins, says until when, and is due then', () => {
    const { state, effects } = decide(door(), { kind: 'begin', until: T + 120 * MINUTE, cause }, { now: T });
    expect(effects).toEqual([
      {
        type: 'lock.maintenance.started',
        at: T,
        ...cause,
        details: { until: '2026-01-07T12:00:00.000Z' },
      },
    ]);
    expect(maintenanceDue(state)).toBe(T + 120 * MINUTE);
  });

  test('mutes forced and left open, and nothing else', () => {
    const mark = begun();
    expect(isMuted(mark, at(1))).toBe(true);
    expect(isMuted(mark, at(1, 'door.left_open'))).toBe(true);
    for (const type of [
      'door.opened',
      'access.denied',
      'unlock.failed',
      'lock.offline',
      'lock.hold_open.failed',
    ])
      expect(isMuted(mark, at(1, type))).toBe(false);
  });

  test('counts by when an event occurred: before its beginning and from its end on it mutes nothing', () => {
    const mark = begun();
    expect(isMuted(mark, at(-0.001))).toBe(false);
    expect(isMuted(mark, at(0))).toBe(true);
    expect(isMuted(mark, at(119.999))).toBe(true);
    expect(isMuted(mark, at(120))).toBe(false);
    expect(isMuted(undefined, at(0))).toBe(false);
  });

  test('an alarm of an earlier maintenance that arrives late is muted, and counted by none', () => {
    let mark = begun();
    // Two hours each, with an hour between them.
    for (let hour = 3; hour <= 18; hour += 3) {
      const now = T + hour * 60 * MINUTE;
      const until = now + 120 * MINUTE;
      mark = decide(door(mark), { kind: 'begin', until, cause }, { now }).state as MaintenanceMark;
    }
    expect(isMuted(mark, at(18 * 60 + 1))).toBe(true);
    expect(isMuted(mark, at(3 * 60 + 1))).toBe(true);
    expect(isMuted(mark, at(3 * 60 + 119))).toBe(true);
    expect(isMuted(mark, at(3 * 60 + 121))).toBe(false);
    expect(afterMuting(mark, at(3 * 60 + 1)).muted).toEqual({ 'door.forced': 0, 'door.left_open': 0 });
    // Five before the last one are remembered.
    expect(isMuted(mark, at(1))).toBe(false);
  });

  test('ends by itself, once, and says what was muted', () => {
    const mark = afterMuting(afterMuting(begun(), at(1)), at(2, 'door.left_open'));
    expect(decide(door(mark), { kind: 'look' }, { now: T + 119 * MINUTE }).effects).toEqual([]);
    const { state, effects } = decide(door(mark), { kind: 'look' }, { now: T + 120 * MINUTE + 300 });
    expect(effects).toEqual([
      {
        type: 'lock.maintenance.ended',
        at: T + 120 * MINUTE,
        source: 'manager',
        actor: null,
        details: {
          door_state: 'closed',
          left_open: false,
          muted: { 'door.forced': 1, 'door.left_open': 1 },
        },
      },
    ]);
    expect(maintenanceDue(state)).toBeNull();
    expect(decide(door(state), { kind: 'look' }, { now: T + 121 * MINUTE }).effects).toEqual([]);
    // A record that a gateway was late with is still of that time.
    expect(isMuted(state, at(60))).toBe(true);
  });

  test('says at its end that the door was left open', () => {
    const left = door(begun(), { contact: 'open', is_left_open: true });
    const { effects } = decide(left, { kind: 'look' }, { now: T + 120 * MINUTE });
    expect(effects[0]?.details).toMatchObject({ door_state: 'open', left_open: true });
    // Whether it stands open is not known: it is not called open.
    const unread = door(begun(), { contact: null, is_left_open: true });
    const unknown = decide(unread, { kind: 'look' }, { now: T + 120 * MINUTE });
    expect(unknown.effects[0]?.details).toMatchObject({ door_state: 'unknown', left_open: false });
  });

  test('is ended before its time by someone, from when on alarms count', () => {
    const { state, effects } = decide(door(begun()), { kind: 'end', cause: byKey }, { now: T + 30 * MINUTE });
    expect(effects).toMatchObject([{ type: 'lock.maintenance.ended', at: T + 30 * MINUTE, ...byKey }]);
    expect(isMuted(state, at(31))).toBe(false);
    expect(decide(door(state), { kind: 'end', cause }, { now: T + 40 * MINUTE }).effects).toEqual([]);
  });

  test('goes on until another time, from its own beginning, with what it has counted', () => {
    const mark = afterMuting(begun(), at(1));
    const longer = { kind: 'begin' as const, until: T + 200 * MINUTE, cause: byKey };
    const { state, effects } = decide(door(mark), longer, { now: T + 100 * MINUTE });
    expect(state).toMatchObject({ since: T, until: T + 200 * MINUTE, muted: { 'door.forced': 1 } });
    expect(effects).toMatchObject([{ type: 'lock.maintenance.started', ...byKey }]);
  });

  test('that is over ends before another begins, though no one has looked', () => {
    const next = { kind: 'begin' as const, until: T + 200 * MINUTE, cause };
    const { state, effects } = decide(door(begun()), next, { now: T + 150 * MINUTE });
    expect(effects.map(({ type, at }) => [type, at])).toEqual([
      ['lock.maintenance.ended', T + 120 * MINUTE],
      ['lock.maintenance.started', T + 150 * MINUTE],
    ]);
    expect(state).toMatchObject({ since: T + 150 * MINUTE, muted: { 'door.forced': 0 } });
  });

  test('every beginning has one end, whatever is asked for in which sequence', () => {
    const input = fc.oneof(
      fc.record({ kind: fc.constant('begin' as const), for_ms: fc.integer({ min: 1, max: 200_000 }) }),
      fc.record({ kind: fc.constantFrom('end' as const, 'look' as const) }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(input, fc.nat(100_000)), { maxLength: 20 }), (steps) => {
        let mark: MaintenanceMark | undefined;
        let now = T;
        let inForce = false;
        const take = (one: Parameters<typeof decideMaintenance>[1]) => {
          const { state, effects } = decide(door(mark), one, { now });
          mark = state;
          for (const { type } of effects) {
            if (type === 'lock.maintenance.ended') expect(inForce).toBe(true);
            inForce = type === 'lock.maintenance.started';
          }
        };
        for (const [step, later] of steps) {
          now += later;
          take(
            step.kind === 'begin' ? { kind: 'begin', until: now + step.for_ms, cause } : { ...step, cause },
          );
        }
        now += 1_000_000;
        take({ kind: 'look' });
        expect(inForce).toBe(false);
        expect(maintenanceDue(mark)).toBeNull();
      }),
    );
  });

  test('an event keeps its explanation, and says that it is muted', () => {
    expect(underMaintenance(null)).toMatchObject({
      verdict: 'under_maintenance',
      text: 'No close was reported in time. The door was under maintenance, so this is not an alarm.',
      under_maintenance: true,
    });
    expect(underMaintenance({ text: 'Late.' }).text).toBe(
      'Late. The door was under maintenance, so this is not an alarm.',
    );
  });
});

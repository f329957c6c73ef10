import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ANSWER_MS, isUnanswered, LEASE_MS, RENEWED_AT_MS } from '../../src/doors/hold/emergency.rules.js';
import type { BegunEmergency, EmergencyMode, HoldInput } from '../../src/doors/hold/hold.types.js';
import { doorMode } from '../../src/doors/hold/shown.rules.js';
import { EMERGENCY_RETRY_MS } from '../../src/doors/hold/write.rules.js';
import { api, at, byApi, byExit, door, firstIn, office, reported } from './play-hold.js';

const T = at('10:00');
const byManager = {
  source: 'manager' as const,
  actor: { type: 'manager' as const, person: null, key: null, api_key: null },
};

const begin = (id: string, mode: EmergencyMode, drill = false, since = T): HoldInput => {
  const begun: BegunEmergency = { id, mode, drill, since, cause: byApi };
  return { kind: 'emergency', begun: [begun], over: [], cause: byApi };
};
const end = (id: string): HoldInput => ({ kind: 'emergency', begun: [], over: [id], cause: byManager });
const standing = ({ hold }: ReturnType<typeof door>) =>
  (hold.emergencies ?? []).map(({ id, state, reason }) => [id, state, reason]);
/** A door that is held open by hand, without an end. */
function held() {
  const one = door();
  one.stayOpen(T - 60_000, null);
  one.confirm(T - 60_000);
  return one;
}

describe('a lockdown', () => {
  test('lets a hold go, and its override does not come back', () => {
    const one = held();
    one.take(T, begin('l', 'lockdown'));
    expect(one.sent.at(-1)).toMatchObject({ on: false, release_at: null, version: 2 });
    expect(standing(one)).toEqual([['l', 'pending', null]]);
    one.confirm(T + 40);
    expect(standing(one)).toEqual([['l', 'confirmed', null]]);
    expect(reported(one.events).at(-1)).toEqual(['ended', 'api', api]);
    one.take(T + 60_000, end('l'));
    expect(one.sent).toHaveLength(2);
    expect(one.accounted).toEqual([
      { emergency_id: 'l', state: 'confirmed', reason: null, confirmed_at: T + 40 },
    ]);
    expect(one.hold).toMatchObject({ override: null, emergencies: undefined, emergency: undefined });
  });
  test('lets a schedule wait, which comes back', () => {
    const one = door(office);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    one.take(T, begin('l', 'lockdown'));
    one.confirm(T);
    expect(one.world.on).toBe(false);
    one.look(T + 3_600_000);
    expect(one.world.on).toBe(false);
    one.take(T + 3_600_000, end('l'));
    expect(one.sent.at(-1)).toMatchObject({ on: true, release_at: at('17:00') });
    one.confirm(T + 3_600_000);
    expect(reported(one.events).slice(-2)).toEqual([
      ['ended', 'api', api],
      ['started', 'schedule', null],
    ]);
  });
  test('is armed by no one, and what was armed before comes back', () => {
    const [before, during] = [door(firstIn), door(firstIn)];
    const arrives = (now: number): HoldInput => ({ kind: 'arm', at: now, cause: byExit });
    before.take(at('09:00'), arrives(at('09:00')));
    before.confirm(at('09:00'));
    for (const one of [before, during]) {
      one.take(T, begin('l', 'lockdown'));
      one.confirm(T);
      one.take(T + 60_000, arrives(T + 60_000));
      expect(one.hold.desired.on).toBe(false);
      one.take(T + 120_000, end('l'));
    }
    expect([before.hold.desired.on, during.hold.desired.on]).toEqual([true, false]);
  });
  test('asks a door that is not held too', () => {
    const one = door();
    one.take(T, begin('l', 'lockdown'));
    expect(one.sent).toMatchObject([{ on: false, version: 1 }]);
    one.confirm(T + 30);
    expect(standing(one)).toEqual([['l', 'confirmed', null]]);
    expect(one.events).toEqual([]);
  });
  test('is confirmed at a door without a hold relay, and not at one never heard', () => {
    const bare = door([], { relay: false, online: false });
    bare.take(T, begin('l', 'lockdown'));
    expect(standing(bare)).toEqual([['l', 'confirmed', null]]);
    const unknown = door([], { relay: false, online: false, heard: false });
    unknown.take(T, begin('l', 'lockdown'));
    expect(standing(unknown)).toEqual([['l', 'unreachable', 'offline']]);
  });
  test('refuses a mode that was asked for before it began', () => {
    const one = door();
    one.take(T, begin('l', 'lockdown'));
    one.stayOpen(T + 10, null);
    expect(one.commands).toEqual([{ id: 'c1', status: 'failed', reason: 'timed_out' }]);
    expect(one.hold.override).toBeNull();
    expect(one.sent.every(({ on }) => !on)).toBe(true);
  });
});

describe('an evacuation', () => {
  test('holds under a lease, which is renewed while it lasts', () => {
    const one = door();
    one.take(T, begin('e', 'evacuation'));
    expect(one.sent).toMatchObject([{ on: true, release_at: T + LEASE_MS }]);
    one.confirm(T + 50);
    expect(reported(one.events)).toEqual([['started', 'api', api]]);
    const renewal = T + LEASE_MS - RENEWED_AT_MS;
    expect(one.due).toBe(renewal);
    one.look(renewal);
    expect(one.sent.at(-1)).toMatchObject({ on: true, release_at: renewal + LEASE_MS, version: 2 });
    one.confirm(renewal);
    expect(one.events).toHaveLength(1);
    expect(one.sent).toHaveLength(2);
  });
  test('ends as its end is declared, by whom', () => {
    const one = door();
    one.take(T, begin('e', 'evacuation'));
    one.confirm(T);
    one.take(T + 60_000, end('e'));
    expect(one.sent.at(-1)).toMatchObject({ on: false });
    one.confirm(T + 60_000);
    expect(reported(one.events).at(-1)).toEqual(['ended', 'manager', byManager.actor]);
  });
  test('is refused without a hold relay, and asks nothing of the gateway', () => {
    const one = door([], { relay: false });
    one.take(T, begin('e', 'evacuation'));
    expect(standing(one)).toEqual([['e', 'refused', 'no_hold_relay']]);
    expect(one.sent).toEqual([]);
  });
  test('takes over a hold without a second start, and leaves it to the schedule', () => {
    const one = door(office);
    one.look(at('08:00'));
    one.confirm(at('08:00'));
    one.take(T, begin('e', 'evacuation'));
    one.confirm(T);
    one.take(T + 60_000, end('e'));
    one.confirm(T + 60_000);
    expect(reported(one.events)).toEqual([['started', 'schedule', null]]);
    expect([one.world.on, one.hold.desired.release_at]).toEqual([true, at('17:00')]);
  });
  test('holds again where the gateway let go by its lease', () => {
    const one = door();
    one.take(T, begin('e', 'evacuation'));
    one.confirm(T);
    one.world.on = false;
    one.take(T + LEASE_MS, { kind: 'switched', on: false, at: T + LEASE_MS, why: 'lease_end' });
    expect(reported(one.events).at(-1)?.[1]).toBe('api');
    expect(standing(one)).toEqual([['e', 'pending', null]]);
    expect(one.sent.at(-1)).toMatchObject({ on: true });
    one.confirm(T + LEASE_MS + 40);
    expect(standing(one)).toEqual([['e', 'confirmed', null]]);
  });
});

describe('a gateway', () => {
  test('that is silent is unreachable after four seconds, and confirmed once it answers', () => {
    const one = door();
    one.take(T, begin('l', 'lockdown'));
    expect(one.due).toBe(T + ANSWER_MS);
    one.look(T + ANSWER_MS - 1);
    expect(standing(one)).toEqual([['l', 'pending', null]]);
    one.look(T + ANSWER_MS);
    expect(standing(one)).toEqual([['l', 'unreachable', 'timed_out']]);
    one.confirm(T + 7_000);
    expect(standing(one)).toEqual([['l', 'confirmed', null]]);
  });
  test.each([false, true])(
    'that three hand-overs failed to reach is asked within four seconds (drill: %s)',
    (drill) => {
      const one = door();
      one.take(T, begin('l', 'lockdown', drill));
      let now = T;
      for (let failed = 0; failed < 3; failed++) {
        one.take(now, { kind: 'unsent', command_id: one.sent.at(-1)?.ids.at(-1) ?? '' });
        now = one.due ?? 0;
        one.look(now);
      }
      expect(one.sent).toHaveLength(4);
      expect(now).toBeLessThan(T + ANSWER_MS / 2);
      one.take(now + 40, {
        kind: 'result',
        at: now + 40,
        command_id: one.sent.at(-1)?.ids.at(-1) ?? '',
        outcome: 'confirmed',
      });
      expect(standing(one)).toEqual([['l', 'confirmed', null]]);
    },
  );
  test('whose relay fails refuses, and is tried again for as long as it takes, with one report', () => {
    const one = held();
    const fails = (now: number) =>
      one.take(now, {
        kind: 'result',
        at: now,
        command_id: one.sent.at(-1)?.ids.at(-1) ?? '',
        outcome: 'device_error',
      });
    one.take(T, begin('l', 'lockdown'));
    fails(T + 20);
    expect(standing(one)).toEqual([['l', 'refused', 'device_error']]);
    for (let now = T + 5_000; now <= T + 120_000; now += 1_000) {
      const sent = one.sent.length;
      if (one.due !== null && one.due <= now) one.look(now);
      if (one.sent.length > sent) fails(now);
    }
    expect(standing(one)).toEqual([['l', 'refused', 'device_error']]);
    expect(one.sent.length).toBeGreaterThan(6);
    expect(reported(one.events).filter(([type]) => type === 'failed')).toHaveLength(1);
    expect(one.hold.given_up?.again_at ?? one.hold.write?.next_at).toBeLessThanOrEqual(
      T + 120_000 + EMERGENCY_RETRY_MS,
    );
  });
  test('that is away receives it when it comes back, and its end too', () => {
    const one = door([], { online: false });
    one.take(T, begin('e', 'evacuation'));
    expect(standing(one)).toEqual([['e', 'unreachable', 'offline']]);
    expect(one.sent).toEqual([]);
    one.world.online = true;
    one.take(T + 60_000, { kind: 'online' });
    expect(one.sent).toMatchObject([{ on: true }]);
    expect(standing(one)).toEqual([['e', 'pending', null]]);
    one.confirm(T + 60_100);
    one.world.online = false;
    one.take(T + 70_000, { kind: 'offline' });
    one.take(T + 80_000, end('e'));
    expect(one.sent).toHaveLength(1);
    one.world.online = true;
    one.take(T + 90_000, { kind: 'online' });
    expect(one.sent.at(-1)).toMatchObject({ on: false });
  });
  test('that comes back after an emergency began and ended gets no write', () => {
    const one = door([], { online: false });
    one.take(T, begin('e', 'evacuation'));
    one.take(T + 60_000, end('e'));
    one.world.online = true;
    one.take(T + 90_000, { kind: 'online' });
    expect(one.sent).toEqual([]);
  });
});

describe('emergencies above and below each other', () => {
  test.each([
    [['lockdown', 'evacuation'], true],
    [['evacuation', 'lockdown'], true],
    [['lockdown', 'lockdown'], false],
  ] as const)('%j: the door is held: %s', (modes, isHeld) => {
    const one = door();
    for (const [index, mode] of modes.entries()) {
      one.take(T + index, begin(`${index} ${mode}`, mode));
      one.confirm(T + index);
    }
    expect(one.world.on).toBe(isHeld);
    const outranked = isHeld ? standing(one).filter(([id]) => String(id).includes('lockdown')) : [];
    expect(outranked.every(([, state]) => state === 'pending')).toBe(true);
  });
  test('the end of the evacuation leaves the lockdown', () => {
    const one = door(office);
    one.take(T, begin('l', 'lockdown'));
    one.confirm(T);
    one.take(T + 1_000, begin('e', 'evacuation'));
    one.confirm(T + 1_000);
    one.take(T + 2_000, end('e'));
    expect(one.sent.at(-1)).toMatchObject({ on: false });
    expect(standing(one)).toEqual([['l', 'pending', null]]);
    one.confirm(T + 2_000);
    expect(standing(one)).toEqual([['l', 'confirmed', null]]);
  });
  test('a door shows what rules it', () => {
    const one = door();
    one.take(T, begin('l', 'lockdown'));
    expect(doorMode(one.hold)).toEqual({ mode: 'closed', source: 'override', expires_at: null });
    one.take(T, begin('e', 'evacuation'));
    expect(doorMode(one.hold)).toEqual({ mode: 'stay_open', source: 'override', expires_at: null });
  });
});

describe('a drill', () => {
  test('repeats the version in force, and moves nothing', () => {
    const one = held();
    const before = one.hold.desired;
    one.take(T, begin('d', 'lockdown', true));
    expect(one.sent.at(-1)).toMatchObject({ on: true, version: 1, release_at: null });
    const probe = one.sent.at(-1)?.ids[0] ?? '';
    expect(one.hold).toMatchObject({ desired: before, override: { mode: 'stay_open' }, version: 1 });
    one.take(T + 30, { kind: 'result', at: T + 30, command_id: probe, outcome: 'confirmed' });
    expect(standing(one)).toEqual([['d', 'confirmed', null]]);
    expect(one.hold.emergency).toBeUndefined();
    expect(one.events).toHaveLength(1);
  });
  test('takes any answer, and notices none', () => {
    const one = door();
    one.take(T, begin('d', 'evacuation', true));
    one.take(T + 30, {
      kind: 'result',
      at: T + 30,
      command_id: one.sent[0]?.ids[0] ?? '',
      outcome: 'expired',
    });
    expect(standing(one)).toEqual([['d', 'confirmed', null]]);
    const silent = door();
    silent.take(T, begin('d', 'evacuation', true));
    silent.look(silent.due ?? 0);
    expect(standing(silent)).toEqual([['d', 'unreachable', 'timed_out']]);
    expect(silent.due).toBeNull();
  });
  test('counts doors as the emergency would', () => {
    const bare = door([], { relay: false });
    bare.take(T, begin('d', 'evacuation', true));
    expect(standing(bare)).toEqual([['d', 'refused', 'no_hold_relay']]);
    const away = door([], { online: false });
    away.take(T, begin('d', 'lockdown', true));
    expect(standing(away)).toEqual([['d', 'unreachable', 'offline']]);
  });
});

test('whatever happens, a lockdown wants no hold, an evacuation always, and each emergency is accounted for once', () => {
  const input = fc.oneof(
    fc.record({
      kind: fc.constant('begin'),
      mode: fc.constantFrom<EmergencyMode>('lockdown', 'evacuation'),
      drill: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('end'), index: fc.nat(3) }),
    fc.constantFrom(
      { kind: 'look' },
      { kind: 'confirm' },
      { kind: 'arm' },
      { kind: 'mode' },
      { kind: 'online' },
      { kind: 'offline' },
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40_000), input), { maxLength: 40 }), (steps) => {
      const one = door(firstIn);
      let now = at('09:00');
      let begun = 0;
      const inForce: { id: string; mode: EmergencyMode; drill: boolean }[] = [];
      for (const [passed, step] of steps) {
        now += passed;
        const { kind } = step;
        if (kind === 'begin' && 'mode' in step) {
          begun += 1;
          inForce.push({ id: `${begun}`, mode: step.mode, drill: step.drill });
          one.take(now, begin(`${begun}`, step.mode, step.drill, now));
        } else if (kind === 'end' && 'index' in step) {
          const [over] = inForce.splice(step.index, 1);
          if (over) one.take(now, end(over.id));
          else one.look(now);
        } else if (kind === 'confirm' && one.world.online && one.hold.write) one.confirm(now);
        else if (kind === 'arm') one.take(now, { kind: 'arm', at: now, cause: byExit });
        else if (kind === 'mode') one.stayOpen(now, now + 60_000);
        else if (kind === 'online' || kind === 'offline') {
          one.world.online = kind === 'online';
          one.take(now, { kind });
        } else one.look(now);
        const real = inForce.filter(({ drill }) => !drill).map(({ mode }) => mode);
        const rules = real.includes('evacuation') ? 'evacuation' : real[0];
        expect(one.hold.emergency).toBe(rules);
        if (rules) expect([one.hold.desired.on, one.hold.override]).toEqual([rules === 'evacuation', null]);
        expect((one.hold.emergencies ?? []).map(({ id }) => id)).toEqual(inForce.map(({ id }) => id));
        if (one.due !== null) expect(one.due).toBeGreaterThan(now);
        // What rules an online door and was not answered is being asked, or will be.
        if (one.world.online && isUnanswered(one.hold))
          expect(one.hold.write !== null || one.hold.given_up?.again_at !== undefined).toBe(true);
      }
      expect(one.accounted).toHaveLength(begun - inForce.length);
    }),
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { frozen } from '../../../test/frozen.js';
import {
  decideRelays,
  type HoldWish,
  type Moment,
  RESTING,
  type RelayInput,
  type Relays,
  wakeAt,
} from '../src/relay.rules.js';

const WALL = Date.parse('2026-01-07T06:00:00.000Z');
const at = (monotonic: number, wall = WALL + monotonic): Moment => ({ monotonic, wall });
const wish = (fields: Partial<HoldWish> = {}): HoldWish => ({
  on: true,
  releaseAt: null,
  version: 1,
  ...fields,
});

/** What a decision switches, and what it answers to a command. */
function decide(before: Relays, input: RelayInput, moment: Moment) {
  const { state, effects } = frozen(decideRelays)(before, input, moment);
  const switches = effects.flatMap(({ kind, ...effect }) => ('relay' in effect ? [effect] : []));
  const answers = effects.flatMap((effect) => (effect.kind === 'answer' ? [effect.result] : []));
  return { state, switches, ...answers.at(-1) };
}
type Cause = Extract<RelayInput, { kind: 'unlock' }>['cause'];
const unlock = (state: Relays, moment: Moment, strikeMs: number, cause: Cause, commandId: string | null) =>
  decide(state, { kind: 'unlock', strikeMs, cause, commandId }, moment);
const hold =
  (by: 'command' | 'session') => (state: Relays, moment: Moment, wish: HoldWish, commandId: string) =>
    decide(state, { kind: 'hold', by, wish, commandId }, moment);
const holdByCommand = hold('command');
const holdBySession = hold('session');
const holdUnnamed = (state: Relays) => decide(state, { kind: 'unnamed' }, at(0));
const wake = (state: Relays, monotonic: number) => decide(state, { kind: 'wake' }, at(monotonic));

const held = (fields: Partial<HoldWish> = {}): Relays =>
  holdByCommand(RESTING, at(0), wish(fields), 'c').state;

describe('the strike', () => {
  test('an unlock switches the strike on and off again after the strike time', () => {
    const { state, switches } = unlock(RESTING, at(1000), 5000, 'command', 'c');
    expect(switches).toEqual([{ relay: 'strike', on: true, cause: 'command', commandId: 'c' }]);
    expect(wakeAt(state)).toBe(6000);
    expect(wake(state, 5999).switches).toEqual([]);
    const end = wake(state, 6000);
    expect(end.switches).toEqual([{ relay: 'strike', on: false, cause: 'pulse_end', commandId: null }]);
    expect(wakeAt(end.state)).toBeNull();
  });

  test('a second unlock during a pulse restarts the pulse', () => {
    const first = unlock(RESTING, at(0), 5000, 'command', 'a').state;
    const second = unlock(first, at(3000), 5000, 'command', 'b');
    expect(second.switches).toMatchObject([{ relay: 'strike', on: true, commandId: 'b' }]);
    expect(wake(second.state, 5000).switches).toEqual([]);
    expect(wakeAt(second.state)).toBe(8000);
  });

  test('a pulse leaves the hold alone, and the end of a lease leaves a pulse alone', () => {
    const state = unlock(held({ releaseAt: WALL + 2000 }), at(1000), 5000, 'exit_button', null).state;
    expect(state.holdOn).toBe(true);
    expect(wakeAt(state)).toBe(2000);
    const after = wake(state, 2000);
    expect(after.switches).toMatchObject([{ relay: 'hold', on: false, cause: 'lease_end' }]);
    expect(wakeAt(after.state)).toBe(6000);
  });
});

describe('the hold', () => {
  test('a hold without an end stays on by itself', () => {
    expect(held()).toMatchObject({ holdOn: true, leaseUntil: null });
    expect(wakeAt(held())).toBeNull();
  });

  test('a hold with an end lets go by itself at that time', () => {
    const state = held({ releaseAt: WALL + 60_000 });
    expect(wakeAt(state)).toBe(60_000);
    expect(wake(state, 60_000).switches).toEqual([
      { relay: 'hold', on: false, cause: 'lease_end', commandId: null },
    ]);
  });

  test('no step of the wall clock stretches or cuts a lease that is running', () => {
    const state = held({ releaseAt: WALL + 60_000 });
    const years = 1e11;
    const pulsed = unlock(state, at(30_000, WALL - years), 1000, 'command', 'c').state;
    expect(pulsed.leaseUntil).toBe(60_000);
    expect(wake(pulsed, 59_999).state.holdOn).toBe(true);
  });

  test.each<[string, Relays, HoldWish, 'confirmed' | 'expired', boolean[]]>([
    ['a newer version switches', RESTING, wish(), 'confirmed', [true]],
    [
      'a newer version that asks for what is already so switches nothing',
      held(),
      wish({ version: 2 }),
      'confirmed',
      [],
    ],
    [
      'a newer version that ends the hold switches off',
      held(),
      wish({ on: false, version: 2 }),
      'confirmed',
      [false],
    ],
    ['an equal version is confirmed where the state is already so', held(), wish(), 'confirmed', []],
    ['an older version is not run', held({ version: 5 }), wish({ on: false, version: 4 }), 'expired', []],
    ['a hold whose end has passed is not switched on', RESTING, wish({ releaseAt: WALL - 1 }), 'expired', []],
    [
      'a hold whose end has passed ends the one in force',
      held(),
      wish({ releaseAt: WALL, version: 2 }),
      'expired',
      [false],
    ],
  ])('%s', (_name, state, wanted, outcome, switched) => {
    const answer = holdByCommand(state, at(0), wanted, 'c');
    expect(answer.outcome).toBe(outcome);
    expect(answer.switches.map(({ on }) => on)).toEqual(switched);
  });

  test('a session message is the whole truth, whatever version was in force', () => {
    const answer = holdBySession(held({ version: 9 }), at(0), wish({ on: false, version: 3 }), 'c');
    expect(answer).toMatchObject({ outcome: 'confirmed', state: { holdOn: false, holdVersion: 3 } });
  });

  test('a door that a session message does not name is off, and then takes any version', () => {
    const { state, switches } = holdUnnamed(held({ version: 9 }));
    expect(switches).toMatchObject([{ relay: 'hold', on: false, cause: 'command' }]);
    expect(holdByCommand(state, at(0), wish({ version: 1 }), 'c').outcome).toBe('confirmed');
    expect(holdUnnamed(state).switches).toEqual([]);
  });

  test('a session message that says again what is so moves nothing', () => {
    expect(holdBySession(held(), at(5000), wish(), 'c')).toMatchObject({
      switches: [],
      outcome: 'confirmed',
    });
  });
});

type Act =
  | { type: 'unlock'; strikeMs: number }
  | { type: 'hold' | 'session'; wish: HoldWish }
  | { type: 'unnamed' };
const holdWish = fc.record({
  on: fc.boolean(),
  releaseAt: fc.option(fc.integer({ min: WALL - 10_000, max: WALL + 100_000 }), { nil: null }),
  version: fc.nat(5),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ type: fc.constant('unlock' as const), strikeMs: fc.integer({ min: 1000, max: 10_000 }) }),
  fc.record({ type: fc.constantFrom('hold' as const, 'session' as const), wish: holdWish }),
  fc.constant({ type: 'unnamed' as const }),
);

test('whatever is commanded, switching reports every change of state, a pulse ends within its time, and nothing toggles in vain', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 4000 }), act), { maxLength: 40 }), (acts) => {
      let state = RESTING;
      let now = 0;
      const on = { strike: false, hold: false };
      const take = (next: Relays, switches: readonly { relay: 'strike' | 'hold'; on: boolean }[]) => {
        for (const { relay, on: level } of switches) {
          // Only a restarted pulse may repeat a write.
          if (relay === 'hold' || !level) expect(on[relay]).toBe(!level);
          on[relay] = level;
        }
        state = next;
        expect(on).toEqual({ strike: state.pulseUntil !== null, hold: state.holdOn });
      };
      for (const [gap, one] of acts) {
        now += gap;
        for (let due = wakeAt(state); due !== null && due <= now; due = wakeAt(state)) {
          const woken = wake(state, due);
          expect(woken.switches.length).toBeGreaterThan(0);
          take(woken.state, woken.switches);
        }
        const moment = at(now);
        if (one.type === 'unlock') {
          const next = unlock(state, moment, one.strikeMs, 'command', 'c');
          take(next.state, next.switches);
          expect(state.pulseUntil).toBe(now + one.strikeMs);
        } else if (one.type === 'unnamed') {
          const next = holdUnnamed(state);
          take(next.state, next.switches);
        } else {
          const next = (one.type === 'hold' ? holdByCommand : holdBySession)(state, moment, one.wish, 'c');
          take(next.state, next.switches);
        }
      }
    }),
  );
});

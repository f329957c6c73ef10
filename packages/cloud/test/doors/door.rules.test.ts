import type {
  ContactRecord,
  DoorTestRecord,
  ExitButtonRecord,
  FaultRecord,
  RelayRecord,
} from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DoorState } from '../../src/doors/evidence/evidence.rules.js';
import {
  BOOT,
  decide,
  facts,
  forced,
  fresh,
  LATER_BOOT,
  look,
  play,
  type RecordInput,
  START,
  types,
} from './decide-door.js';

const noExitButton: DoorState = { ...fresh, exit_button_wired: false };

/** A moment `mono_ms` after a boot; the wall clock goes with it unless given. */
const at = (mono_ms: number, boot = BOOT, wall = START + mono_ms) => ({
  seq: 1,
  boot,
  mono_ms,
  at: new Date(wall).toISOString(),
  clock: 'synced' as 'synced' | 'local',
  door: 1,
});
const contact = (state: 'open' | 'closed', moment = at(0), snapshot = false): RecordInput => ({
  record: { ...moment, kind: 'contact', state, snapshot } satisfies ContactRecord,
});
const press = (moment = at(0)): RecordInput => ({
  record: { ...moment, kind: 'exit_button', pressed: true } satisfies ExitButtonRecord,
});
const fault = (input: 'contact' | 'exit_button', ok: boolean, moment = at(0)): RecordInput => ({
  record: { ...moment, kind: 'fault', input, ok, error: 'no answer' } satisfies FaultRecord,
});
const relay = (
  relay: 'strike' | 'hold',
  on: boolean,
  cause: RelayRecord['cause'],
  moment = at(0),
  person_id: string | null = null,
): RecordInput => ({
  record: { ...moment, kind: 'relay', relay, on, cause, command_id: null } satisfies RelayRecord,
  unlock: { command_id: null, person_id, key_id: person_id ? 7 : null, api_key_id: null },
});

describe('an opening is explained by what came at most ten seconds before', () => {
  const causes: [string, (moment: ReturnType<typeof at>) => RecordInput][] = [
    ['the exit press', press],
    ['a confirmed unlock', (moment) => relay('strike', true, 'command', moment)],
    ['a strike tested on the bench', (moment) => relay('strike', true, 'bench', moment)],
  ];
  for (const [name, cause] of causes) {
    test.each([
      [0, false],
      [9_999, false],
      [10_000, false],
      [10_001, true],
    ])(`a door opened %i ms after ${name}: forced is %s`, (age, expected) => {
      expect(forced([cause(at(5_000)), contact('open', at(5_000 + age))])).toBe(expected);
    });
  }

  test.each(['exit_button', 'pulse_end', 'lease_end', 'boot'] as const)(
    'a strike switched for "%s" is no confirmed unlock',
    (cause) => {
      expect(forced([relay('strike', true, cause, at(1_000)), contact('open', at(2_000))])).toBe(true);
    },
  );
  test('the end of a pulse is no confirmed unlock', () => {
    expect(forced([relay('strike', false, 'command', at(1_000)), contact('open', at(2_000))])).toBe(true);
  });
  test('a press after the opening does not explain it, though it arrives first', () => {
    expect(forced([press(at(2_020)), contact('open', at(2_000))])).toBe(true);
  });
  test('a younger press does not hide the one before the opening', () => {
    expect(forced([press(at(1_000)), press(at(2_020)), contact('open', at(2_000))])).toBe(false);
  });
  test('the first opening does not use the window up', () => {
    const inputs = [
      press(at(0)),
      contact('open', at(1_000)),
      contact('closed', at(2_000)),
      contact('open', at(3_000)),
    ];
    expect(forced(inputs)).toBe(false);
  });
  test('a released button is no press', () => {
    const release: RecordInput = { record: { ...at(1_000), kind: 'exit_button', pressed: false } };
    expect(types([release, contact('open', at(2_000))])).toEqual(['door.opened', 'door.forced']);
  });
});

describe('a forced opening', () => {
  test('comes with door.opened of the same moment', () => {
    const { events } = play([contact('open', at(1_234))]);
    expect(events.map((event) => [event.type, event.occurred_at])).toEqual([
      ['door.opened', START + 1_234],
      ['door.forced', START + 1_234],
    ]);
  });
  test('keeps why: what was looked for, what was found and how old it was', () => {
    const { events } = play([press(at(0)), contact('open', at(10_001))]);
    expect(events.at(-1)?.explanation).toEqual({
      verdict: 'forced',
      text: 'Opened with nothing in the last 10 s to explain it: no unlock is known, the exit button was last pressed 10.001 s before, and the door was not held open.',
      window_ms: 10_000,
      unlock: null,
      exit_button: { age_ms: 10_001, clock: 'monotonic' },
      held_open: false,
      evidence_incomplete: false,
    });
  });
  test('is never called so without an exit button, and the reason says that detection is off', () => {
    const { events } = play([contact('open', at(0))], noExitButton);
    expect(events.map((event) => event.type)).toEqual(['door.opened']);
    expect(events[0]?.explanation?.verdict).toBe('not_judged');
  });
  test('is not reported while the door is held open, and is again once it is not', () => {
    const held = [
      relay('hold', true, 'command', at(0)),
      contact('open', at(60_000)),
      contact('closed', at(61_000)),
    ];
    expect(forced(held)).toBe(false);
    expect(forced([...held, relay('hold', false, 'command', at(62_000)), contact('open', at(63_000))])).toBe(
      true,
    );
  });
  test('is not reported where one hold ends and the next begins in the same millisecond', () => {
    const held = [relay('hold', true, 'command', at(0)), relay('hold', false, 'lease_end', at(60_000))];
    const again = relay('hold', true, 'command', at(60_000));
    expect(forced([...held, again, contact('open', at(70_000))])).toBe(false);
    expect(forced([...held, contact('open', at(70_000))])).toBe(true);
  });
  test('is judged by the hold at the moment of the opening, not by a release that arrived first', () => {
    const inputs = [relay('hold', true, 'command', at(0)), relay('hold', false, 'lease_end', at(60_020))];
    expect(forced([...inputs, contact('open', at(60_000))])).toBe(false);
  });
  test('is not excused by a hold of an earlier boot', () => {
    const start = play([
      relay('hold', true, 'command', at(0)),
      relay('hold', false, 'boot', at(5, LATER_BOOT)),
    ]).state;
    expect(forced([contact('open', at(100, LATER_BOOT))], start)).toBe(true);
  });
});

describe('clocks', () => {
  test('late delivery changes nothing: only the moments at the gateway count', () => {
    const decision = play([press(at(1_000)), contact('open', at(11_000))]);
    expect(decision.events.map((event) => event.type)).toEqual(['door.exit_button', 'door.opened']);
  });
  test('within one boot the wall clock may be years off or step', () => {
    const years = 5 * 365 * 86_400_000;
    expect(forced([press(at(1_000, BOOT, START)), contact('open', at(2_000, BOOT, START - years))])).toBe(
      false,
    );
    expect(forced([press(at(1_000, BOOT, START)), contact('open', at(60_000, BOOT, START + 1_000))])).toBe(
      true,
    );
  });
  test.each([
    [10_000, false],
    [10_001, true],
  ])(
    'across a reboot the corrected wall clock counts: %i ms after the press, forced is %s',
    (age, expected) => {
      const inputs = [press(at(900_000, BOOT, START)), contact('open', at(50, LATER_BOOT, START + age))];
      expect(forced(inputs)).toBe(expected);
    },
  );
  test('what a gateway dates outside what can be stored is drawn to the edge of it', () => {
    const { events } = play([contact('open', { ...at(0), at: '0000-01-01T00:00:00Z' })]);
    expect(events[0]?.occurred_at).toBe(0);
  });
});

describe('a level is no edge', () => {
  test('the first level of a boot makes no event', () => {
    const { state, events } = play([contact('open', at(0), true)]);
    expect(events).toEqual([]);
    expect(state.contact).toBe('open');
  });
  test('a level of another boot that differs makes no event either', () => {
    expect(types([contact('closed', at(0), true), contact('open', at(5, LATER_BOOT), true)])).toEqual([]);
  });
  test('a level that differs within one boot is a missed edge: opened, never forced, and the reason says so', () => {
    const { events } = play([contact('closed', at(0), true), contact('open', at(50_000), true)]);
    expect(events.map((event) => event.type)).toEqual(['door.opened']);
    expect(events[0]?.explanation).toMatchObject({ verdict: 'missed_edge', evidence_incomplete: true });
    expect(events[0]?.occurred_at).toBe(START + 50_000);
  });
  test('a missed closing is reported closed at the time of the level', () => {
    expect(types([contact('open', at(0), true), contact('closed', at(9_000), true)])).toEqual([
      'door.closed',
    ]);
  });
});

describe('door.closed', () => {
  const person = '33333333-3333-4333-8333-333333333333';
  test('carries the person and key of the access that opened the door', () => {
    const { events } = play([
      relay('strike', true, 'command', at(0), person),
      contact('open', at(2_000)),
      contact('closed', at(30_000)),
    ]);
    expect(events.at(-1)).toMatchObject({
      type: 'door.closed',
      source: 'device',
      person_id: person,
      key_id: 7,
    });
  });
  test('carries no one when the exit button explained the opening', () => {
    const { events } = play([
      relay('strike', true, 'command', at(0), person),
      press(at(1_000)),
      contact('open', at(2_000)),
      contact('closed', at(3_000)),
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'door.closed', person_id: null, key_id: null });
  });
});

describe('door.left_open', () => {
  const now = (milliseconds: number) => ({ ...facts, now: START + milliseconds });
  const opened = (by: RecordInput[] = []) => play([...by, contact('open', at(0))]).state;

  test('is reported once, sixty seconds after an opening without a close, with whom the door was opened for', () => {
    const person = '33333333-3333-4333-8333-333333333333';
    const state = opened([relay('strike', true, 'command', at(0), person)]);
    expect(look(state, now(59_999)).events).toEqual([]);
    const decision = look(state, now(60_000));
    expect(decision.events).toMatchObject([
      {
        type: 'door.left_open',
        occurred_at: START + 60_000,
        result: 'success',
        person_id: person,
        key_id: 7,
      },
    ]);
    expect(look(decision.state, now(120_000)).events).toEqual([]);
  });
  test('waits five seconds for a buffered close when the opening comes late', () => {
    const { state } = decide(fresh, contact('open', at(0)), now(3_600_000));
    expect(look(state, now(3_604_999)).events).toEqual([]);
    expect(look(state, now(3_605_000)).events).toHaveLength(1);
  });
  test('is reported before a close that comes with it an hour late', () => {
    expect(types([press(at(0)), contact('open', at(1)), contact('closed', at(60_002))])).toEqual([
      'door.exit_button',
      'door.opened',
      'door.left_open',
      'door.closed',
    ]);
    expect(types([press(at(0)), contact('open', at(1)), contact('closed', at(60_001))])).not.toContain(
      'door.left_open',
    );
  });
  test('is not reported while the door is held open, and has its time again from the end of the hold', () => {
    const held = play([relay('hold', true, 'command', at(0)), contact('open', at(1_000))]).state;
    const looked = look(held, now(61_000));
    expect(looked.events).toEqual([]);
    const ended = decide(looked.state, relay('hold', false, 'lease_end', at(90_000)), now(90_000)).state;
    expect(look(ended, now(149_999)).events).toEqual([]);
    expect(look(ended, now(150_000)).events).toHaveLength(1);
  });
  const held = () => play([relay('hold', true, 'command', at(0)), contact('open', at(1_000))]).state;
  test('of a door whose hold ended bears the time at which it was left open since then, not one within the hold', () => {
    const looked = look(held(), now(61_000)).state;
    const ended = decide(looked, relay('hold', false, 'lease_end', at(90_000)), now(90_000)).state;
    expect(look(ended, now(150_000)).events).toMatchObject([{ occurred_at: START + 150_000 }]);
  });
  test('comes no later than the close behind it, though the clock of the gateway was hours ahead', () => {
    const ahead = (mono_ms: number) => at(mono_ms, BOOT, START + 7_200_000 + mono_ms);
    const received = now(1_000_000);
    const open = decide(fresh, contact('open', ahead(0)), received).state;
    const { events } = decide(open, contact('closed', ahead(118_000)), received);
    expect(events).toMatchObject([
      { type: 'door.left_open', occurred_at: received.now },
      { type: 'door.closed', occurred_at: received.now },
    ]);
  });
  test('of a door whose hold ended is reported with a close that comes late as with one in time', () => {
    const ended = decide(held(), relay('hold', false, 'lease_end', at(90_000)), now(300_000)).state;
    const closed = (mono_ms: number) => decide(ended, contact('closed', at(mono_ms)), now(300_000)).events;
    expect(closed(150_000).map(({ type }) => type)).toEqual(['door.closed']);
    expect(closed(150_001)).toMatchObject([
      { type: 'door.left_open', occurred_at: START + 150_000 },
      { type: 'door.closed' },
    ]);
    expect(look(ended, now(305_000)).events).toHaveLength(1);
  });
  test('counts by the setting that there was when the door opened', () => {
    const later = { ...now(60_000), left_open_ms: 3_600_000 };
    expect(look(opened(), later).events).toMatchObject([{ occurred_at: START + 60_000 }]);
    const { events } = decide(opened(), contact('closed', at(60_001)), later);
    expect(events.map(({ type }) => type)).toEqual(['door.left_open', 'door.closed']);
  });
  test('is reported once for an opening, though a hold begins and ends while the door still stands open', () => {
    const left = look(opened(), now(60_000));
    expect(left.events).toHaveLength(1);
    const held = decide(left.state, relay('hold', true, 'command', at(70_000)), now(70_000)).state;
    const ended = decide(held, relay('hold', false, 'lease_end', at(90_000)), now(90_000)).state;
    expect(look(ended, now(150_000)).events).toEqual([]);
    const { events } = decide(ended, contact('closed', at(200_000)), now(200_000));
    expect(events.map(({ type }) => type)).toEqual(['door.closed']);
  });
  test('is judged at its moment, not by a hold that began after it', () => {
    const later = decide(opened(), relay('hold', true, 'command', at(61_000)), now(62_000)).state;
    expect(look(later, now(65_000)).events).toMatchObject([{ occurred_at: START + 60_000 }]);
    const ended = decide(later, relay('hold', false, 'command', at(63_000)), now(64_000)).state;
    const left = look(ended, now(65_000));
    expect(left.events).toMatchObject([{ occurred_at: START + 60_000 }]);
    expect(look(left.state, now(200_000)).events).toEqual([]);
    const closed = decide(ended, contact('closed', at(64_000)), now(64_500)).events;
    expect(closed.map(({ type }) => type)).toEqual(['door.left_open', 'door.closed']);
  });
  test('is not reported for a door that is held open since its agent restarted', () => {
    const birth = { boot: LATER_BOOT, mono_ms: 0 };
    const after = (mono_ms: number) => ({ ...now(30_000 + mono_ms), birth });
    const again = (mono_ms: number) => at(mono_ms, LATER_BOOT, START + 30_000 + mono_ms);
    const started = decide(opened(), contact('open', again(10), true), after(10)).state;
    const held = decide(started, relay('hold', true, 'command', again(5_000)), after(5_000)).state;
    expect(look(held, after(30_000)).events).toEqual([]);
    expect(look(started, after(30_000)).events).toHaveLength(1);
  });
  test('of a gateway whose clock is not set counts from its arrival', () => {
    const record = { ...at(0, BOOT, START - 9e10), clock: 'local' as const };
    const { state } = decide(fresh, contact('open', record), now(0));
    expect(look(state, now(59_999)).events).toEqual([]);
    expect(look(state, now(60_000)).events).toHaveLength(1);
  });
});

test('an opening from before the birth that says "held" is forced: it was held only later', () => {
  const birth = { boot: BOOT, mono_ms: 60_000 };
  const held = { ...fresh, hold_on: true };
  const typesOf = (mono_ms: number) =>
    decide(held, contact('open', at(mono_ms)), { ...facts, birth }).events.map(({ type }) => type);
  expect(typesOf(59_999)).toEqual(['door.opened', 'door.forced']);
  expect(typesOf(60_000)).toEqual(['door.opened']);
});

test('records from before the newest birth make events but do not change what is shown', () => {
  const birth = { boot: BOOT, mono_ms: 60_000 };
  const state: DoorState = { ...fresh, contact: 'closed' };
  const { state: next, events } = decide(state, contact('open', at(1_000)), { ...facts, birth });
  expect(events.map((event) => event.type)).toEqual(['door.opened', 'door.forced']);
  expect(next.contact).toBe('closed');
});

test('an opening that debounce reports only after a younger level of the same boot is shown, though it began before the birth', () => {
  const birth = { boot: BOOT, mono_ms: 1_000 };
  const since = { ...facts, birth };
  // Opens at 990, is born as closed at 1,000, sends its levels at 1,010, and settles at 1,040.
  const born = decide({ ...fresh, contact: 'closed' }, contact('closed', at(1_010), true), since).state;
  const { state, events } = decide(born, contact('open', at(990)), since);
  expect(events.map(({ type }) => type)).toEqual(['door.opened', 'door.forced']);
  expect(state.contact).toBe('open');
});

describe('for any history', () => {
  const step = fc.record({
    kind: fc.constantFrom('press', 'unlock', 'hold_on', 'hold_off', 'open', 'close'),
    wait: fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.constantFrom(9_999, 10_000, 10_001)),
  });
  const toInput = (kind: string, moment: ReturnType<typeof at>): RecordInput => {
    if (kind === 'press') return press(moment);
    if (kind === 'unlock') return relay('strike', true, 'command', moment);
    if (kind === 'hold_on' || kind === 'hold_off')
      return relay('hold', kind === 'hold_on', 'command', moment);
    return contact(kind === 'open' ? 'open' : 'closed', moment);
  };

  test('an opening is forced exactly when nothing in the ten seconds before explains it and nothing holds the door', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = 0;
        let lastCause = Number.NEGATIVE_INFINITY;
        let held = false;
        let state = fresh;
        for (const { kind, wait } of steps) {
          now += wait;
          const decision = decide(state, toInput(kind, at(now)), facts);
          state = decision.state;
          if (kind === 'press' || kind === 'unlock') lastCause = now;
          if (kind === 'hold_on') held = true;
          if (kind === 'hold_off') held = false;
          const isForced = decision.events.some((event) => event.type === 'door.forced');
          expect(isForced).toBe(kind === 'open' && !held && now - lastCause > 10_000);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('what is remembered of a door stays bounded', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 400 }), (steps) => {
        const { state } = play(steps.map(({ kind }, index) => toInput(kind, at(index))));
        expect(JSON.stringify(state.evidence).length).toBeLessThan(16_384);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a door under a guided test', () => {
  const mark = (for_ms: number, moment = at(0)): RecordInput => ({
    record: { ...moment, kind: 'door_test', for_ms } satisfies DoorTestRecord,
  });
  const silent = (inputs: RecordInput[]) =>
    play(inputs).events.some(
      ({ type, explanation }) =>
        type === 'door.forced' && explanation?.verdict !== undefined && explanation.under_test === true,
    );

  test('is forced open as usual, and the explanation says that it is not an alarm', () => {
    const { events } = play([mark(900_000), contact('open', at(5_000))]);
    expect(events.map(({ type }) => type)).toEqual(['door.opened', 'door.forced']);
    expect(events[1]?.explanation).toMatchObject({
      verdict: 'forced',
      under_test: true,
      text: expect.stringContaining('under test'),
    });
  });

  test.each([
    ['before it began', [mark(900_000, at(5_001)), contact('open', at(5_000))], false],
    ['as it began', [mark(900_000, at(5_000)), contact('open', at(5_000))], true],
    ['at its last moment', [mark(10_000), contact('open', at(10_000))], true],
    ['after its time', [mark(10_000), contact('open', at(10_001))], false],
    ['after it was ended', [mark(900_000), mark(0, at(4_000)), contact('open', at(4_001))], false],
    ['before its end, sent behind it', [mark(900_000), mark(0, at(4_000)), contact('open', at(3_999))], true],
    ['after a start of the gateway', [mark(900_000), contact('open', at(1, LATER_BOOT))], false],
  ] as [string, RecordInput[], boolean][])('an opening %s: silent %s', (_, inputs, isSilent) => {
    expect(silent(inputs)).toBe(isSilent);
  });

  test('is not silenced by consecutive marks, because each has to start anew', () => {
    const row = Array.from({ length: 10 }, (_, index) => mark(900_000, at(index * 800_000)));
    expect(play(row).state.evidence.test).toMatchObject({ mono_ms: 6_400_000, for_ms: 900_000 });
    expect(silent([mark(10_000), mark(10_000, at(9_000)), contact('open', at(10_001))])).toBe(false);
  });

  test('is left open without an alarm while the test lasts, and with one after it', () => {
    const left = (for_ms: number) => {
      const { state } = play([mark(for_ms), contact('open', at(1_000))]);
      return look(state, { ...facts, now: START + 100_000 }).events;
    };
    expect(left(900_000)).toMatchObject([{ type: 'door.left_open', explanation: { under_test: true } }]);
    expect(left(60_999)).toMatchObject([{ type: 'door.left_open', explanation: null }]);
  });

  test('is shown as under test until the end, by the service’s clock if the gateway’s is not set', () => {
    const until = (moment: ReturnType<typeof at>) => play([mark(60_000, moment)]).state.evidence.test?.until;
    expect(until(at(0))).toBe(START + 60_000);
    expect(until(at(0, BOOT, START + 10 ** 9))).toBe(START + 60_000);
    expect(until({ ...at(0, BOOT, 0), clock: 'local' })).toBe(START + 60_000);
  });
});

describe('a terminal that cannot be read', () => {
  const now = (milliseconds: number) => ({ ...facts, now: START + milliseconds });
  const seen = (inputs: RecordInput[]) => play(inputs).state;

  test('leaves the door unknown until the contact is read', () => {
    const failed = seen([contact('closed', at(0)), fault('contact', false, at(1_000))]);
    expect([failed.contact, failed.evidence.faults]).toEqual([null, { contact: 'no answer' }]);
    const ended = decide(failed, fault('contact', true, at(2_000)), now(2_000)).state;
    expect([ended.contact, ended.evidence.faults]).toEqual([null, undefined]);
    const read = decide(failed, contact('closed', at(3_000), true), now(3_000));
    expect([read.state.contact, read.state.evidence.faults, read.events]).toEqual(['closed', undefined, []]);
  });
  test('stops the left-open time, which restarts when the contact is read again', () => {
    const failed = seen([contact('open', at(0)), fault('contact', false, at(30_000))]);
    expect(look(failed, now(60_000)).events).toEqual([]);
    const ended = decide(failed, fault('contact', true, at(90_000)), now(90_000)).state;
    const read = decide(ended, contact('open', at(90_001), true), now(90_001)).state;
    expect(look(read, now(149_999)).events).toEqual([]);
    expect(look(read, now(150_000)).events).toMatchObject([{ occurred_at: START + 150_000 }]);
    const closed = decide(ended, contact('closed', at(200_000), true), now(90_001)).events;
    expect(closed).toMatchObject([
      { type: 'door.left_open' },
      { type: 'door.closed', explanation: { verdict: 'missed_edge' } },
    ]);
  });
  test('does not hide that the door was left open before, even if that is reported late', () => {
    const open = seen([contact('open', at(0))]);
    const late = decide(open, fault('contact', false, at(60_001)), now(3_600_000));
    expect(late.events).toMatchObject([{ type: 'door.left_open', occurred_at: START + 60_000 }]);
    expect(look(late.state, now(7_200_000)).events).toEqual([]);
  });
  test('does not override a newer birth', () => {
    const born = { ...now(10_000), birth: { boot: BOOT, mono_ms: 9_000 } };
    const { state } = decide({ ...fresh, contact: 'closed' }, fault('contact', false, at(1_000)), born);
    expect([state.contact, state.evidence.faults]).toEqual(['closed', undefined]);
  });
  test('leaves an opening forced if it is the exit button, and the explanation names the missing evidence', () => {
    const { events } = play([fault('exit_button', false, at(0)), contact('open', at(5_000))]);
    expect(events.at(-1)).toMatchObject({
      type: 'door.forced',
      explanation: {
        evidence_incomplete: true,
        text: expect.stringContaining('The exit button could not be read'),
      },
    });
    expect(
      play([fault('exit_button', false), fault('exit_button', true), contact('open', at(9))]).events.at(-1),
    ).toMatchObject({ explanation: { evidence_incomplete: false } });
  });
});

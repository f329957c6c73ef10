import type { ContactRecord, ExitButtonRecord, FaultRecord } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { MAX_PRESS_MS, withoutHeld } from '../../src/doors/evidence/press.rules.js';
import type { Explanation } from '../../src/events/explanation.rules.js';
import { BOOT, forced, fresh, LATER_BOOT, play, type RecordInput, START, types } from './decide-door.js';

const at = (mono_ms: number, boot = BOOT, wall = START + mono_ms) => ({
  seq: 1,
  boot,
  mono_ms,
  at: new Date(wall).toISOString(),
  clock: 'synced' as const,
  door: 1,
});
type At = ReturnType<typeof at>;
const button = (pressed: boolean, moment: At, more: { release_follows?: boolean } = {}): RecordInput => ({
  record: { ...moment, kind: 'exit_button', pressed, ...more } satisfies ExitButtonRecord,
});
/** As a gateway writes it that reports releases. */
const press = (moment: At) => button(true, moment, { release_follows: true });
/** As an older gateway writes it. */
const oldPress = (moment: At) => button(true, moment);
const release = (moment: At) => button(false, moment);
const contact = (state: 'open' | 'closed', moment: At): RecordInput => ({
  record: { ...moment, kind: 'contact', state, snapshot: false } satisfies ContactRecord,
});
const unlock = (moment: At): RecordInput => ({
  record: { ...moment, kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: null },
  unlock: { command_id: null, person_id: '7', key_id: 7, api_key_id: null },
});

/** Why the last opening was judged as it was. */
const why = (inputs: RecordInput[], start = fresh) =>
  play(inputs, start).events.findLast(({ type }) => type === 'door.opened')?.explanation as Explanation;

describe('a press that lasts explains openings until ten seconds after its end', () => {
  test.each([
    ['while it is held, long after its beginning', 60_000, 45_000, false],
    ['at the moment of its release', 60_000, 60_000, false],
    ['10,000 ms after its release', 60_000, 70_000, false],
    ['10,001 ms after its release', 60_000, 70_001, true],
    ['9 s after a short press', 200, 9_000, false],
    ['10,200 ms after a press of 200 ms', 200, 10_200, false],
    ['10,201 ms after a press of 200 ms', 200, 10_201, true],
  ])('an opening %s: released at %i ms, opened at %i ms: forced is %s', (_, released, opened, expected) => {
    const whole = [press(at(0)), release(at(released)), contact('open', at(opened))];
    expect(forced(whole)).toBe(expected);
  });

  test('an opening under a button still held is explained before any release is known', () => {
    expect(forced([press(at(0)), contact('open', at(45_000))])).toBe(false);
  });
  test('an opening that debounce brings after the release counts at its own time', () => {
    const late = [press(at(0)), release(at(20_020)), contact('open', at(20_000))];
    expect(why(late)).toMatchObject({ verdict: 'exit_button', exit_button: { age_ms: 20_000, held: true } });
  });
  test('a press makes one event, and its release none', () => {
    expect(types([press(at(0)), release(at(30_000))])).toEqual(['door.exit_button']);
  });
  test('a press of before the opening is not hidden by the next one', () => {
    const inputs = [press(at(0)), release(at(30_000)), press(at(35_020)), contact('open', at(35_000))];
    expect(forced(inputs)).toBe(false);
  });
  test('a confirmed unlock during a long press is what opened the door', () => {
    const inputs = [press(at(0)), unlock(at(50_000)), contact('open', at(51_000))];
    expect(why(inputs).verdict).toBe('unlocked');
  });
});

describe('the explanation says how the press stood', () => {
  test('held', () => {
    expect(why([press(at(0)), contact('open', at(45_000))])).toMatchObject({
      verdict: 'exit_button',
      text: 'Opened while the exit button was held, 45.000 s after it was pressed.',
      exit_button: { age_ms: 45_000, clock: 'monotonic', held: true },
      evidence_incomplete: false,
    });
  });
  test('released', () => {
    expect(why([press(at(0)), release(at(40_000)), contact('open', at(45_000))])).toMatchObject({
      verdict: 'exit_button',
      text: 'Opened after the exit button was held: it was released 5.000 s before.',
      exit_button: { age_ms: 45_000, clock: 'monotonic', released_ms: 5_000 },
    });
  });
  test('released too long ago', () => {
    expect(why([press(at(0)), release(at(40_000)), contact('open', at(55_000))]).text).toContain(
      'the exit button was last pressed 55.000 s before and released 15.000 s before',
    );
  });
  test('of a press within the ten seconds as ever', () => {
    expect(why([press(at(0)), release(at(200)), contact('open', at(3_000))]).text).toBe(
      'Opened 3.000 s after the exit button was pressed.',
    );
  });
});

describe('an older gateway, which sends no release', () => {
  test.each([
    [10_000, false],
    [10_001, true],
  ])('its press explains an opening %i ms later: forced is %s', (age, expected) => {
    expect(forced([oldPress(at(0)), contact('open', at(age))])).toBe(expected);
  });
  test('once it has sent one, it is no such gateway: its next press lasts', () => {
    const before = [oldPress(at(0)), release(at(200)), oldPress(at(60_000))];
    expect(forced([...before, contact('open', at(90_000))])).toBe(false);
  });
  test('the release of its first press makes an interval of it, too', () => {
    expect(forced([oldPress(at(0)), release(at(15_000)), contact('open', at(20_000))])).toBe(false);
  });
});

describe('a release that is lost does not explain openings for ever', () => {
  test.each([
    [MAX_PRESS_MS, false],
    [MAX_PRESS_MS + 1, true],
  ])('a button held for %i ms: forced is %s', (age, expected) => {
    const { verdict, evidence_incomplete, text } = why([press(at(0)), contact('open', at(age))]);
    expect(verdict === 'forced').toBe(expected);
    expect(evidence_incomplete).toBe(expected);
    expect(text.includes('The release of the exit button was never reported.')).toBe(expected);
  });
  test('that it is missing is said at one opening, not at every one', () => {
    const late = at(MAX_PRESS_MS + 1);
    const again = [contact('closed', at(MAX_PRESS_MS + 5_000)), contact('open', at(MAX_PRESS_MS + 9_000))];
    expect(why([press(at(0)), contact('open', late), ...again]).evidence_incomplete).toBe(false);
  });
  test('a release that comes in the end still counts', () => {
    const end = MAX_PRESS_MS + 60_000;
    expect(forced([press(at(0)), release(at(end)), contact('open', at(end + 9_000))])).toBe(false);
  });
  test('after a start of the gateway no press of before is held, and the missing release is said', () => {
    const opening = contact('open', at(5_000, LATER_BOOT, START + 60_000));
    expect(why([press(at(0)), opening])).toMatchObject({ verdict: 'forced', evidence_incomplete: true });
  });
  test('after a gap only the beginning of a press is known', () => {
    const { state } = play([press(at(0))]);
    const exits = withoutHeld(state.evidence.exits);
    const gap = { ...state, evidence: { ...state.evidence, gap: true, exits } };
    expect(why([contact('open', at(10_000))], gap)).toMatchObject({
      verdict: 'exit_button',
      evidence_incomplete: true,
    });
    expect(why([contact('open', at(10_001))], gap)).toMatchObject({
      verdict: 'forced',
      evidence_incomplete: true,
    });
  });
  test('a button that can no longer be read was held until then', () => {
    const unread: RecordInput = {
      record: { ...at(30_000), kind: 'fault', input: 'exit_button', ok: false } satisfies FaultRecord,
    };
    expect(forced([press(at(0)), unread, contact('open', at(40_000))])).toBe(false);
    expect(forced([press(at(0)), unread, contact('open', at(40_001))])).toBe(true);
  });
  test('a release without a press explains nothing', () => {
    expect(forced([release(at(1_000)), contact('open', at(2_000))])).toBe(true);
  });
  test('a second press without a release between begins anew', () => {
    const inputs = [press(at(0)), press(at(60_000)), release(at(60_200)), contact('open', at(75_000))];
    expect(forced(inputs)).toBe(true);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { frozen } from '../../../../test/frozen.js';
import {
  type AlarmFacts,
  type AlarmState,
  decideAlarm,
  type Rule,
  type Target,
} from '../../src/alarms/alarm.rules.js';
import { HOUR_MS, mayNotify } from '../../src/alarms/often.rules.js';

const decide = frozen(decideAlarm);

const T0 = Date.parse('2026-01-07T10:00:00Z');
const S = 1_000;
const MIN = 60 * S;
const DUTY: Target[] = [{ kind: 'duty' }];
const rule = (change: Partial<Rule> = {}): Rule => ({
  id: 'r',
  location_id: 1,
  kinds: ['forced', 'left_open'],
  lock_ids: [],
  hours: [],
  quiet: [],
  steps: [
    { after_s: 120, to: DUTY },
    { after_s: 720, to: [{ kind: 'user', id: 'boss' }] },
  ],
  muted_until: null,
  created_at: 0,
  ...change,
});
const facts = (change: Partial<AlarmFacts> = {}): AlarmFacts => ({
  now: T0,
  kind: 'forced',
  lock_id: 7,
  above: [2, 1],
  timezone: 'Europe/Helsinki',
  started_at: T0,
  opened_at: T0,
  is_acknowledged: false,
  muted_until: null,
  rules: [rule()],
  ...change,
});
const NEW: AlarmState = { ended_at: null, steps_done: {}, due_at: T0 };
const look = (state: AlarmState, change: Partial<AlarmFacts>, ended_at: number | null = null) =>
  decide(state, { kind: 'look', ended_at }, facts(change));
const steps = (effects: readonly { step: number }[]) => effects.map(({ step }) => step);

describe('a rule with a wait of 2 minutes and an escalation 10 minutes later', () => {
  test('notifies once the door has stood wrong for 2 minutes, and not before', () => {
    const first = look(NEW, { now: T0 + 120 * S - 1 });
    expect(first.effects).toEqual([]);
    expect(first.state.due_at).toBe(T0 + 120 * S);
    expect(look(first.state, { now: T0 + 120 * S }).effects).toEqual([
      { kind: 'notify', rule_id: 'r', step: 0, to: DUTY },
    ]);
  });

  test('escalates when no one has acknowledged', () => {
    const { state } = look(NEW, { now: T0 + 2 * MIN });
    expect(steps(look(state, { now: T0 + 12 * MIN - 1 }).effects)).toEqual([]);
    expect(steps(look(state, { now: T0 + 12 * MIN }).effects)).toEqual([1]);
  });

  test('does nothing further once it is acknowledged', () => {
    const { state } = look(NEW, { now: T0 + 2 * MIN });
    const after = look(state, { now: T0 + 12 * MIN, is_acknowledged: true }, T0 + 3 * MIN);
    expect(after.effects).toEqual([]);
    expect(after.state.due_at).toBeNull();
  });

  test('says nothing of what ended within the wait, however late it is looked at', () => {
    expect(look(NEW, { now: T0 + 5 * MIN }, T0 + 119 * S).effects).toEqual([]);
    expect(steps(look(NEW, { now: T0 + 5 * MIN }, T0 + 121 * S).effects)).toEqual([0]);
  });

  test('leaves the time between two steps, where the first was late', () => {
    const late = look(NEW, { now: T0 + 60 * MIN });
    expect(steps(late.effects)).toEqual([0]);
    expect(steps(look(late.state, { now: T0 + 70 * MIN - 1 }).effects)).toEqual([]);
    expect(steps(look(late.state, { now: T0 + 70 * MIN }).effects)).toEqual([1]);
  });
});

test('a rule without a wait reports what is over already', () => {
  const at_once = [rule({ steps: [{ after_s: 0, to: DUTY }] })];
  expect(steps(look(NEW, { rules: at_once }, T0 + 1).effects)).toEqual([0]);
});

test.each<[string, Partial<Rule>, Partial<AlarmFacts>]>([
  ['another kind', { kinds: ['offline'] }, {}],
  ['another door', { lock_ids: [8] }, {}],
  ['a gateway, where doors are named', { lock_ids: [7] }, { lock_id: null }],
  ['another place', { location_id: 3 }, {}],
  ['an alarm older than the rule', { created_at: T0 + 1 }, {}],
  ['other hours: at 12:00 in Helsinki', { hours: [{ days: ['wed'], from: '13:00', to: '14:00' }] }, {}],
])('a rule is not about %s', (_, change, more) => {
  const { effects, state } = look(NEW, { now: T0 + 3 * MIN, rules: [rule(change)], ...more }, T0 + 3 * MIN);
  expect(effects).toEqual([]);
  expect(state.due_at).toBeNull();
});

test('quiet hours hold notices back until their end', () => {
  const rules = [rule({ quiet: [{ days: ['wed'], from: '11:00', to: '13:00' }] })];
  const held = look(NEW, { now: T0 + 2 * MIN, rules }, T0 + 5 * MIN);
  expect(held.effects).toEqual([]);
  // 13:00 in Helsinki.
  expect(held.state.due_at).toBe(T0 + 60 * MIN);
  expect(steps(look(held.state, { now: T0 + 60 * MIN, rules }).effects)).toEqual([0]);
});

test('quiet hours over the change to summer time end at their wall time', () => {
  const at = Date.parse('2026-03-28T22:30:00Z');
  const rules = [rule({ quiet: [{ days: ['sun'], from: '00:00', to: '06:00' }] })];
  const { state } = look(NEW, { now: at + 2 * MIN, started_at: at, opened_at: at, rules }, at + 9 * MIN);
  expect(state.due_at).toBe(Date.parse('2026-03-29T03:00:00Z'));
});

test.each([
  ['the rule', { rules: [rule({ muted_until: T0 + 30 * MIN })] }],
  ['the door', { muted_until: T0 + 30 * MIN }],
])('mute of %s: what ends meanwhile is not reported, what lasts is at its end', (_, muted) => {
  expect(look(NEW, { now: T0 + 5 * MIN, ...muted }, T0 + 4 * MIN).state.due_at).toBeNull();
  const lasting = look(NEW, { now: T0 + 5 * MIN, ...muted });
  expect(lasting.effects).toEqual([]);
  expect(steps(look(lasting.state, { now: T0 + 30 * MIN, ...muted }).effects)).toEqual([0]);
});

test('an alarm that lasts is looked at less and less often, at least once a minute', () => {
  const due = (age: number) => (look(NEW, { now: T0 + age, rules: [] }).state.due_at as number) - T0 - age;
  expect([0, 100 * S, 600 * S, 86_400 * S].map(due)).toEqual([1_000, 2_000, 12_000, 60_000]);
});

/* Random alarms, ends, acknowledgements and looks, at any time and with crashes: a look whose transaction is lost. */

interface Story {
  ended: number | null;
  acknowledged: number | null;
  looks: { after: number; isLost: boolean }[];
  waits: number[];
}
const story: fc.Arbitrary<Story> = fc.record({
  ended: fc.option(fc.integer({ min: 0, max: 3_600 })),
  acknowledged: fc.option(fc.integer({ min: 0, max: 3_600 })),
  looks: fc.array(fc.record({ after: fc.integer({ min: 0, max: 900 }), isLost: fc.boolean() }), {
    maxLength: 40,
  }),
  waits: fc
    .uniqueArray(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 4 })
    .map((waits) => waits.sort((a, b) => a - b)),
});

/** Plays a story until nothing is due, and says at what seconds which step was done. */
function play({ ended, acknowledged, looks, waits }: Story) {
  const rules = [rule({ steps: waits.map((after_s) => ({ after_s, to: DUTY })) })];
  let state = NEW;
  const done: { step: number; at: number }[] = [];
  const at = (now: number, isLost: boolean) => {
    const ended_at = ended !== null && ended <= now ? T0 + ended * S : null;
    const is_acknowledged = acknowledged !== null && acknowledged <= now;
    const { state: next, effects } = look(state, { now: T0 + now * S, rules, is_acknowledged }, ended_at);
    if (isLost) return;
    state = next;
    for (const { step } of effects) done.push({ step, at: now });
  };
  let now = 0;
  for (const { after, isLost } of looks) {
    now += after;
    at(now, isLost);
  }
  // The due row is looked at until nothing is due.
  for (let turns = 0; state.due_at !== null && turns < 20_000 && now < 20_000; turns++) {
    now = Math.max(now, Math.ceil((state.due_at - T0) / S));
    at(now, false);
  }
  return done;
}

test('no step is done after the acknowledgement, none twice, and all in sequence', () => {
  fc.assert(
    fc.property(story, (played) => {
      const done = play(played);
      expect(done.map(({ step }) => step)).toEqual(done.map((_, index) => index));
      for (const { at } of done)
        if (played.acknowledged !== null) expect(at).toBeLessThan(played.acknowledged);
    }),
  );
});

test('no alarm stays unreported: what lasts as long as the wait, and is not acknowledged, is reported', () => {
  fc.assert(
    fc.property(story, (played) => {
      const [wait = 0] = played.waits;
      const lasts = wait === 0 || played.ended === null || played.ended >= wait;
      const done = play({ ...played, acknowledged: null });
      expect(done.length > 0).toBe(lasts);
      for (const { at } of done) expect(at).toBeGreaterThanOrEqual(wait);
    }),
  );
});

test('no one is notified more often within an hour than the rule allows', () => {
  const times = fc.array(fc.integer({ min: 0, max: 6 * HOUR_MS }), { maxLength: 200 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 10 }), (asked, perHour) => {
      const sent: number[] = [];
      for (const at of asked.sort((a, b) => a - b)) {
        const verdict = mayNotify(sent, perHour, at);
        if (!verdict.held) sent.push(at);
        else expect(mayNotify(sent, perHour, verdict.summary_at)).toEqual({ held: false });
      }
      for (const at of sent)
        expect(sent.filter((one) => one > at - HOUR_MS && one <= at).length).toBeLessThanOrEqual(perHour);
    }),
  );
});

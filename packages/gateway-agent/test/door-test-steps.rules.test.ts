import { STEPS, type StepName, type StepResult } from '@door-access/protocol/setup';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { frozen } from '../../../test/frozen.js';
import {
  type DoorFacts,
  LONG_PATIENCE_MS,
  PATIENCE_MS,
  type TestInput,
} from '../src/door-test/step-state.rules.js';
import { beginStep, decideStep as decide, overall, stepsFor } from '../src/door-test/steps.rules.js';

const decideStep = frozen(decide);

const FACTS: DoorFacts = {
  contact: { normally: 'closed', debounceMs: 50 },
  exitButton: { debounceMs: 20 },
  strike: true,
  hold: true,
  lock: 'fail_secure',
  network: 'online',
};

type Reported = TestInput extends infer T ? (T extends TestInput ? Omit<T, 'at'> : never) : never;

/** Runs a step with inputs at these milliseconds after its start, and returns its result. */
function run(step: StepName, happened: readonly (readonly [number, Reported])[], facts = FACTS) {
  let { state } = beginStep(step, facts, 1000);
  const asks = [state.ask];
  for (const [at, input] of happened) {
    ({ state } = decideStep(state, { ...input, at: 1000 + at } as TestInput, facts));
    if (state.ask !== asks.at(-1)) asks.push(state.ask);
  }
  return { result: state.result, asks, state };
}

const contact = (active: boolean): Reported => ({ kind: 'input', input: 'contact', active });
const exit = (active = true): Reported => ({ kind: 'input', input: 'exit_button', active });
const relay = (name: 'strike' | 'hold', on: boolean): Reported => ({ kind: 'relay', relay: name, on });
const answer = (yes: boolean): Reported => ({ kind: 'answer', yes });
const tick: Reported = { kind: 'tick' };

describe('a contact', () => {
  test('that opens with bounces within its debounce time passes, with both measured', () => {
    const { result } = run('contact_open', [
      [2000, contact(false)],
      [2001, contact(true)],
      [2004, contact(false)],
      [2310, tick],
    ]);
    expect(result).toMatchObject({
      result: 'passed',
      measured: { bounces: 2, bounce_ms: 4, pause_ms: 3, after_ms: 2000 },
    });
  });

  test('that pauses between bounces for its debounce time fails, and says by how much to raise it', () => {
    const pausing = (milliseconds: number) =>
      run('contact_close', [
        [10, contact(true)],
        [20, contact(false)],
        [20 + milliseconds, contact(true)],
        [500, tick],
      ]).result;
    expect(pausing(49)).toMatchObject({ result: 'passed', measured: { pause_ms: 49 } });
    expect(pausing(50)).toMatchObject({ result: 'failed', measured: { bounce_ms: 60, pause_ms: 50 } });
    expect(pausing(60.5)?.advice).toContain('raise debounce_ms above 61');
  });

  test('that chatters for long without a pause passes: it is still one edge', () => {
    const chatter = Array.from({ length: 41 }, (_, index) => [index * 5, contact(index % 2 === 0)] as const);
    expect(run('contact_close', [...chatter, [600, tick]]).result).toMatchObject({
      result: 'passed',
      measured: { bounces: 40, bounce_ms: 200, pause_ms: 5 },
    });
  });

  test('that was open at first is measured from its last movement', () => {
    const { result } = run('contact_open', [
      [1000, contact(true)],
      [9000, contact(false)],
      [9400, tick],
    ]);
    expect(result).toMatchObject({ result: 'passed', measured: { bounces: 0, after_ms: 9000 } });
  });

  test('that is normally open counts the other way round', () => {
    const facts = { ...FACTS, contact: { normally: 'open' as const, debounceMs: 50 } };
    const happened = [
      [10, contact(true)],
      [400, tick],
    ] as const;
    expect(run('contact_open', happened, facts).result?.result).toBe('passed');
  });

  test.each([
    ['nothing', [], 'nothing was seen within 30 s', 'check the contact’s wires'],
    ['the wrong level', [[10, contact(true)]], 'the input moved the other way', 'check "normally"'],
  ] as const)('of which %s comes fails after half a minute', (_, happened, detail, advice) => {
    const before = run('contact_open', [...happened, [PATIENCE_MS - 1, tick]]);
    expect(before.result).toBeNull();
    const { result } = run('contact_open', [...happened, [PATIENCE_MS, tick]]);
    expect(result).toMatchObject({ result: 'failed', detail });
    expect(result?.advice).toContain(advice);
  });
});

describe('an exit button', () => {
  const click = (at: number, milliseconds = 120) =>
    [
      [at, exit()],
      [at + milliseconds, exit(false)],
    ] as const;

  test('passes with an ordinary click, as counted by the debounce of its door', () => {
    const { result } = run('exit_button', [...click(2000), [2500, tick]]);
    expect(result).toMatchObject({ result: 'passed', measured: { bounces: 0, after_ms: 2000 } });
  });

  test('passes with a long press', () => {
    const held = [
      [2000, exit()],
      [2001, exit(false)],
      [2003, exit()],
      [2310, tick],
    ] as const;
    expect(run('exit_button', held).result).toMatchObject({
      result: 'passed',
      measured: { bounces: 2, bounce_ms: 3, pause_ms: 2 },
    });
  });

  test('that was held down when the step began is measured from the next press', () => {
    const happened = [[500, exit(false)], [1000, tick], ...click(3000), [3500, tick]] as const;
    expect(run('exit_button', happened).result).toMatchObject({
      result: 'passed',
      measured: { after_ms: 3000 },
    });
  });

  test('that gives several presses is tried once more, and fails if it gives several again', () => {
    const twice = (at: number) => [...click(at), ...click(at + 200), [at + 900, tick]] as const;
    const once = run('exit_button', twice(1000));
    expect([once.result, once.asks.at(-1)]).toEqual([
      null,
      '2 presses were counted: press it once more, once.',
    ]);
    expect(run('exit_button', [...twice(1000), ...click(4000), [4900, tick]]).result?.result).toBe('passed');
    const { result } = run('exit_button', [...twice(1000), ...twice(4000)]);
    expect(result).toMatchObject({ result: 'failed', detail: '2 presses were counted for one' });
    expect(result?.advice).toContain('raise debounce_ms');
  });

  test('that chatters for less than its debounce time does not count as pressed', () => {
    const { result } = run('exit_button', [...click(2000, 10), [2500, tick], [PATIENCE_MS, tick]]);
    expect(result).toMatchObject({
      result: 'failed',
      detail: 'only pulses shorter than debounce_ms (20) were seen',
    });
  });

  test.each([
    ['is silent', [], 'nothing was seen within 30 s', 'check the button’s wires'],
    [
      'rests closed',
      [
        [2000, exit(false)],
        [2120, exit()],
        [2500, tick],
      ],
      'the input moved the other way',
      'normally closed',
    ],
  ] as const)('that %s fails after half a minute', (_, happened, detail, advice) => {
    const { result } = run('exit_button', [...happened, [PATIENCE_MS, tick]]);
    expect(result).toMatchObject({ result: 'failed', detail });
    expect(result?.advice).toContain(advice);
  });
});

describe('a strike', () => {
  const pulsed = (milliseconds: number) =>
    [
      [5, relay('strike', true)],
      [5 + milliseconds, relay('strike', false)],
    ] as const;

  test('begins with a pulse of a second, and asks whether the lock followed', () => {
    expect(beginStep('strike', FACTS, 0).effects).toEqual([{ kind: 'pulse', milliseconds: 1000 }]);
    const { state } = run('strike', pulsed(1003));
    expect(state).toMatchObject({ isQuestion: true, measured: { pulse_ms: 1003 }, deadline: null });
  });

  test.each([
    [850, true],
    [1150, true],
    [849, false],
    [1151, false],
  ])('on for %d ms passes: %s', (milliseconds, passes) => {
    const { result } = run('strike', [...pulsed(milliseconds), [3000, answer(true)]]);
    expect(result).toMatchObject({
      result: passes ? 'passed' : 'failed',
      measured: { pulse_ms: milliseconds },
    });
  });

  test('that the lock does not follow fails, and says what to check', () => {
    const { result } = run('strike', [...pulsed(1000), [3000, answer(false)]]);
    expect(result).toMatchObject({ result: 'failed', measured: { pulse_ms: 1000 } });
    expect(result?.advice).toContain('active_low');
  });

  test('whose board fails, or never answers, fails with the reason', () => {
    const failed = run('strike', [[20, { kind: 'relay_failed', message: 'the board does not answer' }]]);
    expect(failed.result).toMatchObject({ result: 'failed', detail: 'the board does not answer' });
    const silent = run('strike', [[PATIENCE_MS, tick]]);
    expect(silent.result).toMatchObject({ result: 'failed', detail: 'the relay did not answer' });
  });
});

test.each(['hold_on', 'hold_off'] as const)('%s switches, measures, and asks', (step) => {
  const on = step === 'hold_on';
  expect(beginStep(step, FACTS, 0).effects).toEqual([{ kind: 'hold', on }]);
  const happened = [
    [12, relay('hold', on)],
    [900, answer(true)],
  ] as const;
  expect(run(step, happened).result).toMatchObject({ result: 'passed', measured: { switch_ms: 12 } });
});

describe('a forced opening', () => {
  test('is one after ten seconds without a press or an opening', () => {
    const { result, asks } = run('forced', [
      [10_001, tick],
      [12_000, contact(false)],
    ]);
    expect(asks.at(-1)).toContain('push the door open');
    expect(result).toMatchObject({ result: 'passed', measured: { quiet_ms: 12_000 } });
  });

  test('is none while something explains it: the ten seconds begin again', () => {
    const { result, state } = run('forced', [
      [10_001, tick],
      [11_000, exit()],
      [11_100, exit(false)],
      [12_000, contact(false)],
      [13_000, contact(true)],
      [22_000, tick],
    ]);
    expect(result).toBeNull();
    expect(state.phase).toBe('quiet');
    expect(decideStep(state, { ...tick, at: 1000 + 22_001 } as TestInput, FACTS).state.phase).toBe('push');
  });

  test('that never comes fails after three minutes', () => {
    const { result } = run('forced', [
      [10_001, tick],
      [LONG_PATIENCE_MS, tick],
    ]);
    expect(result?.result).toBe('failed');
  });
});

describe('the network', () => {
  test('pulled and back is measured', () => {
    const { result } = run('network', [
      [8000, { kind: 'network', up: false }],
      [15_500, { kind: 'network', up: true }],
    ]);
    expect(result).toMatchObject({ result: 'passed', measured: { noticed_ms: 8000, back_ms: 7500 } });
  });

  test.each([
    ['that does not break', [], 'Wi-Fi'],
    ['that does not come back', [[100, { kind: 'network', up: false }]], 'check cable and switch'],
  ] as const)('%s fails', (_, happened, advice) => {
    const { result } = run('network', [...happened, [2 * LONG_PATIENCE_MS, tick]]);
    expect(result?.result).toBe('failed');
    expect(result?.advice).toContain(advice);
  });

  test('that is not there to begin with fails at once', () => {
    expect(run('network', [], { ...FACTS, network: 'offline' }).result).toMatchObject({
      result: 'failed',
      advice: 'run door-agent doctor',
    });
  });
});

describe('the power', () => {
  test.each([
    ['fail_secure', 'locked without power'],
    ['fail_safe', 'open without power'],
  ] as const)('of a %s lock is cut and back, and the question is what the lock did', (lock, words) => {
    const { result, asks } = run(
      'power',
      [
        [100, { kind: 'power', up: false }],
        [9100, { kind: 'power', up: true }],
        [12_000, answer(true)],
      ],
      { ...FACTS, lock },
    );
    expect(asks.at(-1)).toContain(words);
    expect(result).toMatchObject({ result: 'passed', measured: { off_ms: 9000 } });
  });

  test('of a lock alone is back when the person says so', () => {
    const { result } = run('power', [
      [9000, answer(true)],
      [12_000, answer(false)],
    ]);
    expect(result).toMatchObject({ result: 'failed', measured: {} });
    expect(result?.advice).toContain('fail_secure');
  });
});

test.each([
  ['all is wired', FACTS, STEPS],
  [
    'there is a strike alone',
    { ...FACTS, contact: null, exitButton: null, hold: false, network: 'none' as const },
    ['strike', 'power'],
  ],
  [
    'there is no exit button',
    { ...FACTS, exitButton: null },
    STEPS.filter((step) => !['exit_button', 'forced'].includes(step)),
  ],
])('where %s, only what is wired is tested', (_, facts, steps) => {
  expect(stepsFor(facts)).toEqual(steps);
});

test.each(['contact_open', 'exit_button', 'strike', 'hold_on', 'forced', 'network', 'power'] as const)(
  '%s can be left out at any time',
  (step) => {
    expect(run(step, [[50, { kind: 'skip' }]]).result).toMatchObject({ result: 'skipped', advice: '' });
  },
);

const anInput = fc.oneof(
  fc.record({
    kind: fc.constant('input'),
    input: fc.constantFrom('contact', 'exit_button'),
    active: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('relay'), relay: fc.constantFrom('strike', 'hold'), on: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('network', 'power'), up: fc.boolean() }),
  fc.record({ kind: fc.constant('answer'), yes: fc.boolean() }),
  fc.constant({ kind: 'tick' }),
);

test('whatever happens: a result stays, one that failed says what to check, and every number is one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STEPS),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 60_000 }), anInput), { maxLength: 40 }),
      (step, happened) => {
        let { state } = beginStep(step, FACTS, 0);
        let at = 0;
        let ended: StepResult | null = null;
        for (const [later, input] of happened) {
          at += later;
          ({ state } = decideStep(state, { ...input, at } as TestInput, FACTS));
          if (ended) expect(state.result).toBe(ended);
          ended = state.result;
        }
        if (!ended) return;
        expect(ended.result === 'failed').toBe(ended.advice !== '');
        for (const value of Object.values(ended.measured)) expect(value).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test.each([
  [['passed', 'passed'], 'passed'],
  [['passed', 'skipped'], 'incomplete'],
  [['skipped', 'failed'], 'failed'],
] as const)('steps that are %j together are %s', (results, whole) => {
  expect(overall(results.map((result) => ({ result })))).toBe(whole);
});

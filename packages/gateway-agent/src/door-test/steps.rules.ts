import type { StepName, StepResult } from '@door-access/protocol/setup';
import { forced, move } from './step-moves.rules.js';
import { hold, network, power, pulse } from './step-outputs.rules.js';
import { press } from './step-press.rules.js';
import {
  contactLevel,
  type DoorFacts,
  end,
  LONG_PATIENCE_MS,
  PATIENCE_MS,
  PULSE_MS,
  type StepDecision,
  type StepState,
  type TestInput,
} from './step-state.rules.js';

/*
 * The guided test of a door as one pure machine a step: a person moves the door, the caller reports what
 * happened, and it says what to ask, what to switch, and how the step ended. Times are monotonic milliseconds.
 */

/** The steps for the wired terminals, in the order in which a person does them. */
export function stepsFor(facts: DoorFacts): StepName[] {
  return [
    ...(facts.contact ? (['contact_open', 'contact_close'] as const) : []),
    ...(facts.exitButton ? (['exit_button'] as const) : []),
    ...(facts.strike ? (['strike'] as const) : []),
    ...(facts.hold ? (['hold_on', 'hold_off'] as const) : []),
    ...(facts.contact && facts.exitButton ? (['forced'] as const) : []),
    ...(facts.network !== 'none' ? (['network'] as const) : []),
    'power',
  ];
}

export function beginStep(step: StepName, facts: DoorFacts, at: number): StepDecision {
  const base: StepState = {
    step,
    phase: 'waiting',
    ask: '',
    isQuestion: false,
    deadline: at + PATIENCE_MS,
    startedAt: at,
    edges: [],
    from: at,
    measured: {},
    result: null,
  };
  const ask = (text: string, more: Partial<StepState> = {}): StepState => ({ ...base, ask: text, ...more });
  switch (step) {
    case 'contact_open':
      return stay(ask('Start with the door closed, and open it now.'));
    case 'contact_close':
      return stay(ask('Close the door now.'));
    case 'exit_button':
      return stay(ask('Press the exit button now.'));
    case 'strike':
      return {
        state: ask(`The strike goes on for ${PULSE_MS / 1000} s: watch the lock.`),
        effects: [{ kind: 'pulse', milliseconds: PULSE_MS }],
      };
    case 'hold_on':
    case 'hold_off':
      return {
        state: ask('The hold relay switches.'),
        effects: [{ kind: 'hold', on: step === 'hold_on' }],
      };
    case 'forced':
      return stay(
        ask('Close the door, and leave it and the exit button alone for ten seconds.', {
          phase: 'quiet',
          deadline: at + LONG_PATIENCE_MS,
        }),
      );
    case 'network':
      if (facts.network !== 'online')
        return stay(end(base, 'failed', 'there is no connection to begin with', 'run door-agent doctor'));
      return stay(ask('Pull the network cable now.', { deadline: at + LONG_PATIENCE_MS }));
    case 'power':
      return stay(
        ask(
          'Cut the power of gateway and lock now, wait ten seconds, and put it back. Where the gateway stays on: is the power back?',
          { deadline: null, isQuestion: true },
        ),
      );
  }
}

/** Applies an input to a step; does nothing once the step has its result. */
export function decideStep(state: StepState, input: TestInput, facts: DoorFacts): StepDecision {
  if (state.result) return stay(state);
  if (input.kind === 'skip') return stay(end(state, 'skipped', 'left out by the tester', ''));
  if (input.kind === 'relay_failed')
    return stay(
      end(state, 'failed', input.message, 'check the board’s cable and power, and run door-agent doctor'),
    );
  switch (state.step) {
    case 'contact_open':
    case 'contact_close':
      return stay(move(state, input, facts, contactLevel(facts, state.step === 'contact_open')));
    case 'exit_button':
      return stay(press(state, input, facts));
    case 'strike':
      return stay(pulse(state, input));
    case 'hold_on':
    case 'hold_off':
      return stay(hold(state, input, state.step === 'hold_on'));
    case 'forced':
      return stay(forced(state, input, facts));
    case 'network':
      return stay(network(state, input));
    case 'power':
      return stay(power(state, input, facts));
  }
}

const stay = (state: StepState): StepDecision => ({ state, effects: [] });

/** The overall result: `incomplete` if nothing failed but a step was left out. */
export function overall(steps: readonly Pick<StepResult, 'result'>[]): 'passed' | 'failed' | 'incomplete' {
  if (steps.some(({ result }) => result === 'failed')) return 'failed';
  return steps.some(({ result }) => result === 'skipped') ? 'incomplete' : 'passed';
}

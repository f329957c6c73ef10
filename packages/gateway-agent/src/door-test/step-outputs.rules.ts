import {
  type DoorFacts,
  end,
  isLate,
  LONG_PATIENCE_MS,
  PULSE_MS,
  PULSE_TOLERANCE_MS,
  question,
  type StepState,
  seconds,
  type TestInput,
  tenth,
} from './step-state.rules.js';

/* Steps in which the gateway switches, or is switched off. */

const QUESTIONS = {
  strike: 'Did the lock let go, and hold again after it?',
  hold_on: 'Is the door free to open now?',
  hold_off: 'Is it locked again?',
} as const;

export function pulse(state: StepState, input: TestInput): StepState {
  if (input.kind === 'relay' && input.relay === 'strike') {
    if (input.on) return { ...state, phase: 'on', from: input.at };
    if (state.phase !== 'on') return state;
    const pulse_ms = Math.round(input.at - state.from);
    if (Math.abs(pulse_ms - PULSE_MS) > PULSE_TOLERANCE_MS)
      return end(
        state,
        'failed',
        `on for ${pulse_ms} ms instead of ${PULSE_MS} ms`,
        'check the board’s serial line (baud_rate, cable), and what else keeps this machine busy',
        { pulse_ms },
      );
    return question(state, QUESTIONS.strike, { pulse_ms });
  }
  if (input.kind === 'answer' && state.phase === 'asked') {
    const detail = `on for ${state.measured.pulse_ms} ms`;
    return input.yes
      ? end(state, 'passed', detail, '')
      : end(
          state,
          'failed',
          `${detail}, but the lock did not follow`,
          'check "lock" and active_low of the strike, the relay’s contacts (NO or NC), and the lock’s supply',
        );
  }
  return unanswered(state, input);
}

export function hold(state: StepState, input: TestInput, on: boolean): StepState {
  if (input.kind === 'relay' && input.relay === 'hold' && input.on === on && state.phase === 'waiting')
    return question(state, on ? QUESTIONS.hold_on : QUESTIONS.hold_off, {
      switch_ms: tenth(input.at - state.startedAt),
    });
  if (input.kind === 'answer' && state.phase === 'asked')
    return input.yes
      ? end(state, 'passed', on ? 'held open' : 'locked again', '')
      : end(
          state,
          'failed',
          'the lock did not follow',
          'check active_low of the hold relay, its contacts (NO or NC), and the lock’s supply',
        );
  return unanswered(state, input);
}

/** The relay never said that it switched. */
function unanswered(state: StepState, input: TestInput): StepState {
  if (!isLate(state, input)) return state;
  return end(
    state,
    'failed',
    'the relay did not answer',
    'check the board’s cable and power, and run door-agent doctor',
  );
}

export function network(state: StepState, input: TestInput): StepState {
  if (input.kind === 'network' && !input.up && state.phase === 'waiting')
    return {
      ...state,
      phase: 'down',
      from: input.at,
      deadline: input.at + LONG_PATIENCE_MS,
      ask: 'The connection is gone. Plug the cable in again now.',
      measured: { noticed_ms: Math.round(input.at - state.startedAt) },
    };
  if (input.kind === 'network' && input.up && state.phase === 'down') {
    const back_ms = Math.round(input.at - state.from);
    return end(state, 'passed', `the connection was back ${seconds(back_ms)} after it broke`, '', {
      back_ms,
    });
  }
  if (!isLate(state, input)) return state;
  return state.phase === 'down'
    ? end(
        state,
        'failed',
        `no connection ${seconds(input.at - state.from)} after it broke`,
        'check cable and switch, and run door-agent doctor',
      )
    : end(
        state,
        'failed',
        'the connection did not break',
        'does the gateway reach the cloud by another way as well, such as Wi-Fi?',
      );
}

export function power(state: StepState, input: TestInput, facts: DoorFacts): StepState {
  if (input.kind === 'power' && !input.up)
    return {
      ...state,
      phase: 'off',
      from: input.at,
      isQuestion: false,
      ask: 'The power is gone. Put it back.',
    };
  const isBack = input.kind === 'power' ? input.up : input.kind === 'answer' && input.yes;
  if (isBack && state.phase !== 'asked') {
    const was = facts.lock === 'fail_safe' ? 'open' : 'locked';
    return question(
      state,
      `Was the door ${was} without power, and is it locked now?`,
      state.phase === 'off' ? { off_ms: Math.round(input.at - state.from) } : {},
    );
  }
  if (input.kind === 'answer' && state.phase === 'asked') {
    const { off_ms } = state.measured;
    const detail = off_ms === undefined ? 'back after a power cut' : `back ${seconds(off_ms)} after the cut`;
    return input.yes
      ? end(state, 'passed', detail, '')
      : end(
          state,
          'failed',
          `${detail}, but the lock was not as it should be`,
          `check "lock" (now ${facts.lock}), the relay’s contacts (NO or NC), and active_low`,
        );
  }
  return state;
}

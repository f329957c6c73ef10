import {
  contactLevel,
  type DoorFacts,
  end,
  FORCED_QUIET_MS,
  isLate,
  NOTHING_SEEN,
  REST_MS,
  type StepState,
  seconds,
  type TestInput,
  tenth,
} from './step-state.rules.js';

/* Steps in which a person moves the door. */

/** The contact settles at a level; its bounce is compared with the debounce time. */
export function move(state: StepState, input: TestInput, facts: DoorFacts, level: boolean): StepState {
  if (input.kind === 'input' && input.input === 'contact')
    return { ...state, edges: [...state.edges, { active: input.active, at: input.at }] };
  const [first] = state.edges;
  const last = state.edges.at(-1);
  const isAtRest = last !== undefined && input.at - last.at > REST_MS;
  if (first && last?.active === level && isAtRest) {
    const debounceMs = facts.contact?.debounceMs ?? 0;
    // What came before this movement, such as a door that was open at first, is not its bounce.
    const burst = lastBurst(state.edges);
    const bounces = burst.length - 1;
    const bounce_ms = tenth(last.at - (burst[0]?.at ?? last.at));
    const pause_ms = tenth(longestPause(burst));
    const after_ms = Math.round((burst[0]?.at ?? last.at) - state.startedAt);
    const measured = { bounces, bounce_ms, pause_ms, after_ms };
    const pauses = bounces > 0 ? `, ${pause_ms} ms at the most between two` : '';
    const detail = `${bounces} ${bounces === 1 ? 'bounce' : 'bounces'} in ${bounce_ms} ms${pauses} (debounce_ms is ${debounceMs})`;
    // A change counts after a whole window of quiet, so a bounce that pauses that long is reported as an edge.
    return pause_ms < debounceMs
      ? end(state, 'passed', detail, '', measured)
      : end(
          state,
          'failed',
          detail,
          `raise debounce_ms above ${Math.ceil(pause_ms)}, or replace what bounces so long`,
          measured,
        );
  }
  if (!isLate(state, input)) return state;
  if (!last)
    return end(
      state,
      'failed',
      `nothing was seen within ${seconds(input.at - state.startedAt)}`,
      NOTHING_SEEN.contact,
    );
  return end(
    state,
    'failed',
    'the input moved the other way',
    'check "normally" of the contact, or its active_low',
  );
}

/** The edges since the last time of rest. */
function lastBurst(edges: StepState['edges']): StepState['edges'] {
  let start = edges.length - 1;
  while (start > 0 && (edges[start]?.at ?? 0) - (edges[start - 1]?.at ?? 0) <= REST_MS) start -= 1;
  return edges.slice(start);
}

const longestPause = (burst: StepState['edges']): number =>
  Math.max(0, ...burst.slice(1).map(({ at }, index) => at - (burst[index]?.at ?? at)));

/** An opening that nothing explains: no strike, no hold and no exit press within the window before it. */
export function forced(state: StepState, input: TestInput, facts: DoorFacts): StepState {
  const isPress = input.kind === 'input' && input.input === 'exit_button' && input.active;
  const isOpening =
    input.kind === 'input' && input.input === 'contact' && input.active === contactLevel(facts, true);
  const quietMs = input.at - state.from;
  if (state.phase === 'push' && isOpening)
    return end(state, 'passed', 'opened with nothing to explain it: this is reported as forced', '', {
      quiet_ms: Math.round(quietMs),
    });
  if (isPress || isOpening)
    return {
      ...state,
      phase: 'quiet',
      from: input.at,
      ask: `${isPress ? 'The exit button was pressed' : 'The door was opened'}: close the door, and leave both alone for ten seconds.`,
    };
  if (state.phase === 'quiet' && quietMs > FORCED_QUIET_MS)
    return {
      ...state,
      phase: 'push',
      ask: 'Hold the latch back by hand, without the exit button, and push the door open now.',
    };
  if (!isLate(state, input)) return state;
  return end(
    state,
    'failed',
    `no unexplained opening within ${seconds(input.at - state.startedAt)}`,
    state.phase === 'quiet'
      ? 'the exit button or the contact does not come to rest: check both for loose wires'
      : NOTHING_SEEN.contact,
  );
}

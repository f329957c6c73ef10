import { type DebounceInput, decideDebounce, type Edge, settledAt } from '../debounce.rules.js';
import {
  type DoorFacts,
  end,
  isLate,
  NOTHING_SEEN,
  REST_MS,
  type StepState,
  seconds,
  type TestInput,
  tenth,
} from './step-state.rules.js';

/* The step in which a person presses the exit button: a press is whatever the door's debounce counts as one. */

export function press(state: StepState, input: TestInput, facts: DoorFacts): StepState {
  if (input.kind === 'input' && input.input === 'exit_button')
    return { ...state, edges: [...state.edges, { active: input.active, at: input.at }] };
  const last = state.edges.at(-1);
  const isAtRest = last !== undefined && input.at - last.at > REST_MS;
  // Wait for a press that is in progress when the time ends.
  const isOver = isLate(state, input) && (last === undefined || isAtRest);
  if (!isAtRest && !isOver) return state;
  const debounceMs = facts.exitButton?.debounceMs ?? 0;
  const edges = debounced(state.edges, input.at, debounceMs);
  const [first] = edges;
  if (first?.level) return judge(state, edges, debounceMs);
  // The button was held down when the step began.
  if (first && last?.active === false) return { ...state, edges: [] };
  return isOver ? notPressed(state, input, first !== undefined, debounceMs) : state;
}

function judge(state: StepState, edges: readonly Edge[], debounceMs: number): StepState {
  const presses = edges.filter(({ level }) => level);
  const [{ at }] = presses as [Edge];
  const burst = burstFrom(state.edges, at, debounceMs);
  const pauses = burst.slice(1).map((edge, index) => edge.at - (burst[index]?.at ?? edge.at));
  const measured = {
    bounces: burst.length - 1,
    bounce_ms: tenth((burst.at(-1)?.at ?? at) - at),
    pause_ms: tenth(Math.max(0, ...pauses)),
    after_ms: Math.round(at - state.startedAt),
  };
  if (presses.length === 1) {
    const { bounces, bounce_ms } = measured;
    const words = `${bounces} ${bounces === 1 ? 'bounce' : 'bounces'} in ${bounce_ms} ms`;
    return end(state, 'passed', `${words} (debounce_ms is ${debounceMs})`, '', measured);
  }
  const again = `${presses.length} presses were counted: press it once more, once.`;
  // A person may press twice by accident; if it happens again, the button bounces.
  if (state.phase !== 'again') return { ...state, phase: 'again', ask: again, edges: [] };
  return end(
    state,
    'failed',
    `${presses.length} presses were counted for one`,
    'raise debounce_ms, or replace the button: it bounces for longer than that',
    measured,
  );
}

function notPressed(state: StepState, input: TestInput, hasMoved: boolean, debounceMs: number): StepState {
  if (hasMoved)
    return end(
      state,
      'failed',
      'the input moved the other way',
      'check active_low of the exit button: is it wired normally closed?',
    );
  if (state.edges.length > 0)
    return end(
      state,
      'failed',
      `only pulses shorter than debounce_ms (${debounceMs}) were seen`,
      'press it for longer, lower debounce_ms, or check the button for a loose wire',
    );
  return end(
    state,
    'failed',
    `nothing was seen within ${seconds(input.at - state.startedAt)}`,
    NOTHING_SEEN.exit_button,
  );
}

/** The presses that the door itself would have counted until now. */
function debounced(edges: StepState['edges'], now: number, window: number): Edge[] {
  const [first] = edges;
  if (!first) return [];
  const inputs: DebounceInput[] = [
    ...edges.map(({ active, at }) => ({ kind: 'transition' as const, level: active, at })),
    { kind: 'settle', at: now },
  ];
  let state = settledAt(!first.active);
  return inputs.flatMap((input) => {
    const decision = decideDebounce(state, input, { window });
    state = decision.state;
    return decision.effects;
  });
}

/** The raw edges of one press: from its first on, for as long as each follows within the debounce time. */
function burstFrom(edges: StepState['edges'], from: number, window: number): StepState['edges'] {
  const burst: StepState['edges'][number][] = [];
  for (const edge of edges) {
    if (edge.at < from) continue;
    const before = burst.at(-1);
    if (before && edge.at - before.at >= window) break;
    burst.push(edge);
  }
  return burst;
}

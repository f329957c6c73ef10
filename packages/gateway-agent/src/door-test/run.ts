import type { Clock } from '@door-access/protocol';
import type { StepName, StepResult } from '@door-access/protocol/setup';
import type { Rig } from './rig.js';
import type { StepState, TestInput } from './step-state.rules.js';
import { beginStep, decideStep, stepsFor } from './steps.rules.js';

/* Leads a person through the steps of one door, on a terminal or a page. */

export interface TestView {
  readonly door: number;
  readonly name: string;
  /** Simulated hardware: the program plays the person. */
  readonly simulated: boolean;
  readonly steps: readonly { readonly step: StepName; readonly result: StepResult | null }[];
  /** The current step; null after the last one. */
  readonly now: StepName | null;
  readonly ask: string;
  readonly isQuestion: boolean;
  /** Milliseconds until the step times out; null if it does not. */
  readonly leftMs: number | null;
}

export type FrontInput = { readonly kind: 'answer'; readonly yes: boolean } | { readonly kind: 'skip' };

/** The user interface of the test. */
export interface Front {
  show(view: TestView): void;
  listen(take: (input: FrontInput) => void): () => void;
}

export interface DoorTest {
  readonly door: { readonly door: number; readonly name: string };
  readonly rig: Rig;
  readonly front: Front;
  readonly clock: Clock;
  /** Steps of a test that a power cut has ended. */
  readonly before?: readonly StepResult[];
  /** The power cut is over: the machine has restarted. */
  readonly isBack?: boolean;
  /** Called before a step that may end this process. */
  readonly onStep?: (step: StepName, soFar: readonly StepResult[]) => void;
  readonly signal?: AbortSignal;
}

const TICK_MS = 20;

export async function runDoorTest(test: DoorTest): Promise<StepResult[]> {
  const { rig, before = [], isBack = false, onStep } = test;
  const all = stepsFor(rig.facts());
  const results = new Map(before.map((result) => [result.step, result]));
  for (const step of all) {
    if (results.has(step)) continue;
    onStep?.(step, [...results.values()]);
    let result = await runStep(test, all, results, step, isBack && step === 'power');
    // On simulated hardware a fault never goes away.
    while (result.result === 'failed' && !rig.hand && (await wantsAgain(test, all, results, result)))
      result = await runStep(test, all, results, step, false);
    results.set(step, result);
  }
  show(test, all, results, null);
  return all.flatMap((step) => results.get(step) ?? []);
}

async function runStep(
  test: DoorTest,
  all: readonly StepName[],
  results: ReadonlyMap<StepName, StepResult>,
  step: StepName,
  isBack: boolean,
): Promise<StepResult> {
  const { rig, front, clock, signal } = test;
  const queue: TestInput[] = [];
  const stops = [
    rig.listen((input) => queue.push(input)),
    front.listen((input) => queue.push({ ...input, at: clock.monotonic() })),
  ];
  try {
    const facts = rig.facts();
    let { state, effects } = beginStep(step, facts, clock.monotonic());
    if (isBack) queue.push({ kind: 'power', up: true, at: clock.monotonic() });
    let handled = '';
    while (true) {
      for (const effect of effects) void rig.perform(effect);
      if (state.result) return state.result;
      show(test, all, results, state);
      // Carries out each request once.
      if (rig.hand && handled !== state.ask) {
        handled = state.ask;
        void rig.hand(state);
      }
      if (queue.length === 0) await clock.sleep(TICK_MS, signal);
      const input = queue.shift() ?? { kind: 'tick', at: clock.monotonic() };
      ({ state, effects } = decideStep(state, input, facts));
    }
  } finally {
    for (const stop of stops) stop();
  }
}

async function wantsAgain(
  test: DoorTest,
  all: readonly StepName[],
  results: ReadonlyMap<StepName, StepResult>,
  failed: StepResult,
): Promise<boolean> {
  const { front, clock, signal } = test;
  const answers: FrontInput[] = [];
  const stop = front.listen((input) => answers.push(input));
  try {
    front.show({
      ...viewOf(test, all, new Map([...results, [failed.step, failed]])),
      now: failed.step,
      ask: `Failed: ${failed.detail}. ${failed.advice ? `${capital(failed.advice)}. ` : ''}Try it again?`,
      isQuestion: true,
    });
    while (answers.length === 0) await clock.sleep(TICK_MS, signal);
    const [answer] = answers;
    return answer?.kind === 'answer' && answer.yes;
  } finally {
    stop();
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function show(
  test: DoorTest,
  all: readonly StepName[],
  results: ReadonlyMap<StepName, StepResult>,
  state: StepState | null,
): void {
  const view = viewOf(test, all, results);
  if (!state) test.front.show(view);
  else
    test.front.show({
      ...view,
      now: state.step,
      ask: state.ask,
      isQuestion: state.isQuestion,
      leftMs: state.deadline === null ? null : Math.max(0, state.deadline - test.clock.monotonic()),
    });
}

function viewOf(
  { door, rig }: DoorTest,
  all: readonly StepName[],
  results: ReadonlyMap<StepName, StepResult>,
): TestView {
  return {
    door: door.door,
    name: door.name,
    simulated: rig.hand !== null,
    steps: all.map((step) => ({ step, result: results.get(step) ?? null })),
    now: null,
    ask: '',
    isQuestion: false,
    leftMs: null,
  };
}

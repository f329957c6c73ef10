import type { Decision } from '@door-access/protocol';

/*
 * Debounce of one input. A change counts once the input has been quiet for a whole window, and is then
 * stamped with the time of its first transition; a bounce back to the old level leaves no edge.
 * All times are monotonic milliseconds.
 */

export interface Debounce {
  /** The last reported level. */
  readonly level: boolean;
  /** What the input does now, where that is not settled yet. */
  readonly pending: { readonly level: boolean; readonly since: number; readonly changed: number } | null;
}

export interface Edge {
  readonly level: boolean;
  readonly at: number;
}

/** An input that never rests (a loose wire) is taken as it is after so many windows, so that it is seen. */
export const LONGEST_CHATTER_WINDOWS = 20;

export const settledAt = (level: boolean): Debounce => ({ level, pending: null });

/** When to settle next; null while nothing is pending. */
export function debounceDue(state: Debounce, window: number): number | null {
  if (!state.pending) return null;
  const { since, changed } = state.pending;
  return Math.min(changed + window, since + LONGEST_CHATTER_WINDOWS * window);
}

export type DebounceInput =
  | { readonly kind: 'transition'; readonly level: boolean; readonly at: number }
  /** A timer; one that ran late changes nothing. */
  | { readonly kind: 'settle'; readonly at: number };

/** `window`: how long an input has to be quiet. */
export function decideDebounce(
  state: Debounce,
  input: DebounceInput,
  { window }: { window: number },
): Decision<Debounce, Edge> {
  // What was due before a transition is settled first.
  const settled = settle(state, input.at, window);
  if (input.kind === 'settle') return settled;
  return { state: transition(settled.state, input.level, input.at), effects: settled.effects };
}

function settle(state: Debounce, now: number, window: number): Decision<Debounce, Edge> {
  const due = debounceDue(state, window);
  if (!state.pending || due === null || now < due) return { state, effects: [] };
  const { level, since } = state.pending;
  return { state: settledAt(level), effects: level === state.level ? [] : [{ level, at: since }] };
}

function transition(state: Debounce, level: boolean, at: number): Debounce {
  const known = state.pending?.level ?? state.level;
  if (level === known) return state;
  const since = state.pending?.since ?? at;
  const changed = Math.max(at, state.pending?.changed ?? at);
  return { level: state.level, pending: { level, since, changed } };
}

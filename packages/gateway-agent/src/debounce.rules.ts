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

/** When `settle` has to be called next; null while nothing is pending. */
export function debounceDue(state: Debounce, window: number): number | null {
  if (!state.pending) return null;
  const { since, changed } = state.pending;
  return Math.min(changed + window, since + LONGEST_CHATTER_WINDOWS * window);
}

export function settle(state: Debounce, now: number, window: number): { state: Debounce; edge: Edge | null } {
  const due = debounceDue(state, window);
  if (!state.pending || due === null || now < due) return { state, edge: null };
  const { level, since } = state.pending;
  return { state: settledAt(level), edge: level === state.level ? null : { level, at: since } };
}

/** Takes a raw transition. A timer that ran late changes nothing: what was due before `at` is settled first. */
export function transition(
  before: Debounce,
  level: boolean,
  at: number,
  window: number,
): { state: Debounce; edge: Edge | null } {
  const { state, edge } = settle(before, at, window);
  const known = state.pending?.level ?? state.level;
  if (level === known) return { state, edge };
  const since = state.pending?.since ?? at;
  const changed = Math.max(at, state.pending?.changed ?? at);
  return { state: { level: state.level, pending: { level, since, changed } }, edge };
}

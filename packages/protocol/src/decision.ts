/**
 * What a decider `(state, input, facts)` returns: the state after the input, and what is to be done about it, in
 * sequence. It mutates none of its arguments.
 */
export interface Decision<State, Effect> {
  readonly state: State;
  readonly effects: readonly Effect[];
}

import type { HoldDecision, HoldFacts, HoldInput, HoldState, Unsent } from './hold.types.js';

/*
 * A message that was not handed over to its gateway is no attempt: the same one is handed over again under the same id, after
 * a pause that doubles, in time before an emergency holds the gateway for silent. Pure.
 */

export const FIRST_HAND_OVER_PAUSE_MS = 250;

/** Past `until` something else follows by itself. */
const handedOverAgain = ({ unsent = 0 }: Unsent, now: number, until: number): Unsent => {
  const again_at = now + FIRST_HAND_OVER_PAUSE_MS * 2 ** unsent;
  return { unsent: unsent + 1, again_at: again_at < until ? again_at : undefined };
};

export const isToHandOver = ({ again_at }: Unsent, now: number): boolean =>
  again_at !== undefined && again_at <= now;

export function decideUnsent(state: HoldState, input: HoldInput, { now }: HoldFacts): HoldDecision {
  if (input.kind !== 'unsent') return { state, effects: [] };
  const { command_id } = input;
  const { write, emergencies } = state.hold;
  const hold = {
    ...state.hold,
    write:
      write?.ids.at(-1) === command_id ? { ...write, ...handedOverAgain(write, now, write.next_at) } : write,
    emergencies: emergencies?.map((one) =>
      one.probe === command_id ? { ...one, ...handedOverAgain(one, now, Number.POSITIVE_INFINITY) } : one,
    ),
  };
  return { state: { ...state, hold }, effects: [] };
}

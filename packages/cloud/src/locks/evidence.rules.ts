import type { FaultRecord } from '@door-access/protocol';
import type { TestMark } from './door-test.rules.js';
import { type Birth, isOlder, type Moment, newestBefore } from './moment.rules.js';
import type { Press } from './press.rules.js';

/* What a door remembers of what happened to it, and how old each of it was at a moment. Pure. */

/** On whose behalf the strike was switched; all null for a test on the bench. */
export interface UnlockFacts {
  command_id: string | null;
  person_id: string | null;
  key_id: number | null;
  api_key_id: number | null;
}

export interface DoorEvidence {
  /** What the contact read last, by the journal, and in which boot: the measure for a snapshot. */
  level?: { boot: string; state: 'open' | 'closed'; mono_ms?: number } | undefined;
  unlocks?: (Moment & UnlockFacts)[] | undefined;
  exits?: Press[] | undefined;
  /** Confirmed switchings of the hold relay. */
  holds?: (Moment & { on: boolean })[] | undefined;
  /** The last opening not yet closed. */
  opening?: Opening | undefined;
  /** Set when records were lost, until the next contact edge: what follows was judged on incomplete evidence. */
  gap?: boolean | undefined;
  /** Terminals that cannot be read or driven now, and why. */
  faults?: Faults | undefined;
  /** Phone keys refused within the last minute, each reported once. */
  denials?: { key_id: number; at: number }[] | undefined;
  /** The guided test under way, or the last one. */
  test?: TestMark | undefined;
}

export type Faults = { [terminal in 'contact' | 'exit_button' | 'strike' | 'hold']?: string };

/** What a record says of a terminal; null where it names none that is known. */
export function faultIn({ input, relay, ok, error }: FaultRecord) {
  const terminal = input ?? relay;
  return terminal === undefined ? null : { terminal, error: ok ? null : (error ?? 'no reason was given') };
}

/** The faults with one that began, or without one that is over. */
export function faultsAfter(
  faults: Faults | undefined,
  terminal: keyof Faults,
  error: string | undefined,
): Faults | undefined {
  const { [terminal]: _, ...others } = faults ?? {};
  const after: Faults = error === undefined ? others : { ...others, [terminal]: error };
  return Object.keys(after).length > 0 ? after : undefined;
}

export interface Opening extends Moment {
  /** Whom its close inherits. */
  person_id: string | null;
  key_id: number | null;
  /** When it is left open, by the gateway's clock; as the setting was then, and from the end of a hold anew. */
  left_open?: Moment;
  /** When that is told, by the service's clock; null once told, or while the door is held open. */
  left_open_due_at: number | null;
  /** It was told: a hold that ends later gives it no second time. */
  left_open_told?: boolean;
}

export interface DoorState {
  contact: 'open' | 'closed' | null;
  exit_button_wired: boolean;
  strike_on: boolean;
  hold_on: boolean;
  evidence: DoorEvidence;
}

/** The state before the last change still counts for an edge that debounce brings late. */
export const KEPT_HOLDS = 4;
/* Written out, as copies of objects of one form are many times quicker than spreads of any. */

export const copyOf = ({
  level,
  unlocks,
  exits,
  holds,
  opening,
  gap,
  faults,
  denials,
  test,
}: DoorEvidence): DoorEvidence => ({
  level,
  unlocks,
  exits,
  holds,
  opening,
  gap,
  faults,
  denials,
  test,
});

export const changed = (
  state: DoorState,
  evidence: DoorEvidence,
  to: { contact?: DoorState['contact']; strike_on?: boolean; hold_on?: boolean } = {},
): DoorState => ({
  contact: to.contact === undefined ? state.contact : to.contact,
  exit_button_wired: state.exit_button_wired,
  strike_on: to.strike_on ?? state.strike_on,
  hold_on: to.hold_on ?? state.hold_on,
  evidence,
});

/** A start drives every relay safe, so only switchings of the same boot count; without any, what the birth said. */
export function isHeldAt(state: DoorState, moment: Moment, birth: Birth | null): boolean {
  const sameBoot = state.evidence.holds?.filter((hold) => hold.boot === moment.boot) ?? [];
  // What is shown is as young as the birth: of what came before it, it says nothing.
  if (sameBoot.length === 0) return state.hold_on && !isOlder(moment, birth);
  return newestBefore(sameBoot, moment)?.moment.on ?? false;
}

/** As above, but for a moment that may lie after a restart of the agent: the newest switching before it counts. */
export function isHeldWhenDue(state: DoorState, due: Moment, birth: Birth | null): boolean {
  if (birth === null || birth.boot === due.boot) return isHeldAt(state, due, birth);
  const { holds } = state.evidence;
  return holds?.length ? (newestBefore(holds, due)?.moment.on ?? false) : state.hold_on;
}

import type { FaultRecord } from '@door-access/protocol';
import type { MaintenanceMark } from '../maintenance.rules.js';
import { type Birth, isOlder, type Moment, newestBefore } from '../moment.rules.js';
import type { TestMark } from './door-test.rules.js';
import type { Press } from './press.rules.js';

/* The evidence that a door keeps of recent events, and its age at a moment. Pure. */

/** On whose behalf the strike was switched; all null for a test on the bench. */
export interface UnlockFacts {
  command_id: string | null;
  person_id: string | null;
  key_id: number | null;
  api_key_id: number | null;
}

export interface DoorEvidence {
  /** The last contact reading in the journal and its boot, to compare a snapshot with. */
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
  /** The maintenance in force, or the last one. */
  maintenance?: MaintenanceMark | undefined;
}

export type Faults = { [terminal in 'contact' | 'exit_button' | 'strike' | 'hold']?: string };

/** The fault state that a record reports for a terminal; null if it names no known terminal. */
export function faultIn({ input, relay, ok, error }: FaultRecord) {
  const terminal = input ?? relay;
  return terminal === undefined ? null : { terminal, error: ok ? null : (error ?? 'no reason was given') };
}

/** The faults after one began or ended. */
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
  /** Inherited by its close. */
  person_id: string | null;
  key_id: number | null;
  /** When it counts as left open, by the gateway's clock, with the setting of that time; restarts at the end of a hold. */
  left_open?: Moment;
  /** When that is reported, by the service's clock; null once reported, or while the door is held open. */
  left_open_due_at: number | null;
  /** It was reported: a hold that ends later does not cause a second report. */
  left_open_told?: boolean;
  /** The installation before knew of it, and has reported what fell due until then; null until its gateway says when. */
  known_until?: number | null;
}

export interface DoorState {
  contact: 'open' | 'closed' | null;
  exit_button_wired: boolean;
  strike_on: boolean;
  hold_on: boolean;
  evidence: DoorEvidence;
}

/** Earlier hold states still count for an edge that debounce delays. */
export const KEPT_HOLDS = 4;
/* Properties are listed one by one: copies with a fixed shape are many times faster than spreads. */

export const copyOf = (
  evidence: DoorEvidence,
): { [part in keyof Required<DoorEvidence>]: DoorEvidence[part] } => ({
  level: evidence.level,
  unlocks: evidence.unlocks,
  exits: evidence.exits,
  holds: evidence.holds,
  opening: evidence.opening,
  gap: evidence.gap,
  faults: evidence.faults,
  denials: evidence.denials,
  test: evidence.test,
  maintenance: evidence.maintenance,
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

/** A start drives every relay safe, so only switchings of the same boot count; without any, the state in the birth. */
export function isHeldAt(state: DoorState, moment: Moment, birth: Birth | null): boolean {
  const sameBoot = state.evidence.holds?.filter((hold) => hold.boot === moment.boot) ?? [];
  // The state shown is as new as the birth and says nothing about earlier moments.
  if (sameBoot.length === 0) return state.hold_on && !isOlder(moment, birth);
  return newestBefore(sameBoot, moment)?.moment.on ?? false;
}

/** As above, for a moment that may lie after a restart of the agent: the newest switching before it counts. */
export function isHeldWhenDue(state: DoorState, due: Moment, birth: Birth | null): boolean {
  if (birth === null || birth.boot === due.boot) return isHeldAt(state, due, birth);
  const { holds } = state.evidence;
  return holds?.length ? (newestBefore(holds, due)?.moment.on ?? false) : state.hold_on;
}

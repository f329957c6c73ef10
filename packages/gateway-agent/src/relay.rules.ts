import type { RELAY_CAUSES } from '@door-access/protocol';

/*
 * The two relays of one door as one machine: the strike, which an unlock pulses, and the hold relay, which
 * stays on under a lease. It says what to switch and when to be woken; it never switches anything itself.
 */

export type RelayName = 'strike' | 'hold';
export type RelayCause = (typeof RELAY_CAUSES)[number];

export interface Switch {
  readonly relay: RelayName;
  readonly on: boolean;
  readonly cause: RelayCause;
  readonly commandId: string | null;
}

export interface Relays {
  /** Monotonic milliseconds at which the pulse ends; null while the strike is off. */
  readonly pulseUntil: number | null;
  readonly holdOn: boolean;
  /** Monotonic milliseconds at which a hold lets go by itself; null for a hold without an end. */
  readonly leaseUntil: number | null;
  /** Version of the hold in force; -1 before the cloud has named one. */
  readonly holdVersion: number;
}

export const RESTING: Relays = { pulseUntil: null, holdOn: false, leaseUntil: null, holdVersion: -1 };

/** The state after these relays are switched off. */
export const rest = (state: Relays, relays: readonly RelayName[]): Relays => ({
  ...state,
  ...(relays.includes('strike') ? { pulseUntil: null } : {}),
  ...(relays.includes('hold') ? { holdOn: false, leaseUntil: null } : {}),
});

/** One moment on both clocks: monotonic milliseconds, and corrected wall time (Unix milliseconds). */
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export interface HoldWish {
  readonly on: boolean;
  /** Corrected wall time (Unix milliseconds); null for no end. */
  readonly releaseAt: number | null;
  readonly version: number;
}

export interface HoldAnswer {
  readonly state: Relays;
  readonly switches: Switch[];
  readonly outcome: 'confirmed' | 'expired';
  readonly detail?: string;
}

/** Starts a pulse; during one, starts it anew. The relay is written again so that a board-timed pulse restarts too. */
export function unlock(
  state: Relays,
  moment: Moment,
  strikeMs: number,
  cause: 'command' | 'exit_button' | 'bench',
  commandId: string | null,
): { state: Relays; switches: Switch[] } {
  return {
    state: { ...state, pulseUntil: moment.monotonic + strikeMs },
    switches: [{ relay: 'strike', on: true, cause, commandId }],
  };
}

/** A hold by command: only a version above the one in force is run. */
export function holdByCommand(state: Relays, moment: Moment, wish: HoldWish, commandId: string): HoldAnswer {
  if (wish.version > state.holdVersion) return setHold(state, moment, wish, commandId);
  if (wanted(wish, moment) === state.holdOn) return { state, switches: [], outcome: 'confirmed' };
  const detail = `hold version ${state.holdVersion} is in force`;
  return { state, switches: [], outcome: 'expired', detail };
}

/** A hold by session message: the cloud's whole truth at this moment, whatever version was in force. */
export const holdBySession = setHold;

/** What a session message does to a door that it does not name. */
export function holdUnnamed(state: Relays): { state: Relays; switches: Switch[] } {
  return {
    state: { ...state, holdOn: false, leaseUntil: null, holdVersion: -1 },
    switches: state.holdOn ? [{ relay: 'hold', on: false, cause: 'command', commandId: null }] : [],
  };
}

/**
 * The lease is kept on the monotonic clock: the corrected wall clock moves only at a session message, which
 * states every hold again, so no step of any wall clock can stretch or cut a lease in between.
 */
function setHold(state: Relays, moment: Moment, wish: HoldWish, commandId: string): HoldAnswer {
  const on = wanted(wish, moment);
  const leaseUntil = on && wish.releaseAt !== null ? moment.monotonic + (wish.releaseAt - moment.wall) : null;
  const next = { ...state, holdOn: on, leaseUntil, holdVersion: wish.version };
  // Writing an equal state again would click a relay for nothing.
  const switches: Switch[] = on === state.holdOn ? [] : [{ relay: 'hold', on, cause: 'command', commandId }];
  if (wish.on && !on) return { state: next, switches, outcome: 'expired', detail: 'release_at has passed' };
  return { state: next, switches, outcome: 'confirmed' };
}

const wanted = (wish: HoldWish, moment: Moment): boolean =>
  wish.on && (wish.releaseAt === null || wish.releaseAt > moment.wall);

/** When `wake` has to be called next (monotonic milliseconds); null while nothing ends by itself. */
export function wakeAt(state: Relays): number | null {
  if (state.pulseUntil === null) return state.leaseUntil;
  return state.leaseUntil === null ? state.pulseUntil : Math.min(state.pulseUntil, state.leaseUntil);
}

/** Ends what has run its time. */
export function wake(state: Relays, monotonic: number): { state: Relays; switches: Switch[] } {
  const switches: Switch[] = [];
  let next = state;
  if (state.pulseUntil !== null && state.pulseUntil <= monotonic) {
    next = { ...next, pulseUntil: null };
    switches.push({ relay: 'strike', on: false, cause: 'pulse_end', commandId: null });
  }
  if (state.leaseUntil !== null && state.leaseUntil <= monotonic) {
    next = { ...next, holdOn: false, leaseUntil: null };
    switches.push({ relay: 'hold', on: false, cause: 'lease_end', commandId: null });
  }
  return { state: next, switches };
}

import type { Decision, RELAY_CAUSES } from '@door-access/protocol';

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
  /** Version of the hold in force; null before the cloud has named one. */
  readonly holdVersion: number | null;
}

export const RESTING: Relays = { pulseUntil: null, holdOn: false, leaseUntil: null, holdVersion: null };

/** The state after these relays are switched off. */
export const rest = (state: Relays, relays: readonly RelayName[]): Relays => ({
  ...state,
  ...(relays.includes('strike') ? { pulseUntil: null } : {}),
  ...(relays.includes('hold') ? { holdOn: false, leaseUntil: null } : {}),
});

/** One moment on both clocks: monotonic milliseconds, and corrected wall time for the ends of holds (Unix milliseconds). */
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

export type RelayInput =
  | {
      readonly kind: 'unlock';
      readonly strikeMs: number;
      readonly cause: 'command' | 'exit_button' | 'bench';
      readonly commandId: string | null;
    }
  | {
      readonly kind: 'hold';
      /** A session message is the cloud's whole truth at this moment, whatever version was in force. */
      readonly by: 'command' | 'session';
      readonly wish: HoldWish;
      readonly commandId: string;
    }
  /** A session message does not name the door. */
  | { readonly kind: 'unnamed' }
  /** What has run its time ends. */
  | { readonly kind: 'wake' };

export interface RelayAnswer {
  readonly outcome: 'confirmed' | 'expired';
  readonly detail?: string;
}

export type RelayEffect =
  | ({ readonly kind: 'switch' } & Switch)
  /** To the command, once the switching before it is done. */
  | { readonly kind: 'answer'; readonly result: RelayAnswer };

export type RelayDecision = Decision<Relays, RelayEffect>;

export function decideRelays(state: Relays, input: RelayInput, facts: Moment): RelayDecision {
  switch (input.kind) {
    case 'unlock':
      return unlock(state, input, facts);
    case 'hold':
      return input.by === 'session' ? setHold(state, input, facts) : holdByCommand(state, input, facts);
    case 'unnamed':
      return {
        state: { ...state, holdOn: false, leaseUntil: null, holdVersion: null },
        effects: state.holdOn ? [switched('hold', false, 'command', null)] : [],
      };
    case 'wake':
      return wake(state, facts.monotonic);
  }
}

type Input<Kind> = Extract<RelayInput, { kind: Kind }>;

const switched = (
  relay: RelayName,
  on: boolean,
  cause: RelayCause,
  commandId: string | null,
): RelayEffect => ({ kind: 'switch', relay, on, cause, commandId });

const CONFIRMED: RelayEffect = { kind: 'answer', result: { outcome: 'confirmed' } };

const expired = (detail: string): RelayEffect => ({ kind: 'answer', result: { outcome: 'expired', detail } });

/** Starts a pulse; during one, starts it anew. The relay is written again so that a board-timed pulse restarts too. */
function unlock(
  state: Relays,
  { strikeMs, cause, commandId }: Input<'unlock'>,
  moment: Moment,
): RelayDecision {
  return {
    state: { ...state, pulseUntil: moment.monotonic + strikeMs },
    effects: [switched('strike', true, cause, commandId), CONFIRMED],
  };
}

/** A hold by command: only a version above the one in force is run. */
function holdByCommand(state: Relays, input: Input<'hold'>, moment: Moment): RelayDecision {
  const { wish } = input;
  if (state.holdVersion === null || wish.version > state.holdVersion) return setHold(state, input, moment);
  if (wanted(wish, moment) === state.holdOn) return { state, effects: [CONFIRMED] };
  return { state, effects: [expired(`hold version ${state.holdVersion} is in force`)] };
}

/**
 * The lease is kept on the monotonic clock: the corrected wall clock moves only at a session message, which
 * states every hold again, so no step of any wall clock can stretch or cut a lease in between.
 */
function setHold(state: Relays, { wish, commandId }: Input<'hold'>, moment: Moment): RelayDecision {
  const on = wanted(wish, moment);
  const leaseUntil = on && wish.releaseAt !== null ? moment.monotonic + (wish.releaseAt - moment.wall) : null;
  const isPast = wish.on && !on;
  return {
    state: { ...state, holdOn: on, leaseUntil, holdVersion: wish.version },
    effects: [
      // Writing an equal state again would click a relay for nothing.
      ...(on === state.holdOn ? [] : [switched('hold', on, 'command', commandId)]),
      isPast ? expired('release_at has passed') : CONFIRMED,
    ],
  };
}

const wanted = (wish: HoldWish, moment: Moment): boolean =>
  wish.on && (wish.releaseAt === null || wish.releaseAt > moment.wall);

/** When to wake next (monotonic milliseconds); null while nothing ends by itself. */
export function wakeAt(state: Relays): number | null {
  if (state.pulseUntil === null) return state.leaseUntil;
  return state.leaseUntil === null ? state.pulseUntil : Math.min(state.pulseUntil, state.leaseUntil);
}

function wake(state: Relays, monotonic: number): RelayDecision {
  const isPulseOver = state.pulseUntil !== null && state.pulseUntil <= monotonic;
  const isLeaseOver = state.leaseUntil !== null && state.leaseUntil <= monotonic;
  return {
    state: rest(state, [
      ...(isPulseOver ? ['strike' as const] : []),
      ...(isLeaseOver ? ['hold' as const] : []),
    ]),
    effects: [
      ...(isPulseOver ? [switched('strike', false, 'pulse_end', null)] : []),
      ...(isLeaseOver ? [switched('hold', false, 'lease_end', null)] : []),
    ],
  };
}

import type { AccountedDoor, Emergency } from '../types.js';

/* Emergencies in words that need no manual. */

export type Mode = Emergency['mode'];
export type AccountedState = AccountedDoor['state'];

export const MODE_WORDS: Record<Mode, string> = { lockdown: 'Lockdown', evacuation: 'Evacuation' };

/** As a title; a drill is never taken for the real thing. */
export const titleOf = ({ mode, drill }: Pick<Emergency, 'mode' | 'drill'>): string =>
  drill ? `${MODE_WORDS[mode]} drill` : MODE_WORDS[mode];

/** As a part of a sentence, such as "Begin the evacuation drill". */
export const nameOf = (what: Pick<Emergency, 'mode' | 'drill'>): string =>
  `the ${titleOf(what).toLowerCase()}`;

/** What needs a person first. */
export const STATES: readonly AccountedState[] = ['refused', 'unreachable', 'pending', 'confirmed'];

export const STATE_WORDS: Record<AccountedState, string> = {
  confirmed: 'Confirmed',
  pending: 'Waiting',
  unreachable: 'Unreachable',
  refused: 'Refused',
};

export const STATE_TONES = {
  confirmed: 'good',
  pending: 'quiet',
  unreachable: 'warning',
  refused: 'alarm',
} as const;

const REASON_WORDS: Record<NonNullable<AccountedDoor['reason']>, string> = {
  offline: 'Its gateway is offline.',
  timed_out: 'Its gateway does not answer.',
  no_hold_relay: 'It has no hold relay.',
  device_error: 'Its relay does not switch.',
};

/** What is the matter with a door, and what to do about it; null where nothing is. */
export function troubleOf(
  { state, reason }: Pick<AccountedDoor, 'state' | 'reason'>,
  { mode, drill, ended_at }: Pick<Emergency, 'mode' | 'drill' | 'ended_at'>,
): string | null {
  if (reason === null) return null;
  const why = REASON_WORDS[reason];
  if (drill || ended_at !== null || state === 'confirmed') return why;
  if (mode === 'evacuation') return `${why} Open it by hand.`;
  return reason === 'device_error' ? `${why} It may stand open: go and look.` : `${why} Go and look.`;
}

/** Doors that need a person first, then by name. */
export function inTurn<T extends Pick<AccountedDoor, 'state'>>(
  doors: readonly T[],
  byName: (a: T, b: T) => number,
): T[] {
  return doors.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || byName(a, b));
}

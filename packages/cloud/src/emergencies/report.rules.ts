import type { AccountedReason, AccountedState, EmergencyMode } from '../doors/hold/hold.types.js';

/* What the report of an emergency says, in words. Pure. */

export const REASONS: Record<AccountedReason, string> = {
  offline: 'gateway offline',
  timed_out: 'no answer',
  no_hold_relay: 'no hold relay',
  device_error: 'relay failed',
};

/** What needs a person first. */
export const STATES: readonly AccountedState[] = ['refused', 'unreachable', 'pending', 'confirmed'];

const MODES: Record<EmergencyMode, string> = { lockdown: 'Lockdown', evacuation: 'Evacuation' };

export const titleOf = (about: { mode: EmergencyMode; drill: boolean; location: { name: string } }): string =>
  `${MODES[about.mode]}${about.drill ? ' drill' : ''} at ${about.location.name}`;

/** Doors that need a person first, then by name. */
export const inTurn = <T extends { state: AccountedState; name: string; id: number }>(
  doors: readonly T[],
): T[] =>
  doors.toSorted(
    (a, b) =>
      STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
      a.name.localeCompare(b.name, 'en', { numeric: true }) ||
      a.id - b.id,
  );

/** Such as `0.4 s`. */
export const secondsAfter = (since: Date, at: number): string =>
  `${(Math.max(0, at - since.getTime()) / 1_000).toFixed(1)} s`;

import { phrase, text } from '../language/text.js';
import type { AccountedDoor, Emergency } from '../types.js';

/* Emergencies in words that need no manual. */

export type Mode = Emergency['mode'];
export type AccountedState = AccountedDoor['state'];
type What = Pick<Emergency, 'mode' | 'drill'>;

export const MODE_WORDS: Record<Mode, string> = {
  lockdown: phrase('Lockdown'),
  evacuation: phrase('Evacuation'),
};

/** As a message chooses its words by it. */
export const kindOf = ({ mode, drill }: What): string => (drill ? `${mode}_drill` : mode);

/** As a title; a drill is never taken for the real thing. */
export const titleOf = (what: What): string =>
  text(
    '{kind, select, lockdown {Lockdown} evacuation {Evacuation} lockdown_drill {Lockdown drill} other {Evacuation drill}}',
    { kind: kindOf(what) },
  );

/** With where it is. */
export const titleAt = (what: What, name: string): string =>
  text(
    '{kind, select, lockdown {Lockdown} evacuation {Evacuation} lockdown_drill {Lockdown drill} other {Evacuation drill}} at {name}',
    { kind: kindOf(what), name },
  );

/** What needs a person first. */
export const STATES: readonly AccountedState[] = ['refused', 'unreachable', 'pending', 'confirmed'];

export const STATE_WORDS: Record<AccountedState, string> = {
  confirmed: phrase('Confirmed'),
  pending: phrase('Waiting'),
  unreachable: phrase('Unreachable'),
  refused: phrase('Refused'),
};

export const STATE_TONES = {
  confirmed: 'good',
  pending: 'quiet',
  unreachable: 'warning',
  refused: 'alarm',
} as const;

/** In a line: only what there is. */
export const countWords = (counts: Emergency['counts']): string =>
  STATES.filter((state) => counts[state] > 0)
    .map((state) =>
      text(
        '{state, select, confirmed {{count, number} confirmed} pending {{count, number} waiting} unreachable {{count, number} unreachable} other {{count, number} refused}}',
        { state, count: counts[state] },
      ),
    )
    .join(', ') || text('none');

const REASON_WORDS: Record<NonNullable<AccountedDoor['reason']>, string> = {
  offline: phrase('Its gateway is offline.'),
  timed_out: phrase('Its gateway does not answer.'),
  no_hold_relay: phrase('It has no hold relay.'),
  device_error: phrase('Its relay does not switch.'),
};

/** What is the matter with a door, and what to do about it; null where nothing is. */
export function troubleOf(
  { state, reason }: Pick<AccountedDoor, 'state' | 'reason'>,
  { mode, drill, ended_at }: Pick<Emergency, 'mode' | 'drill' | 'ended_at'>,
): string | null {
  if (reason === null) return null;
  const why = text(REASON_WORDS[reason]);
  if (drill || ended_at !== null || state === 'confirmed') return why;
  if (mode === 'evacuation') return `${why} ${text('Open it by hand.')}`;
  return reason === 'device_error'
    ? `${why} ${text('It may stand open: go and look.')}`
    : `${why} ${text('Go and look.')}`;
}

/** Doors that need a person first, then by name. */
export function inTurn<T extends Pick<AccountedDoor, 'state'>>(
  doors: readonly T[],
  byName: (a: T, b: T) => number,
): T[] {
  return doors.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || byName(a, b));
}

/* A visit: a key with an end. Pure. */

/** A visit is no longer; who comes for longer is given an ordinary key. */
export const MAX_VISIT_MS = 31 * 24 * 3_600_000;
/** So long after its end, a visit is forgotten, and the person with it. */
export const KEPT_MS = 30 * 24 * 3_600_000;

export const STATES = ['expected', 'came', 'ended'] as const;
export type VisitState = (typeof STATES)[number];

export interface Visit {
  /** Unix milliseconds. */
  until: number | null;
  is_returned: boolean;
  came_at: number | null;
}

/** `came`: a door was opened with the key. That someone has left is not known, as no one needs a key to leave. */
export function visitState({ until, is_returned, came_at }: Visit, now: number): VisitState {
  if (is_returned || (until !== null && until <= now)) return 'ended';
  return came_at === null ? 'expected' : 'came';
}

export type Step =
  /** The key has another end than when it was given. */
  | { kind: 'later'; at: number }
  | { kind: 'end' }
  | { kind: 'forget'; erase: boolean }
  /** The key has no end any more: it is an ordinary one. */
  | { kind: 'keep' };

export interface DueVisit {
  until: number | null;
  ended_at: number | null;
  made_person: boolean;
  /** The person has another key that is not returned. */
  has_other_keys: boolean;
}

/** What becomes of a visit that is due. */
export function nextStep({ until, ended_at, made_person, has_other_keys }: DueVisit, now: number): Step {
  if (ended_at !== null) return { kind: 'forget', erase: made_person && !has_other_keys };
  if (until === null) return { kind: 'keep' };
  return until > now ? { kind: 'later', at: until } : { kind: 'end' };
}

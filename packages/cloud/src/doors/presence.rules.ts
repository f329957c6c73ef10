import type { Birth, Decision } from '@door-access/protocol';
import { earliest } from './moment.rules.js';

/** Presence of one gateway (docs/behaviour.md, Presence): pure. Times are Unix milliseconds. */

/** Heartbeats older than this mean offline, connection or not. */
export const SILENCE_MS = 45 * 60_000;
/** After a start of the service, how long a gateway known online has to come back before it counts as offline. */
export const RESTART_GRACE_MS = 90_000;

/** A login that follows a lost connection has so long for its birth: it may be one that never heard it was let in. */
export const BIRTH_GRACE_MS = 30_000;

export interface Presence {
  /** Null: never heard. */
  online: boolean | null;
  online_since: number | null;
  last_heard_at: number | null;
  /** The newest birth's session. */
  session: string | null;
  /** Counts authentications: a connection with a lower number was displaced. */
  connection: number;
  /** When a silent gateway is offline. */
  offline_due_at: number | null;
}

export type PresenceInput =
  | { kind: 'birth'; connection: number; birth: Birth }
  | { kind: 'heartbeat'; connection: number; session: string }
  /** A heartbeat that the session message answers again. */
  | { kind: 'restate'; connection: number; session: string }
  /** A Will; another broker's has no connection. */
  | { kind: 'gone'; connection: number | null; session: string }
  /** A connection has ended; `session` of its birth, null where it gave none. */
  | { kind: 'closed'; connection: number; session: string | null }
  | { kind: 'silence' };

export interface PresenceChange {
  online: boolean;
  since: number;
}

export type PresenceDecision = Decision<Presence, PresenceChange>;

export function decidePresence(
  state: Presence,
  input: PresenceInput,
  { now }: { now: number },
): PresenceDecision {
  switch (input.kind) {
    case 'birth':
      // A birth of a connection that was displaced in the meantime is news of yesterday.
      if (input.connection < state.connection) return { state, effects: [] };
      return heard({ ...state, session: input.birth.session }, now);
    case 'heartbeat':
    case 'restate':
      if (input.connection < state.connection || input.session !== state.session)
        return { state, effects: [] };
      return heard(state, now);
    case 'gone': {
      const displaced = input.connection !== null && input.connection < state.connection;
      const oldSession = input.session !== state.session;
      if (displaced || oldSession || state.online !== true) return { state, effects: [] };
      return gone(state, now, now);
    }
    case 'closed': {
      if (state.online !== true) return { state, effects: [] };
      // One that the database knows nothing of, as it was set back since: what it says of others is not about them.
      if (input.connection > state.connection) return { state, effects: [] };
      if (input.connection === state.connection) return gone(state, now, now);
      if (input.session === null || input.session !== state.session) return { state, effects: [] };
      const due = earliest(state.offline_due_at, now + BIRTH_GRACE_MS);
      return { state: { ...state, last_heard_at: now, offline_due_at: due }, effects: [] };
    }
    case 'silence': {
      if (state.online !== true || state.offline_due_at === null || state.offline_due_at > now)
        return { state, effects: [] };
      const heardAt = state.last_heard_at ?? now;
      // Any other due time than 45 minutes after the last message is the grace of a restart of the service, or of a login.
      const silent = state.offline_due_at === heardAt + SILENCE_MS;
      const since = silent ? state.offline_due_at : heardAt;
      return gone(state, since, null);
    }
  }
}

function heard(state: Presence, now: number): PresenceDecision {
  const next = { ...state, last_heard_at: now, offline_due_at: now + SILENCE_MS };
  if (state.online === true) return { state: next, effects: [] };
  return { state: { ...next, online: true, online_since: now }, effects: [{ online: true, since: now }] };
}

function gone(state: Presence, since: number, heardAt: number | null): PresenceDecision {
  return {
    state: {
      ...state,
      online: false,
      online_since: since,
      last_heard_at: heardAt ?? state.last_heard_at,
      offline_due_at: null,
    },
    effects: [{ online: false, since }],
  };
}

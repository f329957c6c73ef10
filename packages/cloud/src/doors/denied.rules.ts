import type { Decision } from '@door-access/protocol';
import { type EventDraft, eventDraft } from './evidence/door.rules.js';
import { changed, copyOf, type DoorState } from './evidence/evidence.rules.js';

/* Refusals of phone keys. Pure. */

/** A phone key that was refused at a door. */
export interface Denial {
  key_id: number;
  person_id: string | null;
  reason: 'no_access' | 'outside_time_window';
}

const DENIED_AGAIN_AFTER_MS = 60_000;
/** The maximum of refused keys remembered for a door; only an attack produces more within a minute. */
const MAX_DENIALS = 256;

/** At most one event per key and minute: repeated presses are reported once. */
export function decideDenied(
  state: DoorState,
  { key_id, person_id, reason }: Denial,
  { now }: { now: number },
): Decision<DoorState, EventDraft> {
  const recent = (state.evidence.denials ?? []).filter((one) => now - one.at < DENIED_AGAIN_AFTER_MS);
  if (recent.some((one) => one.key_id === key_id)) return { state, effects: [] };
  const evidence = copyOf(state.evidence);
  evidence.denials = [...recent, { key_id, at: now }].slice(-MAX_DENIALS);
  const event = eventDraft('access.denied', { at: now }, 'app', {
    result: 'denied',
    reason,
    person_id,
    key_id,
  });
  return { state: changed(state, evidence), effects: [event] };
}

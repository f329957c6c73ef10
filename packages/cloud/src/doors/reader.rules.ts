import type { Decision, EventType } from '@door-access/protocol';
import { type EventDraft, eventDraft } from './evidence/door.rules.js';
import { type Occurred, occurredAt } from './moment.rules.js';

/* What the readers of the locking system's locks report: pure. Times are Unix milliseconds. */

/** How events name the locking system. */
export const LOCKSYS = 'locksys';

export type ReaderReport =
  | {
      kind: 'access';
      at: number;
      result: 'success' | 'denied';
      reason: string | null;
      person_id: string | null;
      key_id: number | null;
    }
  | { kind: 'closed' | 'left_open'; at: number }
  /** The due time has come. */
  | { kind: 'silence' };

export interface ReaderDoor {
  /** Of the opening that waits for its close. */
  opened_at: number | null;
  person_id: string | null;
  key_id: number | null;
  /** Null once reported, and where nothing is open. */
  due_at: number | null;
}

const CLOSED: ReaderDoor = { opened_at: null, person_id: null, key_id: null, due_at: null };

export interface ReaderFacts {
  now: number;
  left_open_ms: number;
  /** How long after an opening has become known its close may still be on its way. */
  grace_ms: number;
}

export function decideReader(
  state: ReaderDoor,
  input: ReaderReport,
  { now, left_open_ms, grace_ms }: ReaderFacts,
): Decision<ReaderDoor, EventDraft> {
  const inherited = { person_id: state.person_id, key_id: state.key_id };
  switch (input.kind) {
    case 'access': {
      const { result, reason, person_id, key_id } = input;
      const occurred = occurredAt(input.at, now);
      const { at } = occurred;
      const type = result === 'success' ? 'access.granted' : 'access.denied';
      const effects = [draft(type, occurred, { result, reason, person_id, key_id })];
      if (result === 'denied') return { state, effects };
      const due_at = Math.max(at + left_open_ms, now + grace_ms);
      return { state: { opened_at: at, person_id, key_id, due_at }, effects };
    }
    case 'closed':
      return {
        state: CLOSED,
        effects: [draft('door.closed', occurredAt(input.at, now), { result: 'success', ...inherited })],
      };
    case 'left_open':
      // Once per opening.
      if (state.opened_at !== null && state.due_at === null) return { state, effects: [] };
      return { state: { ...state, due_at: null }, effects: [leftOpen(occurredAt(input.at, now), inherited)] };
    case 'silence':
      if (state.due_at === null || state.due_at > now) return { state, effects: [] };
      return { state: { ...state, due_at: null }, effects: [leftOpen({ at: state.due_at }, inherited)] };
  }
}

const leftOpen = (occurred: Occurred, inherited: Partial<EventDraft>): EventDraft =>
  draft('door.left_open', occurred, { result: 'success', ...inherited });

const draft = (type: EventType, occurred: Occurred, more: Partial<EventDraft>): EventDraft =>
  eventDraft(type, occurred, LOCKSYS, more);

import type { EventType } from '@door-access/protocol';
import { type EventDraft, eventDraft } from './door.rules.js';

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

export function decideReport(
  door: ReaderDoor,
  report: ReaderReport,
  { now, left_open_ms, grace_ms }: ReaderFacts,
): { door: ReaderDoor; events: EventDraft[] } {
  const inherited = { person_id: door.person_id, key_id: door.key_id };
  switch (report.kind) {
    case 'access': {
      const { at, result, reason, person_id, key_id } = report;
      const type = result === 'success' ? 'access.granted' : 'access.denied';
      const events = [draft(type, at, { result, reason, person_id, key_id })];
      if (result === 'denied') return { door, events };
      const due_at = Math.max(at + left_open_ms, now + grace_ms);
      return { door: { opened_at: at, person_id, key_id, due_at }, events };
    }
    case 'closed':
      return { door: CLOSED, events: [draft('door.closed', report.at, { result: 'success', ...inherited })] };
    case 'left_open':
      // Once per opening.
      if (door.opened_at !== null && door.due_at === null) return { door, events: [] };
      return { door: { ...door, due_at: null }, events: [leftOpen(report.at, inherited)] };
    case 'silence':
      if (door.due_at === null || door.due_at > now) return { door, events: [] };
      return { door: { ...door, due_at: null }, events: [leftOpen(door.due_at, inherited)] };
  }
}

const leftOpen = (at: number, inherited: Partial<EventDraft>): EventDraft =>
  draft('door.left_open', at, { result: 'success', ...inherited });

const draft = (type: EventType, at: number, more: Partial<EventDraft>): EventDraft =>
  eventDraft(type, { boot: '', mono_ms: 0, at }, LOCKSYS, more);

import { type DoorInput, decideDoor, verdictOf } from '../doors/evidence/door.rules.js';
import type { DoorState } from '../doors/evidence/evidence.rules.js';
import { isExplainedBy } from '../doors/evidence/press.rules.js';
import type { Moment } from '../doors/moment.rules.js';
import type { Explanation } from '../events/explanation.rules.js';

/*
 * What a door would have reported under other settings: its past events, judged again by the rules of doors. An opening is
 * judged by the evidence that its explanation names, which is more exact than the times of events. Pure.
 */

/** An event as it is kept; Unix milliseconds. */
export interface PastEvent {
  id: number;
  type: string;
  at: number;
  explanation: Partial<Explanation> | null;
  /** Someone has said that the alarm was a real one. */
  is_real: boolean;
}

export interface Settings {
  /** Within how long an unlock or a press explains an opening. */
  window_ms: number;
  left_open_ms: number;
}

export interface Replayed {
  /** Events of openings that are forced by these settings. */
  forced: readonly PastEvent[];
  /** When the door is left open, each once for an opening. */
  left_open: readonly number[];
}

/** @param events of one door, by time */
export function replay(events: readonly PastEvent[], settings: Settings): Replayed {
  return {
    forced: events.filter((event) => event.type === 'door.opened' && isForced(event, settings.window_ms)),
    left_open: leftOpen(events, settings.left_open_ms),
  };
}

function isForced({ explanation }: PastEvent, windowMs: number): boolean {
  if (!explanation?.verdict || explanation.verdict === 'missed_edge') return false;
  const { unlock, exit_button: press, held_open, verdict } = explanation;
  const exit = press
    ? {
        age_ms: press.age_ms,
        explains: isExplainedBy(
          { age_ms: press.age_ms, held: press.held === true, released_ms: press.released_ms ?? null },
          windowMs,
        ),
      }
    : null;
  const evidence = {
    unlock_ms: unlock?.age_ms ?? null,
    exit,
    held: held_open === true,
    isJudged: verdict !== 'not_judged',
  };
  return verdictOf(evidence, windowMs) === 'forced';
}

/** All of a replay is one run of a gateway. */
const BOOT = 'replay';
const CLOSED: DoorState = {
  contact: 'closed',
  exit_button_wired: true,
  strike_on: false,
  hold_on: false,
  evidence: {},
};

function leftOpen(events: readonly PastEvent[], left_open_ms: number): number[] {
  const found: number[] = [];
  let state = CLOSED;
  const run = (input: DoorInput, now: number) => {
    const decision = decideDoor(state, input, { now, left_open_ms, birth: null });
    state = decision.state;
    for (const { type, occurred_at } of decision.effects)
      if (type === 'door.left_open') found.push(occurred_at);
  };
  for (const event of events) {
    const due = state.evidence.opening?.left_open_due_at ?? null;
    if (due !== null && due <= event.at) run({ kind: 'look' }, due);
    const input = inputOf(event);
    if (input) run(input, event.at);
  }
  const due = state.evidence.opening?.left_open_due_at ?? null;
  const last = events.at(-1)?.at ?? 0;
  if (due !== null && due <= last) run({ kind: 'look' }, due);
  return found;
}

/** The record that an event came from, as far as it matters for the left-open time. */
function inputOf({ type, at, explanation }: PastEvent): DoorInput | null {
  const moment: Moment = { boot: BOOT, mono_ms: at, at };
  const base = {
    seq: 1,
    door: 1,
    boot: BOOT,
    mono_ms: at,
    at: new Date(at).toISOString(),
    clock: 'synced' as const,
  };
  if (type === 'door.opened' || type === 'door.closed') {
    const snapshot = explanation?.verdict === 'missed_edge';
    const contact = type === 'door.opened' ? ('open' as const) : ('closed' as const);
    const record = { ...base, kind: 'contact' as const, state: contact, snapshot };
    return { kind: 'record', record, moment, unlock: null };
  }
  if (type === 'lock.hold_open.started' || type === 'lock.hold_open.ended') {
    const on = type === 'lock.hold_open.started';
    const record = {
      ...base,
      kind: 'relay' as const,
      relay: 'hold' as const,
      on,
      cause: 'command' as const,
      command_id: null,
    };
    return { kind: 'record', record, moment, unlock: null };
  }
  return null;
}

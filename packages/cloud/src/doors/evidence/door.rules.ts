import {
  type ContactRecord,
  type Decision,
  type DoorTestRecord,
  type EventType,
  type ExitButtonRecord,
  type FaultRecord,
  FORCED_OPEN_WINDOW_MS,
  type RelayRecord,
} from '@door-access/protocol';
import {
  type ClockNote,
  type Explanation,
  inWords,
  missedEdge,
  type OpeningVerdict,
  withClock,
} from '../../events/explanation.rules.js';
import {
  type Birth,
  isOlder,
  later,
  type Moment,
  newestBefore,
  type Occurred,
  remember,
} from '../moment.rules.js';
import { isUnderTest, leftOpenUnderTest, markTest, underTest } from './door-test.rules.js';
import {
  changed,
  copyOf,
  type DoorState,
  faultIn,
  faultsAfter,
  isHeldAt,
  isHeldWhenDue,
  KEPT_HOLDS,
  type Opening,
  type UnlockFacts,
} from './evidence.rules.js';
import { afterPress, afterRelease, afterUnread, pressBefore, withoutHeld } from './press.rules.js';

/**
 * The rules of one door (docs/behaviour.md, Doors): pure, and the only place where it is decided what an edge
 * means. Evidence is judged on the gateway's own monotonic clock within one boot, so late delivery never changes a
 * verdict; across boots the corrected wall clock counts.
 */

export interface EventDraft {
  type: EventType;
  occurred_at: number;
  source: string;
  result: 'success' | 'denied' | null;
  reason: string | null;
  person_id: string | null;
  key_id: number | null;
  api_key_id: number | null;
  explanation: Explanation | ClockNote | null;
  actor?: unknown;
  details?: unknown;
  /** The command that it came from. */
  command_id?: string | null;
}

/** What judging takes from outside: the time, and the lock's settings. */
export interface DoorFacts {
  now: number;
  left_open_ms: number;
  birth: Birth | null;
}

/** A buffered close may be on its way: so long after an opening arrived, nothing is called left open. */
const LEFT_OPEN_PATIENCE_MS = 5_000;

export type DoorInput =
  | {
      kind: 'record';
      record: ContactRecord | ExitButtonRecord | FaultRecord | DoorTestRecord | RelayRecord;
      /** Of the record. */
      moment: Moment;
      /** The facts behind a strike that opened for a command or a bench test. */
      unlock: UnlockFacts | null;
    }
  /** A due time has come. */
  | { kind: 'look' };

type DoorDecision = Decision<DoorState, EventDraft>;

export function decideDoor(state: DoorState, input: DoorInput, facts: DoorFacts): DoorDecision {
  if (input.kind === 'look') return onLook(state, facts);
  const { record, moment, unlock } = input;
  switch (record.kind) {
    case 'contact':
      return onContact(state, record, moment, facts);
    case 'exit_button':
      return onExitButton(state, record, moment);
    case 'door_test': {
      const evidence = copyOf(state.evidence);
      evidence.test = markTest(evidence.test, record, moment, facts.now);
      return { state: changed(state, evidence), effects: [] };
    }
    case 'relay':
      return onRelay(state, record, moment, unlock, facts);
    case 'fault':
      return onFault(state, record, moment, facts);
  }
}

function onContact(before: DoorState, record: ContactRecord, moment: Moment, facts: DoorFacts): DoorDecision {
  const { level } = before.evidence;
  // An edge is stamped where its debounce began: behind a level from after the birth it is the newer record.
  const isHistory = isOlder(moment, facts.birth) && (level === undefined || isOlder(level, facts.birth));
  // A reading ends the fault.
  const state = isHistory ? before : readAgain(before, record, moment, facts);
  const { opening } = state.evidence;
  const contact = isHistory ? state.contact : record.state;
  const sameBoot = level?.boot === moment.boot;
  const next = (nowOpen: Opening | undefined, gap: boolean | undefined): DoorState => {
    const evidence = copyOf(state.evidence);
    const mono_ms = Math.max(sameBoot ? (level?.mono_ms ?? 0) : 0, moment.mono_ms);
    evidence.level = { boot: moment.boot, state: record.state, mono_ms };
    evidence.opening = nowOpen;
    evidence.gap = gap;
    return changed(state, evidence, { contact });
  };

  if (record.snapshot && !(sameBoot && level?.state !== record.state)) {
    // A level is no edge; a door found open keeps whom it was opened for, a closed one has no opening.
    const stillOpen = record.state === 'open' ? opening : undefined;
    return { state: next(stillOpen, state.evidence.gap), effects: [] };
  }
  if (record.state === 'closed') {
    const closed = eventDraft('door.closed', moment, 'device', {
      result: 'success',
      person_id: opening?.person_id ?? null,
      key_id: opening?.key_id ?? null,
      explanation: record.snapshot ? missedEdge(state, 'closed') : null,
    });
    return { state: next(undefined, undefined), effects: [...leftOpenBefore(state, moment, facts), closed] };
  }
  const open = (by: Pick<Opening, 'person_id' | 'key_id'> | null): Opening => {
    const { left_open, left_open_due_at } = leftOpenAfter(record, moment, facts);
    return {
      boot: moment.boot,
      mono_ms: moment.mono_ms,
      at: moment.at,
      person_id: by?.person_id ?? null,
      key_id: by?.key_id ?? null,
      left_open,
      left_open_due_at,
    };
  };
  if (record.snapshot) {
    const opened = eventDraft('door.opened', moment, 'device', { explanation: missedEdge(state, 'opened') });
    return { state: next(open(null), undefined), effects: [opened] };
  }
  const { explanation, by, isReleaseLost } = judgeOpening(state, moment, facts.birth);
  const effects = [eventDraft('door.opened', moment, 'device', { explanation })];
  if (explanation.verdict === 'forced') {
    const why = isUnderTest(state.evidence.test, moment) ? underTest(explanation) : explanation;
    effects.push(eventDraft('door.forced', moment, 'device', { explanation: why }));
  }
  const after = next(open(by), undefined);
  // Said once, as a gap is.
  if (isReleaseLost) after.evidence.exits = withoutHeld(after.evidence.exits);
  return { state: after, effects };
}

/** A contact that is not read is unknown: no state is shown, and the left-open time stops, until it is read again. */
function onFault(state: DoorState, record: FaultRecord, moment: Moment, facts: DoorFacts): DoorDecision {
  const fault = faultIn(record);
  if (fault === null) return { state, effects: [] };
  const { terminal } = fault;
  // The birth reports the state of the contact only.
  const isHistory = terminal === 'contact' && isOlder(moment, facts.birth);
  const evidence = copyOf(state.evidence);
  if (!isHistory) evidence.faults = faultsAfter(evidence.faults, terminal, fault.error ?? undefined);
  if (terminal === 'exit_button' && !record.ok) evidence.exits = afterUnread(evidence.exits, moment);
  if (terminal !== 'contact') return { state: changed(state, evidence), effects: [] };
  if (record.ok) {
    evidence.opening = timedAnew(state, record, moment, facts);
    return { state: changed(state, evidence), effects: [] };
  }
  const effects = leftOpenBefore(state, moment, facts);
  const { opening } = evidence;
  const left_open_told = opening?.left_open_told || effects.length > 0;
  evidence.opening = opening && { ...opening, left_open_due_at: null, left_open_told };
  return { state: changed(state, evidence, isHistory ? {} : { contact: null }), effects };
}

/** The contact is read again: for an open door, the left-open time starts again. */
function readAgain(state: DoorState, record: ContactRecord, moment: Moment, facts: DoorFacts): DoorState {
  if (state.evidence.faults?.contact === undefined) return state;
  const evidence = copyOf(state.evidence);
  evidence.faults = faultsAfter(evidence.faults, 'contact', undefined);
  evidence.opening = timedAnew(state, record, moment, facts);
  return changed(state, evidence);
}

function timedAnew(
  { evidence: { opening }, hold_on }: DoorState,
  record: ContactRecord | FaultRecord,
  moment: Moment,
  facts: DoorFacts,
): Opening | undefined {
  const isStopped = opening?.left_open_due_at === null && !opening.left_open_told && !hold_on;
  return isStopped ? { ...opening, ...leftOpenAfter(record, moment, facts) } : opening;
}

/** A door open from this moment on has its time, and is reported once a buffered close could be here. */
function leftOpenAfter(
  { clock }: ContactRecord | RelayRecord | FaultRecord,
  moment: Moment,
  facts: DoorFacts,
) {
  // A clock that is not set says nothing about how long ago this was.
  const since = clock === 'synced' ? moment.at : facts.now;
  const left_open_due_at = Math.max(since + facts.left_open_ms, facts.now + LEFT_OPEN_PATIENCE_MS);
  return { left_open: later(moment, facts.left_open_ms), left_open_due_at };
}

/** A close that came after the door's time: it was left open before, though no one could know then. */
function leftOpenBefore(state: DoorState, close: Moment, facts: DoorFacts): EventDraft[] {
  const { opening } = state.evidence;
  if (!opening || !isLeftOpenBefore(state, opening, close, facts)) return [];
  const at = leftOpenAt(opening, facts);
  // Where both moments are that of the receipt, the door's time lies behind the close.
  return [leftOpen(state, opening, { ...at, at: Math.min(at.at, close.at) })];
}

/** Its left-open time had ended by this moment while it was not held open, and this has not been reported yet. */
function isLeftOpenBefore(state: DoorState, opening: Opening, { boot, mono_ms }: Moment, facts: DoorFacts) {
  const at = leftOpenAt(opening, facts);
  const isOver = opening.left_open_due_at !== null && boot === at.boot && mono_ms > at.mono_ms;
  return isOver && !isHeldAt(state, at, facts.birth);
}

export const leftOpenAt = (opening: Opening, { left_open_ms }: Pick<DoorFacts, 'left_open_ms'>): Moment =>
  opening.left_open ?? later(opening, left_open_ms);

/** When the left-open time ends: left open, once; or, if it was held open then, nothing yet. */
function onLook(state: DoorState, facts: DoorFacts): DoorDecision {
  const { opening } = state.evidence;
  if (!opening || opening.left_open_due_at === null || opening.left_open_due_at > facts.now)
    return { state, effects: [] };
  const evidence = copyOf(state.evidence);
  const at = leftOpenAt(opening, facts);
  // While the contact cannot be read, the time does not run.
  const isUnread = state.evidence.faults?.contact !== undefined;
  const held = isUnread || isHeldWhenDue(state, at, facts.birth);
  evidence.opening = { ...opening, left_open_due_at: null, left_open_told: !held };
  return { state: changed(state, evidence), effects: held ? [] : [leftOpen(state, opening, at)] };
}

function leftOpen({ evidence }: DoorState, { person_id, key_id }: Opening, at: Moment): EventDraft {
  const explanation = isUnderTest(evidence.test, at) ? leftOpenUnderTest() : null;
  return eventDraft('door.left_open', at, 'device', { result: 'success', person_id, key_id, explanation });
}

function onExitButton(state: DoorState, record: ExitButtonRecord, moment: Moment): DoorDecision {
  const evidence = copyOf(state.evidence);
  if (!record.pressed) {
    evidence.exits = afterRelease(evidence.exits, moment);
    return { state: changed(state, evidence), effects: [] };
  }
  evidence.exits = afterPress(evidence.exits, record, moment);
  return {
    state: changed(state, evidence),
    effects: [eventDraft('door.exit_button', moment, 'exit_button')],
  };
}

function onRelay(
  state: DoorState,
  record: RelayRecord,
  moment: Moment,
  unlock: UnlockFacts | null,
  facts: DoorFacts,
): DoorDecision {
  const shown = !isOlder(moment, facts.birth);
  if (record.relay === 'hold') {
    const evidence = copyOf(state.evidence);
    evidence.holds = [...(evidence.holds ?? []), { ...moment, on: record.on }].slice(-KEPT_HOLDS);
    const { opening } = evidence;
    // For a door still open when its hold ends, the time starts then, unless it had ended before the hold began.
    if (opening && !opening.left_open_told && !record.on && !isLeftOpenBefore(state, opening, moment, facts))
      evidence.opening = { ...opening, ...leftOpenAfter(record, moment, facts) };
    const hold_on = shown ? record.on : state.hold_on;
    return { state: changed(state, evidence, { hold_on }), effects: [] };
  }
  const strike_on = shown ? record.on : state.strike_on;
  // A pulse that ends, a boot and a local release say nothing about an unlock that was requested.
  const opens = record.on && (record.cause === 'command' || record.cause === 'bench');
  if (!opens) return { state: changed(state, state.evidence, { strike_on }), effects: [] };
  const unlockedFor = unlock ?? {
    command_id: record.command_id,
    person_id: null,
    key_id: null,
    api_key_id: null,
  };
  const { command_id, person_id, key_id, api_key_id } = unlockedFor;
  const { boot, mono_ms, at } = moment;
  const evidence = copyOf(state.evidence);
  evidence.unlocks = remember(evidence.unlocks, {
    boot,
    mono_ms,
    at,
    command_id,
    person_id,
    key_id,
    api_key_id,
  });
  return { state: changed(state, evidence, { strike_on }), effects: [] };
}

/** The event of a confirmed unlock, at the moment at which the relay switched. */
export function accessGranted(occurred: Occurred, facts: UnlockFacts): EventDraft {
  return eventDraft('access.granted', occurred, 'app', {
    result: 'success',
    person_id: facts.person_id,
    key_id: facts.key_id,
    api_key_id: facts.api_key_id,
    command_id: facts.command_id,
  });
}

/** What was found about an opening; ages in milliseconds, null where there is none. */
export interface OpeningEvidence {
  unlock_ms: number | null;
  exit: { age_ms: number; explains: boolean } | null;
  held: boolean;
  /** The exit button is wired, so that an opening without a reason is one. */
  isJudged: boolean;
}

/** What explains an opening. Of an unlock and a press, the later one; at the same time, the unlock. */
export function verdictOf(found: OpeningEvidence, windowMs: number): OpeningVerdict {
  const { unlock_ms, exit, held, isJudged } = found;
  const unlocked = unlock_ms !== null && unlock_ms <= windowMs;
  const exited = exit?.explains === true;
  if (unlocked && !(exited && exit.age_ms < unlock_ms)) return 'unlocked';
  if (exited) return 'exit_button';
  if (held) return 'held_open';
  return isJudged ? 'forced' : 'not_judged';
}

function judgeOpening(state: DoorState, opening: Moment, birth: Birth | null) {
  const { unlocks, exits, gap, faults } = state.evidence;
  const unread = faults?.exit_button !== undefined;
  const unlock = newestBefore(unlocks, opening);
  const exit = pressBefore(exits, opening);
  const held = isHeldAt(state, opening, birth);
  const unreleased = exit?.isReleaseLost === true;
  const verdict = verdictOf(
    { unlock_ms: unlock?.age_ms ?? null, exit, held, isJudged: state.exit_button_wired },
    FORCED_OPEN_WINDOW_MS,
  );
  const by = verdict === 'unlocked' && unlock ? unlock.moment : null;
  const explanation: Explanation = {
    verdict,
    text: inWords(verdict, unlock?.age_ms ?? null, exit, { gap: gap === true, unread, release: unreleased }),
    window_ms: FORCED_OPEN_WINDOW_MS,
    unlock: unlock && { age_ms: unlock.age_ms, clock: unlock.clock, command_id: unlock.moment.command_id },
    exit_button: exit && {
      age_ms: exit.age_ms,
      clock: exit.clock,
      ...(exit.held ? { held: true } : {}),
      ...(exit.released_ms === null ? {} : { released_ms: exit.released_ms }),
    },
    held_open: held,
    evidence_incomplete: gap === true || unread || unreleased,
  };
  return { explanation, by, isReleaseLost: unreleased };
}

/** An event with only what its type always has. */
export function eventDraft(
  type: EventType,
  occurred: Occurred,
  source: string,
  more: Partial<EventDraft> = {},
): EventDraft {
  return {
    type,
    occurred_at: occurred.at,
    source,
    result: more.result ?? null,
    reason: more.reason ?? null,
    person_id: more.person_id ?? null,
    key_id: more.key_id ?? null,
    api_key_id: more.api_key_id ?? null,
    explanation: withClock(more.explanation ?? null, occurred),
    actor: more.actor,
    details: more.details,
    command_id: more.command_id ?? null,
  };
}

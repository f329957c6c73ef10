import {
  type ContactRecord,
  type EventType,
  type ExitButtonRecord,
  FORCED_OPEN_WINDOW_MS,
  type RelayRecord,
} from '@door-access/protocol';
import { type Explanation, inWords, missedEdge, type Verdict } from './explanation.rules.js';
import { type Birth, isOlder, later, type Moment, momentOf } from './moment.rules.js';

/**
 * The rules of one door (spec 6.5, decisions "Behaviour"): pure, and the only place where it is decided what an edge
 * means. Evidence is judged on the gateway's own monotonic clock within one boot, so late delivery never changes a
 * verdict; across boots the corrected wall clock counts.
 */

/** On whose behalf the strike was switched; all null for a test on the bench. */
export interface UnlockFacts {
  command_id: string | null;
  person_id: string | null;
  key_id: number | null;
  api_key_id: number | null;
}

export interface DoorEvidence {
  /** What the contact read last, by the journal, and in which boot: the measure for a snapshot. */
  level?: { boot: string; state: 'open' | 'closed'; mono_ms?: number } | undefined;
  unlocks?: (Moment & UnlockFacts)[] | undefined;
  exits?: Moment[] | undefined;
  /** Confirmed switchings of the hold relay. */
  holds?: (Moment & { on: boolean })[] | undefined;
  /** The last opening not yet closed. */
  opening?: Opening | undefined;
  /** Set when records were lost, until the next contact edge: what follows was judged on incomplete evidence. */
  gap?: boolean | undefined;
  /** Phone keys refused within the last minute, each told once. */
  denials?: { key_id: number; at: number }[] | undefined;
}

export interface Opening extends Moment {
  /** Whom its close inherits. */
  person_id: string | null;
  key_id: number | null;
  /** When it is left open, by the gateway's clock; as the setting was then, and from the end of a hold anew. */
  left_open?: Moment;
  /** When that is told, by the service's clock; null once told, or while the door is held open. */
  left_open_due_at: number | null;
  /** It was told: a hold that ends later gives it no second time. */
  left_open_told?: boolean;
}

export interface DoorState {
  contact: 'open' | 'closed' | null;
  exit_button_wired: boolean;
  strike_on: boolean;
  hold_on: boolean;
  evidence: DoorEvidence;
}

export interface EventDraft {
  type: EventType;
  occurred_at: number;
  source: string;
  result: 'success' | 'denied' | null;
  reason: string | null;
  person_id: string | null;
  key_id: number | null;
  api_key_id: number | null;
  explanation: Explanation | null;
  actor?: unknown;
  details?: unknown;
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
  | { record: ContactRecord | ExitButtonRecord; unlock?: undefined }
  /** `unlock`: the facts behind a strike that opened for a command or a bench test. */
  | { record: RelayRecord; unlock: UnlockFacts | null };

/** How many moments of a kind are kept: presses and pulses cannot come quicker than their debounce and pulse. */
const KEPT = 32;
/** The state before the last change still counts for an edge that debounce brings late. */
const KEPT_HOLDS = 4;
/** Debounce may deliver a contact edge after younger presses; what explains it must not be pruned by them. */
const REORDER_SLACK_MS = 2_000;

export function decide(
  state: DoorState,
  input: DoorInput,
  facts: DoorFacts,
  moment: Moment = momentOf(input.record),
): { state: DoorState; events: EventDraft[] } {
  switch (input.record.kind) {
    case 'contact':
      return onContact(state, input.record, moment, facts);
    case 'exit_button':
      return onExitButton(state, input.record, moment);
    case 'relay':
      return onRelay(state, input.record, moment, input.unlock ?? null, facts);
  }
}

function onContact(state: DoorState, record: ContactRecord, moment: Moment, facts: DoorFacts) {
  const { level, opening } = state.evidence;
  // An edge is stamped where its debounce began: behind a level from after the birth it is the newer word.
  const isHistory = isOlder(moment, facts.birth) && (level === undefined || isOlder(level, facts.birth));
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
    // A level is no edge; a door found open keeps whom it was opened for, a closed one has nobody inside an opening.
    const stillOpen = record.state === 'open' ? opening : undefined;
    return { state: next(stillOpen, state.evidence.gap), events: [] };
  }
  if (record.state === 'closed') {
    const closed = eventDraft('door.closed', moment, 'device', {
      result: 'success',
      person_id: opening?.person_id ?? null,
      key_id: opening?.key_id ?? null,
      explanation: record.snapshot ? missedEdge(state, 'closed') : null,
    });
    return { state: next(undefined, undefined), events: [...leftOpenBefore(state, moment, facts), closed] };
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
    return { state: next(open(null), undefined), events: [opened] };
  }
  const { explanation, by } = judgeOpening(state, moment, facts.birth);
  const events = [eventDraft('door.opened', moment, 'device', { explanation })];
  if (explanation.verdict === 'forced')
    events.push(eventDraft('door.forced', moment, 'device', { explanation }));
  return { state: next(open(by), undefined), events };
}

/** A door open from this moment on has its time, and is told of once a buffered close could be here. */
function leftOpenAfter({ clock }: ContactRecord | RelayRecord, moment: Moment, facts: DoorFacts) {
  // A clock that nobody has set says nothing about how long ago this was.
  const since = clock === 'synced' ? moment.at : facts.now;
  const left_open_due_at = Math.max(since + facts.left_open_ms, facts.now + LEFT_OPEN_PATIENCE_MS);
  return { left_open: later(moment, facts.left_open_ms), left_open_due_at };
}

/** A close that came after the door's time: it was left open before, though nobody could know then. */
function leftOpenBefore(state: DoorState, close: Moment, facts: DoorFacts): EventDraft[] {
  const { opening } = state.evidence;
  if (!opening || opening.left_open_due_at === null) return [];
  const at = leftOpenAt(opening, facts);
  return close.boot === at.boot && close.mono_ms > at.mono_ms && !isHeldAt(state, at, facts.birth)
    ? [leftOpen(opening, at)]
    : [];
}

const leftOpenAt = (opening: Opening, { left_open_ms }: DoorFacts): Moment =>
  opening.left_open ?? later(opening, left_open_ms);

/** What an opening becomes when its time is over: left open, once; or, while held open, nothing yet. */
export function decideLeftOpen(
  state: DoorState,
  facts: DoorFacts,
): { state: DoorState; events: EventDraft[] } {
  const { opening } = state.evidence;
  if (!opening || opening.left_open_due_at === null || opening.left_open_due_at > facts.now)
    return { state, events: [] };
  const evidence = copyOf(state.evidence);
  evidence.opening = { ...opening, left_open_due_at: null, left_open_told: !state.hold_on };
  const events = state.hold_on ? [] : [leftOpen(opening, leftOpenAt(opening, facts))];
  return { state: changed(state, evidence), events };
}

const leftOpen = ({ person_id, key_id }: Opening, at: Moment): EventDraft =>
  eventDraft('door.left_open', at, 'device', { result: 'success', person_id, key_id });

function onExitButton(state: DoorState, record: ExitButtonRecord, moment: Moment) {
  if (!record.pressed) return { state, events: [] };
  const evidence = copyOf(state.evidence);
  evidence.exits = remember(evidence.exits, moment);
  return {
    state: changed(state, evidence),
    events: [eventDraft('door.exit_button', moment, 'exit_button')],
  };
}

function onRelay(
  state: DoorState,
  record: RelayRecord,
  moment: Moment,
  unlock: UnlockFacts | null,
  facts: DoorFacts,
) {
  const shown = !isOlder(moment, facts.birth);
  if (record.relay === 'hold') {
    const evidence = copyOf(state.evidence);
    evidence.holds = [...(evidence.holds ?? []), { ...moment, on: record.on }].slice(-KEPT_HOLDS);
    const { opening } = evidence;
    // A door still open when its hold ends has its time from then on.
    if (opening && !opening.left_open_told && !record.on)
      evidence.opening = { ...opening, ...leftOpenAfter(record, moment, facts) };
    const hold_on = shown ? record.on : state.hold_on;
    return { state: changed(state, evidence, { hold_on }), events: [] };
  }
  const strike_on = shown ? record.on : state.strike_on;
  // A pulse that ends, a boot and a local release say nothing about an unlock that somebody ordered.
  const opens = record.on && (record.cause === 'command' || record.cause === 'bench');
  if (!opens) return { state: changed(state, state.evidence, { strike_on }), events: [] };
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
  return { state: changed(state, evidence, { strike_on }), events: [] };
}

/* Written out, as copies of objects of one form are many times quicker than spreads of any. */

const copyOf = ({ level, unlocks, exits, holds, opening, gap, denials }: DoorEvidence): DoorEvidence => ({
  level,
  unlocks,
  exits,
  holds,
  opening,
  gap,
  denials,
});

const changed = (
  state: DoorState,
  evidence: DoorEvidence,
  to: { contact?: DoorState['contact']; strike_on?: boolean; hold_on?: boolean } = {},
): DoorState => ({
  contact: to.contact === undefined ? state.contact : to.contact,
  exit_button_wired: state.exit_button_wired,
  strike_on: to.strike_on ?? state.strike_on,
  hold_on: to.hold_on ?? state.hold_on,
  evidence,
});

/** The event of a confirmed unlock, at the moment at which the relay switched. */
export function accessGranted(moment: Moment, facts: UnlockFacts): EventDraft {
  return eventDraft('access.granted', moment, 'app', {
    result: 'success',
    person_id: facts.person_id,
    key_id: facts.key_id,
    api_key_id: facts.api_key_id,
  });
}

function judgeOpening(state: DoorState, opening: Moment, birth: Birth | null) {
  const { unlocks, exits, gap } = state.evidence;
  const unlock = newestBefore(unlocks, opening);
  const exit = newestBefore(exits, opening);
  const held = isHeldAt(state, opening, birth);
  const unlocked = unlock !== null && unlock.age_ms <= FORCED_OPEN_WINDOW_MS;
  const exited = exit !== null && exit.age_ms <= FORCED_OPEN_WINDOW_MS;
  const by = unlocked && !(exited && exit.age_ms < unlock.age_ms) ? unlock.moment : null;
  const verdict: Verdict = by
    ? 'unlocked'
    : exited
      ? 'exit_button'
      : held
        ? 'held_open'
        : state.exit_button_wired
          ? 'forced'
          : 'not_judged';
  const explanation: Explanation = {
    verdict,
    text: inWords(verdict, unlock?.age_ms ?? null, exit?.age_ms ?? null, gap === true),
    window_ms: FORCED_OPEN_WINDOW_MS,
    unlock: unlock && { age_ms: unlock.age_ms, clock: unlock.clock, command_id: unlock.moment.command_id },
    exit_button: exit && { age_ms: exit.age_ms, clock: exit.clock },
    held_open: held,
    evidence_incomplete: gap === true,
  };
  return { explanation, by };
}

interface Found<M extends Moment> {
  moment: M;
  age_ms: number;
  clock: 'monotonic' | 'wall';
}

/** The youngest of the moments at or before the opening; a later press does not explain an earlier opening. */
function newestBefore<M extends Moment>(moments: M[] | undefined, opening: Moment): Found<M> | null {
  let best: Found<M> | null = null;
  for (const moment of moments ?? []) {
    const age_ms = ageOf(moment, opening);
    // Of two in one millisecond the later word counts.
    if (age_ms >= 0 && (best === null || age_ms <= best.age_ms))
      best = { moment, age_ms, clock: moment.boot === opening.boot ? 'monotonic' : 'wall' };
  }
  return best;
}

function ageOf(earlier: Moment, later: Moment): number {
  const age = earlier.boot === later.boot ? later.mono_ms - earlier.mono_ms : later.at - earlier.at;
  // Clocks with fractions of a millisecond must not turn exactly 10 s into a hair more.
  return Math.round(age * 1000) / 1000;
}

/** A start drives every relay safe, so only switchings of the same boot count; without any, what the birth said. */
function isHeldAt(state: DoorState, moment: Moment, birth: Birth | null): boolean {
  const sameBoot = state.evidence.holds?.filter((hold) => hold.boot === moment.boot) ?? [];
  // What is shown is as young as the birth: of what came before it, it says nothing.
  if (sameBoot.length === 0) return state.hold_on && !isOlder(moment, birth);
  return newestBefore(sameBoot, moment)?.moment.on ?? false;
}

/** Keeps what may still explain an opening, and always the newest. */
function remember<M extends Moment>(moments: M[] | undefined, added: M): M[] {
  const kept: M[] = [];
  for (const moment of moments ?? [])
    if (
      moment.boot !== added.boot ||
      added.mono_ms - moment.mono_ms <= FORCED_OPEN_WINDOW_MS + REORDER_SLACK_MS
    )
      kept.push(moment);
  kept.push(added);
  return kept.length > KEPT ? kept.slice(-KEPT) : kept;
}

/** An event with only what its type always has. */
export function eventDraft(
  type: EventType,
  moment: Moment,
  source: string,
  more: Partial<EventDraft> = {},
): EventDraft {
  return {
    type,
    occurred_at: moment.at,
    source,
    result: more.result ?? null,
    reason: more.reason ?? null,
    person_id: more.person_id ?? null,
    key_id: more.key_id ?? null,
    api_key_id: more.api_key_id ?? null,
    explanation: more.explanation ?? null,
    actor: more.actor,
    details: more.details,
  };
}

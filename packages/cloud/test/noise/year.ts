import { type DoorInput, decideDoor, type EventDraft } from '../../src/doors/evidence/door.rules.js';
import type { DoorState } from '../../src/doors/evidence/evidence.rules.js';
import type { Cause } from '../../src/noise/noise.rules.js';
import type { PastEvent } from '../../src/noise/replay.rules.js';

/*
 * A year of doors as they behave, with what was wrong as labels. What people and hardware do is drawn from distributions
 * with tails; the events are those that the rules of doors report. Causes overlap, and quiet doors are among them.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const START = Date.parse('2025-01-01T00:00:00Z');

export type Label = Cause | 'real';

export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** With this median; `spread` is the deviation of the logarithm. */
  lognormal(median: number, spread: number): number;
  exponential(mean: number): number;
}

/** Mulberry32: small, and the same everywhere. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    lognormal: (median, spread) => median * Math.exp(spread * normal()),
    exponential: (mean) => -mean * Math.log(1 - next()),
  };
}

/** What is wrong with a door, as chances for each passage or a day. */
export interface Habits {
  passagesADay: number;
  /** Of a passage from inside: the hand is on the button after the leaf moves. */
  pressAfter: number;
  /** Of a passage from inside: talks on, and goes late. */
  slow: number;
  /** Of a close: the leaf bounces off its frame. */
  bounce: number;
  /** Of a passage: holds the door for others a little too long. */
  holds: number;
  /** Someone with a key of their own comes at this hour on workdays; null: no one. */
  daily: number | null;
  /** Real ones, a year. */
  forcedAYear: number;
  leftOpenAYear: number;
  left_open_ms: number;
}

interface Deed {
  at: number;
  what: 'press' | 'strike' | 'open' | 'close';
  label?: Label;
}

/** The deeds of one door in a year, in sequence; while one passage lasts no other begins. */
function deedsOf(chance: Chance, habits: Habits, days: number): Deed[] {
  const deeds: Deed[] = [];
  let busyUntil = 0;
  /** From its first deed to its last close. */
  const passage = (
    at: number,
    first: Deed[],
    openFor: number,
    label: Label | undefined,
    wasHeld: boolean,
  ) => {
    const opened = Math.max(at, ...first.filter(({ what }) => what !== 'press').map((one) => one.at));
    if (Math.min(at, ...first.map((one) => one.at)) < busyUntil + 15 * SECOND) return;
    deeds.push(...first, { at: opened, what: 'open', ...(label ? { label } : {}) });
    let end = opened + openFor;
    deeds.push({ at: end, what: 'close' });
    if (!wasHeld && chance.next() < habits.bounce) {
      const after = chance.lognormal(500, 0.5);
      const open = chance.lognormal(180, 0.5);
      deeds.push({ at: end + after, what: 'open', label: 'bounce' });
      deeds.push({ at: end + after + open, what: 'close' });
      end += after + open;
    }
    busyUntil = end + 12 * SECOND;
  };
  const walk = () => chance.lognormal(6 * SECOND, 0.5);
  const planned: { at: number; do(at: number): void }[] = [];
  for (let day = 0; day < days; day++) {
    const midnight = START + day * DAY;
    const isWorkday = new Date(midnight).getUTCDay() % 6 !== 0;
    const passages = isWorkday ? habits.passagesADay * chance.between(0.6, 1.4) : habits.passagesADay * 0.1;
    for (let count = 0; count < passages; count++) {
      const at = midnight + chance.between(6, 19) * HOUR;
      planned.push({ at, do: (time) => ordinary(time) });
    }
    if (habits.daily !== null && isWorkday && chance.next() < 0.9) {
      const at = midnight + habits.daily * HOUR + chance.between(-8, 8) * MINUTE;
      planned.push({ at, do: (time) => passage(time, [], walk(), 'daily', true) });
    }
  }
  const real = (count: number, label: Label, openFor: () => number, first: (at: number) => Deed[]) => {
    for (let index = 0; index < count; index++) {
      const at = START + chance.between(0, days) * DAY;
      planned.push({ at, do: (time) => passage(time, first(time), openFor(), label, true) });
    }
  };
  const scale = days / 365;
  real(
    Math.round(habits.forcedAYear * scale),
    'real',
    () => chance.lognormal(12 * SECOND, 0.6),
    () => [],
  );
  real(
    Math.round(habits.leftOpenAYear * scale),
    'real',
    () => habits.left_open_ms + chance.lognormal(25 * MINUTE, 0.6),
    (at) => [{ at: at - 3 * SECOND, what: 'strike' }],
  );
  function ordinary(at: number): void {
    const holds = chance.next() < habits.holds;
    const openFor = holds ? habits.left_open_ms + chance.exponential(9 * SECOND) : walk();
    const label = holds ? ('just_past' as const) : undefined;
    if (chance.next() < 0.5) {
      passage(at, [{ at: at - chance.between(0.3, 6) * SECOND, what: 'strike' }], openFor, label, holds);
    } else if (chance.next() < habits.pressAfter) {
      passage(at, [{ at: at + chance.lognormal(700, 0.6), what: 'press' }], walk(), 'press_after', true);
    } else if (chance.next() < habits.slow) {
      const late = 10 * SECOND + 50 + chance.exponential(4 * SECOND);
      passage(at, [{ at: at - late, what: 'press' }], walk(), 'slow_exit', true);
    } else
      passage(at, [{ at: at - chance.lognormal(1.6 * SECOND, 0.4), what: 'press' }], openFor, label, holds);
  }
  for (const { at, do: act } of planned.sort((a, b) => a.at - b.at)) act(Math.round(at));
  return deeds.map((deed) => ({ ...deed, at: Math.round(deed.at) })).sort((a, b) => a.at - b.at);
}

export interface LivedYear {
  events: PastEvent[];
  /** By the id of the alarm's event. */
  labels: ReadonlyMap<number, Label>;
}

/** Lives a year at a door: the rules report as they do, and each alarm bears the label of the opening behind it. */
export function live(seed: number, habits: Habits, days = 365): LivedYear {
  const events: PastEvent[] = [];
  const labels = new Map<number, Label>();
  let label: Label | undefined;
  let id = 0;
  let state: DoorState = {
    contact: 'closed',
    exit_button_wired: true,
    strike_on: false,
    hold_on: false,
    evidence: {},
  };
  const take = (drafts: readonly EventDraft[]) => {
    for (const { type, occurred_at: at, explanation } of drafts) {
      id += 1;
      events.push({ id, type, at, explanation: explanation as PastEvent['explanation'], is_real: false });
      // Someone who walks slowly is past a short time, too; nothing else reports a passage that nothing is wrong with.
      if (type === 'door.left_open') labels.set(id, label === 'real' ? label : 'just_past');
      if (type === 'door.forced') labels.set(id, label as Label);
    }
  };
  const run = (input: DoorInput, now: number) => {
    const decision = decideDoor(state, input, { now, left_open_ms: habits.left_open_ms, birth: null });
    state = decision.state;
    take(decision.effects);
  };
  for (const deed of deedsOf(chanceOf(seed), habits, days)) {
    const due = state.evidence.opening?.left_open_due_at ?? null;
    if (due !== null && due <= deed.at) run({ kind: 'look' }, due);
    if (deed.what === 'open') label = deed.label;
    run(inputOf(deed), deed.at);
  }
  return { events: events.sort((a, b) => a.at - b.at || a.id - b.id), labels };
}

function inputOf({ at, what }: Deed): DoorInput {
  const moment = { boot: 'live', mono_ms: at - START, at };
  const record = {
    ...{ seq: 1, door: 1, boot: 'live', mono_ms: moment.mono_ms, clock: 'synced' as const },
    at: new Date(at).toISOString(),
  };
  const unlock = { command_id: null, person_id: null, key_id: null, api_key_id: null };
  if (what === 'press')
    return {
      kind: 'record',
      moment,
      unlock: null,
      record: { ...record, kind: 'exit_button', pressed: true },
    };
  if (what === 'strike')
    return {
      kind: 'record',
      moment,
      unlock,
      record: { ...record, kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: null },
    };
  const contact = what === 'open' ? ('open' as const) : ('closed' as const);
  return {
    kind: 'record',
    moment,
    unlock: null,
    record: { ...record, kind: 'contact', state: contact, snapshot: false },
  };
}

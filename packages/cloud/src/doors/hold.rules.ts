import type { ResultRecord } from '@door-access/protocol';
import type { Actor, Cause, HoldSource } from './cause.rules.js';
import { type CommandReason, type Refusal, refusalReason } from './command.rules.js';
import { type ScheduleEntry, type ScheduleNow, type Stretch, scheduleAt } from './schedule.rules.js';

/**
 * Hold-open of one door (docs/behaviour.md, Holds): schedule, override and arming give one desired state with an
 * end; what differs from the confirmed state is written, retried, and given up in the end. Pure. Times are Unix
 * milliseconds.
 */

export interface HoldWrite {
  on: boolean;
  release_at: number | null;
  version: number;
  /** One id an attempt: a result for any of them speaks of this write. */
  ids: string[];
  next_at: number;
  /** What the gateway said last, where it refused an attempt. */
  refused?: Refusal;
}

export interface Hold {
  override: { mode: 'stay_open' | 'closed'; until: number | null; cause: Cause } | null;
  /** The first-person-in block that an arrival armed, by its start; blocks that touch are one block. */
  armed: { start: number; cause: Cause } | null;
  /** What is asked for; `cause` is why it is held, or why it no longer is. */
  desired: { on: boolean; release_at: number | null; cause: Cause };
  /** Why it is held, or was last. */
  held: Cause;
  /** On its way to the gateway, not yet confirmed. */
  write: HoldWrite | null;
  /** The end that the gateway has confirmed with the hold; undefined: not known. */
  confirmed_release_at?: number | null;
  /** Whose end the gateway's lease is, where this clock has seen the end of an override before its word came. */
  lease_source?: HoldSource;
  /** A start of the unit drove the relay safe while the hold was wanted: not told, unless nobody wants it any more. */
  safe?: true;
  /** Not tried again until something changes, the relay moves, the unit comes back, or the session is restated. */
  given_up: { on: boolean; release_at: number | null } | null;
  version: number;
  /** The last state that was reported; `offline` is a failure, too. */
  told: 'started' | 'ended' | 'failed' | 'offline' | null;
  /** The failure that was reported last is of a hold that never began, so nothing ends. */
  never_started?: true;
  /** The command record that waits for the write. */
  command_id: string | null;
  /** When to look again: a border of the schedule, an override's end, a write's next attempt. */
  due_at: number | null;
}

export interface HoldFacts {
  schedule: readonly ScheduleEntry[];
  timezone: string;
  online: boolean;
  /** A hold relay is wired. */
  relay: boolean;
  /** The last confirmed state of the relay. */
  on: boolean;
  /** HOLD_WRITE_ATTEMPTS. */
  attempts: number;
  /** For the next write's id, should there be one. */
  fresh_id: string;
}

export type HoldInput =
  | { kind: 'look' }
  | {
      kind: 'mode';
      mode: 'stay_open' | 'auto' | 'closed';
      until: number | null;
      cause: Cause;
      command_id: string;
    }
  /** Somebody came in: `at` by the gateway's corrected clock. */
  | { kind: 'arm'; at: number; cause: Cause }
  | { kind: 'switched'; on: boolean; at: number; why: 'command' | 'lease_end' | 'boot' }
  | { kind: 'result'; at: number; command_id: string; outcome: ResultRecord['outcome'] }
  /** `goes_on`: its connection never ended, so no session message delivers the write. */
  | { kind: 'online'; goes_on?: boolean }
  /** A session message is to say within a session what is held, as it lets go of all that it does not name. */
  | { kind: 'restate' }
  | { kind: 'offline' };

type ModeInput = Extract<HoldInput, { kind: 'mode' }>;

export interface HoldEvent {
  type: 'lock.hold_open.started' | 'lock.hold_open.ended' | 'lock.hold_open.failed';
  occurred_at: number;
  source: HoldSource;
  actor: Actor | null;
  details: Record<string, unknown>;
}

/** `reason` is null where it is confirmed. */
export interface FinishedOrder {
  id: string;
  status: 'confirmed' | 'failed';
  reason: CommandReason | null;
}

export interface HoldDecision {
  hold: Hold;
  /** The confirmed state after this input. */
  on: boolean;
  events: HoldEvent[];
  /** To be sent now, unless the session message carries it. */
  send: HoldWrite | null;
  /** What becomes of the waiting command record. */
  command: FinishedOrder | null;
}

export const HOLD_WRITE_INTERVAL_MS = 5_000;
/** A hold about to end is not begun again: the gateway let go by a clock that is a little ahead. An order is tried. */
const SHORTEST_HOLD_MS = 2_000;

/** Blocks are seen a week ahead: where none is, it is looked again before that week is over. */
const LOOK_AGAIN_MS = 6 * 24 * 3_600_000;

const BY_SCHEDULE: Cause = { source: 'schedule', actor: null };

export const noHold: Hold = {
  override: null,
  armed: null,
  desired: { on: false, release_at: null, cause: BY_SCHEDULE },
  held: BY_SCHEDULE,
  write: null,
  given_up: null,
  version: 0,
  told: null,
  command_id: null,
  due_at: null,
};

export function decideHold(before: Hold, input: HoldInput, facts: HoldFacts, now: number): HoldDecision {
  const decision: HoldDecision = {
    hold: { ...before },
    on: facts.on,
    events: [],
    send: null,
    command: null,
  };
  const { hold } = decision;
  switch (input.kind) {
    case 'mode':
      setMode(hold, input, facts, now);
      break;
    case 'arm':
      arm(hold, input, facts, now);
      break;
    case 'switched':
      // A board that moves a relay takes orders again.
      hold.given_up = null;
      tellSwitched(decision, input);
      break;
    case 'result':
      takeResult(decision, input);
      break;
    case 'online':
      // Whatever was under way belongs to a session that is over; the new one begins from what the unit reports.
      beginAnew(hold);
      hold.given_up = null;
      break;
    case 'restate':
      // Under a new id, so that no result that is on its way ends the write before it is stated.
      beginAnew(hold);
      break;
    case 'offline':
      loseContact(decision, now);
      break;
    case 'look':
      break;
  }
  settle(decision, facts, now, input);
  return decision;
}

function beginAnew(hold: Hold): void {
  hold.write = null;
  delete hold.confirmed_release_at;
}

/** What `door_mode` of the lock shows. */
export function doorMode(hold: Hold | null) {
  if (hold?.override)
    return { mode: hold.override.mode, source: 'override' as const, expires_at: hold.override.until };
  return { mode: 'auto' as const, source: hold?.desired.on ? ('schedule' as const) : null, expires_at: null };
}

function setMode(hold: Hold, input: ModeInput, facts: HoldFacts, now: number): void {
  hold.command_id = input.command_id;
  hold.given_up = null;
  if (input.mode === 'auto') hold.override = null;
  if (input.mode === 'stay_open')
    hold.override = { mode: 'stay_open', until: input.until, cause: input.cause };
  if (input.mode === 'closed') {
    const { stretch } = scheduleAt(facts.schedule, facts.timezone, now);
    // Outside a block there is nothing to keep closed against.
    hold.override = stretch ? { mode: 'closed', until: endOrNone(stretch.end), cause: input.cause } : null;
  }
}

function arm(hold: Hold, input: Extract<HoldInput, { kind: 'arm' }>, facts: HoldFacts, now: number): void {
  // One arrival arms the whole stretch, even if it occurs in a part that needs none.
  const { stretch } = scheduleAt(facts.schedule, facts.timezone, now);
  if (stretch && stretch.start <= input.at && input.at < stretch.end && !isArmed(hold, stretch))
    hold.armed = { start: stretch.start, cause: input.cause };
}

const isArmed = ({ armed }: Hold, { start, end }: Stretch): boolean =>
  armed !== null && start <= armed.start && armed.start < end;

function tellSwitched(
  decision: HoldDecision,
  { on, at, why }: Omit<Extract<HoldInput, { kind: 'switched' }>, 'kind'>,
): void {
  const { hold } = decision;
  delete hold.safe;
  if (on) {
    if (hold.told === 'started') return;
    hold.told = 'started';
    delete hold.never_started;
    decision.events.push({ type: 'lock.hold_open.started', occurred_at: at, ...hold.held, details: {} });
    return;
  }
  delete hold.confirmed_release_at;
  // A start drives the relay safe; where the hold is still wanted, it is written again and nothing has ended.
  if (why === 'boot' && hold.desired.on) {
    hold.safe = true;
    return;
  }
  if (hold.told === null || hold.told === 'ended') return;
  hold.told = 'ended';
  if (hold.never_started) {
    delete hold.never_started;
    return;
  }
  // The gateway let go by itself, perhaps a moment before this clock sees the end.
  const cause =
    why === 'lease_end' ? { source: hold.lease_source ?? endSource(hold), actor: null } : hold.desired.cause;
  delete hold.lease_source;
  decision.events.push({ type: 'lock.hold_open.ended', occurred_at: at, ...cause, details: {} });
}

/** What ends a hold that runs out: its override's source, or the schedule for a block, armed or not. */
const endSource = (hold: Hold): HoldSource =>
  hold.override?.mode === 'stay_open'
    ? hold.override.cause.source
    : hold.desired.on
      ? 'schedule'
      : hold.desired.cause.source;

function takeResult(decision: HoldDecision, input: Extract<HoldInput, { kind: 'result' }>): void {
  const { hold } = decision;
  const { write } = hold;
  if (!write?.ids.includes(input.command_id)) return;
  if (input.outcome !== 'confirmed') {
    hold.write = { ...write, refused: input.outcome };
    return;
  }
  decision.on = write.on;
  tellSwitched(decision, { on: write.on, at: input.at, why: 'command' });
  if (write.on) {
    hold.confirmed_release_at = write.release_at;
    delete hold.lease_source;
  }
  hold.write = null;
  hold.given_up = null;
  finishCommand(decision, null);
}

function loseContact(decision: HoldDecision, now: number): void {
  const { hold } = decision;
  hold.write = null;
  if (!decision.on || hold.told === 'offline') return;
  hold.told = 'offline';
  decision.events.push(failed(hold, now, { reason: 'offline' }));
}

const failed = (hold: Hold, now: number, details: Record<string, unknown>): HoldEvent => ({
  type: 'lock.hold_open.failed',
  occurred_at: now,
  source: hold.held.source,
  actor: null,
  details,
});

function settle(decision: HoldDecision, facts: HoldFacts, now: number, input: HoldInput): void {
  const { hold } = decision;
  const asked = input.kind === 'mode' ? input : null;
  let ended = asked?.cause ?? null;
  if (hold.override && hold.override.until !== null && hold.override.until <= now) {
    ended ??= { source: hold.override.cause.source, actor: null };
    if (hold.override.mode === 'stay_open') {
      if (decision.on && hold.confirmed_release_at === hold.override.until)
        hold.lease_source = hold.override.cause.source;
      // An order that ran out while it was still waited for was never carried out.
      finishCommand(decision, 'timed_out');
    }
    hold.override = null;
  }
  const scheduled = scheduleAt(facts.schedule, facts.timezone, now);
  const { stretch, nextBorder } = scheduled;
  if (!stretch || !isArmed(hold, stretch)) hold.armed = null;
  const desired = desire(hold, scheduled);
  if (desired) {
    hold.desired = desired;
    hold.held = desired.cause;
  } else if (hold.desired.on) hold.desired = { on: false, release_at: null, cause: ended ?? BY_SCHEDULE };
  if (hold.safe && !hold.desired.on) tellSwitched(decision, { on: false, at: now, why: 'command' });

  writeWhatDiffers(decision, facts, now, input);
  const border = nextBorder ?? (facts.schedule.length > 0 ? now + LOOK_AGAIN_MS : null);
  const dues = [border, hold.override?.until ?? null, hold.write?.next_at ?? null].filter(
    (due) => due !== null,
  );
  hold.due_at = dues.length > 0 ? Math.min(...dues) : null;
}

function desire(hold: Hold, { active, stretch }: ScheduleNow): Hold['desired'] | null {
  if (hold.override?.mode === 'closed') return null;
  const plain = active.find((block) => !block.first_person_in);
  // Before the first arrival, only blocks that need none are held.
  const end = hold.armed ? stretch?.end : plain?.end;
  if (hold.override) {
    const { until, cause } = hold.override;
    // A block that lasts longer goes on holding when the override runs out.
    return { on: true, release_at: until === null ? null : endOrNone(Math.max(until, end ?? 0)), cause };
  }
  if (end === undefined) return null;
  const cause = plain ? BY_SCHEDULE : (hold.armed?.cause ?? BY_SCHEDULE);
  return { on: true, release_at: endOrNone(end), cause };
}

/** A block without an end becomes a hold without an end. */
const endOrNone = (end: number): number | null => (end === Number.POSITIVE_INFINITY ? null : end);

function writeWhatDiffers(decision: HoldDecision, facts: HoldFacts, now: number, input: HoldInput): void {
  const { hold } = decision;
  const asked = input.kind === 'mode' ? input : null;
  const { on, release_at } = hold.desired;
  const same = (other: { on: boolean; release_at: number | null } | null) =>
    other !== null && other.on === on && other.release_at === release_at;
  // Something else is on its way: the gateway may do it yet, so what is wanted is written behind it.
  const contrary = hold.write !== null && hold.write.on !== on;
  const confirmed = !contrary && decision.on === on && (!on || hold.confirmed_release_at === release_at);
  const tooShort = on && !decision.on && !asked && release_at !== null && release_at - now < SHORTEST_HOLD_MS;
  if (confirmed || tooShort || !facts.relay) {
    hold.write = null;
    if (confirmed) finishCommand(decision, null);
    return;
  }
  if (!facts.online) return;
  if (!same(hold.write)) {
    if (!same(hold.given_up)) hold.given_up = null;
    // A session message names it all the same: the gateway lets go of a door that is not named.
    else if (input.kind !== 'restate') return;
    hold.version += 1;
    hold.write = {
      on,
      release_at,
      version: hold.version,
      ids: [asked?.command_id ?? facts.fresh_id],
      next_at: now + HOLD_WRITE_INTERVAL_MS,
    };
    decision.send = hold.write;
    return;
  }
  const write = hold.write as HoldWrite;
  if (now < write.next_at) return;
  if (write.ids.length >= facts.attempts) {
    // Given up before, for a session message wrote it again: that it fails has been told.
    if (!same(hold.given_up))
      decision.events.push(failed(hold, now, { reason: 'timeout', attempts: write.ids.length }));
    if (hold.told === null || hold.told === 'ended') hold.never_started = true;
    hold.told = 'failed';
    hold.given_up = { on, release_at };
    hold.write = null;
    finishCommand(decision, refusalReason(write.refused ?? 'expired'));
    return;
  }
  // A new id and version each time: a gateway answers an id that it has seen, and does not run it again.
  hold.version += 1;
  hold.write = {
    ...write,
    version: hold.version,
    ids: [...write.ids, facts.fresh_id],
    next_at: now + HOLD_WRITE_INTERVAL_MS,
  };
  decision.send = hold.write;
}

function finishCommand(decision: HoldDecision, reason: CommandReason | null): void {
  const id = decision.hold.command_id;
  if (id) decision.command = { id, status: reason === null ? 'confirmed' : 'failed', reason };
  decision.hold.command_id = null;
}

import type { Decision } from '@door-access/protocol';
import type { Cause } from '../cause.rules.js';
import { isWithin, type ScheduleNow, type Stretch } from '../schedule/schedule.rules.js';
import { finish } from './effects.rules.js';
import { evacuating, leaseOf } from './emergency.rules.js';
import type { Hold, HoldDecision, HoldEffect, HoldFacts, HoldInput, HoldState } from './hold.types.js';

/* What is wanted of a door: emergency, schedule, override and arming give one desired state with an end. Pure. */

type Input<Kind> = Extract<HoldInput, { kind: Kind }>;

export const BY_SCHEDULE: Cause = { source: 'schedule', actor: null };

export function decideDesired(
  { hold, on }: HoldState,
  input: HoldInput,
  { schedule, now }: Pick<HoldFacts, 'schedule' | 'now'>,
): HoldDecision {
  if (hold.emergency !== undefined) return inEmergency({ hold, on }, input, { schedule, now });
  const asked = afterInput(hold, input, schedule);
  const { state: current, effects } = overrideExpired({ hold: asked, on }, now);
  const stretch = schedule?.stretch ?? null;
  const armed = stillArmed(current, stretch);
  const wanted = desire(current.override, armed, schedule);
  const cause = askedBy(input) ?? expiry(asked, now) ?? BY_SCHEDULE;
  const next: Hold = { ...current, armed, lease_until: undefined };
  return { state: { hold: desiring(next, wanted, cause), on }, effects };
}

/** An emergency decides alone: schedules wait, no arrival arms, and no mode is set. */
function inEmergency(
  { hold, on }: HoldState,
  input: HoldInput,
  { schedule, now }: Pick<HoldFacts, 'schedule' | 'now'>,
): HoldDecision {
  const armed = stillArmed(hold, schedule?.stretch ?? null);
  const evacuation = evacuating(hold);
  const lease_until = evacuation && leaseOf(hold, now);
  const wanted = evacuation ? { on: true, release_at: lease_until ?? null, cause: evacuation.cause } : null;
  const next = desiring({ ...hold, armed, lease_until }, wanted, askedBy(input) ?? BY_SCHEDULE);
  if (input.kind !== 'mode') return { state: { hold: next, on }, effects: [] };
  // It was asked for before the emergency began.
  const { state, effects } = finish({ ...next, command_id: input.command_id }, 'timed_out');
  return { state: { hold: state, on }, effects };
}

/** `cause`: who or what ends a hold that is wanted no more. */
function desiring(hold: Hold, wanted: Hold['desired'] | null, cause: Cause): Hold {
  const off = hold.desired.on ? { on: false, release_at: null, cause } : hold.desired;
  return { ...hold, desired: wanted ?? off, held: wanted?.cause ?? hold.held };
}

/** Who asks for it by this input. */
function askedBy(input: HoldInput): Cause | null {
  if (input.kind === 'mode') return causeOfMode(input);
  return input.kind === 'emergency' ? input.cause : null;
}

const stillArmed = ({ armed }: Hold, stretch: Stretch | null): Hold['armed'] =>
  armed && stretch && isArmed(armed, stretch) ? armed : null;

function afterInput(hold: Hold, input: HoldInput, schedule: ScheduleNow | null): Hold {
  if (input.kind === 'mode') return setMode(hold, input, schedule);
  return input.kind === 'arm' ? arm(hold, input, schedule) : hold;
}

const causeOfMode = ({ cause, command_id }: Input<'mode'>): Cause => ({ ...cause, command_id });

function setMode(hold: Hold, input: Input<'mode'>, schedule: ScheduleNow | null): Hold {
  const { mode, until, command_id } = input;
  const cause = causeOfMode(input);
  const next: Hold = { ...hold, command_id, given_up: null };
  if (mode === 'auto') return { ...next, override: null };
  if (mode === 'stay_open') return { ...next, override: { mode, until, cause } };
  // Outside a block there is nothing to keep closed against.
  const stretch = schedule?.stretch ?? null;
  return { ...next, override: stretch && { mode, until: stretch.end, cause } };
}

function arm(hold: Hold, { at, cause }: Input<'arm'>, schedule: ScheduleNow | null): Hold {
  // One arrival arms the whole stretch, even if it occurs in a part that needs none.
  const stretch = schedule?.stretch ?? null;
  if (!stretch || !isWithin(at, stretch) || (hold.armed && isArmed(hold.armed, stretch))) return hold;
  return { ...hold, armed: { start: stretch.start, cause } };
}

const isArmed = (armed: NonNullable<Hold['armed']>, stretch: Stretch): boolean =>
  armed.start === null ? stretch.start === null : isWithin(armed.start, stretch);

/** Whose override has ended by now; null while there is none, or it lasts. */
const expiry = ({ override }: Hold, now: number): Cause | null =>
  override !== null && override.until !== null && override.until <= now
    ? { source: override.cause.source, actor: null }
    : null;

function overrideExpired({ hold, on }: HoldState, now: number): Decision<Hold, HoldEffect> {
  const ended = expiry(hold, now);
  if (ended === null) return { state: hold, effects: [] };
  const without: Hold = { ...hold, override: null };
  if (hold.override?.mode !== 'stay_open') return { state: without, effects: [] };
  const isLease = on && hold.confirmed_release_at === hold.override.until;
  // A command that ran out while it was still waited for was never carried out.
  return finish(isLease ? { ...without, lease_source: ended.source } : without, 'timed_out');
}

function desire(
  override: Hold['override'],
  armed: Hold['armed'],
  schedule: ScheduleNow | null,
): Hold['desired'] | null {
  if (override?.mode === 'closed') return null;
  const plain = schedule?.active.find((block) => !block.first_person_in);
  // Before the first arrival, only blocks that need none are held.
  const block = armed ? schedule?.stretch : plain;
  if (override) {
    const { until, cause } = override;
    // A block that lasts longer still holds when the override ends.
    return { on: true, release_at: block && until !== null ? latest(until, block.end) : until, cause };
  }
  if (!block) return null;
  return { on: true, release_at: block.end, cause: plain ? BY_SCHEDULE : (armed?.cause ?? BY_SCHEDULE) };
}

/** The later end; null is none. */
const latest = (until: number, end: number | null): number | null =>
  end === null ? null : Math.max(until, end);

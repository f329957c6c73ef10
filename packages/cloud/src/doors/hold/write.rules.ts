import { refusalReason } from '../command.rules.js';
import { failed, finish } from './effects.rules.js';
import { isUnanswered } from './emergency.rules.js';
import type {
  Hold,
  HoldDecision,
  HoldEffect,
  HoldFacts,
  HoldInput,
  HoldState,
  HoldWrite,
  Wanted,
} from './hold.types.js';
import { isToHandOver } from './unsent.rules.js';

/* What differs from the confirmed state is written, retried, and given up in the end. Pure. */

export const HOLD_WRITE_INTERVAL_MS = 5_000;
/** A hold about to end is not begun again: the gateway let go by a clock that is a little ahead. A command is tried. */
const SHORTEST_HOLD_MS = 2_000;
/** What an emergency asks for is not given up for good: no one is there to ask for it again. */
export const EMERGENCY_RETRY_MS = 30_000;

export function decideWrite(state: HoldState, input: HoldInput, facts: HoldFacts): HoldDecision {
  const { hold, on } = state;
  const { desired, write, given_up } = hold;
  const { now } = facts;
  const isAsked = input.kind === 'mode';
  // Something else is on its way: the gateway may do it yet, so what is wanted is written behind it.
  const isContrary = write !== null && write.on !== desired.on;
  const isConfirmed =
    !isContrary &&
    on === desired.on &&
    (!on || hold.confirmed_release_at === desired.release_at) &&
    !isUnanswered(hold);
  const isTooShort =
    desired.on &&
    !on &&
    !isAsked &&
    desired.release_at !== null &&
    desired.release_at - now < SHORTEST_HOLD_MS;
  if (isConfirmed || isTooShort || !facts.relay) {
    const rested: Hold = write === null ? hold : { ...hold, write: null };
    const finished = isConfirmed ? finish(rested, null) : { state: rested, effects: [] };
    return { state: { hold: finished.state, on }, effects: finished.effects };
  }
  if (!facts.online) return { state, effects: [] };
  if (write === null || !isSame(write, desired)) {
    const isGivenUp = given_up !== null && isSame(given_up, desired);
    const isTime = given_up?.again_at !== undefined && given_up.again_at <= now;
    // A session message still names it: the gateway releases a door that is not named.
    if (isGivenUp && input.kind !== 'restate' && !isTime) return { state, effects: [] };
    const { on: isOn, release_at } = desired;
    const id = isAsked ? input.command_id : facts.fresh_id;
    const kept = isGivenUp ? given_up : null;
    return send({ hold: { ...hold, given_up: kept }, on }, { on: isOn, release_at, ids: [id] }, now);
  }
  if (now < write.next_at) return isToHandOver(write, now) ? handOver(state, write) : { state, effects: [] };
  if (write.ids.length >= facts.attempts) return giveUp(state, write, now);
  // A new id and version each time: a gateway answers an id that it has seen, and does not run it again.
  return send(
    state,
    { ...write, ids: [...write.ids, facts.fresh_id], unsent: undefined, again_at: undefined },
    now,
  );
}

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.on === other.on && one.release_at === other.release_at;

function send(
  { hold, on }: HoldState,
  unsent: Omit<HoldWrite, 'version' | 'next_at'>,
  now: number,
): HoldDecision {
  const version = hold.version + 1;
  const write: HoldWrite = { ...unsent, version, next_at: now + HOLD_WRITE_INTERVAL_MS };
  return { state: { hold: { ...hold, version, write }, on }, effects: [{ kind: 'send', write }] };
}

/** Under the id and version that it has: should the gateway have it after all, it answers and does nothing again. */
function handOver({ hold, on }: HoldState, unsent: HoldWrite): HoldDecision {
  const write: HoldWrite = { ...unsent, again_at: undefined };
  return { state: { hold: { ...hold, write }, on }, effects: [{ kind: 'send', write }] };
}

function giveUp({ hold, on }: HoldState, write: HoldWrite, now: number): HoldDecision {
  const { given_up, told, never_started } = hold;
  // Given up before, for a session message wrote it again: that it fails has been reported.
  const isReported = given_up !== null && isSame(given_up, write);
  const reports: HoldEffect[] = isReported
    ? []
    : [failed(hold, now, { reason: 'timeout', attempts: write.ids.length })];
  const { state, effects } = finish(
    {
      ...hold,
      never_started: told === null || told === 'ended' ? true : never_started,
      told: 'failed',
      given_up: {
        on: write.on,
        release_at: write.release_at,
        ...(hold.emergency === undefined ? {} : { again_at: now + EMERGENCY_RETRY_MS }),
      },
      write: null,
    },
    refusalReason(write.refused ?? 'expired'),
  );
  return { state: { hold: state, on }, effects: [...reports, ...effects] };
}

import type { HoldSource } from '../cause.rules.js';
import { failed, finish } from './effects.rules.js';
import { confirmedBy } from './emergency.rules.js';
import type { Hold, HoldDecision, HoldFacts, HoldInput, HoldState } from './hold.types.js';

/* What the gateway reports of a hold: its relay, the results of writes, its presence. Pure. */

type Input<Kind> = Extract<HoldInput, { kind: Kind }>;

export function decideReported(state: HoldState, input: HoldInput, facts: HoldFacts): HoldDecision {
  const { hold, on } = state;
  switch (input.kind) {
    case 'switched':
      // A board that moves a relay takes commands again.
      return switched({ hold: { ...hold, given_up: null }, on }, input);
    case 'result':
      return answered(state, input);
    case 'online':
      // A write under way belongs to a session that has ended; the new one begins from what the gateway reports.
      return { state: { hold: { ...unwritten(hold), given_up: null }, on }, effects: [] };
    case 'restate':
      // Under a new id, so that no result that is on its way ends the write before it is stated.
      return { state: { hold: unwritten(hold), on }, effects: [] };
    case 'offline':
      return contactLost(state, facts.now);
    default:
      return { state, effects: [] };
  }
}

/** A start switched the relay off while the hold was wanted. Once it is wanted no more, that has ended it. */
export function decideSafe(state: HoldState, _input: HoldInput, { now }: HoldFacts): HoldDecision {
  if (!state.hold.safe || state.hold.desired.on) return { state, effects: [] };
  return switched(state, { on: false, at: now, why: 'command' });
}

const unwritten = (hold: Hold): Hold => ({ ...hold, write: null, confirmed_release_at: undefined });

function switched(
  { hold, on: isOn }: HoldState,
  { on, at, why }: Pick<Input<'switched'>, 'on' | 'at' | 'why'>,
): HoldDecision {
  if (on) {
    if (hold.told === 'started')
      return { state: { hold: { ...hold, safe: undefined }, on: isOn }, effects: [] };
    const started: Hold = { ...hold, safe: undefined, told: 'started', never_started: undefined };
    return {
      state: { hold: started, on: isOn },
      effects: [
        {
          kind: 'event',
          event: { type: 'lock.hold_open.started', occurred_at: at, ...hold.held, details: {} },
        },
      ],
    };
  }
  // A start drives the relay safe; where the hold is still wanted, it is written again and nothing has ended.
  const safe = why === 'boot' && hold.desired.on ? true : undefined;
  const off: Hold = { ...hold, safe, confirmed_release_at: undefined };
  if (safe || hold.told === null || hold.told === 'ended')
    return { state: { hold: off, on: isOn }, effects: [] };
  if (hold.never_started)
    return { state: { hold: { ...off, told: 'ended', never_started: undefined }, on: isOn }, effects: [] };
  // The lease ended at the gateway, perhaps a moment before this clock sees the end.
  const cause =
    why === 'lease_end' ? { source: hold.lease_source ?? endSource(hold), actor: null } : hold.desired.cause;
  return {
    state: { hold: { ...off, told: 'ended', lease_source: undefined }, on: isOn },
    effects: [
      { kind: 'event', event: { type: 'lock.hold_open.ended', occurred_at: at, ...cause, details: {} } },
    ],
  };
}

/** What ends a hold that runs out: its override's source, or the schedule for a block, armed or not. */
const endSource = ({ override, desired, emergency }: Hold): HoldSource => {
  if (emergency === 'evacuation') return desired.cause.source;
  if (override?.mode === 'stay_open') return override.cause.source;
  return desired.on ? 'schedule' : desired.cause.source;
};

function answered(state: HoldState, { command_id, outcome, at }: Input<'result'>): HoldDecision {
  const { write } = state.hold;
  if (!write?.ids.includes(command_id)) return { state, effects: [] };
  if (outcome !== 'confirmed')
    return {
      state: { ...state, hold: { ...state.hold, write: { ...write, refused: outcome } } },
      effects: [],
    };
  const { on, release_at } = write;
  const moved = switched({ hold: state.hold, on }, { on, at, why: 'command' });
  const confirmed: Hold = { ...confirmedBy(moved.state.hold, on, at), write: null, given_up: null };
  const finished = finish(
    on ? { ...confirmed, confirmed_release_at: release_at, lease_source: undefined } : confirmed,
    null,
  );
  return { state: { hold: finished.state, on }, effects: [...moved.effects, ...finished.effects] };
}

function contactLost({ hold, on }: HoldState, now: number): HoldDecision {
  const lost: Hold = { ...hold, write: null };
  if (!on || hold.told === 'offline') return { state: { hold: lost, on }, effects: [] };
  return {
    state: { hold: { ...lost, told: 'offline' }, on },
    effects: [failed(hold, now, { reason: 'offline' })],
  };
}

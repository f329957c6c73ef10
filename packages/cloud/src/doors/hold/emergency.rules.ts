import type {
  Accounted,
  AccountedReason,
  AccountedState,
  DoorEmergency,
  EmergencyMode,
  Hold,
  HoldDecision,
  HoldEffect,
  HoldFacts,
  HoldInput,
  HoldState,
} from './hold.types.js';
import { isToHandOver } from './unsent.rules.js';

/*
 * What emergencies at a door's location and above ask of it, and how far it is with that. An evacuation outranks a lockdown,
 * wherever each of them was declared; a drill asks its gateway, and moves nothing. Pure.
 */

/** A gateway that has not answered for so long is silent. */
export const ANSWER_MS = 4_000;
/** An evacuation's hold ends by itself so long after the cloud was heard last. */
export const LEASE_MS = 30 * 60_000;
/** It is renewed as soon as less than this is left of it. */
export const RENEWED_AT_MS = 25 * 60_000;

type Standing = Pick<DoorEmergency, 'state' | 'reason' | 'confirmed_at' | 'asked_at'>;

const NOT_ASKED: Standing = { state: 'pending', reason: null, confirmed_at: null, asked_at: null };

const confirmed = (confirmed_at: number): Standing => ({ ...NOT_ASKED, state: 'confirmed', confirmed_at });

const failing = (state: AccountedState, reason: AccountedReason): Standing => ({
  ...NOT_ASKED,
  state,
  reason,
});

/** What rules the door. */
const rulingMode = (emergencies: readonly DoorEmergency[]): EmergencyMode | undefined => {
  const modes = emergencies.filter(({ drill }) => !drill).map(({ mode }) => mode);
  return modes.includes('evacuation') ? 'evacuation' : modes[0];
};

/** Those that rule the door. */
const ruling = ({ emergencies = [], emergency }: Hold): readonly DoorEmergency[] =>
  emergencies.filter(({ drill, mode }) => !drill && mode === emergency);

/** Who holds the door open, in an evacuation. */
export const evacuating = (hold: Hold): DoorEmergency | undefined =>
  hold.emergency === 'evacuation' ? ruling(hold)[0] : undefined;

/** An emergency asks for an answer of the gateway, be the relay as it should or not. */
export const isUnanswered = (hold: Hold): boolean =>
  ruling(hold).some(({ confirmed_at }) => confirmed_at === null);

/** An emergency begins or is over: overrides end with its beginning, and with them what waits for their writes. */
export function decideEmergency(state: HoldState, input: HoldInput): HoldDecision {
  if (input.kind === 'result') return { state: probed(state, input), effects: [] };
  if (input.kind !== 'emergency') return { state, effects: [] };
  const { hold, on } = state;
  const had = hold.emergencies ?? [];
  const isOver = ({ id }: { id: string }) => input.over.includes(id);
  const isNew = ({ id }: { id: string }) => !had.some((one) => one.id === id);
  const begun = input.begun.filter(isNew).map((one): DoorEmergency => ({ ...one, ...NOT_ASKED }));
  const emergencies = [...had.filter((one) => !isOver(one)), ...begun];
  const isReal = begun.some(({ drill }) => !drill);
  const next: Hold = {
    ...hold,
    ...(isReal ? { override: null, command_id: null, given_up: null } : {}),
    emergencies: emergencies.length > 0 ? emergencies : undefined,
    emergency: rulingMode(emergencies),
  };
  return { state: { hold: next, on }, effects: had.filter(isOver).map(accountedFor) };
}

const accountedFor = ({ id, state, reason, confirmed_at }: DoorEmergency): HoldEffect => ({
  kind: 'accounted',
  accounted: { emergency_id: id, state, reason, confirmed_at } satisfies Accounted,
});

/** Any answer to a probe says that the gateway would have been reached, unless its hardware failed. */
function probed(
  { hold, on }: HoldState,
  { command_id, outcome, at }: Extract<HoldInput, { kind: 'result' }>,
): HoldState {
  if (!isProbe(hold, command_id)) return { hold, on };
  const isFault = outcome === 'device_error' || outcome === 'device_missing';
  const emergencies = hold.emergencies?.map((one) => {
    if (one.probe !== command_id) return one;
    return { ...one, ...(isFault ? failing('refused', 'device_error') : confirmed(Math.max(at, one.since))) };
  });
  return { hold: { ...hold, emergencies }, on };
}

export const isProbe = (hold: Hold | null, commandId: string): boolean =>
  hold?.emergencies?.some(({ probe }) => probe === commandId) === true;

/** The gateway has confirmed a write: what rules the door is carried out. */
export function confirmedBy(hold: Hold, on: boolean, at: number): Hold {
  if (hold.emergency === undefined || on !== isHeldBy(hold.emergency)) return hold;
  const emergencies = hold.emergencies?.map((one) =>
    one.drill || one.mode !== hold.emergency || one.confirmed_at !== null
      ? one
      : { ...one, ...confirmed(Math.max(at, one.since)) },
  );
  return { ...hold, emergencies };
}

const isHeldBy = (mode: EmergencyMode): boolean => mode === 'evacuation';

/** How far the door is with each; a drill asks once. */
export function decideAccounts(state: HoldState, _input: HoldInput, facts: HoldFacts): HoldDecision {
  const { hold, on } = state;
  if (hold.emergencies === undefined) return { state, effects: [] };
  const asks = hold.emergencies.some((one) => isToAsk(one, facts)) ? [facts.probe_id] : [];
  const again = hold.emergencies.flatMap((one) => (one.probe && isToAskAgain(one, facts) ? [one.probe] : []));
  const emergencies = hold.emergencies.map((one): DoorEmergency => {
    if (one.drill) return { ...one, ...drilled(one, facts) };
    return { ...one, ...standing(one, hold, on, facts) };
  });
  return {
    state: { hold: { ...hold, emergencies }, on },
    effects: [...new Set([...asks, ...again])].map((id) => ({
      kind: 'send',
      write: probeOf(hold, on, id, facts.now),
    })),
  };
}

function standing(one: DoorEmergency, hold: Hold, on: boolean, facts: HoldFacts): Standing {
  // Another one outranks it: it waits.
  if (one.mode !== hold.emergency) return NOT_ASKED;
  if (one.confirmed_at !== null && on === isHeldBy(one.mode)) return one;
  const refused = hold.write?.refused;
  const isFault = refused === 'device_error' || refused === 'device_missing';
  return without(one, facts) ?? (isFault ? failing('refused', 'device_error') : waiting(one, facts));
}

/** Without asking the gateway; null where it is asked. */
function without({ mode }: DoorEmergency, { heard, relay, online, now }: HoldFacts): Standing | null {
  // There is nothing to let go.
  if (heard && !relay) return mode === 'lockdown' ? confirmed(now) : failing('refused', 'no_hold_relay');
  return online ? null : failing('unreachable', 'offline');
}

/** A failure stays until there is an answer. */
function waiting(one: DoorEmergency, { now }: HoldFacts): Standing {
  if (one.reason === 'device_error' || one.reason === 'timed_out') return { ...one, confirmed_at: null };
  const asked_at = one.asked_at ?? now;
  if (now - asked_at >= ANSWER_MS) return failing('unreachable', 'timed_out');
  return { ...NOT_ASKED, asked_at };
}

const isToAsk = (one: DoorEmergency, facts: HoldFacts): boolean =>
  one.drill && one.state === 'pending' && one.asked_at === null && without(one, facts) === null;

/** What asks was not handed over. */
const isToAskAgain = (one: DoorEmergency, facts: HoldFacts): boolean =>
  one.state === 'pending' && isToHandOver(one, facts.now) && without(one, facts) === null;

function drilled(one: DoorEmergency, facts: HoldFacts): Standing & Pick<DoorEmergency, 'probe' | 'again_at'> {
  if (one.state !== 'pending') return one;
  const probe = isToAsk(one, facts) ? facts.probe_id : one.probe;
  const again_at = isToHandOver(one, facts.now) ? undefined : one.again_at;
  return { ...(without(one, facts) ?? waiting(one, facts)), probe, again_at };
}

/** A hold that repeats the version in force, which the gateway answers without moving. */
function probeOf(hold: Hold, on: boolean, id: string, now: number) {
  const { write, version, desired, confirmed_release_at } = hold;
  const release_at = on ? (confirmed_release_at ?? desired.release_at) : null;
  // What is on its way is in force by then; what was refused never came to be.
  const { on: isOn, release_at: until } = write && !write.refused ? write : { on, release_at };
  return { on: isOn, release_at: until, version, ids: [id], next_at: now };
}

/** When the silence of the gateway is noticed, and when an evacuation is renewed. */
export function emergencyTimes({ emergencies = [], emergency, lease_until }: Hold): (number | null)[] {
  const silences = emergencies.flatMap(({ state, asked_at, again_at = null }) =>
    state === 'pending' && asked_at !== null ? [asked_at + ANSWER_MS, again_at] : [],
  );
  const isRenewed = emergency === 'evacuation' && lease_until !== undefined;
  return isRenewed ? [...silences, lease_until - RENEWED_AT_MS] : silences;
}

/** Until when an evacuation holds the door: the end that stands, or one further away once that comes near. */
export const leaseOf = ({ lease_until }: Hold, now: number): number =>
  lease_until !== undefined && lease_until - now > RENEWED_AT_MS && lease_until - now <= LEASE_MS
    ? lease_until
    : now + LEASE_MS;

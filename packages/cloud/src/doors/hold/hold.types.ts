import type { Decision, ResultRecord } from '@door-access/protocol';
import type { Actor, Cause, HoldSource } from '../cause.rules.js';
import type { CommandReason, Refusal } from '../command.rules.js';
import type { ScheduleNow } from '../schedule/schedule.rules.js';

/* The hold-open of one door: what is stored of it, and what its deciders take and return. Times are Unix milliseconds. */

/** What a hold relay is to do, and until when; null: without an end. */
export interface Wanted {
  on: boolean;
  release_at: number | null;
}

/** A message that was not handed over to its gateway: how often, and when it is again. */
export interface Unsent {
  unsent?: number | undefined;
  again_at?: number | undefined;
}

export interface HoldWrite extends Wanted, Unsent {
  version: number;
  /** One id an attempt: a result for any of them is about this write. */
  ids: string[];
  next_at: number;
  /** What the gateway answered last, where it refused an attempt. */
  refused?: Refusal;
}

export type EmergencyMode = 'lockdown' | 'evacuation';

/** How far a door is with what an emergency asks of it. */
export type AccountedState = 'pending' | 'confirmed' | 'unreachable' | 'refused';
export type AccountedReason = 'offline' | 'no_hold_relay' | 'device_error' | 'timed_out';

/** An emergency or a drill, at the door's location or above, that begins. */
export interface BegunEmergency {
  id: string;
  mode: EmergencyMode;
  drill: boolean;
  /** When it began. */
  since: number;
  /** Who began it. */
  cause: Cause;
}

/** The same as its door carries it, until it is over. */
export interface DoorEmergency extends BegunEmergency, Unsent {
  state: AccountedState;
  reason: AccountedReason | null;
  confirmed_at: number | null;
  /** Since when the gateway owes an answer; null where none is waited for. */
  asked_at: number | null;
  /** The id of the hold that a drill asks with. */
  probe?: string | undefined;
}

/** As it is stored, in `door_state.hold`; a key that is absent is undefined. */
export interface Hold {
  override: { mode: 'stay_open' | 'closed'; until: number | null; cause: Cause } | null;
  /** The first-person-in block that an arrival armed, by its start; blocks that touch are one block. */
  armed: { start: number | null; cause: Cause } | null;
  /** What is asked for; `cause` is why it is held, or why it no longer is. */
  desired: Wanted & { cause: Cause };
  /** Why it is held, or was last. */
  held: Cause;
  /** On its way to the gateway, not yet confirmed. */
  write: HoldWrite | null;
  /** The end that the gateway has confirmed with the hold; undefined: not known. */
  confirmed_release_at?: number | null | undefined;
  /** Which source ends the gateway's lease, where this clock sees an override end before the gateway reports it. */
  lease_source?: HoldSource | undefined;
  /** A start of the gateway switched the relay off while the hold was wanted: not reported, unless it is wanted no more. */
  safe?: true | undefined;
  /**
   * Not tried again until something changes, the relay moves, the gateway comes back, or the session is restated; in an
   * emergency at `again_at`.
   */
  given_up: (Wanted & { again_at?: number }) | null;
  version: number;
  /** The last state that was reported; `offline` is a failure, too. */
  told: 'started' | 'ended' | 'failed' | 'offline' | null;
  /** The failure that was reported last is of a hold that never began, so nothing ends. */
  never_started?: true | undefined;
  /** The command record that waits for the write. */
  command_id: string | null;
  /** Emergencies and drills of its location and above; absent where there are none. */
  emergencies?: readonly DoorEmergency[] | undefined;
  /** The mode of those among them that rule the door; absent where none does. */
  emergency?: EmergencyMode | undefined;
  /** Until when an evacuation holds it, unless that is renewed. */
  lease_until?: number | undefined;
  /** When to look again: a border of the schedule, an override's end, a write's next attempt or hand-over, an emergency's times. */
  due_at: number | null;
}

export interface HoldState {
  hold: Hold;
  /** The last confirmed state of the relay. */
  on: boolean;
}

export interface HoldFacts {
  now: number;
  /** What the schedule says now; null for a door without one. */
  schedule: ScheduleNow | null;
  online: boolean;
  /** The gateway has been heard, so that it is known what is wired. */
  heard: boolean;
  /** A hold relay is wired. */
  relay: boolean;
  /** HOLD_WRITE_ATTEMPTS. */
  attempts: number;
  /** For the next write's id, should there be one. */
  fresh_id: string;
  /** For the id of a drill's probe, likewise. */
  probe_id: string;
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
  /** A person came in: `at` by the gateway's corrected clock. */
  | { kind: 'arm'; at: number; cause: Cause }
  | { kind: 'switched'; on: boolean; at: number; why: 'command' | 'lease_end' | 'boot' }
  | { kind: 'result'; at: number; command_id: string; outcome: ResultRecord['outcome'] }
  /** `goes_on`: its connection never ended, so no session message delivers the write. */
  | { kind: 'online'; goes_on?: boolean }
  /** A session message is to say within a session what is held, as it lets go of all that it does not name. */
  | { kind: 'restate' }
  | { kind: 'offline' }
  /** What was sent under this id was not handed over to the gateway. */
  | { kind: 'unsent'; command_id: string }
  /** Emergencies of its location and above begin, or are over; `cause`: who did that. */
  | { kind: 'emergency'; begun: readonly BegunEmergency[]; over: readonly string[]; cause: Cause };

export interface HoldEvent {
  type: 'lock.hold_open.started' | 'lock.hold_open.ended' | 'lock.hold_open.failed';
  occurred_at: number;
  source: HoldSource;
  actor: Actor | null;
  details: Record<string, unknown>;
  command_id?: string | undefined;
}

/** `reason` is null where it is confirmed. */
export interface FinishedCommand {
  id: string;
  status: 'confirmed' | 'failed';
  reason: CommandReason | null;
}

/** How a door stood in an emergency that is over for it. */
export interface Accounted extends Pick<DoorEmergency, 'state' | 'reason' | 'confirmed_at'> {
  emergency_id: string;
}

export type HoldEffect =
  | { kind: 'event'; event: HoldEvent }
  /** To be sent now, unless the session message carries it. */
  | { kind: 'send'; write: HoldWrite }
  /** The result of the waiting command record. */
  | { kind: 'finish'; command: FinishedCommand }
  | { kind: 'accounted'; accounted: Accounted };

export type HoldDecision = Decision<HoldState, HoldEffect>;

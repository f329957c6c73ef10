import type { Border, Heartbeat, IncomingRecord } from '@door-access/protocol';
import type { CommandInput, CommandState } from './command.rules.js';
import type { Denial } from './denied.rules.js';
import type { EventDraft } from './evidence/door.rules.js';
import type { DoorState, Faults, UnlockFacts } from './evidence/evidence.rules.js';
import type { Accounted, FinishedCommand, Hold, HoldInput, HoldWrite } from './hold/hold.types.js';
import type { MaintenanceInput } from './maintenance.rules.js';
import type { Presence, PresenceInput } from './presence.rules.js';
import type { ReaderDoor, ReaderReport } from './reader.rules.js';
import type { Restore } from './restore.rules.js';
import type { ScheduleEntry, ScheduleNow } from './schedule/schedule.rules.js';

/* What goes through `apply`: inputs, the rows that they need, and what changes. */

/** One thing that was said or done, or whose time has come. */
export type ApplyInput =
  | {
      kind: 'journal';
      gateway_id: string;
      journal: string;
      records: readonly IncomingRecord[];
      /** How far its connection knows the journal to be committed. */
      had?: number;
    }
  | { kind: 'presence'; gateway_id: string; input: PresenceInput; heartbeat?: HeartbeatNews }
  | { kind: 'command'; command_id: string; input: CommandInput }
  /** Its due time has come (`look`), its mode is set, or an emergency begins or is over. */
  | { kind: 'door'; lock_id: number; input: HoldInput }
  /** Its maintenance begins, goes on or ends. */
  | { kind: 'maintenance'; lock_id: number; input: MaintenanceInput }
  /** A phone key was refused at this door. */
  | { kind: 'denied'; lock_id: number; denial: Denial }
  /** `grace_ms`: how long after an opening has become known its close may still be on its way. */
  | { kind: 'report'; lock_id: number; report: ReaderReport; grace_ms: number };

/** The health of a gateway, kept as it said it. */
export type HeartbeatNews = Omit<Heartbeat, 'session' | 'at'>;

export interface GatewayRow extends Presence {
  id: string;
  account_id: number;
  boot: string | null;
  birth_mono_ms: number | null;
  /** It came with its account: what the installation before has acted upon, as the gateway says it. */
  moved_from: Border | null;
}

/** What deciding takes from outside. */
export interface Surroundings {
  now: number;
  /** HOLD_WRITE_ATTEMPTS. */
  holdWriteAttempts: number;
  newId: () => string;
  scheduleAt: (schedule: readonly ScheduleEntry[], timezone: string, now: number) => ScheduleNow;
  restores?: readonly Restore[];
}

/** A lock, as its events name it. */
export interface Named {
  lock_id: number;
  account_id: number;
  location_id: number;
  name: string;
  place: string;
  location_name: string;
  last_event_at: number | null;
}

export interface DoorRow extends DoorState, Named {
  gateway_id: string;
  door: number;
  contact_wired: boolean;
  hold_relay_wired: boolean;
  hold: Hold | null;
  due_at: number | null;
  left_open_ms: number;
  toggle_policy: string;
  schedule: ScheduleEntry[];
  timezone: string;
  /** As the gateway's row says; a decision about the gateway itself in the same group is newer. */
  online: boolean | null;
  session: string | null;
  last_heard_at: number | null;
}

/** A lock of the locking system. */
export interface ReaderRow extends ReaderDoor, Named {
  gateway_id: null;
  left_open_ms: number;
}

export interface CommandRow extends CommandState {
  id: string;
  type: string;
  requested_at: number;
  lock_id: number;
  gateway_id: string;
  facts: UnlockFacts;
  api_key_name: string | null;
  key_name: string | null;
  /** The key is marked to arm a first-person-in block (`manager_keys`). */
  key_arms: boolean | null;
}

export interface MarkRow {
  gateway_id: string;
  journal: string;
  last_seq: number;
}

export interface Loaded {
  gateways: Map<string, GatewayRow>;
  /** By `${gateway_id}/${door}`. */
  doors: Map<string, DoorRow>;
  doorsByLock: Map<number, DoorRow>;
  commands: Map<string, CommandRow>;
  marks: Map<string, MarkRow>;
  /** By lock. */
  readers: Map<number, ReaderRow>;
  /** Accounts among these that have an active subscription. */
  subscribed: Set<number>;
  /** Accounts whose gateways are sent to another installation. */
  moving: Set<number>;
}

export interface Wanted {
  gatewayIds: string[];
  /** Gateways all of whose doors are needed (presence). */
  wholeGatewayIds: string[];
  doors: { gateway_id: string; door: number }[];
  /** `had`: how far the connection knows it to be committed; 0 where it does not. */
  marks: { gateway_id: string; journal: string; had: number }[];
  commandIds: string[];
  lockIds: number[];
  /** Gateways all of whose doors are needed if they are not online: a heartbeat that changes nothing locks no door. */
  awakeGatewayIds: string[];
  /** Locks of the locking system. */
  readerLockIds: number[];
}

export interface PlacedEvent extends EventDraft {
  lock_id: number;
  account_id: number;
  location_id: number;
  /** Null for a lock of the locking system. */
  gateway_id: string | null;
  journal_seq: number | null;
  /** Was acted upon before, by this installation or the one before: recorded, and not raised or sent again. */
  is_known?: true;
  /** An alarm of a door under maintenance: recorded, and not sent to webhooks. */
  is_muted?: true;
  /** What webhooks carry of it, but for its id and who did it, which the write adds. Absent where it is sent to none. */
  data?: object;
}

export interface Gap {
  gateway_id: string;
  journal: string;
  from_seq: number;
  to_seq: number;
  reported: boolean;
}

/** From `at` on, a terminal could not be read or driven, and why; null: it works again. */
export interface Fault {
  lock_id: number;
  terminal: keyof Faults;
  at: number;
  error: string | null;
  /** Was reported to the installation before. */
  is_known?: true;
}

export interface Changes {
  events: PlacedEvent[];
  doors: Set<DoorRow>;
  gateways: Map<GatewayRow, { heartbeat?: HeartbeatNews; birth?: { agent: string; clock: string } }>;
  readers: Set<ReaderRow>;
  commands: Set<CommandRow>;
  /** Commands that a hold's writes completed or gave up. */
  finished: FinishedCommand[];
  marks: Map<string, { gateway_id: string; journal: string; was: number; last_seq: number }>;
  gaps: Gap[];
  faults: Fault[];
  /** Of gateways that came or went, each. */
  presence: ('online' | 'offline')[];
  /** Guided tests of doors that began, or ended (0). */
  tests: { door: DoorRow; for_ms: number }[];
  /** Inputs that were rejected as a whole, and why. */
  refused: Map<ApplyInput, string>;
  /** Inputs that were not taken: the database has less of their journal than was committed before. */
  setBack: Set<ApplyInput>;
  /** Hold writes for gateways to be sent once this is committed. */
  holdWrites: UnsentWrite[];
  /** How doors stood in emergencies that are over for them. */
  accounted: AccountedDoor[];
}

export interface AccountedDoor extends Accounted {
  door: DoorRow;
}

/** `command_id`: the waiting command that caused it, if any. */
export interface UnsentWrite {
  door: DoorRow;
  write: HoldWrite;
  command_id: string | null;
}

import type { PoolClient } from 'pg';
import type { AuditEntry } from '../../audit/entry.rules.js';
import type { AlarmDraft } from '../alarm.rules.js';
import type { Changes, Loaded, PlacedEvent, Wanted } from '../apply.types.js';
import type { CommandReason, CommandStatus } from '../command.rules.js';
import type { EmergencyMode } from '../hold/hold.types.js';

/* What `apply`, commands and due doors need of a database: PostgreSQL implements it, and the simulation in memory. */

export interface DoorStore extends CommandRecords {
  /** Runs `work` in one transaction, and again where it collides with another. */
  transaction<T>(work: (doors: DoorTransaction) => Promise<T>): Promise<T>;
  /** In a transaction of the caller's, which ends it. */
  within(client: PoolClient): DoorTransaction;
  /** Records when a command was sent to a connection; the first time counts. */
  markSent(commandId: string, at: Date): Promise<void>;
  /**
   * The same for a command that ends within moments: the time is recorded with what `write` makes of the command, or when
   * the returned function is called, and what the end is decided on may be read until then. It returns null where the time
   * is recorded already.
   */
  expectEnd(command: CommandedDoor, sentAt: Date): () => Promise<void> | null;
  /** Undefined for a lock that is not within the scope. */
  findCommand(scope: Scope, lockId: number, commandId: string): Promise<FoundCommand | undefined>;
  /** What is due, by its due time. */
  due(kind: DueKind, now: Date, limit: number): Promise<(string | number)[]>;
  /** The earliest due time; Unix milliseconds. */
  nextDue(kind: DueKind): Promise<number | null>;
}

export interface DoorTransaction extends CommandRecords {
  /** Loads and locks what is to be decided on. */
  load(wanted: Wanted): Promise<Loaded>;
  /** Times that events of these locks and types have already, from the time of each on, for so long. */
  takenTimes(events: readonly PlacedEvent[], spanMs: number): Promise<TakenTime[]>;
  /** The last of a transaction. Returns the number of deliveries. */
  write(decided: Decided): Promise<number>;
}

/** What commands and their records need, in a transaction or as one statement of its own. */
export interface CommandRecords {
  /** A lock within the scope, with what a command for it depends on. */
  findTarget(scope: Scope, lockId: number): Promise<CommandTarget | undefined>;
  /** Stores a new command with its audit entry: both or neither. */
  insertCommand(command: NewCommand, entry: AuditEntry): Promise<void>;
}

/** A command on its way to a door of a gateway. */
export interface CommandedDoor {
  id: string;
  gateway_id: string;
  door: number;
}

export type DueKind = 'command' | 'presence' | 'door';

/** Whose locks: of a location and all below it, and on the list of an API key. */
export interface Scope {
  locationId: number;
  apiKey: { id: number } | null;
}

export interface TakenTime {
  lock_id: number;
  type: string;
  at: number;
}

export interface Decided {
  changes: Omit<Changes, 'refused' | 'setBack'>;
  audits: readonly AuditEntry[];
  /** That begin with it. */
  alarms: readonly AlarmDraft[];
  /** Some account among these has an active subscription. */
  isSubscribed: boolean;
  now: number;
}

/** A lock, as a command for it needs to know it. */
export interface CommandTarget {
  id: number;
  account_id: number;
  location_id: number;
  name: string;
  place: string;
  type: string;
  allowed: boolean;
  gateway_id: string | null;
  door: number | null;
  strike_ms: number;
  online: boolean | null;
  session: string | null;
  hold_relay_wired: boolean | null;
  /** The emergency that rules its door. */
  emergency: EmergencyMode | null;
}

/** A command record as the interface shows it. */
export interface CommandView {
  id: string;
  type: 'unlock' | 'door_mode';
  status: CommandStatus;
  reason: CommandReason | null;
  requested_at: Date;
  sent_at: Date | null;
  confirmed_at: Date | null;
  failed_at: Date | null;
  expires_at: Date;
  lock: { id: number; name: string; place: string };
  api_key: { id: number; name: string } | null;
}

/** `command_id`: null where the lock has no such command. */
export type FoundCommand = CommandView & { allowed: boolean; command_id: string | null };

export interface NewCommand
  extends Pick<CommandView, 'id' | 'type' | 'status' | 'requested_at' | 'sent_at' | 'expires_at'> {
  account_id: number;
  lock_id: number;
  gateway_id: string | null;
  due_at: Date;
  api_key_id: number | null;
  note: string;
  user_id: string | null;
  mode: string | null;
  until: Date | null;
  person_id: string | null;
  key_id: number | null;
}

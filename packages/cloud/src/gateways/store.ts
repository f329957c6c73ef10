import type { MovedTo } from '@door-access/protocol';
import type { Hold } from '../doors/hold/hold.types.js';

/* What connections of gateways need of a database: PostgreSQL implements it, and the simulation in memory. */

export interface GatewayStore {
  /**
   * Counts logins, of a gateway one: the connection's number, or null where the credential does not fit or the gateway is
   * revoked. The first one by a new secret ends the one before it.
   */
  authenticate(logins: readonly Login[], instanceId: string | null): Promise<(number | null)[]>;
  /**
   * Whether the gateway of each is revoked, or has logged in again since, or its secret is over, or the database was set
   * back.
   */
  areOver(connections: readonly Held[]): Promise<boolean[]>;
  /** What the session message of each gateway says, with so many of its newest journals. */
  sessions(gatewayIds: readonly string[], journals: number): Promise<SessionData[]>;
  /** A number for a message that is set aside, drawn first so that repeating `setAside` changes nothing. */
  drawNumber(): Promise<number>;
  setAside(message: MessageSetAside): Promise<void>;
  /** Keeps only so many of the newest messages of a gateway that were set aside. */
  prune(gatewayId: string, kept: number): Promise<void>;
}

/** A connection as its process knows it: its number, and how far the journal that it wrote last is committed. */
export interface Held {
  gatewayId: string;
  number: number;
  heard?: { journal: string; last_seq: number };
}

export interface Login {
  gatewayId: string;
  secretHash: Buffer;
}

export interface SessionData {
  doors: { door: number; strike_ms: number; hold: Hold | null }[];
  /** The newest first; null where they were forgotten, which does not mean that the gateway's records are missing. */
  journals: { journal: string; last_seq: number }[] | null;
  /** Another installation has taken over the account; null for none. */
  moved_to: MovedTo | null;
  /** When the gateway was last heard. */
  last_heard_at: Date | null;
}

export interface MessageSetAside {
  number: number;
  gateway_id: string;
  topic: string;
  payload: Uint8Array;
  error: string;
  received_at: Date;
}

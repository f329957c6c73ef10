import type { Hold } from '../doors/hold/hold.types.js';

/* What connections of gateways need of a database: PostgreSQL implements it, and the simulation in memory. */

export interface GatewayStore {
  /** Counts a login: the connection's number, or null where the credential does not fit or the gateway is revoked. */
  authenticate(gatewayId: string, secretHash: Buffer, instanceId: string | null): Promise<number | null>;
  /** The gateway is revoked, or has logged in again since. */
  isOver(gatewayId: string, connection: number): Promise<boolean>;
  /** What a session message says of doors, and of so many of the newest journals. */
  sessionDoors(gatewayId: string): Promise<SessionDoor[]>;
  sessionJournals(gatewayId: string, limit: number): Promise<{ journal: string; last_seq: number }[]>;
  /** A number for a message that is set aside, drawn first so that repeating `setAside` changes nothing. */
  drawNumber(): Promise<number>;
  setAside(message: MessageSetAside): Promise<void>;
  /** Keeps only so many of the newest messages of a gateway that were set aside. */
  prune(gatewayId: string, kept: number): Promise<void>;
}

export interface SessionDoor {
  door: number;
  strike_ms: number;
  hold: Hold | null;
}

export interface MessageSetAside {
  number: number;
  gateway_id: string;
  topic: string;
  payload: Uint8Array;
  error: string;
  received_at: Date;
}

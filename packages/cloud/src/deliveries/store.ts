import type { PoolClient } from 'pg';
import type { DeliveryStatus } from './ladder.rules.js';
import type { Format } from './signature.rules.js';

/* What the sending of deliveries needs of a database: PostgreSQL implements it, and the simulation in memory. */

export interface DeliveryStore {
  /** The next subscriptions, in the order of their ids, with a waiting delivery, due or not. */
  waiting(after: string, limit: number): Promise<string[]>;
  claim(claim: Claim): Promise<ClaimedDelivery[]>;
  /** Makes some deliveries of what a large write has kept; returns their number, 0 where nothing is left. */
  spread(): Promise<number>;
  /** When something becomes due, or a lease runs out, after `now`; Unix milliseconds, or null. */
  nextAt(now: Date): Promise<number | null>;
  /**
   * Locks subscriptions, and writes what `judge` makes of them, in one transaction. `onAutoPaused` runs in it where some
   * are paused by it.
   */
  record(
    subscriptionIds: readonly string[],
    judge: (subscriptions: readonly SubscriptionRow[]) => Recorded,
    onAutoPaused?: OnAutoPaused,
  ): Promise<Recorded>;
  /** Subscriptions, paused or deleted, with a waiting delivery. */
  strays(): Promise<string[]>;
  /** Fails what waits for a paused or deleted subscription; what is under way keeps its row until it ends. */
  giveUp(subscriptionId: string, now: number): Promise<void>;
  /** Ends leases before their time, where they are still these. */
  handBack(deliveries: readonly Pick<ClaimedDelivery, 'id' | 'lease_until'>[]): Promise<void>;
}

export interface ClaimLimits {
  /** Attempts under way to one subscription. */
  perSubscription: number;
  /** To one that is failing: more than one, so that one bad delivery does not hold up the rest. */
  perFailing: number;
  /** To one origin, however many subscriptions name it. */
  perOrigin: number;
  /** To all failing subscriptions together. */
  failing: number;
}

/** Claims ahead of one attempt under way, to a subscription that answers fast; each takes that share of a place. */
export const SHARES = 8;

export interface Claim extends ClaimLimits {
  now: Date;
  leaseUntil: Date;
  /** So many shares of places at the maximum: a claim takes all of one, or one where its subscription answers fast. */
  limit: number;
  /** Whose turn it is. */
  subscriptions: readonly { id: string; fast: boolean }[];
}

export interface ClaimedDelivery {
  id: string;
  lease_until: Date;
  /** Of a place. */
  shares: number;
  subscription_id: string;
  event_type: string;
  attempt: number;
  created_at: Date;
  /** When it was due. */
  next_attempt_at: Date;
  payload: unknown;
  url: string;
  format: Format;
  /** Sealed, with the subscription's id as its subject. */
  secret: Buffer;
  /** The one before, sealed alike, while it is valid too. */
  previous_secret: Buffer | null;
}

export interface SubscriptionRow {
  id: string;
  status: 'active' | 'paused';
  deleted_at: Date | null;
  failing_since: Date | null;
}

/** The outcomes of attempts. */
export interface Recorded {
  /** The first outcome of an attempt counts: past its lease, another worker may have made the same one. */
  deliveries: readonly {
    id: string;
    lease: Date;
    status: DeliveryStatus;
    attempt: number;
    response_status: number | null;
    last_error: string | null;
    next_attempt_at: Date | null;
    delivered_at: Date | null;
  }[];
  subscriptions: readonly {
    id: string;
    status: 'active' | 'paused';
    failing_since: Date | null;
    last_delivery_at: Date | null;
  }[];
  paused: readonly AutoPaused[];
}

/** A subscription that 24 hours of failure have paused. */
export interface AutoPaused {
  id: string;
  failing_since: number;
}

/** Runs in the transaction that pauses: what it writes is written if and only if the pause is. */
export type OnAutoPaused = (client: PoolClient, paused: readonly AutoPaused[]) => Promise<void>;

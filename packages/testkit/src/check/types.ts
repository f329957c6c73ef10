/* What a receiver is held to: shapes of the API, of `--effects` and of `--json`. */

/** A request as the service sends it. */
export interface Delivery {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface Answer {
  /** Of HTTP. */
  status: number;
}

/** What a receiver has done, as it says itself: only for tests, never in production. */
export interface Effects {
  /** The envelope's `id`, once for each time that it has acted on an event. */
  handled: readonly string[];
  /** The same of those on which it has opened something; left out by one that opens nothing. */
  opened?: readonly string[];
  /** What it takes each door for, by the id of the lock; left out by one that keeps no states. */
  doors?: Readonly<Record<string, 'open' | 'closed'>>;
}

export interface ReceiverToCheck {
  /** Hands one delivery over; rejects where no answer comes. The signal aborts when the deadline is over. */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<Answer>;
  /** Of its subscription. */
  secret: string;
  /** Without it, only answers are judged: cases that need more are skipped. */
  effects?: () => Promise<Effects>;
  /** Kills it without a warning, and resolves when it runs again with what it had stored. */
  crash?: () => Promise<void>;
  /** Unix milliseconds, the receiver's clock; the system's by default. */
  now?: () => number;
  /** As in the names of the headers; `Service` by default. */
  serviceName?: string;
  /** Of its subscription; `standard` adds the headers of Standard Webhooks. `service` by default. */
  format?: 'service' | 'standard';
  /** How long it has for an answer; 10,000 by default, as in production. */
  deadlineMs?: number;
  /** How long to look for an effect that comes behind the answer, or that must not come; 500 by default. */
  settleMs?: number;
  /** A lock that it knows; `{ id: 1, name: 'Main entrance', place: 'Ground floor' }` by default. */
  lock?: Lock;
}

export interface Lock {
  id: number;
  name: string;
  place: string;
}

export interface CaseResult {
  name: string;
  /** What is promised. */
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** What was seen instead, or why it was skipped; null where it passed. */
  found: string | null;
  /** What to do about it; null where it passed. */
  next: string | null;
}

export interface Report {
  /** Nothing failed. */
  ok: boolean;
  passed: number;
  failed: number;
  skipped: number;
  cases: CaseResult[];
}

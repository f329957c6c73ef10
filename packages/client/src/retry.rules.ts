/* Which requests are sent again, and when. */

export interface Attempt {
  method: string;
  hasIdempotencyKey: boolean;
  /** How many attempts came before this one. */
  before: number;
  /** Attempts after the first, at most. */
  retries: number;
}

/** What came of an attempt: an answer, or none. */
export type Outcome = { status: number; code: string | null; retryAfter: number | null } | 'no_answer';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** A longer `Retry-After` is the caller's to wait for: a limit of the service is over after a minute. */
const MAX_RETRY_AFTER_S = 60;
/** A request that changes nothing the second time. What moves a door is never among them. */
const REPEATABLE = ['GET', 'HEAD', 'PUT', 'PATCH'];
/** Of a proxy, in front of a service that does not answer. */
const PROXY_STATUSES = [502, 503, 504];

/**
 * The delay before the request is sent again, in milliseconds; null if it is not.
 * @param chance from 0 to 1, so that clients that failed together do not come back together
 */
export function retryDelay(attempt: Attempt, outcome: Outcome, chance: number): number | null {
  if (attempt.before >= attempt.retries || !mayRepeat(attempt, outcome)) return null;
  const asked = outcome === 'no_answer' ? null : outcome.retryAfter;
  if (asked !== null) return asked > MAX_RETRY_AFTER_S ? null : asked * 1000;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt.before) * (0.5 + chance / 2);
}

function mayRepeat({ method, hasIdempotencyKey }: Attempt, outcome: Outcome): boolean {
  if (outcome !== 'no_answer') {
    const { status, code } = outcome;
    // It was refused before it ran.
    if (status === 429 || code === 'idempotency_in_progress') return true;
    if (status !== 500 && !(PROXY_STATUSES.includes(status) && code === null)) return false;
  }
  // It may have run.
  return hasIdempotencyKey || REPEATABLE.includes(method);
}

/** The seconds of a `Retry-After` header; null if it has none. Dates are not used by the service. */
export function parseRetryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

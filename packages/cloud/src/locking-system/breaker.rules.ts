/* When to stop asking a system that does not answer, and when to try again. Times are Unix milliseconds or monotonic. */

export interface Breaker {
  /** Calls in a row that had no answer. */
  failures: number;
  /** Until then no call is made; null while it works. */
  open_until: number | null;
  /** One call is on its way to find out whether it works again. */
  probing: boolean;
}

export const CLOSED_BREAKER: Breaker = { failures: 0, open_until: null, probing: false };

const MAX_FAILURES = 5;
export const OPEN_MS = 30_000;

/** Null: the call may not be made. */
export function beginCall(breaker: Breaker, now: number): Breaker | null {
  if (breaker.open_until === null) return breaker;
  if (breaker.probing || now < breaker.open_until) return null;
  return { ...breaker, probing: true };
}

export function endCall(breaker: Breaker, answered: boolean, now: number): Breaker {
  if (answered) return CLOSED_BREAKER;
  const failures = breaker.failures + 1;
  return { failures, open_until: failures >= MAX_FAILURES ? now + OPEN_MS : null, probing: false };
}

const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 300_000;

/** How long after the n-th failure in a row the feed is read again. */
export const feedBackoff = (failures: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, Math.min(failures, 10) - 1), LONGEST_BACKOFF_MS);

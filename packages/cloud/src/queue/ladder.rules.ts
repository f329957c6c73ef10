/**
 * When the next attempt comes, or null after the last one. Times are Unix milliseconds.
 * @param delays after the first, second … failed attempt
 * @param attempt how many there have been
 * @param now when the last one ended
 */
export function nextAttemptAt(delays: readonly number[], attempt: number, now: number): number | null {
  const delay = delays[attempt - 1];
  return delay === undefined ? null : now + delay;
}

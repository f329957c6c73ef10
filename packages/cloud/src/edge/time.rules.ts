/* When a gateway gets the time again. Pure. */

/** Clocks drift apart, a suspended machine loses time, and this clock may be set: the time is sent well within the hour. */
const SEND_EVERY_MS = 45 * 60_000;
/** Commands live for ten seconds, so a clock is corrected long before it is so far off. */
export const MAX_CLOCK_ERROR_MS = 2_000;
/** A gateway with a wrong clock gets the time once a heartbeat, however many it sends. */
const SHORTEST_INTERVAL_MS = 50_000;

export interface TimeSent {
  /** When the session message last went out, by the monotonic clock. */
  readonly timeSentAt?: number;
  /** Something other than its heartbeat says that its clock is off. */
  readonly isClockDoubted?: boolean;
}

/** `at` is what the gateway takes for the time in its heartbeat; older ones do not say. */
export function isTimeDue(
  { timeSentAt, isClockDoubted }: TimeSent,
  at: string | undefined,
  clock: { now(): number; monotonic(): number },
): boolean {
  if (timeSentAt === undefined) return false;
  const since = clock.monotonic() - timeSentAt;
  const isOff = at !== undefined && Math.abs(Date.parse(at) - clock.now()) > MAX_CLOCK_ERROR_MS;
  return since >= SEND_EVERY_MS || ((isOff || isClockDoubted === true) && since >= SHORTEST_INTERVAL_MS);
}

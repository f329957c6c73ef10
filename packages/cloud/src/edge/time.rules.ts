/* When a gateway is given the time again. Pure. */

/** Clocks drift apart, a suspended machine loses time, and this clock may be set: it is told well within the hour. */
const TELL_EVERY_MS = 45 * 60_000;
/** Commands live for ten seconds, so a clock has to be right long before it is so far off. */
export const MAX_CLOCK_ERROR_MS = 2_000;
/** A gateway that goes on with a wrong clock is told once a heartbeat, and no more often however many it sends. */
const TELL_AT_MOST_EVERY_MS = 50_000;

export interface TimeTold {
  /** When the session message last went out, by the monotonic clock. */
  readonly toldAt?: number;
  /** Something else than its heartbeat says that its clock is off. */
  readonly isClockDoubted?: boolean;
}

/** `at` is what the gateway takes for the time in its heartbeat; older ones do not say. */
export function isTimeDue(
  { toldAt, isClockDoubted }: TimeTold,
  at: string | undefined,
  clock: { now(): number; monotonic(): number },
): boolean {
  if (toldAt === undefined) return false;
  const since = clock.monotonic() - toldAt;
  const isOff = at !== undefined && Math.abs(Date.parse(at) - clock.now()) > MAX_CLOCK_ERROR_MS;
  return since >= TELL_EVERY_MS || ((isOff || isClockDoubted === true) && since >= TELL_AT_MOST_EVERY_MS);
}

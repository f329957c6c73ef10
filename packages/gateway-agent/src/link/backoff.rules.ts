const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** Milliseconds to wait before connecting again: exponential from 1 s to 60 s with full jitter; `random` is in [0, 1). */
export function reconnectDelay(failures: number, random: number): number {
  return random * Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
}

/* How often a rule notifies one recipient: at most so many within an hour, and one summary of the rest. Pure. */

export const HOUR_MS = 3_600_000;

/**
 * Whether another notice may go out now; else when the summary of what is held back may.
 * @param sent when notices went to this recipient by this rule, Unix milliseconds
 */
export function mayNotify(
  sent: readonly number[],
  perHour: number,
  now: number,
): { held: false } | { held: true; summary_at: number } {
  const recent = sent.filter((at) => at > now - HOUR_MS).sort((a, b) => a - b);
  if (recent.length < perHour) return { held: false };
  return { held: true, summary_at: (recent[recent.length - perHour] as number) + HOUR_MS };
}

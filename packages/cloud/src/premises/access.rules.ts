/* Whether a key opens a door at a moment, by its own times. Which doors it is for is a matter of its groups. */

export interface KeyTimes {
  handed_over_at: Date | null;
  returned_at: Date | null;
  starts_at: Date;
  expires_at: Date | null;
}

export const VERDICTS = ['opens', 'not_handed_over', 'returned', 'not_yet', 'expired'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A key is valid from its start until before its end. What a key was given anew hides how it was before. */
export function judgeKey(
  { handed_over_at, returned_at, starts_at, expires_at }: KeyTimes,
  at: Date,
): Verdict {
  if (handed_over_at === null || handed_over_at > at) return 'not_handed_over';
  if (returned_at !== null && returned_at <= at) return 'returned';
  if (starts_at > at) return 'not_yet';
  if (expires_at !== null && expires_at <= at) return 'expired';
  return 'opens';
}

/** SQL: the same of a key `k` at the parameter. */
export const opensAt = (at: string): string =>
  `k.handed_over_at <= ${at} and (k.returned_at is null or k.returned_at > ${at}) and k.starts_at <= ${at}
     and (k.expires_at is null or k.expires_at > ${at})`;

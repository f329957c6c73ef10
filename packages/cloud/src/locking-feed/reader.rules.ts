/* Whether a reader of the locking system's locks opens for a key: pure. Times are Unix milliseconds. */

export const DENIED_REASONS = ['no_access', 'outside_time_window', 'unknown_key'] as const;
export type DeniedReason = (typeof DENIED_REASONS)[number];

export interface KeyFacts {
  state: 'handed_over' | 'returned' | null;
  /** One of its security groups has the lock. */
  opens: boolean;
  starts_at: number;
  expires_at: number | null;
}

/** Null: it opens. For a key without access, the time does not matter. */
export function refusal(key: KeyFacts | null, at: number): DeniedReason | null {
  if (!key) return 'unknown_key';
  if (key.state !== 'handed_over' || !key.opens) return 'no_access';
  const valid = key.starts_at <= at && (key.expires_at === null || at < key.expires_at);
  return valid ? null : 'outside_time_window';
}

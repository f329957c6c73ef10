/* Keys as those who look after them sort them: which are in use, and which want a decision. */

export const SHOWN = ['in_use', 'unused', 'not_activated', 'ending', 'ended'] as const;
export type Shown = (typeof SHOWN)[number];

export const SORTS = ['newest', 'person', 'end', 'used'] as const;
export type Sort = (typeof SORTS)[number];

/** A key in use that opened no door for so long, or not since it was handed over, is unused. */
export const UNUSED_AFTER_DAYS = 30;
/** A key that ends within so many days is about to end. */
export const ENDING_WITHIN_DAYS = 14;

/** SQL: of a key `k` and its last use `u`, at the parameter. */
export function shownAt(at: string): Record<Shown, string> {
  const lives = `k.state is distinct from 'returned' and (k.expires_at is null or k.expires_at > ${at})`;
  const inUse = `(${lives} and k.state = 'handed_over' and k.starts_at <= ${at})`;
  return {
    in_use: inUse,
    unused: `(${inUse} and greatest(u.used_at, k.handed_over_at, k.starts_at) < ${at} - interval '${UNUSED_AFTER_DAYS} days')`,
    not_activated: `(${lives} and k.state is null)`,
    ending: `(${lives} and k.expires_at <= ${at} + interval '${ENDING_WITHIN_DAYS} days')`,
    ended: `(k.state = 'returned' or k.expires_at <= ${at})`,
  };
}

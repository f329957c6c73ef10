/** What a user may do, at their location and all below it. */
export const ROLES = ['owner', 'manager', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** From the least to the most; whoever may do more may do all of what comes before. */
export const RANKS: readonly Role[] = [...ROLES].reverse();

/** Whether a role does for what takes another; nobody gives, changes or takes away one above their own. */
export function mayAct(role: Role, needed: Role): boolean {
  return RANKS.indexOf(role) >= RANKS.indexOf(needed);
}

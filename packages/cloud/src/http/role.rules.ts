/** What a user may do, at their location and all below it. */
export const ROLES = ['owner', 'manager', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** From the least to the most powerful; each role includes the ones before it. */
export const RANKS: readonly Role[] = [...ROLES].reverse();

/** Whether a role includes the required one. No one grants, changes or removes a role above their own. */
export function mayAct(role: Role, needed: Role): boolean {
  return RANKS.indexOf(role) >= RANKS.indexOf(needed);
}

import type { Role } from '../users/roles.js';

/** From the least to the most; whoever may do more may do all of what comes before. */
const ORDER: readonly Role[] = ['viewer', 'manager', 'owner'];

export function mayAct(role: Role, needed: Role): boolean {
  return ORDER.indexOf(role) >= ORDER.indexOf(needed);
}

import { phrase } from '../language/phrase.rules.js';
import type { Role } from '../types.js';

export const ROLE_NAMES: Record<Role, string> = {
  owner: phrase('owner'),
  manager: phrase('manager'),
  viewer: phrase('viewer'),
};

export const ROLE_WORDS: Record<Role, string> = {
  owner: phrase('An owner may do everything, gateways included.'),
  manager: phrase('A manager may open doors, and manage people, keys, API keys and webhooks.'),
  viewer: phrase('A viewer may look, and change nothing.'),
};

/** From the least to the most. */
const RANKS: readonly Role[] = ['viewer', 'manager', 'owner'];

/** What a colleague may give to others: their own role and what is below it. */
export const rolesBelow = (role: Role): readonly Role[] => RANKS.slice(0, RANKS.indexOf(role) + 1);

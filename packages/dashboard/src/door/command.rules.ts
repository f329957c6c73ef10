import type { Command } from '../types.js';

/* Commands to a door. */

export type Ask = 'unlock' | 'stay_open' | 'auto' | 'closed';

export const isWaiting = ({ status }: Pick<Command, 'status'>): boolean =>
  status === 'pending' || status === 'sent';

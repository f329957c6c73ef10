import type { Command, Lock } from '../types.js';

/* Commands to a door. */

export type Ask = 'unlock' | 'stay_open' | 'auto' | 'closed';

type Reachable = Pick<Lock, 'online' | 'emergency'>;

/** Why the service would not unlock it now; null where it would, as in an evacuation. */
export function unlockRefusal({ online, emergency }: Reachable): 'lockdown' | 'offline' | null {
  if (emergency === 'lockdown') return 'lockdown';
  return online === true ? null : 'offline';
}

/** Whether the service would change its hold now: in an emergency that is the emergency's alone. */
export const mayChangeHold = ({ online, emergency }: Reachable): boolean =>
  online === true && emergency === undefined;

export const isWaiting = ({ status }: Pick<Command, 'status'>): boolean =>
  status === 'pending' || status === 'sent';

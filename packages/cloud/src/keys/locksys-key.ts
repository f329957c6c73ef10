import type { LocksysKey } from '../locking-system/port.js';
import type { KeyRow } from './read.js';

/** A key not returned, as the locking system learns of it. */
export function toLocksysKey(row: KeyRow): LocksysKey {
  const { id, name, location_id, person, security_groups, starts_at, expires_at } = row;
  if (!person) throw new Error(`key ${id} has no person any more`);
  const state = row.state === 'handed_over' ? 'handed_over' : null;
  return { id, name, state, location_id, person, security_groups, starts_at, expires_at };
}

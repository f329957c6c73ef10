import type { Hold } from './hold.types.js';

/* How a hold is shown. Pure. */

/** What `door_mode` of the lock shows. */
export function doorMode(hold: Hold | null) {
  if (hold?.emergency !== undefined) {
    const mode = hold.emergency === 'evacuation' ? ('stay_open' as const) : ('closed' as const);
    return { mode, source: 'override' as const, expires_at: null };
  }
  if (hold?.override)
    return { mode: hold.override.mode, source: 'override' as const, expires_at: hold.override.until };
  return { mode: 'auto' as const, source: hold?.desired.on ? ('schedule' as const) : null, expires_at: null };
}

/** Whether a door is held open, by its last confirmed state: until when, if known, and whether by its schedule. */
export function heldNow(
  isOn: boolean,
  hold: Hold | null,
): { until: number | null; by_schedule: boolean } | null {
  if (!isOn) return null;
  const until = hold?.desired.on ? hold.desired.release_at : null;
  return { until, by_schedule: doorMode(hold).source === 'schedule' };
}

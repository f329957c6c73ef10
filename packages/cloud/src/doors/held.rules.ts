import { doorMode, type Hold } from './hold.rules.js';

/* The display of a hold. Pure. */

/** Whether a door is held open, by its last confirmed state: until when, if known, and whether by its schedule. */
export function heldNow(
  isOn: boolean,
  hold: Hold | null,
): { until: number | null; by_schedule: boolean } | null {
  if (!isOn) return null;
  const until = hold?.desired.on ? hold.desired.release_at : null;
  return { until, by_schedule: doorMode(hold).source === 'schedule' };
}

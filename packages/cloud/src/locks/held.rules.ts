import { doorMode, type Hold } from './hold.rules.js';

/* How a hold is shown: pure. */

/** A door that is held open now, by its last confirmed state: until when, if that is known, and whether by its schedule. */
export function heldNow(
  isOn: boolean,
  hold: Hold | null,
): { until: number | null; by_schedule: boolean } | null {
  if (!isOn) return null;
  const until = hold?.desired.on ? hold.desired.release_at : null;
  return { until, by_schedule: doorMode(hold).source === 'schedule' };
}

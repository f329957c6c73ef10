import { type Cause, doorMode, type Hold } from './hold.rules.js';

/* On whose behalf a door is held, and how that is shown: pure. */

/** Who is behind an order or an unlock: a phone key, an API key, or a manager, who is not named. */
export function causeOf({
  key,
  apiKey,
}: Record<'key' | 'apiKey', { id: number; name: string } | null>): Cause {
  const nobody = { person: null, key: null, api_key: null };
  if (key !== null) return { source: 'app', actor: { ...nobody, type: 'user', key } };
  if (apiKey !== null) return { source: 'api', actor: { ...nobody, type: 'api_key', api_key: apiKey } };
  return { source: 'manager', actor: { ...nobody, type: 'manager' } };
}

/** A door that is held open now, by its last confirmed state: until when, if that is known, and whether by its schedule. */
export function heldNow(
  isOn: boolean,
  hold: Hold | null,
): { until: number | null; by_schedule: boolean } | null {
  if (!isOn) return null;
  const until = hold?.desired.on ? hold.desired.release_at : null;
  return { until, by_schedule: doorMode(hold).source === 'schedule' };
}

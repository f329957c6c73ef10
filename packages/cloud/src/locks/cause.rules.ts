/* Who is behind a hold or an unlock. Pure. */

export type HoldSource = 'schedule' | 'exit_button' | 'manager' | 'app' | 'api';

/** As webhooks name whoever is behind a hold: a person is never named. */
export interface Actor {
  type: 'user' | 'manager' | 'api_key';
  person: null;
  key: { id: number; name: string } | null;
  api_key: { id: number; name: string } | null;
}

export interface Cause {
  source: HoldSource;
  actor: Actor | null;
}

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

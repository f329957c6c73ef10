/* The cause of a hold or an unlock. Pure. */

export type HoldSource = 'schedule' | 'exit_button' | 'manager' | 'app' | 'api';

/** The actor of a hold in webhooks; a person is never named. */
export interface Actor {
  type: 'user' | 'manager' | 'api_key';
  person: null;
  key: { id: number; name: string } | null;
  api_key: { id: number; name: string } | null;
}

export interface Cause {
  source: HoldSource;
  actor: Actor | null;
  /** The command that asked for it; undefined: none did. */
  command_id?: string | undefined;
}

/** The cause of a command: a phone key, an API key, or a manager, who is not named. */
export function causeOf({
  key,
  apiKey,
}: Record<'key' | 'apiKey', { id: number; name: string } | null>): Cause {
  const noOne = { person: null, key: null, api_key: null };
  if (key !== null) return { source: 'app', actor: { ...noOne, type: 'user', key } };
  if (apiKey !== null) return { source: 'api', actor: { ...noOne, type: 'api_key', api_key: apiKey } };
  return { source: 'manager', actor: { ...noOne, type: 'manager' } };
}

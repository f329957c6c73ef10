import type { Context } from '../context.js';
import { arrayOf, bool, int, narrow, statement, text, time } from '../database/statement.js';
import type { Identity } from '../http/api.js';
import type { Scope } from '../http/endpoint.js';
import { hashToken, isWellFormedToken } from './tokens.rules.js';

const API_KEY = statement(
  'authenticate-api-key',
  `select k.id, k.name, k.account_id, k.location_id, k.scopes, k.expires_at, a.platform_mode
   from api_key k join account a on a.id = k.account_id where k.token_hash = $1 and k.revoked_at is null`,
  {
    id: int,
    name: text,
    account_id: int,
    location_id: int,
    scopes: narrow<Scope[]>(arrayOf(text)),
    expires_at: time,
    platform_mode: bool,
  },
);

/** Who holds this token now; null for a wrong, expired or revoked one. Nothing is cached: both are felt at once. */
export async function authenticate(context: Context, token: string): Promise<Identity | null> {
  if (!isWellFormedToken(token)) return null;
  const row = await API_KEY.row(context.pool, [hashToken(token)]);
  if (!row || row.expires_at.getTime() <= context.clock.now()) return null;
  return {
    caller: {
      apiKey: { id: row.id, name: row.name },
      accountId: row.account_id,
      locationId: row.location_id,
      scopes: new Set(row.scopes),
    },
    platformMode: row.platform_mode,
  };
}

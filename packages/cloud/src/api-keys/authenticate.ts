import type { Context } from '../context.js';
import { OfToken } from '../database/of-token.js';
import * as sql from '../database/statement.js';
import type { Identity } from '../http/api.js';
import type { Scope } from '../http/endpoint.js';
import { hashToken, isWellFormedToken } from './tokens.rules.js';

const API_KEY = sql.statement(
  'authenticate-api-key',
  `select k.id, k.name, k.account_id, k.location_id, k.scopes, k.expires_at, a.platform_mode
   from api_key k join account a on a.id = k.account_id where k.token_hash = $1 and k.revoked_at is null`,
  {
    id: sql.int,
    name: sql.text,
    account_id: sql.int,
    location_id: sql.int,
    scopes: sql.narrow<Scope[]>(sql.arrayOf(sql.text)),
    expires_at: sql.time,
    platform_mode: sql.bool,
  },
  { brief: true },
);

/** Null for what cannot be a token. */
export const keyOf = (token: string): OfToken | null =>
  isWellFormedToken(token) ? new OfToken(hashToken(token)) : null;

/** Who holds this key now; null for a wrong, expired or revoked one. Nothing is cached: both are felt at once. */
export async function authenticate(context: Context, key: OfToken | null): Promise<Identity | null> {
  const row = key && (await API_KEY.row(context.pool, [key.hash]));
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

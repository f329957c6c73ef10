import type { Context } from '../context.js';
import type { Identity } from '../http/api.js';
import type { Scope } from '../http/endpoint.js';
import { hashToken, isWellFormedToken } from './tokens.rules.js';

interface Row {
  id: number;
  name: string;
  account_id: number;
  location_id: number;
  scopes: Scope[];
  expires_at: Date;
  platform_mode: boolean;
}

/** Named, so that the server plans it once per connection; both look-ups go by a unique index. */
const STATEMENT = {
  name: 'authenticate-api-key',
  text: `SELECT k.id, k.name, k.account_id, k.location_id, k.scopes, k.expires_at, a.platform_mode
           FROM api_key k JOIN account a ON a.id = k.account_id
          WHERE k.token_hash = $1 AND k.revoked_at IS NULL`,
};

/** Who holds this token now; null for a wrong, expired or revoked one. Nothing is cached: both are felt at once. */
export async function authenticate(context: Context, token: string): Promise<Identity | null> {
  if (!isWellFormedToken(token)) return null;
  const { rows } = await context.pool.query<Row>({ ...STATEMENT, values: [hashToken(token)] });
  const row = rows[0];
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

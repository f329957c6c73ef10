import type { Context, Database } from '../context.js';
import { ApiError } from '../errors.js';

export interface RevokedApiKey {
  id: number;
  name: string;
  prefix: string;
  revoked_at: Date;
}

/** Ends an API key from this moment on; revoking twice keeps the first time. Throws `not_found` outside the account. */
export async function revokeApiKey(
  context: Context,
  key: { accountId: number; id: number },
  database: Database = context.pool,
): Promise<RevokedApiKey> {
  const { rows } = await database.query<RevokedApiKey>(
    `UPDATE api_key SET revoked_at = coalesce(revoked_at, $3)
      WHERE id = $1 AND account_id = $2
      RETURNING id, name, prefix, revoked_at`,
    [key.id, key.accountId, new Date(context.clock.now())],
  );
  const revoked = rows[0];
  if (!revoked) throw new ApiError('not_found');
  return revoked;
}

import type { Actor } from '../audit/entry.rules.js';
import { recordAudit, SERVICE } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
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
  key: { accountId: number; id: number; by?: Actor },
): Promise<RevokedApiKey> {
  return transaction(context.pool, async (client) => {
    const { rows } = await client.query<RevokedApiKey & { location_id: number; is_first: boolean }>(
      `WITH before AS (SELECT id, revoked_at FROM api_key WHERE id = $1 AND account_id = $2 FOR UPDATE)
       UPDATE api_key k SET revoked_at = coalesce(before.revoked_at, $3) FROM before WHERE k.id = before.id
       RETURNING k.id, k.name, k.prefix, k.revoked_at, k.location_id, before.revoked_at IS NULL AS is_first`,
      [key.id, key.accountId, new Date(context.clock.now())],
    );
    if (!rows[0]) throw new ApiError('not_found');
    const { location_id, is_first, ...revoked } = rows[0];
    if (!is_first) return revoked;
    await recordAudit(client, context, {
      account_id: key.accountId,
      actor: key.by ?? SERVICE,
      action: 'api_key.revoke',
      subject: { type: 'api_key', id: String(revoked.id), name: revoked.name },
      location_id,
    });
    return revoked;
  });
}

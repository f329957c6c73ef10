import type { Actor } from '../audit/entry.rules.js';
import { recordAudit, SERVICE } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';

const REVOKE = sql.statement(
  'api-key-revoke',
  `with before as (select id, revoked_at from api_key where id = $1 and account_id = $2 for update)
   update api_key k set revoked_at = coalesce(before.revoked_at, $3) from before where k.id = before.id
   returning k.id, k.name, k.prefix, k.revoked_at, k.location_id, before.revoked_at is null as is_first`,
  {
    id: sql.int,
    name: sql.text,
    prefix: sql.text,
    revoked_at: sql.present(sql.time),
    location_id: sql.int,
    is_first: sql.bool,
  },
);

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
    const row = await REVOKE.row(client, [key.id, key.accountId, new Date(context.clock.now())]);
    if (!row) throw new ApiError('not_found');
    const { location_id, is_first, ...revoked } = row;
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

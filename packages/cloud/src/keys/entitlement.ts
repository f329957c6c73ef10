import type { PoolClient } from 'pg';
import { ApiError } from '../errors.js';

/**
 * SQL for the plan limit for phone keys of the account `$1` (decisions, "Key"). Whoever is about to add one holds the
 * account until the transaction ends, so that two at the limit cannot both pass. No row where there is no limit: most
 * accounts have none, and must not wait for each other's keys.
 */
export const LOCK_LIMIT =
  'select phone_key_limit from account where id = $1 and phone_key_limit is not null for no key update';

/** @throws 422 `entitlement_exceeded` */
export async function requireEntitlement(client: PoolClient, accountId: number): Promise<void> {
  const { rows } = await client.query<{ phone_key_limit: number }>(LOCK_LIMIT, [accountId]);
  await requireFree(client, accountId, rows[0]?.phone_key_limit ?? null);
}

/** The limit, locked, counts keys not returned. @throws 422 `entitlement_exceeded` */
export async function requireFree(
  client: PoolClient,
  accountId: number,
  limit: number | null,
): Promise<void> {
  if (limit === null) return;
  const { rowCount } = await client.query(
    "select from access_key where account_id = $1 and state is distinct from 'returned' limit $2",
    [accountId, limit],
  );
  if ((rowCount ?? 0) >= limit) throw new ApiError('entitlement_exceeded');
}

import type { PoolClient } from 'pg';
import { ApiError } from '../errors.js';

/**
 * The plan limit for phone keys, which counts keys not returned (decisions, "Key"). Whoever is about to add one holds
 * the account until the transaction ends, so that two at the limit cannot both pass.
 * @throws 422 `entitlement_exceeded`
 */
export async function requireEntitlement(client: PoolClient, accountId: number): Promise<void> {
  // Most accounts have no limit, and must not wait for each other's keys.
  if ((await limitOf(client, accountId, '')) === null) return;
  const limit = await limitOf(client, accountId, ' for no key update');
  if (limit === null) return;
  const { rowCount } = await client.query(
    "select from access_key where account_id = $1 and state is distinct from 'returned' limit $2",
    [accountId, limit],
  );
  if ((rowCount ?? 0) >= limit) throw new ApiError('entitlement_exceeded');
}

async function limitOf(client: PoolClient, accountId: number, lock: string): Promise<number | null> {
  const { rows } = await client.query<{ phone_key_limit: number | null }>(
    `select phone_key_limit from account where id = $1${lock}`,
    [accountId],
  );
  return rows[0]?.phone_key_limit ?? null;
}

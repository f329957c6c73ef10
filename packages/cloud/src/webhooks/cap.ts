import type { PoolClient } from 'pg';
import { invalidField } from '../errors.js';

export const MOST_ACTIVE = 5;

/** Everybody who changes how many are active takes the location first, and holds it until the transaction ends. */
export async function lockLocation(client: PoolClient, locationId: number): Promise<void> {
  await client.query('select from location where id = $1 for no key update', [locationId]);
}

/**
 * Whether a location, locked, has room for one more active subscription (spec 8).
 * @throws 422 `limit_reached` on field `status`
 */
export async function requireRoom(client: PoolClient, locationId: number): Promise<void> {
  const { rowCount } = await client.query(
    "select from subscription where location_id = $1 and status = 'active' and deleted_at is null limit $2",
    [locationId, MOST_ACTIVE],
  );
  if ((rowCount ?? 0) >= MOST_ACTIVE) {
    throw invalidField(
      'status',
      `the location already has ${MOST_ACTIVE} active subscriptions`,
      'limit_reached',
    );
  }
}

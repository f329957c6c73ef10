import type { PoolClient } from 'pg';
import { ApiError } from '../errors.js';

/*
 * Changing a gateway affects every door that it drives, so the caller must manage all of them. The site file keeps a
 * gateway above its locks; this check covers gateways that were wired differently before, or moved since.
 */

/** Whether every lock of a gateway lies at the location or below it. */
async function isWhole(client: PoolClient, gatewayId: string, locationId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from lock l where l.gateway_id = $1 and not exists (
       select from location_ancestor a where a.location_id = l.location_id and a.ancestor_id = $2) limit 1`,
    [gatewayId, locationId],
  );
  return rowCount === 0;
}

/** Requires a transaction that has locked the gateway's row, so that no lock is wired to it meanwhile. @throws 403 */
export async function requireWhole(client: PoolClient, gatewayId: string, locationId: number): Promise<void> {
  if (await isWhole(client, gatewayId, locationId)) return;
  throw new ApiError('forbidden', {
    message:
      'This gateway also drives a door outside your locations: someone who manages all of its doors has to do this.',
  });
}

/** Whether a user still manages all doors of a gateway. */
export async function isWholeFor(client: PoolClient, gatewayId: string, userId: string): Promise<boolean> {
  const { rows } = await client.query<{ location_id: number }>(
    'select location_id from account_user where id = $1',
    [userId],
  );
  return rows[0] !== undefined && isWhole(client, gatewayId, rows[0].location_id);
}

import type { PoolClient } from 'pg';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';

/*
 * Changing a gateway affects every door that it drives, so the caller must manage all of them. The site file keeps a
 * gateway above its locks; this check covers gateways that were wired differently before, or moved since.
 */

const DOOR_OUTSIDE = sql.statement(
  'gateway-door-outside',
  `select from lock l where l.gateway_id = $1 and not ${sql.isWithin('l', '$2')} limit 1`,
);

const USER_OF_ALL_DOORS = sql.statement(
  'gateway-user-of-all-doors',
  `select from account_user u where u.id = $2
     and not exists (select from lock l where l.gateway_id = $1 and not ${sql.isWithin('l', 'u.location_id')})`,
);

/** Requires a transaction that has locked the gateway's row, so that no lock is wired to it meanwhile. @throws 403 */
export async function requireWhole(client: PoolClient, gatewayId: string, locationId: number): Promise<void> {
  if ((await DOOR_OUTSIDE.count(client, [gatewayId, locationId])) === 0) return;
  throw new ApiError('forbidden', {
    message:
      'This gateway also drives a door outside your locations: someone who manages all of its doors has to do this.',
  });
}

/** Whether a user still manages all doors of a gateway. */
export async function isWholeFor(client: PoolClient, gatewayId: string, userId: string): Promise<boolean> {
  return (await USER_OF_ALL_DOORS.count(client, [gatewayId, userId])) > 0;
}

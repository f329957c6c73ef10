import type { PoolClient } from 'pg';
import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, type ErrorDetail } from '../errors.js';

export const MAX_ACTIVE = 5;

const LOCK_LOCATION = sql.statement(
  'webhook-location',
  'select from location where id = $1 for no key update',
);
const ACTIVE = sql.statement(
  'webhooks-active',
  "select from subscription where location_id = $1 and status = 'active' and deleted_at is null limit $2",
);

/** Every change of how many are active locks the location first, until the transaction ends. */
export async function lockLocation(client: PoolClient, locationId: number): Promise<void> {
  await LOCK_LOCATION.count(client, [locationId]);
}

/** What forbids one more active subscription at a location; valid while it is locked. */
export async function roomFaults(database: Database, locationId: number): Promise<ErrorDetail[]> {
  if ((await ACTIVE.count(database, [locationId, MAX_ACTIVE])) < MAX_ACTIVE) return [];
  const message = `the location already has ${MAX_ACTIVE} active subscriptions`;
  return [{ field: 'status', code: 'limit_reached', message }];
}

/** @throws 422 `limit_reached` on field `status` */
export async function requireRoom(client: PoolClient, locationId: number): Promise<void> {
  const details = await roomFaults(client, locationId);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}

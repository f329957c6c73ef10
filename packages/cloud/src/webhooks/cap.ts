import { invalidField } from '../errors.js';
import type { Prisma } from '../generated/prisma/client.js';

export const MOST_ACTIVE = 5;

/** Everybody who changes how many are active takes the location first, and holds it until the transaction ends. */
export async function lockLocation(tx: Prisma.TransactionClient, locationId: number): Promise<void> {
  await tx.$queryRaw`select 1 from location where id = ${locationId} for no key update`;
}

/**
 * Whether a location, locked, has room for one more active subscription (spec 8).
 * @throws 422 `limit_reached` on field `status`
 */
export async function requireRoom(tx: Prisma.TransactionClient, locationId: number): Promise<void> {
  const active = await tx.subscription.count({
    where: { location_id: locationId, status: 'active', deleted_at: null },
  });
  if (active >= MOST_ACTIVE) {
    throw invalidField(
      'status',
      `the location already has ${MOST_ACTIVE} active subscriptions`,
      'limit_reached',
    );
  }
}

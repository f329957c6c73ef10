import { recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import { giveUpWaiting } from '../deliveries/give-up.js';
import { ApiError } from '../errors.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { getSubscription, inScope } from './read.js';

/**
 * Deletes a subscription: what waits fails, its place under the cap is free, and its secret is erased. The row stays for
 * an attempt under way.
 * @throws 404
 */
export async function deleteSubscription(
  context: Context,
  caller: Caller | Manager,
  id: string,
): Promise<void> {
  const now = context.clock.now();
  const before = await getSubscription(context, caller, id);
  await context.prisma.$transaction(async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { id, ...inScope(caller) },
      data: {
        deleted_at: new Date(now),
        secret: new Uint8Array(),
        previous_secret: null,
        previous_secret_until: null,
      },
    });
    if (count === 0) throw new ApiError('not_found');
    await recordAudit(tx, context, webhookEntry(caller, 'delete', before));
  });
  await giveUpWaiting(context.pool, id, now);
}

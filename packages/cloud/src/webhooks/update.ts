import { recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { Prisma, Subscription } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { lockLocation, requireRoom } from './cap.js';
import { giveUpWaiting } from './give-up.js';
import { checkUrl } from './guard.js';
import { getSubscription, inScope } from './read.js';

export interface SubscriptionChange {
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | undefined;
  status?: 'active' | 'paused' | undefined;
}

/**
 * Changes what is given; pausing gives up what waits, resuming clears the failure streak (spec 3.1, 4.5).
 * @throws 404, 422 `invalid` on `url`, 422 `limit_reached` on `status`
 */
export async function updateSubscription(
  context: Context,
  caller: Caller | Manager,
  id: string,
  change: SubscriptionChange,
): Promise<Subscription> {
  const before = await getSubscription(context, caller, id);
  if (change.url !== undefined) await checkUrl(context, change.url);
  // What an event under way at the pause left behind was never to be sent.
  if (change.status === 'active') await giveUpWaiting(context.pool, id, context.clock.now());

  const after = await context.prisma.$transaction(async (tx) => {
    if (change.status === 'active') await lockLocation(tx, before.location_id);
    const current = await lockSubscription(tx, caller, id);
    if (change.status === 'active' && current.status === 'paused') await requireRoom(tx, current.location_id);
    const data = changed(change, current);
    const changes = { fields: Object.keys(data), status: change.status ?? current.status };
    await recordAudit(tx, context, webhookEntry(caller, 'update', current, changes));
    return tx.subscription.update({ where: { id }, data });
  });
  if (after.status === 'paused') await giveUpWaiting(context.pool, id, context.clock.now());
  else context.nudge.emit('delivery');
  return after;
}

async function lockSubscription(
  tx: Prisma.TransactionClient,
  caller: Pick<Caller, 'locationId'>,
  id: string,
) {
  await tx.$queryRaw`select 1 from subscription where id = ${id}::uuid for no key update`;
  const current = await tx.subscription.findFirst({ where: { id, ...inScope(caller) } });
  if (!current) throw new ApiError('not_found');
  return current;
}

function changed(change: SubscriptionChange, current: Subscription): Prisma.SubscriptionUpdateInput {
  const data: Prisma.SubscriptionUpdateInput = {};
  if (change.url !== undefined) data.url = change.url;
  if (change.events !== undefined) data.events = change.events;
  if (change.description !== undefined) data.description = change.description;
  if (change.status !== undefined && change.status !== current.status) {
    data.status = change.status;
    if (change.status === 'active') data.failing_since = null;
  }
  return data;
}

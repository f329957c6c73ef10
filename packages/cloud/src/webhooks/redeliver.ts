import { recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { Delivery, Prisma } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { getSubscription } from './read.js';

const SHARED = sql.statement(
  'webhook-share',
  'select status, deleted_at from subscription where id = $1 for share',
  {
    status: sql.text,
    deleted_at: sql.orNull(sql.time),
  },
);
const AGAIN = sql.statement(
  'delivery-again',
  `insert into delivery (id, subscription_id, event_type, event_id, next_attempt_at, created_at, payload)
   select $1, subscription_id, event_type, id::text, $2, $2, payload from delivery_all where id = $3 and subscription_id = $4
   returning id, subscription_id, event_type, event_id, status, attempt, response_status, last_error,
             next_attempt_at, delivered_at, created_at, payload`,
  {
    id: sql.uuid,
    subscription_id: sql.uuid,
    event_type: sql.text,
    event_id: sql.text,
    status: sql.text,
    attempt: sql.int,
    response_status: sql.orNull(sql.int),
    last_error: sql.orNull(sql.text),
    next_attempt_at: sql.orNull(sql.time),
    delivered_at: sql.orNull(sql.time),
    created_at: sql.time,
    payload: sql.json<Prisma.JsonValue>(),
  },
);

/**
 * Adds a delivery of the same event, due now, with all retries, whatever the state of the original; its
 * `event_id` is the original's id, so that nothing takes it for a repeat.
 * @throws 404, 409 `subscription_paused`
 */
export async function redeliver(
  context: Context,
  caller: Caller | Manager,
  subscriptionId: string,
  deliveryId: string,
): Promise<Delivery> {
  const sent = await getSubscription(context, caller, subscriptionId);
  const created = await transaction(context.pool, async (client) => {
    // Held until the new row is written: a concurrent pause waits, and then fails this row too.
    const subscription = await SHARED.row(client, [subscriptionId]);
    const values = [context.ids.uuid(), new Date(context.clock.now()), deliveryId, subscriptionId];
    const delivery = await AGAIN.row(client, values);
    if (!delivery || !subscription || subscription.deleted_at) throw new ApiError('not_found');
    // Rolls the new row back.
    if (subscription.status === 'paused') throw new ApiError('subscription_paused');
    await recordAudit(
      client,
      context,
      webhookEntry(caller, 'redeliver', sent, { delivery_id: delivery.id, of: deliveryId }),
    );
    return delivery;
  });
  context.nudge.emit('delivery');
  return created;
}

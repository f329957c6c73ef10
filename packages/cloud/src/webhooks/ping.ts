import { PING } from '@door-access/protocol';
import { recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import { decideAttempt } from '../deliveries/ladder.rules.js';
import { createSender } from '../deliveries/send.js';
import type { Format } from '../deliveries/signature.rules.js';
import type { Delivery } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { getSubscription } from './read.js';

/**
 * Sends one `ping` now and returns its record; on a paused subscription too. A single attempt, outside any failure
 * streak.
 * @throws 404
 */
export async function ping(
  context: Context,
  caller: Caller | Manager,
  subscriptionId: string,
): Promise<Delivery> {
  const subscription = await getSubscription(context, caller, subscriptionId);
  const id = context.ids.uuid();
  const created_at = new Date(context.clock.now());
  const payload = { message: 'pong' };

  const { previous_secret: previous, previous_secret_until: until } = subscription;
  const isValid = previous !== null && until !== null && until > created_at;
  // Its own connection: a ping also checks whether a new one can be made.
  const sender = createSender(context);
  const outcome = await sender
    .send({
      id,
      type: PING,
      created_at,
      payload,
      url: subscription.url,
      format: subscription.format as Format,
      secret: context.secrets.open(subscription.secret, subscription.id),
      previousSecret: isValid ? context.secrets.open(previous, subscription.id) : null,
    })
    .finally(() => sender.close());

  const status = subscription.status as 'active' | 'paused';
  const { delivery } = decideAttempt(
    { delivery: { attempt: 0 }, subscription: { status, deleted: false, failing_since: null } },
    outcome,
    { now: context.clock.now(), ping: true },
  ).state;
  const delivered_at = delivery.delivered_at === null ? null : new Date(delivery.delivered_at);
  const details = { delivery_id: id, status: delivery.status, response_status: outcome.response_status };
  return context.prisma.$transaction(async (tx) => {
    await recordAudit(tx, context, webhookEntry(caller, 'ping', subscription, details));
    if (delivered_at) {
      await tx.subscription.updateMany({
        where: {
          id: subscription.id,
          OR: [{ last_delivery_at: null }, { last_delivery_at: { lt: delivered_at } }],
        },
        data: { last_delivery_at: delivered_at },
      });
    }
    return tx.endedDelivery.create({
      data: {
        ...delivery,
        id,
        subscription_id: subscription.id,
        event_type: PING,
        event_id: id,
        response_status: outcome.response_status,
        next_attempt_at: null,
        delivered_at,
        created_at,
        payload,
      },
    });
  });
}

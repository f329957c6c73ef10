import { recordAudit } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Subscription } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { lockLocation, requireRoom } from './cap.js';
import { checkUrl } from './guard.js';
import { SECRET_BYTES, toSecret } from './signature.rules.js';

export interface NewSubscription {
  url: string;
  events: string[];
  description: string;
}

/**
 * A subscription at the API key's own location, with the only sight of its secret (spec 4.5).
 * @throws 422 `invalid` on `url`, 422 `limit_reached` on `status`
 */
export async function createSubscription(
  context: Context,
  caller: Caller | Manager,
  wanted: NewSubscription,
): Promise<{ subscription: Subscription; secret: string }> {
  await checkUrl(context, wanted.url);
  const id = context.ids.uuid();
  const secret = toSecret(context.ids.bytes(SECRET_BYTES));
  const subscription = await context.prisma.$transaction(async (tx) => {
    await lockLocation(tx, caller.locationId);
    await requireRoom(tx, caller.locationId);
    const made = await tx.subscription.create({
      data: {
        id,
        account_id: caller.accountId,
        location_id: caller.locationId,
        api_key_id: caller.apiKey?.id ?? null,
        created_by: caller.apiKey === null ? caller.user.id : null,
        ...wanted,
        secret: new Uint8Array(context.secrets.seal(secret, id)),
        created_at: new Date(context.clock.now()),
      },
    });
    await recordAudit(tx, context, webhookEntry(caller, 'create', made, { events: wanted.events }));
    return made;
  });
  return { subscription, secret };
}

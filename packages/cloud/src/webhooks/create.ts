import { audited } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { urlFaults } from '../deliveries/guard.js';
import { type Format, SECRET_BYTES, toSecret } from '../deliveries/signature.rules.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import type { Subscription } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { lockLocation, requireRoom, roomFaults } from './cap.js';
import { firstHeartbeat } from './heartbeat.js';
import { type Reach, reachFaults } from './reach.js';
import { CREATE } from './subscription.sql.js';

export interface NewSubscription {
  url: string;
  events: string[];
  description: string;
  format: Format;
  lock_ids: number[];
  location_ids: number[];
  heartbeat_minutes: number | null;
}

/**
 * Creates a subscription at the API key's own location; its secret is shown only here.
 * @throws 422 `invalid` on `url`, `lock_ids[…]` or `location_ids[…]`, 422 `limit_reached` on `status`
 */
export async function createSubscription(
  context: Context,
  caller: Caller | Manager,
  wanted: NewSubscription,
): Promise<{ subscription: Subscription; secret: string }> {
  const details = await fieldFaults(context, caller.locationId, wanted);
  if (details.length > 0) {
    details.push(...(await roomFaults(context.pool, caller.locationId)));
    throw new ApiError('validation_failed', { details });
  }
  const now = context.clock.now();
  const id = context.ids.uuid();
  const secret = toSecret(context.ids.bytes(SECRET_BYTES));
  const subscription = await transaction(context.pool, async (client, last) => {
    await lockLocation(client, caller.locationId);
    await requireRoom(client, caller.locationId);
    const values = [
      id,
      caller.accountId,
      caller.locationId,
      caller.apiKey?.id ?? null,
      caller.apiKey === null ? caller.user.id : null,
      wanted.url,
      wanted.events,
      wanted.description,
      context.secrets.seal(secret, id),
      new Date(now),
      wanted.format,
      wanted.lock_ids,
      wanted.location_ids,
      wanted.heartbeat_minutes,
      firstHeartbeat(wanted.heartbeat_minutes, now),
    ];
    const place = { id, account_id: caller.accountId, location_id: caller.locationId, url: wanted.url };
    const entry = webhookEntry(caller, 'create', place, { events: wanted.events });
    return last(() => CREATE.one(client, audited(context, values, entry)));
  });
  return { subscription, secret };
}

/** What is wrong with a new subscription beyond the form of each field, as far as can be said without its location locked. */
export async function subscriptionFaults(
  context: Context,
  caller: Pick<Caller, 'locationId'>,
  fields: Partial<NewSubscription>,
): Promise<ErrorDetail[]> {
  return [
    ...(await fieldFaults(context, caller.locationId, fields)),
    ...(await roomFaults(context.pool, caller.locationId)),
  ];
}

/** What is wrong with these fields of a subscription at a location, beyond their form. */
export async function fieldFaults(
  context: Context,
  locationId: number,
  { url, ...reach }: Reach & { url?: string | undefined },
): Promise<ErrorDetail[]> {
  return [
    ...(url === undefined ? [] : await urlFaults(context, url)),
    ...(await reachFaults(context.pool, locationId, reach)),
  ];
}

import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { DeliveryStatus } from '../deliveries/ladder.rules.js';
import type { Format } from '../deliveries/signature.rules.js';
import { ApiError } from '../errors.js';
import type { Delivery, Prisma, Subscription } from '../generated/prisma/client.js';
import type { Caller } from '../http/endpoint.js';

/* Subscriptions and delivery records as the interface shows them. */

/** Where a page ended: newest first by time, then by id. */
export type Position = [createdAt: number, id: string];

/** Subscriptions, not deleted, of the caller's location and of all below it. */
export function inScope(caller: Pick<Caller, 'locationId'>): Prisma.SubscriptionWhereInput {
  return { deleted_at: null, ...sql.within(caller.locationId) };
}

/** @throws 404, for one elsewhere in the account too */
export async function getSubscription(
  context: Pick<Context, 'prisma'>,
  caller: Pick<Caller, 'locationId'>,
  id: string,
): Promise<Subscription> {
  const found = await context.prisma.subscription.findFirst({ where: { id, ...inScope(caller) } });
  if (!found) throw new ApiError('not_found');
  return found;
}

export async function listSubscriptions(
  context: Pick<Context, 'prisma'>,
  caller: Pick<Caller, 'locationId'>,
  page: { after?: Position | undefined; limit: number },
): Promise<Subscription[]> {
  return context.prisma.subscription.findMany({
    where: { ...inScope(caller), ...beyond(page.after) },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: page.limit,
  });
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  event_type?: string | undefined;
  /** Inclusive. */
  since?: Date | undefined;
}

/** Of one subscription within the reach of the caller. */
export async function listDeliveries(
  context: Pick<Context, 'prisma'>,
  subscriptionId: string,
  page: DeliveryFilter & { after?: Position | undefined; limit: number },
): Promise<Delivery[]> {
  const { status, event_type, since, after, limit } = page;
  return context.prisma.delivery.findMany({
    where: {
      subscription_id: subscriptionId,
      ...(status === undefined ? {} : { status }),
      ...(event_type === undefined ? {} : { event_type }),
      AND: [since === undefined ? {} : { created_at: { gte: since } }, beyond(after)],
    },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}

/** The first condition bounds the index range; the second cuts the ties at its edge. */
function beyond(after: Position | undefined) {
  if (!after) return {};
  const at = new Date(after[0]);
  return { created_at: { lte: at }, OR: [{ created_at: { lt: at } }, { id: { lt: after[1] } }] };
}

export const positionOf = (row: { created_at: Date; id: string }): Position => [
  row.created_at.getTime(),
  row.id,
];

export function toSubscription(row: Subscription) {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    format: row.format as Format,
    lock_ids: row.lock_ids,
    location_ids: row.location_ids,
    heartbeat_minutes: row.heartbeat_minutes,
    status: row.status as 'active' | 'paused',
    failing_since: timestamp(row.failing_since),
    last_delivery_at: timestamp(row.last_delivery_at),
    created_at: toTimestamp(row.created_at.getTime()),
  };
}

export function toDelivery(row: Delivery) {
  return {
    id: row.id,
    subscription_id: row.subscription_id,
    event_type: row.event_type,
    event_id: row.event_id,
    status: row.status as DeliveryStatus,
    attempt: row.attempt,
    response_status: row.response_status,
    last_error: row.last_error,
    next_attempt_at: timestamp(row.next_attempt_at),
    delivered_at: timestamp(row.delivered_at),
    created_at: toTimestamp(row.created_at.getTime()),
    payload: row.payload as Record<string, unknown>,
  };
}

const timestamp = (at: Date | null): string | null => (at === null ? null : toTimestamp(at.getTime()));

import { audited } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { giveUpWaiting } from '../deliveries/give-up.js';
import type { Format } from '../deliveries/signature.rules.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import type { Subscription } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { requireRoom, roomFaults } from './cap.js';
import { fieldFaults } from './create.js';
import { firstHeartbeat } from './heartbeat.js';
import { getSubscription } from './read.js';
import { LOCKED, LOCKED_WITH_LOCATION, UPDATE } from './subscription.sql.js';

export interface SubscriptionChange {
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | undefined;
  format?: Format | undefined;
  lock_ids?: number[] | undefined;
  location_ids?: number[] | undefined;
  heartbeat_minutes?: number | null | undefined;
  status?: 'active' | 'paused' | undefined;
}

/**
 * Changes what is given; pausing fails what waits, resuming clears the failure streak.
 * @throws 404, 422 `invalid` on `url`, `lock_ids[…]` or `location_ids[…]`, 422 `limit_reached` on `status`
 */
export async function updateSubscription(
  context: Context,
  caller: Caller | Manager,
  id: string,
  change: SubscriptionChange,
): Promise<Subscription> {
  const before = await getSubscription(context, caller, id);
  const details = await fieldFaults(context, before.location_id, change);
  if (details.length > 0) {
    details.push(...(await changeFaults(context, before, { status: change.status })));
    throw new ApiError('validation_failed', { details });
  }
  // Deliveries of events under way at the pause are never to be sent.
  if (change.status === 'active') await giveUpWaiting(context.pool, id, context.clock.now());

  const after = await transaction(context.pool, async (client, last) => {
    const locked = change.status === 'active' ? LOCKED_WITH_LOCATION : LOCKED;
    const current = await locked.row(client, [id, caller.locationId]);
    if (!current) throw new ApiError('not_found');
    if (change.status === 'active' && current.status === 'paused')
      await requireRoom(client, current.location_id);
    const data = changed(change, current);
    const {
      url,
      events,
      description,
      status,
      failing_since,
      format,
      lock_ids,
      location_ids,
      heartbeat_minutes,
    } = {
      ...current,
      ...data,
    };
    const isBeaten = data.status !== undefined || data.heartbeat_minutes !== undefined;
    const heartbeat =
      status === 'active' && isBeaten
        ? firstHeartbeat(heartbeat_minutes, context.clock.now())
        : current.heartbeat_due_at;
    const changes = { fields: Object.keys(data), status };
    const entry = webhookEntry(caller, 'update', current, changes);
    const values = [
      ...[id, url, events, description, status, failing_since],
      ...[format, lock_ids, location_ids, heartbeat_minutes, heartbeat],
    ];
    return last(() => UPDATE.one(client, audited(context, values, entry)));
  });
  if (after.status === 'paused') await giveUpWaiting(context.pool, id, context.clock.now());
  else context.nudge.emit('delivery');
  return after;
}

/** What is wrong with a change beyond the form of each field, as far as can be said without its location locked. */
export async function changeFaults(
  context: Context,
  before: Pick<Subscription, 'location_id' | 'status'>,
  { status, ...fields }: SubscriptionChange,
): Promise<ErrorDetail[]> {
  const resumes = status === 'active' && before.status === 'paused';
  return [
    ...(await fieldFaults(context, before.location_id, fields)),
    ...(resumes ? await roomFaults(context.pool, before.location_id) : []),
  ];
}

function changed(change: SubscriptionChange, current: Subscription): Partial<Subscription> {
  const { status, ...fields } = change;
  const data: Partial<Subscription> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  if (status === undefined || status === current.status) return data;
  return { ...data, status, ...(status === 'active' ? { failing_since: null } : {}) };
}

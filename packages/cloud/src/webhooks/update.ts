import type { PoolClient } from 'pg';
import { withAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { giveUpWaiting } from '../deliveries/give-up.js';
import { urlFaults } from '../deliveries/guard.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import type { Subscription } from '../generated/prisma/client.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { webhookEntry } from './audit.js';
import { requireRoom, roomFaults } from './cap.js';
import { getSubscription } from './read.js';

export interface SubscriptionChange {
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | undefined;
  status?: 'active' | 'paused' | undefined;
}

/**
 * Changes what is given; pausing gives up what waits, resuming clears the failure streak.
 * @throws 404, 422 `invalid` on `url`, 422 `limit_reached` on `status`
 */
export async function updateSubscription(
  context: Context,
  caller: Caller | Manager,
  id: string,
  change: SubscriptionChange,
): Promise<Subscription> {
  const before = await getSubscription(context, caller, id);
  const details = change.url === undefined ? [] : await urlFaults(context, change.url);
  if (details.length > 0) {
    details.push(...(await changeFaults(context, before, { status: change.status })));
    throw new ApiError('validation_failed', { details });
  }
  // What an event under way at the pause left behind was never to be sent.
  if (change.status === 'active') await giveUpWaiting(context.pool, id, context.clock.now());

  const after = await transaction(context.pool, async (client, last) => {
    const current = await lockSubscription(client, caller, id, change.status === 'active');
    if (change.status === 'active' && current.status === 'paused')
      await requireRoom(client, current.location_id);
    const data = changed(change, current);
    const { url, events, description, status, failing_since } = { ...current, ...data };
    const statement = {
      name: 'webhook-update',
      text: `update subscription set url = $2, events = $3, description = $4, status = $5, failing_since = $6
where id = $1 returning *`,
      values: [id, url, events, description, status, failing_since],
    };
    const changes = { fields: Object.keys(data), status };
    const entry = webhookEntry(caller, 'update', current, changes);
    const { rows } = await last(client.query<Subscription>(withAudit(context, statement, entry)));
    return rows[0] as Subscription;
  });
  if (after.status === 'paused') await giveUpWaiting(context.pool, id, context.clock.now());
  else context.nudge.emit('delivery');
  return after;
}

/** What is wrong with a change beyond the form of each field, as far as can be said without its location locked. */
export async function changeFaults(
  context: Context,
  before: Pick<Subscription, 'location_id' | 'status'>,
  { url, status }: SubscriptionChange,
): Promise<ErrorDetail[]> {
  const resumes = status === 'active' && before.status === 'paused';
  return [
    ...(url === undefined ? [] : await urlFaults(context, url)),
    ...(resumes ? await roomFaults(context.pool, before.location_id) : []),
  ];
}

/** One that is to become active takes its location first, as everybody does who changes how many are. @throws 404 */
async function lockSubscription(
  client: PoolClient,
  caller: Pick<Caller, 'locationId'>,
  id: string,
  withLocation: boolean,
): Promise<Subscription> {
  const { rows } = await client.query<Subscription>({
    name: `webhook-lock-${Number(withLocation)}`,
    text: `select s.* from subscription s join location o on o.id = s.location_id
where s.id = $1 and s.deleted_at is null
  and exists (select from location_ancestor a where a.location_id = s.location_id and a.ancestor_id = $2)
for no key update of ${withLocation ? 'o, s' : 's'}`,
    values: [id, caller.locationId],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

function changed(change: SubscriptionChange, current: Subscription): Partial<Subscription> {
  const { status, ...fields } = change;
  const data: Partial<Subscription> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  if (status === undefined || status === current.status) return data;
  return { ...data, status, ...(status === 'active' ? { failing_since: null } : {}) };
}

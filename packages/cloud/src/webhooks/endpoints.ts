import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import { type CursorBinding, decodeCursor, pageOf } from '../http/cursor.js';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { listOf, UuidId } from '../http/schemas.js';
import { createSubscription, subscriptionFaults } from './create.js';
import { ping } from './ping.js';
import {
  getSubscription,
  listDeliveries,
  listSubscriptions,
  type Position,
  positionOf,
  toDelivery,
  toSubscription,
} from './read.js';
import { redeliver } from './redeliver.js';
import { deleteSubscription } from './remove.js';
import { rotateSecret } from './rotate-secret.js';
import {
  CreatedSubscriptionAnswer,
  DeliveryAnswer,
  DeliveryId,
  DeliveryListQuery,
  NewSubscriptionBody,
  PositionTuple,
  RotatedSecretAnswer,
  SubscriptionAnswer,
  SubscriptionChangeBody,
  SubscriptionListQuery,
} from './schemas.js';
import { changeFaults, updateSubscription } from './update.js';

const EXAMPLE = {
  id: '5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10',
  url: 'https://hooks.example.com/doors',
  events: ['access.granted', 'door.forced'],
  description: 'Alarm desk',
  status: 'active',
  format: 'service',
  lock_ids: [],
  location_ids: [],
  heartbeat_minutes: null,
  failing_since: null,
  last_delivery_at: null,
  created_at: '2026-01-07T06:00:00.000Z',
};

const DELIVERY_EXAMPLE = {
  id: '0b9f6c1e-2d7a-4f5b-8c3e-9a1d2e3f4a5b',
  subscription_id: EXAMPLE.id,
  event_type: 'access.granted',
  event_id: '184467',
  status: 'delivered',
  attempt: 1,
  response_status: 200,
  last_error: null,
  next_attempt_at: null,
  delivered_at: '2026-01-07T06:15:02.120Z',
  created_at: '2026-01-07T06:15:02.031Z',
  payload: {
    id: 184467,
    type: 'access.granted',
    occurred_at: '2026-01-07T06:15:01.982Z',
    result: 'success',
    reason: null,
    source: 'app',
    api_key: { id: 7, name: 'ERP' },
    lock: { id: 41, name: 'Main entrance', place: 'Ground floor' },
    location: { id: 3, name: 'HQ' },
    person: null,
    key: null,
  },
};

function positionAfter(
  context: Context,
  binding: CursorBinding,
  cursor: string | undefined,
): Position | undefined {
  return cursor === undefined ? undefined : decodeCursor(context, binding, cursor, PositionTuple);
}

export const webhookEndpoints: readonly Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/webhooks',
    scopes: ['webhooks:manage'],
    summary: 'List webhook subscriptions',
    description: "Of the API key's location and its descendants, newest first.",
    query: SubscriptionListQuery,
    status: 200,
    answer: listOf(SubscriptionAnswer),
    example: { data: [EXAMPLE], next_cursor: null },
    async handler({ context, caller, query }) {
      const binding = { list: 'GET /webhooks', caller, filters: query };
      const after = positionAfter(context, binding, query.cursor);
      const rows = await listSubscriptions(context, caller, { after, limit: query.limit + 1 });
      return { body: pageOf(context, binding, rows, query.limit, positionOf, toSubscription) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/webhooks',
    scopes: ['webhooks:manage'],
    summary: 'Create a webhook subscription',
    description:
      "Receives events of the API key's location and its descendants. A location holds at most five active ones. The `secret` in the answer is shown only once.",
    body: NewSubscriptionBody,
    status: 201,
    answer: CreatedSubscriptionAnswer,
    idempotent: true,
    bodyExample: { url: EXAMPLE.url, events: EXAMPLE.events, description: EXAMPLE.description },
    example: { ...EXAMPLE, secret: 'whsec_…' },
    moreFaults: ({ context, caller, fields }) => subscriptionFaults(context, caller, fields),
    async handler({ context, caller, body }) {
      const { subscription, secret } = await createSubscription(context, caller, body);
      return { body: { ...toSubscription(subscription), secret } };
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/webhooks/{id}',
    scopes: ['webhooks:manage'],
    summary: 'Read a webhook subscription',
    params: UuidId,
    status: 200,
    answer: SubscriptionAnswer,
    errors: ['not_found'],
    example: EXAMPLE,
    async handler({ context, caller, params }) {
      return { body: toSubscription(await getSubscription(context, caller, params.id)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'PATCH',
    path: '/webhooks/{id}',
    scopes: ['webhooks:manage'],
    summary: 'Change, pause or resume a webhook subscription',
    description:
      'Changes the fields given, at least one. Pausing fails the deliveries that wait; resuming clears the failure streak. The secret stays as it is.',
    params: UuidId,
    body: SubscriptionChangeBody,
    status: 200,
    answer: SubscriptionAnswer,
    errors: ['not_found'],
    bodyExample: { status: 'paused' },
    example: { ...EXAMPLE, status: 'paused' },
    async moreFaults({ context, caller, params, fields }) {
      const before = await getSubscription(context, caller, params.id);
      return changeFaults(context, before, fields);
    },
    async handler({ context, caller, params, body }) {
      return { body: toSubscription(await updateSubscription(context, caller, params.id, body)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'DELETE',
    path: '/webhooks/{id}',
    scopes: ['webhooks:manage'],
    summary: 'Delete a webhook subscription',
    description: 'Deliveries that wait fail, and the location may have another active subscription.',
    params: UuidId,
    status: 204,
    answer: null,
    errors: ['not_found'],
    async handler({ context, caller, params }) {
      await deleteSubscription(context, caller, params.id);
      return {};
    },
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    scopes: ['webhooks:manage'],
    summary: 'Give a webhook subscription a new secret',
    description:
      'For 24 hours each delivery has two signatures in its header, `t=…,v1=…,v1=…`: of the new secret, then of the previous one. A receiver that accepts a delivery if any `v1` is right can change its secret at any time in between. A second rotation ends the older of the two at once. The `secret` in the answer is shown only once.',
    params: UuidId,
    status: 200,
    answer: RotatedSecretAnswer,
    idempotent: true,
    errors: ['not_found'],
    limit: { name: 'webhooks.rotate_secret', perMinute: 10 },
    example: { ...EXAMPLE, secret: 'whsec_…', previous_secret_until: '2026-01-08T06:00:00.000Z' },
    async handler({ context, caller, params }) {
      const { subscription, secret, previousUntil } = await rotateSecret(context, caller, params.id);
      const previous_secret_until = toTimestamp(previousUntil.getTime());
      return { body: { ...toSubscription(subscription), secret, previous_secret_until } };
    },
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/webhooks/{id}/ping',
    scopes: ['webhooks:manage'],
    summary: 'Send a ping now',
    description:
      'One attempt, waited for: the answer shows what the url answered. Works on a paused subscription, and changes neither its status nor its failure streak.',
    params: UuidId,
    status: 200,
    answer: DeliveryAnswer,
    errors: ['not_found'],
    limit: { name: 'webhooks.ping', perMinute: 10 },
    example: {
      ...DELIVERY_EXAMPLE,
      event_type: 'ping',
      event_id: DELIVERY_EXAMPLE.id,
      payload: { message: 'pong' },
    },
    async handler({ context, caller, params }) {
      return { body: toDelivery(await ping(context, caller, params.id)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    scopes: ['webhooks:manage'],
    summary: 'List deliveries',
    description: 'Of one subscription, newest first.',
    params: UuidId,
    query: DeliveryListQuery,
    status: 200,
    answer: listOf(DeliveryAnswer),
    errors: ['not_found'],
    example: { data: [DELIVERY_EXAMPLE], next_cursor: null },
    async handler({ context, caller, params, query }) {
      const { cursor, limit, ...filter } = query;
      const binding = { list: `GET /webhooks/${params.id}/deliveries`, caller, filters: query };
      const after = positionAfter(context, binding, cursor);
      await getSubscription(context, caller, params.id);
      const rows = await listDeliveries(context, params.id, { ...filter, after, limit: limit + 1 });
      return { body: pageOf(context, binding, rows, limit, positionOf, toDelivery) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    scopes: ['webhooks:manage'],
    summary: 'Deliver again',
    description:
      "Makes a new delivery of the same event, whatever became of the original, with the whole retry ladder before it. Its `event_id` is the original delivery's id.",
    params: DeliveryId,
    status: 202,
    answer: DeliveryAnswer,
    errors: ['not_found', 'subscription_paused'],
    limit: { name: 'webhooks.redeliver', perMinute: 30 },
    example: {
      ...DELIVERY_EXAMPLE,
      id: 'c1f0e9d8-7b6a-4958-8a7b-6c5d4e3f2a1b',
      event_id: DELIVERY_EXAMPLE.id,
      status: 'pending',
      attempt: 0,
      response_status: null,
      delivered_at: null,
      created_at: '2026-01-07T08:00:00.000Z',
    },
    async handler({ context, caller, params }) {
      return { body: toDelivery(await redeliver(context, caller, params.id, params.delivery_id)) };
    },
  }),
];

import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { inboxUrl } from '../../deliveries/inbox-address.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Timestamp, UuidId } from '../../http/schemas.js';
import { emptyInbox, readInbox } from '../inbox.js';
import { readPause } from '../pauses.js';

/* What the pages of webhooks show beyond the interface: the test receiver, and what a pause left out. */

const Inbox = z.strictObject({
  /** Where to point a webhook. */
  url: z.string(),
  requests: z.array(
    z.strictObject({
      id: z.int(),
      received_at: Timestamp,
      method: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().nullable(),
      webhook: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
      steps: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), text: z.string() })),
    }),
  ),
});

const Pause = z.strictObject({
  paused_at: Timestamp,
  resumed_at: Timestamp.nullable(),
  automatic: z.boolean(),
  missed: z.array(z.strictObject({ type: z.string(), count: z.int(), is_cut: z.boolean() })),
});

export const webhookPageEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/webhook-inbox',
    role: 'manager',
    status: 200,
    answer: Inbox,
    async handler({ context, user }) {
      const requests = await readInbox(context, user);
      return {
        body: {
          url: inboxUrl(context, user.locationId),
          requests: requests.map((one) => ({ ...one, received_at: toTimestamp(one.received_at.getTime()) })),
        },
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/webhook-inbox',
    role: 'manager',
    status: 204,
    answer: null,
    async handler({ context, user }) {
      await emptyInbox(context, user);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/webhooks/{id}/pause',
    role: 'viewer',
    params: UuidId,
    status: 200,
    answer: z.strictObject({ data: Pause.nullable() }),
    async handler({ context, user, params }) {
      const pause = await readPause(context, user, params.id);
      if (!pause) return { body: { data: null } };
      const { paused_at, resumed_at } = pause;
      return {
        body: {
          data: {
            ...pause,
            paused_at: toTimestamp(paused_at.getTime()),
            resumed_at: resumed_at && toTimestamp(resumed_at.getTime()),
          },
        },
      };
    },
  }),
];

import { EVENT_NAMES, EVENT_TYPES } from '@door-access/protocol';
import { z } from 'zod';
import { DELIVERY_STATUSES } from '../deliveries/ladder.rules.js';
import { FORMATS } from '../deliveries/signature.rules.js';
import { URL_MAX_LENGTH } from '../deliveries/url.rules.js';
import { InstantParam, pageParameters, Timestamp, UuidParam } from '../http/schemas.js';

const STATUSES = ['active', 'paused'] as const;
const DESCRIPTION_MAX_LENGTH = 500;
/** Enough for every type several times over: repeats are dropped, not refused. */
const EVENTS_MAX = 100;
const IDS_MAX = 200;
const HEARTBEAT_MAX_MINUTES = 1_440;

const url = z
  .string()
  .max(URL_MAX_LENGTH, `must be at most ${URL_MAX_LENGTH} characters`)
  .meta({ format: 'uri', description: 'https:// and a public host; any port.' });
const events = z
  .array(z.enum(['*', ...EVENT_TYPES], 'must be * or the name of an event'))
  .min(1, 'must name at least one event')
  .max(EVENTS_MAX)
  .transform((names) => [...new Set<string>(names)])
  .refine((names) => names.length === 1 || !names.includes('*'), 'must be ["*"] or names of events, not both')
  .meta({
    type: 'array',
    items: { type: 'string', enum: ['*', ...EVENT_TYPES] },
    minItems: 1,
    maxItems: EVENTS_MAX,
    description: '`["*"]` for every type, or names of events; not both.',
  });
const description = z
  .string()
  .max(DESCRIPTION_MAX_LENGTH, `must be at most ${DESCRIPTION_MAX_LENGTH} characters`);
const format = z.enum(FORMATS, 'must be service or standard').meta({
  description:
    '`standard` adds the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks, keyed with the bytes behind `whsec_`. Its libraries refuse a secret with `-` or `_`, as those made earlier may have: rotate it then.',
});
const ids = (what: string) =>
  z
    .array(z.int().min(1).max(2_147_483_647))
    .max(IDS_MAX, `must be at most ${IDS_MAX}`)
    .transform((all) => [...new Set(all)])
    .meta({
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      maxItems: IDS_MAX,
      description: `${what} With both lists, what either of them names; both empty: everything in the scope of the subscription.`,
    });
const lockIds = ids('Only events of these locks: those of people and keys are none of them.');
const locationIds = ids('Only events of these locations and of all below them.');
const heartbeatMinutes = z.int().min(1).max(HEARTBEAT_MAX_MINUTES).nullable().meta({
  description:
    'Minutes between two deliveries of the type `heartbeat`, while the subscription is active; null: none. None is made while the last one waits for its receiver.',
});

export const NewSubscriptionBody = z.strictObject({
  url,
  events,
  description: description.default(''),
  format: format.default('service'),
  lock_ids: lockIds.default([]),
  location_ids: locationIds.default([]),
  heartbeat_minutes: heartbeatMinutes.default(null),
});

export const SubscriptionChangeBody = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    format: format.optional(),
    lock_ids: lockIds.optional(),
    location_ids: locationIds.optional(),
    heartbeat_minutes: heartbeatMinutes.optional(),
    status: z.enum(STATUSES, 'must be active or paused').optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'must change at least one field',
    when: ({ issues }) => issues.length === 0,
  });

export const SubscriptionAnswer = z
  .strictObject({
    id: z.uuid(),
    url: z.string(),
    events: z.array(z.string()),
    description: z.string(),
    format: z.enum(FORMATS),
    lock_ids: z
      .array(z.int())
      .meta({ description: 'Of these locks alone; empty: of all, see `location_ids`.' }),
    location_ids: z
      .array(z.int())
      .meta({ description: 'Of these locations and below; empty beside empty `lock_ids`: of all.' }),
    heartbeat_minutes: z.int().nullable(),
    status: z.enum(STATUSES),
    failing_since: Timestamp.nullable().meta({ description: 'Start of the current failure streak.' }),
    last_delivery_at: Timestamp.nullable().meta({ description: 'When something was last delivered.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookSubscription' });

export const CreatedSubscriptionAnswer = z
  .strictObject({
    ...SubscriptionAnswer.shape,
    secret: z.string().meta({ description: 'Signs every delivery. Shown here only, and never again.' }),
  })
  .meta({ id: 'WebhookSubscriptionWithSecret' });

export const RotatedSecretAnswer = z
  .strictObject({
    ...CreatedSubscriptionAnswer.shape,
    previous_secret_until: Timestamp.meta({
      description: 'Until then deliveries are signed with the previous secret too.',
    }),
  })
  .meta({ id: 'WebhookSubscriptionWithNewSecret' });

export const DeliveryAnswer = z
  .strictObject({
    id: z.uuid().meta({ description: 'Stable across retries; the `id` of the envelope.' }),
    subscription_id: z.uuid(),
    event_type: z.string(),
    event_id: z
      .string()
      .meta({ description: 'Of the source event; of a redelivery, the original delivery.' }),
    status: z.enum(DELIVERY_STATUSES),
    attempt: z.int().meta({ description: 'Attempts made so far.' }),
    response_status: z.int().nullable(),
    last_error: z.string().nullable(),
    next_attempt_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp,
    payload: z.record(z.string(), z.unknown()).meta({ description: '`data` of the envelope.' }),
  })
  .meta({ id: 'WebhookDelivery' });

export const DeliveryId = z.strictObject({ id: UuidParam, delivery_id: UuidParam });

export const SubscriptionListQuery = z.strictObject({ ...pageParameters });

export const DeliveryListQuery = z.strictObject({
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_type: z.enum(EVENT_NAMES).optional(),
  since: InstantParam.optional().meta({ description: 'Created at or after this time.' }),
  ...pageParameters,
});

/** See `Position` in read.ts. */
export const PositionTuple = z.tuple([z.int(), z.uuid()]);

import { EVENT_NAMES, EVENT_TYPES } from '@door-access/protocol';
import { z } from 'zod';
import { DELIVERY_STATUSES } from '../deliveries/ladder.rules.js';
import { URL_MAX_LENGTH } from '../deliveries/url.rules.js';
import { InstantParam, pageParameters, Timestamp, UuidParam } from '../http/schemas.js';

const STATUSES = ['active', 'paused'] as const;
const DESCRIPTION_MAX_LENGTH = 500;
/** Enough for every type several times over: repeats are dropped, not refused. */
const EVENTS_MAX = 100;

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

export const NewSubscriptionBody = z.strictObject({ url, events, description: description.default('') });

export const SubscriptionChangeBody = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
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

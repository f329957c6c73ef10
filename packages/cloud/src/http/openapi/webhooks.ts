import { z } from 'zod';
import type { Json, SchemaCollector } from './schemas.js';

const DELIVERY = '0d9a1f04-6f6e-4a57-8f0e-5f7a2b1c9d3e';
const SENT = 1_767_766_502;

/** What is sent to subscriptions for one type of event. */
export interface WebhookType {
  /** When it is emitted. */
  summary: string;
  data: z.ZodType;
  example: unknown;
  /** Fields of the data that, with the type, identify an event; if there are none, the id of the envelope does. */
  identity: readonly string[];
}

/** The `webhooks` of the document: what is sent for every event type. `service` names the headers. */
export function webhooksOf(
  types: Readonly<Record<string, WebhookType>>,
  collector: SchemaCollector,
  service: string,
): Json {
  return Object.fromEntries(
    Object.entries(types).map(([type, { summary, data, example, identity }]) => {
      const envelope = z.strictObject({
        id: z.uuid().meta({ description: 'Of the delivery; the same in every retry.' }),
        type: z.literal(type),
        created_at: z.iso.datetime().meta({ description: 'When the delivery was created.' }),
        data,
      });
      const body = { id: DELIVERY, type, created_at: '2026-01-07T06:15:02.004Z', data: example };
      const operation = {
        operationId: `webhook_${type.replaceAll('.', '_')}`,
        tags: [WEBHOOK_EVENTS_TAG.name],
        summary,
        [DEDUPLICATE_BY]:
          identity.length > 0 ? ['type', ...identity.map((field) => `data.${field}`)] : ['id'],
        security: [],
        parameters: headersOf(service, type),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: collector.output(envelope), example: body } },
        },
        responses: RESPONSES,
      };
      return [type, { post: operation }];
    }),
  );
}

/** The extension that names the fields of the body which together are the same in every delivery of one event. */
export const DEDUPLICATE_BY = 'x-deduplicate-by';

export const WEBHOOK_EVENTS_TAG = {
  name: 'webhook_events',
  description:
    'What is sent to a subscription, at least once and in no guaranteed order. To act once, remember what identifies an event: `type` with `data.id` where `data.id` belongs to the event, else the `id` of the envelope, which every retry shares; `x-deduplicate-by` of each event names them. ' +
    'A redelivery is a new delivery with its own `id`. Its body, which is `id`, `type`, `created_at` and `data`, does not say that it is a redelivery; its record does, in the response of redeliver and in `GET /webhooks/{id}/deliveries`: there, `event_id` is the `id` of the delivery that it repeats. ' +
    'A delivery is signed: HMAC-SHA256, keyed with the subscription secret, over `{t}.{raw body}`, compared in constant time; one whose `t` is more than 300 seconds away from your clock is refused. ' +
    'A subscription whose `format` is `standard` has the headers of Standard Webhooks besides, for its libraries. ' +
    'Any 2xx within 10 seconds is success; all else is a failed attempt, and redirects are not followed. Retries come after 1 and 5 minutes, half an hour, 2, 6 and 24 hours.',
};

const RESPONSES = {
  '2XX': { description: 'Taken. Anything else, or nothing within 10 seconds, is a failed attempt.' },
  '3XX': { description: 'A failed attempt: redirects are not followed.' },
  '4XX': { description: 'A failed attempt.' },
  '5XX': { description: 'A failed attempt.' },
};

function headersOf(service: string, type: string): Json[] {
  const header = (name: string, description: string, schema: Json, example: unknown) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
    example,
  });
  const text = { type: 'string' };
  return [
    header('User-Agent', 'Who sends.', text, `${service}-Webhooks/1.0`),
    header(`X-${service}-Event`, 'The `type` of the body.', { type: 'string', const: type }, type),
    header(`X-${service}-Delivery`, 'The `id` of the body.', { type: 'string', format: 'uuid' }, DELIVERY),
    header(
      `X-${service}-Timestamp`,
      'When this attempt was sent, in Unix seconds.',
      { type: 'integer' },
      SENT,
    ),
    header(
      `X-${service}-Signature`,
      '`t=<unix seconds>,v1=<hex digest>`; for 24 hours after a rotation of the secret, `,v1=<hex digest>` of the previous one follows.',
      { type: 'string', pattern: '^t=[0-9]+(,v1=[0-9a-f]{64}){1,2}$' },
      `t=${SENT},v1=${'0123456789abcdef'.repeat(4)}`,
    ),
    ...[
      header('webhook-id', 'The `id` of the body.', { type: 'string', format: 'uuid' }, DELIVERY),
      header('webhook-timestamp', 'As in the signature above.', { type: 'integer' }, SENT),
      header(
        'webhook-signature',
        '`v1,<base64 digest>` over `{id}.{t}.{raw body}`, keyed with the bytes behind `whsec_`; after a rotation one by the previous secret follows a space.',
        { type: 'string' },
        `v1,${Buffer.alloc(32, 1).toString('base64')}`,
      ),
    ].map((standard) => ({
      ...standard,
      required: false,
      description: `Of a subscription whose \`format\` is \`standard\`: ${lowerFirst(standard.description)}`,
    })),
  ];
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

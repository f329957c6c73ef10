import { z } from 'zod';
import { ERRORS, type ErrorName } from '../../errors.js';
import { type Endpoint, endpoint, SCOPES } from '../endpoint.js';
import { type Json, SchemaCollector } from './schemas.js';
import { WEBHOOK_EVENTS_TAG, type WebhookType, webhooksOf } from './webhooks.js';

export interface Described {
  endpoints: readonly Endpoint[];
  /** By type. */
  webhooks: Readonly<Record<string, WebhookType>>;
}

const DETAIL_CODES = [
  'invalid',
  'unknown_field',
  'reserved_name',
  'unknown_security_group',
  'sms_disabled',
  'limit_reached',
];

/** `GET /openapi.json`: readable without an API key, so it costs no more than its bytes. */
export function openApiEndpoint(described: Described): Endpoint {
  let kept: { body: Json; json: Buffer } | undefined;
  return endpoint({
    method: 'GET',
    path: '/openapi.json',
    for: 'public',
    scopes: [],
    summary: 'Read this description',
    status: 200,
    answer: z.looseObject({}),
    handler: async ({ context }) => {
      if (!kept) {
        const body = openApiDocument(described, context.config.SERVICE_NAME);
        kept = { body, json: Buffer.from(JSON.stringify(body)) };
      }
      return kept;
    },
  });
}

/**
 * The OpenAPI 3.1 document of these endpoints, of the one that serves it, and of the webhooks; a function of the
 * declarations and of the service's name alone.
 */
export function openApiDocument(described: Described, service = 'Service'): Json {
  const collector = new SchemaCollector();
  const paths: Record<string, Json> = {};
  for (const declared of [...described.endpoints, openApiEndpoint(described)]) {
    paths[declared.path] ??= {};
    Object.assign(paths[declared.path] as Json, {
      [declared.method.toLowerCase()]: operation(declared, collector),
    });
  }
  const webhooks = webhooksOf(described.webhooks, collector, service);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Door access',
      version: '1.0.0',
      summary: 'Locks, people, keys and invitations, the event log, and webhooks.',
      description:
        'Every request carries an API key as a bearer token. A key belongs to one location and sees it and all below it. ' +
        'Within v1, changes are additive: new paths, new optional fields, new optional parameters. ' +
        'An endpoint that is to end says so a year before, by `deprecated` here and the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` in its answers.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/v1' }],
    security: [{ api_key: [] }],
    tags: [
      ...[...new Set(Object.keys(paths).map(tagOf))].map((name) => ({
        name,
        description: TAGS[name] ?? `Everything below /${name}.`,
      })),
      WEBHOOK_EVENTS_TAG,
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key, with scopes out of: ${SCOPES.join(', ')}.`,
        },
      },
      headers: HEADERS,
      schemas: { ...collector.components, Error: ERROR_SCHEMA },
    },
  };
}

function operation(declared: Endpoint, collector: SchemaCollector): Json {
  const takesBody = declared.body !== undefined;
  const parameters = [
    ...parametersOf(declared.params, 'path', collector),
    ...parametersOf(declared.query, 'query', collector),
    ...(declared.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(declared.eventStream ? [LAST_EVENT_ID] : []),
  ];
  return {
    operationId: operationId(declared),
    tags: [tagOf(declared.path)],
    summary: declared.summary,
    description: [deprecationOf(declared), declared.description, scopesOf(declared)]
      .filter(Boolean)
      .join('\n\n'),
    ...(declared.deprecated ? { deprecated: true } : {}),
    // Any one of the scopes is enough.
    security:
      declared.for === 'public'
        ? [{}, { api_key: [] }]
        : declared.scopes.map((scope) => ({ api_key: [scope] })),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(declared.body && takesBody
      ? {
          requestBody: {
            required: !declared.body.safeParse({}).success,
            content: { 'application/json': content(collector.input(declared.body), declared.bodyExample) },
          },
        }
      : {}),
    responses: { ...successes(declared, collector), ...failures(declared) },
  };
}

function deprecationOf({ deprecated }: Endpoint): string | null {
  if (!deprecated) return null;
  const { since, sunset, link } = deprecated;
  return `Deprecated since ${since}; it may be gone from ${sunset} on. See [what to use instead](${link}).`;
}

/** In words, because readers show the scopes of OAuth alone. */
function scopesOf({ scopes }: Endpoint): string {
  if (scopes.length === 0) return 'Needs no API key.';
  return `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  collector: SchemaCollector,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = collector.input(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: rest,
  }));
}

function successes(declared: Endpoint, collector: SchemaCollector): Json {
  const headers = {
    ...headersOf(declared),
    ...(declared.idempotent ? ref('headers', 'Idempotent-Replayed') : {}),
  };
  const body = declared.answer
    ? {
        content: {
          'application/json': content(collector.output(declared.answer), declared.example),
          ...(declared.eventStream ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
        },
      }
    : {};
  const statuses = [declared.status, ...(declared.alsoStatus ?? [])];
  return Object.fromEntries(
    statuses.map((status) => [status, { description: SUCCESS[status] ?? 'Success', headers, ...body }]),
  );
}

const SUCCESS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; there is nothing to return',
};

/** The pipeline's errors, and those of the endpoint's own handler, together per status. */
function failures(declared: Endpoint): Json {
  const byStatus = new Map<number, ErrorName[]>();
  for (const name of new Set([...pipelineErrors(declared), ...(declared.errors ?? [])])) {
    const { status } = ERRORS[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, names]) => [status, failure(declared, status, names)]));
}

function pipelineErrors(declared: Endpoint): ErrorName[] {
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(declared.method);
  return [
    'invalid_request',
    'unauthenticated',
    ...(declared.for === 'public' ? [] : (['insufficient_scope'] as const)),
    'platform_not_available',
    ...(declared.idempotent ? (['idempotency_conflict', 'idempotency_in_progress'] as const) : []),
    ...(takesBody ? (['validation_failed'] as const) : []),
    'rate_limited',
    'server_error',
  ];
}

function failure(declared: Endpoint, status: number, names: ErrorName[]): Json {
  const waits = names.some((name) => name === 'rate_limited' || name === 'idempotency_in_progress');
  return {
    description: names.map((name) => `\`${ERRORS[name].code}\`: ${ERRORS[name].message}`).join(' · '),
    headers: {
      ...(status === 401 ? ref('headers', 'X-Request-Id') : headersOf(declared)),
      ...(waits ? ref('headers', 'Retry-After') : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(names.map((name) => [name, { value: exampleOf(name) }])),
      },
    },
  };
}

function exampleOf(name: ErrorName): Json {
  const { code, message } = ERRORS[name];
  const details =
    name === 'validation_failed'
      ? { details: [{ field: 'foo', code: 'unknown_field', message: 'unknown field' }] }
      : {};
  const cursor = name === 'cursor_expired' ? { oldest_cursor: 'kq3V…' } : {};
  return { error: { code, message, ...details, ...cursor } };
}

function headersOf(declared: Endpoint): Json {
  const limits =
    declared.for === 'public' ? [] : ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  const refs = ['X-Request-Id', ...limits].map((name) => ref('headers', name));
  return Object.assign({}, ...refs, declared.deprecated ? ENDING : {});
}

function ref(kind: string, name: string): Json {
  return { [name]: { $ref: `#/components/${kind}/${name}` } };
}

function content(schema: Json, example: unknown): Json {
  return example === undefined ? { schema } : { schema, example };
}

/** `GET /locks/{id}/commands/{command_id}` is `get_locks_by_id_commands_by_command_id`. */
function operationId({ method, path }: Endpoint): string {
  const words = path
    .slice(1)
    .replaceAll('{', 'by_')
    .replaceAll('}', '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_');
  return `${method.toLowerCase()}_${words}`;
}

function tagOf(path: string): string {
  return path.split('/')[1]?.replace('.json', '') ?? '';
}

const TAGS: Record<string, string> = {
  locks: 'Doors: what they are doing, opening one, holding one open.',
  gateways: 'The controllers on site that the doors are wired to.',
  security_groups: 'Sets of locks that a key opens.',
  people: 'Those who may have keys.',
  keys: 'What gives a person access to the locks of security groups.',
  invitations: 'What brings a key to its person: a setup link, by SMS, e-mail or both.',
  events: 'The access log.',
  door_events: 'What the doors and their gateways reported: openings, alarms, holds, presence.',
  changes: 'All that happened, in the order in which it was recorded, for those who must miss nothing.',
  status: 'Whether all is well.',
  webhooks: 'Subscriptions that have events sent to an HTTPS address, and what became of each delivery.',
  openapi: 'This description.',
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

const HEADERS: Json = {
  'X-Request-Id': {
    description:
      "Names the request in the service's log: the id that the request brings in this header where that is a UUID, else a new one.",
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': integerHeader(
    "Requests allowed a minute: the API key's; of `POST /keys`, the limiter's closest to exhaustion; in a 429, the limiter's that refused.",
  ),
  'X-RateLimit-Remaining': integerHeader('Requests left in the current window.'),
  'X-RateLimit-Reset': integerHeader('Seconds until the window rolls.'),
  'Retry-After': integerHeader('Seconds to wait before trying again.'),
  'Idempotent-Replayed': {
    description: 'Present when this is the stored answer to an earlier request.',
    schema: { type: 'string', const: 'true' },
  },
};

/** Of a deprecated endpoint alone. */
const ENDING: Json = {
  Deprecation: { description: 'Since when, as `@` and Unix seconds (RFC 9745).', schema: { type: 'string' } },
  Sunset: { description: 'From when on it may be gone (RFC 8594).', schema: { type: 'string' } },
  Link: { description: 'Where it says what to use instead.', schema: { type: 'string' } },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: within 24 hours the same key with the same body is answered without running again.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Of a stream alone: the `id` of the last event that was read. It comes before `after`.',
  schema: { type: 'string' },
};

const { changed_meanwhile: _, ...OWN_ERRORS } = ERRORS;
const CODES = [...new Set(Object.values(OWN_ERRORS).map(({ code }) => code))];

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: CODES },
        message: { type: 'string' },
        oldest_cursor: {
          type: 'string',
          description: 'Present only for `cursor_expired`: lies before the oldest change that is kept.',
        },
        details: {
          type: 'array',
          description: 'Present only for `validation_failed`.',
          items: {
            type: 'object',
            required: ['field', 'code', 'message'],
            properties: {
              field: {
                type: 'string',
                description:
                  'Where in the body, such as `security_groups[0]`; empty for the body as a whole.',
              },
              code: { type: 'string', enum: DETAIL_CODES },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
};

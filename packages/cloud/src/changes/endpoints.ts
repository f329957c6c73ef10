import { EVENT_NAMES, EVENT_TYPES, type EventType } from '@door-access/protocol';
import { z } from 'zod';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { type Caller, endpoint, SCOPES, type Scope } from '../http/endpoint.js';
import { csv, Timestamp } from '../http/schemas.js';
import { feedOf } from './feed.js';
import { cursorOf, endAt, type Position, positionAt } from './position.js';
import { readStatus } from './status.js';
import { Stream } from './stream.js';
import { readOrWait } from './wait.js';

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;
const LONGEST_WAIT_S = 30;
const NOW = 'now';

const whole = (min: number, max: number, byDefault: number) =>
  z
    .string()
    .regex(/^[0-9]+$/, `must be a whole number from ${min} to ${max}`)
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
    .pipe(z.int().min(min).max(max))
    .default(byDefault)
    .meta({ type: 'integer', minimum: min, maximum: max, default: byDefault });

const Query = z.strictObject({
  after: z.string().min(1).max(2_000).optional().meta({
    description:
      'A cursor of an earlier answer; `now`: from this moment on; left out: from the oldest change that is kept.',
  }),
  types: csv(z.enum(EVENT_NAMES, 'must be one or more names of events, separated by commas'))
    .optional()
    .meta({ description: 'One or more event names separated by commas.' }),
  limit: whole(1, LARGEST_LIMIT, DEFAULT_LIMIT),
  wait: whole(0, LONGEST_WAIT_S, 0).meta({
    description: 'Seconds: with nothing new, the answer waits for so long.',
  }),
});

const Change = z
  .strictObject({
    cursor: z.string().meta({ description: 'Goes on behind this change.' }),
    id: z.uuid().meta({ description: "The change's own, the same at each reading." }),
    type: z.enum(EVENT_TYPES),
    occurred_at: Timestamp,
    recorded_at: Timestamp,
    data: z.record(z.string(), z.unknown()).meta({
      description: "As in the webhook of this type, with people's and locks' names as they are now.",
    }),
    command_id: z.uuid().nullable().meta({
      description:
        'The command that an `access.granted`, `unlock.failed` or `lock.hold_open.*` came from, if any.',
    }),
    muted: z.literal(true).optional().meta({
      description: 'An alarm of a lock under maintenance: no webhook was sent of it.',
    }),
  })
  .meta({ id: 'Change' });

const CURSOR = 'kq3V8ZfP0m2cXw1yJt5bLls0MTIsMTc2Nzc2NTMwMjAwMCwxXQ';

/** Types that need a scope of their own besides. */
const GUARDED: readonly { prefix: string; scopes: readonly Scope[] }[] = [
  { prefix: 'person.', scopes: ['people:read', 'people:write'] },
  { prefix: 'key.', scopes: ['keys:read', 'keys:write'] },
];

/** What the caller may see of what it asks for. @throws 403 for a type that it names and may not */
function typesFor({ scopes }: Pick<Caller, 'scopes'>, asked: readonly string[] | undefined): EventType[] {
  const missing = (type: string) =>
    GUARDED.find(({ prefix, scopes: any }) => type.startsWith(prefix) && !any.some((one) => scopes.has(one)));
  const refused = asked?.find(missing);
  if (refused !== undefined)
    throw new ApiError('insufficient_scope', {
      message: `The API key lacks the scope that ${refused} needs besides: ${missing(refused)?.scopes.join(' or ')}.`,
    });
  return EVENT_TYPES.filter((type) => !missing(type) && (asked?.includes(type) ?? true));
}

async function beginAt(context: Context, caller: Caller, after: string | undefined): Promise<Position> {
  if (after !== NOW) return positionAt(context, caller, after);
  return endAt(context, await feedOf(context).horizons.known());
}

export const changeEndpoints = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/changes',
    scopes: ['events:read'],
    summary: 'Read what happened, in the order in which it was recorded',
    description:
      'A reader that goes on from `next_cursor` sees each change once and misses none, also those that a gateway delivers late. `person.*` needs `people:read` besides, `key.*` needs `keys:read`; without it they are left out. With `Accept: text/event-stream` the same comes as server-sent events: `id` is the cursor, `event` the type, `data` the change.',
    query: Query,
    status: 200,
    errors: ['cursor_expired'],
    waits: true,
    answer: z.strictObject({
      data: z.array(Change),
      next_cursor: z.string().meta({ description: 'What to ask with next.' }),
      has_more: z.boolean(),
    }),
    example: {
      data: [
        {
          cursor: CURSOR,
          id: '5b0e6c1d-93a2-8f47-8c1d-2e3f4a5b6c7d',
          type: 'lock.online',
          occurred_at: '2026-01-07T06:15:01.982Z',
          recorded_at: '2026-01-07T06:15:02.000Z',
          data: {
            lock: { id: 41, name: 'Main entrance', place: 'Ground floor' },
            location: { id: 3, name: 'HQ' },
            online: true,
            since: '2026-01-07T06:15:01.982Z',
          },
          command_id: null,
        },
      ],
      next_cursor: CURSOR,
      has_more: false,
    },
    async handler({ context, caller, query, signal }) {
      const { after, types, limit, wait } = query;
      const reader = caller as Caller;
      const reading = { caller: reader, types: typesFor(reader, types) };
      const from = await beginAt(context, reader, after);
      const page = await readOrWait(context, reading, from, { limit, waitMs: wait * 1_000, signal });
      return {
        body: { data: page.data, next_cursor: cursorOf(context, caller, page.next), has_more: page.hasMore },
      };
    },
    async eventStream({ context, caller, query, request }, response) {
      const types = typesFor(caller, query.types);
      const last = request.headers['last-event-id'];
      const after = typeof last === 'string' && last !== '' ? last : query.after;
      const from = await beginAt(context, caller, after);
      await new Stream({ caller, types }, from, response).run(context, request);
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/status',
    // Any: a key has at least one.
    scopes: SCOPES,
    summary: 'Read the state of the service, and of the gateways of the key',
    status: 200,
    answer: z.strictObject({
      service: z.strictObject({ version: z.string(), time: Timestamp }),
      gateways: z.strictObject({ total: z.int(), online: z.int(), offline: z.int() }),
      oldest_cursor: z.string().meta({ description: 'Before the oldest change that is kept.' }),
      latest_cursor: z.string().meta({ description: 'Behind the newest change.' }),
    }),
    example: {
      service: { version: '1.0.0', time: '2026-01-07T06:15:02.000Z' },
      gateways: { total: 3, online: 2, offline: 1 },
      oldest_cursor: CURSOR,
      latest_cursor: CURSOR,
    },
    handler: async ({ context, caller }) => ({ body: await readStatus(context, caller) }),
  }),
];

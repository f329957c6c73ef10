import { z } from 'zod';
import { decodeCursor, pageOf } from '../../src/http/cursor.js';
import { type Endpoint, endpoint } from '../../src/http/endpoint.js';
import {
  csv,
  Instant,
  InstantParam,
  IntId,
  IntIdParam,
  listOf,
  pageParameters,
  Timestamp,
  UuidId,
} from '../../src/http/schemas.js';

const Note = z.strictObject({ id: z.int(), text: z.string(), made_at: Timestamp });

/** What the handlers of the samples were called with, and what they do instead of answering, for tests to set. */
export const sample = {
  calls: [] as unknown[],
  before: async (_request: { signal: AbortSignal }): Promise<void> => {},
};

const NoteText = z.string().min(1).max(200);
const AnyText = z.strictObject({
  text: z.string().max(65_000),
  others: z.array(z.string()).max(10).optional(),
});

/** One endpoint of each kind, standing in for the product's own. */
export const sampleEndpoints: Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/notes',
    scopes: ['people:read', 'people:write'],
    summary: 'List notes',
    query: z.strictObject({
      ...pageParameters,
      kind: csv(z.enum(['a', 'b'])).optional(),
      since: InstantParam.optional(),
      lock_id: IntIdParam.optional(),
    }),
    status: 200,
    answer: listOf(Note),
    handler: async ({ context, caller, query }) => {
      const binding = { list: 'GET /notes', caller, filters: query };
      const after = query.cursor === undefined ? 0 : decodeCursor(context, binding, query.cursor, z.int());
      const { rows } = await context.pool.query<{ id: number }>(
        'SELECT generate_series($1::int + 1, least($1 + $2, 7)) AS id',
        [after, query.limit + 1],
      );
      const made_at = new Date(context.clock.now());
      return {
        body: pageOf(
          context,
          binding,
          rows,
          query.limit,
          (row) => row.id,
          ({ id }) => ({ id, text: `note ${id}`, made_at }),
        ),
      };
    },
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/notes',
    scopes: ['people:write'],
    summary: 'Make a note',
    body: z.strictObject({ text: NoteText, tags: z.array(z.string()).optional(), at: Instant.optional() }),
    status: 201,
    answer: z.strictObject({
      id: z.int(),
      text: z.string(),
      tags: z.array(z.string()),
      at: Timestamp.nullable(),
    }),
    limit: { name: 'make-note', perMinute: 30, countBeforeChecks: true },
    idempotent: true,
    handler: async (request) => {
      sample.calls.push(request.body);
      await sample.before(request);
      const { rows } = await request.context.pool.query<{ text: string }>('SELECT $1::text AS text', [
        request.body.text,
      ]);
      return {
        body: {
          id: sample.calls.length,
          text: rows[0]?.text ?? '',
          tags: request.body.tags ?? [],
          at: request.body.at ?? null,
        },
      };
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/notes/{id}',
    scopes: ['people:read', 'people:write'],
    summary: 'One note',
    params: IntId,
    status: 200,
    answer: Note,
    errors: ['not_found'],
    handler: async (request) => {
      await sample.before(request);
      const { rows } = await request.context.pool.query<{ made_at: Date }>('SELECT now() AS made_at');
      return { body: { id: request.params.id, text: 'one', made_at: rows[0]?.made_at ?? '' } };
    },
  }),
  endpoint({
    for: 'api',
    method: 'PATCH',
    path: '/notes/{id}',
    scopes: ['people:write'],
    summary: 'Change a note',
    params: IntId,
    body: z
      .strictObject({ text: NoteText.optional(), pinned: z.boolean().optional() })
      .refine((fields) => Object.keys(fields).length > 0, { message: 'at least one field' }),
    status: 200,
    answer: z.strictObject({ id: z.int() }),
    handler: async ({ params }) => ({ body: { id: params.id } }),
  }),
  endpoint({
    for: 'api',
    method: 'DELETE',
    path: '/notes/{id}',
    scopes: ['people:write'],
    summary: 'Delete a note',
    params: IntId,
    status: 204,
    answer: null,
    handler: async () => ({}),
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/gadgets/{id}/mode',
    scopes: ['locks:control'],
    summary: 'Set a mode',
    params: UuidId,
    body: z.discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('open'), expires_at: Instant.nullable() }),
      z.strictObject({ mode: z.literal('auto') }),
    ]),
    status: 202,
    answer: z.strictObject({ id: z.string(), mode: z.string() }),
    handler: async ({ params, body }) => ({ body: { id: params.id, mode: body.mode } }),
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/gadgets/{id}/ping',
    scopes: ['webhooks:manage'],
    summary: 'Ping',
    params: UuidId,
    status: 200,
    answer: z.strictObject({ message: z.literal('pong') }),
    limit: { name: 'ping', perMinute: 10 },
    handler: async () => ({ body: { message: 'pong' as const } }),
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/gadgets/{id}/unlock',
    scopes: ['locks:control'],
    summary: 'A body whose every field is optional',
    params: UuidId,
    body: z.strictObject({ reason: z.string().max(200).optional() }),
    status: 202,
    answer: z.strictObject({ reason: z.string() }),
    handler: async ({ body }) => ({ body: { reason: body.reason ?? '' } }),
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/echo',
    scopes: ['events:read'],
    summary: 'Text to the database and back',
    body: AnyText,
    status: 200,
    answer: z.strictObject({ text: z.string(), others: z.array(z.string()) }),
    handler: async ({ context, body }) => {
      const { rows } = await context.pool.query('SELECT $1::text AS text, $2::text[] AS others', [
        body.text,
        body.others ?? [],
      ]);
      return { body: rows[0] };
    },
  }),
];

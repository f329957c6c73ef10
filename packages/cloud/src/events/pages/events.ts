import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import type { Context } from '../../context.js';
import { decodeCursor, pageOf } from '../../http/cursor.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { type Source, writeSheet } from '../../http/pages/csv.js';
import {
  csv,
  InstantParam,
  IntIdParam,
  LockName,
  listOf,
  Named,
  PersonName,
  pageParameters,
  Timestamp,
  UuidParam,
} from '../../http/schemas.js';
import { EVENT_TYPES } from '../event-types.rules.js';
import { type EventFilter, type EventPosition, type EventRow, isMutedEvent, listEvents } from '../read.js';
import { type Kept, whyOf } from '../why.rules.js';
import { acknowledgements, usersBehind } from './people-behind.js';
import { type CsvEvent, EVENT_SHEET } from './sheet.rules.js';
import { WhyParts } from './why.js';

const LIST = 'dashboard events';
const MAX_EXPORTED = 100_000;
const EXPORT_PAGE = 1_000;

/** The filters of the list, its chart and its export. */
export const eventFilters = {
  since: InstantParam.optional(),
  until: InstantParam.optional(),
  lock_id: IntIdParam.optional(),
  person_id: UuidParam.optional(),
  type: csv(z.enum(EVENT_TYPES)).optional(),
};
export type EventFilters = z.output<z.ZodObject<typeof eventFilters>>;

const Event = z.strictObject({
  id: z.int(),
  type: z.enum(EVENT_TYPES),
  occurred_at: Timestamp,
  result: z.string().nullable(),
  reason: z.string().nullable(),
  source: z.string(),
  lock: LockName,
  location: Named,
  person: PersonName.nullable(),
  key: Named.nullable(),
  api_key: Named.nullable(),
  /** Who commanded it at these pages. */
  user: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  actor: z.looseObject({ type: z.string().optional(), api_key: Named.nullable().optional() }).nullable(),
  details: z.record(z.string(), z.unknown()),
  why: WhyParts.nullable(),
  /** An alarm of a door under maintenance. */
  muted: z.boolean(),
  acknowledged: z.strictObject({ by: z.string(), at: Timestamp }).nullable(),
});

async function described(context: Context, rows: readonly EventRow[]) {
  const ids = rows.map((row) => row.id);
  const [users, acknowledged] = await Promise.all([
    usersBehind(context.pool, rows),
    acknowledgements(context.pool, ids),
  ]);
  return (row: EventRow): z.input<typeof Event> => ({
    id: row.id,
    type: row.type as (typeof EVENT_TYPES)[number],
    occurred_at: toTimestamp(row.occurred_at.getTime()),
    result: row.result,
    reason: row.reason,
    source: row.source,
    lock: row.lock,
    location: row.location,
    person: row.person,
    key: row.key,
    api_key: row.api_key,
    user: users.get(row.id) ?? null,
    actor: (row.actor as Record<string, unknown> | null) ?? null,
    details: (row.details as Record<string, unknown> | null) ?? {},
    why: whyOf(row.type, row.explanation as Kept | null),
    muted: isMutedEvent(row),
    acknowledged: acknowledged.get(row.id) ?? null,
  });
}

/** The filter, restricted to a user's location. */
export function toFilter(user: { locationId: number }, asked: EventFilters): EventFilter {
  return {
    locationId: user.locationId,
    types: asked.type ?? EVENT_TYPES,
    lockId: asked.lock_id,
    personId: asked.person_id,
    since: asked.since,
    until: asked.until,
  };
}

const positionOf = (row: EventRow): EventPosition => [row.occurred_at.getTime(), row.id];

export const eventPageEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/events',
    role: 'viewer',
    query: z.strictObject({ ...eventFilters, ...pageParameters }),
    status: 200,
    answer: listOf(Event),
    async handler({ context, user, query }) {
      const binding = { list: LIST, caller: user, filters: query };
      const after = query.cursor
        ? decodeCursor(context, binding, query.cursor, z.tuple([z.int(), z.int()]))
        : undefined;
      const wanted = { ...toFilter(user, query), order: 'desc' as const, after, limit: query.limit + 1 };
      const rows = await listEvents(context, wanted);
      return {
        body: pageOf(context, binding, rows, query.limit, positionOf, await described(context, rows)),
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/events/export',
    role: 'viewer',
    query: z.strictObject({ ...eventFilters, location: IntIdParam.optional() }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, query, signal }, response) {
      const source: Source<EventRow, EventPosition, CsvEvent> = {
        read: (after) =>
          listEvents(context, { ...toFilter(user, query), order: 'desc', after, limit: EXPORT_PAGE }),
        positionOf,
        describe: async (rows) => {
          const describe = await described(context, rows);
          // A sheet goes on to other programs: it has the words that the interface has.
          return rows.map((row) => ({
            ...describe(row),
            why: (row.explanation as Kept | null)?.text ?? null,
          }));
        },
        pageSize: EXPORT_PAGE,
        max: MAX_EXPORTED,
      };
      await writeSheet(response, 'events', EVENT_SHEET, source, signal);
    },
  }),
];

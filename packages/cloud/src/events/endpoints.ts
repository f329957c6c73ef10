import {
  DEVICE_EVENT_TYPES,
  EVENT_NAMES,
  FORCED_OPEN_WINDOW_MS,
  LISTED_EVENT_TYPES,
  PRESENCE_EVENT_TYPES,
} from '@door-access/protocol';
import { z } from 'zod';
import { endpoint } from '../http/endpoint.js';
import { list } from '../http/list.js';
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
} from '../http/schemas.js';
import { type Explanation, inWords } from './explanation.rules.js';
import {
  aheadOfEvents,
  type EventPosition,
  type EventRow,
  listEvents,
  toAccessEvent,
  toDoorEvent,
} from './read.js';

const DOOR_EVENT_TYPES = [...DEVICE_EVENT_TYPES, ...PRESENCE_EVENT_TYPES] as const;

/** @param listed the types that the list returns; any other known name matches nothing */
const queryOf = (listed: readonly string[]) =>
  z.strictObject({
    since: InstantParam.optional().meta({ description: 'Only events from this time on.' }),
    until: InstantParam.optional().meta({ description: 'Only events before this time.' }),
    lock_id: IntIdParam.optional(),
    person_id: UuidParam.optional(),
    type: csv(z.enum(EVENT_NAMES, `must be one or more of ${listed.join(', ')}, separated by commas`))
      .optional()
      .meta({ description: 'One or more event names separated by commas.' }),
    order: z
      .enum(['desc', 'asc'])
      .default('desc')
      .meta({ description: '`asc`: oldest first, for backfill.' }),
    ...pageParameters,
  });

/** Used in examples. */
export const FORCED_EXPLANATION: Explanation = {
  verdict: 'forced',
  text: inWords('forced', 42_500, null, { gap: false, unread: false, release: false }),
  window_ms: FORCED_OPEN_WINDOW_MS,
  unlock: { age_ms: 42_500, clock: 'monotonic', command_id: '9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d' },
  exit_button: null,
  held_open: false,
  evidence_incomplete: false,
};

const CommandId = z.uuid().nullable().optional();

export const AccessEvent = z
  .strictObject({
    id: z.int(),
    type: z.enum(LISTED_EVENT_TYPES),
    occurred_at: Timestamp,
    result: z.enum(['success', 'denied']),
    reason: z.string().nullable(),
    source: z.string().meta({ description: "The locking system's name, `app` or `device`." }),
    api_key: Named.nullable(),
    lock: LockName,
    location: Named,
    person: PersonName.nullable(),
    key: Named.nullable(),
    command_id: CommandId.meta({
      description: 'Of `access.granted` and `unlock.failed`: the unlock command that it came from, if any.',
    }),
  })
  .meta({ id: 'AccessEvent' });

const DoorEvent = z
  .strictObject({
    id: z.int(),
    type: z.enum(DOOR_EVENT_TYPES),
    occurred_at: Timestamp,
    lock: LockName,
    location: Named,
    source: z.string(),
    actor: z.record(z.string(), z.unknown()).nullable(),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The same as in the webhook of the event.' }),
    command_id: CommandId.meta({
      description: 'Of `lock.hold_open.*`: the command that it came from, if any.',
    }),
    online: z.boolean().optional(),
    since: Timestamp.optional(),
    explanation: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'Why an opening was judged as it was: `verdict`, `text`, and the evidence. `reported_at` is the time by the clock of the gateway, if that was in the future; `occurred_at` is then the time of receipt.',
    }),
  })
  .meta({ id: 'DoorEvent' });

const EXAMPLE = {
  id: 184467,
  type: 'access.granted',
  occurred_at: '2026-01-07T06:15:01.982Z',
  result: 'success',
  reason: null,
  source: 'locksys',
  api_key: null,
  lock: { id: 41, name: 'Main entrance', place: 'Ground floor' },
  location: { id: 3, name: 'HQ' },
  person: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Anna Aho', email: 'anna@acme.example' },
  key: { id: 9001, name: 'Front doors' },
  command_id: null,
};

const DOOR_EVENT_EXAMPLE = {
  id: 184470,
  type: 'door.forced',
  occurred_at: '2026-01-07T22:41:10.500Z',
  lock: EXAMPLE.lock,
  location: EXAMPLE.location,
  source: 'device',
  actor: null,
  details: {},
  explanation: FORCED_EXPLANATION,
};

/** Some of the event types, as `item` shows them. */
function pages<Item>(name: string, listed: readonly string[], item: (row: EventRow) => Item) {
  const query = queryOf(listed);
  const filterOf = ({ type, lock_id, person_id, since, until, order }: z.output<typeof query>) => ({
    // A known name that this list never returns is accepted and matches nothing.
    types: listed.filter((one) => type?.some((asked) => asked === one) ?? true),
    lockId: lock_id,
    personId: person_id,
    since,
    until,
    order,
  });
  return list({
    name,
    query,
    position: z.tuple([z.int(), z.int()]) satisfies z.ZodType<EventPosition>,
    ahead: ({ context, place, query: asked, after, limit }) =>
      aheadOfEvents(context, { ...place, ...filterOf(asked), after: after ?? undefined, limit }),
    rows: ({ context, caller, query: asked, after, limit, early }) =>
      listEvents(
        context,
        { locationId: caller.locationId, ...filterOf(asked), after: after ?? undefined, limit },
        early,
      ),
    positionOf: (row): EventPosition => [row.occurred_at.getTime(), row.id],
    item,
  });
}

export const eventEndpoints = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/events',
    scopes: ['events:read'],
    summary: 'List access events',
    description: 'Returns `access.granted`, `access.denied`, `door.closed` and `door.left_open`.',
    status: 200,
    answer: listOf(AccessEvent),
    example: { data: [EXAMPLE], next_cursor: null },
    ...pages(
      'GET /events',
      LISTED_EVENT_TYPES,
      toAccessEvent as (row: EventRow) => z.input<typeof AccessEvent>,
    ),
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/door_events',
    scopes: ['events:read'],
    summary: 'List door and presence events',
    description:
      'Lets a subscriber that was paused catch up on alarms, each with the reason for its verdict.',
    status: 200,
    answer: listOf(DoorEvent),
    example: { data: [DOOR_EVENT_EXAMPLE], next_cursor: null },
    ...pages(
      'GET /door_events',
      DOOR_EVENT_TYPES,
      toDoorEvent as (row: EventRow) => z.input<typeof DoorEvent>,
    ),
  }),
];
